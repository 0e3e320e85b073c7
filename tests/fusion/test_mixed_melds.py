"""吃 and 风头杠 of a daihun table, seen in the strips; and a hand won on a discard."""

from __future__ import annotations

import pytest

from table_daemon.game.commands import AnswerReview, StartMatch
from table_daemon.game.events import DiscardRetracted, HandWon, MeldMade, ReviewKind, ReviewOpened
from table_daemon.rules.melds import MeldKind
from tests.fusion.harness import PERSON
from tests.fusion.seen import row
from tests.fusion.tables import IN_FRONT, Dealt


class Daihun(Dealt):
    """A dealt table of the other game."""

    def start_match(self, *, first_dealer: int) -> None:
        start = StartMatch(
            t_ms=self.t_ms,
            match=f"m{self.t_ms}",
            names=("甲", "乙", "丙", "丁"),
            profile="daihun",
            first_dealer=first_dealer,
            source=PERSON,
        )
        assert self.carry_out(start) is None


def melds(table: Dealt) -> list[tuple[int, MeldKind, str, int | None, bool]]:
    return [
        (e.seat, e.meld.kind, str(e.meld.tiles[0]), e.meld.from_seat, e.claimed is not None)
        for e in table.events()
        if isinstance(e, MeldMade)
    ]


def questions(table: Dealt) -> list[ReviewKind]:
    return [e.about for e in table.events() if isinstance(e, ReviewOpened)]


@pytest.mark.parametrize("laid", ["4m 5m 6m", "5m 6m 4m", "3m 4m 5m"])
def test_a_run_with_the_upper_seats_discard_is_recorded_and_takes_the_turn(laid: str) -> None:
    table = Daihun()
    tile = table.throw("5m", IN_FRONT[0])
    table.meld(1, laid, take=tile)
    first = min(laid.split())
    assert melds(table) == [(1, MeldKind.CHOW, first, 0, True)]
    assert (table.hand.to_act, table.hand.must_draw) == (1, False)
    table.look(times=8)
    table.throw("1z", IN_FRONT[1])
    assert not any(isinstance(e, DiscardRetracted) for e in table.events())
    assert len(melds(table)) == 1
    assert questions(table) == []
    table.throw("9m", IN_FRONT[2])
    table.meld(3, "7m 8m 9m", take=table.lying[-1])
    assert melds(table)[1:] == [(3, MeldKind.CHOW, "7m", 2, True)]


def test_two_runs_of_one_player_are_told_apart() -> None:
    table = Daihun()
    table.meld(1, "4m 5m 6m", take=table.throw("5m", IN_FRONT[0]))
    for seat, label in ((1, "1z"), (2, "2z"), (3, "3z")):
        table.throw(label, IN_FRONT[seat])
    table.meld(1, "4m 5m 6m", u=210, take=table.throw("4m", IN_FRONT[0]))
    table.look(times=6)
    assert [meld[:3] for meld in melds(table)] == [(1, MeldKind.CHOW, "4m")] * 2
    assert questions(table) == []


def test_a_run_waits_until_its_discard_is_gone() -> None:
    table = Daihun()
    tile = table.throw("5m", IN_FRONT[0])
    table.meld(1, "4m 5m 6m")
    table.look(times=4)
    assert melds(table) == []
    table.take(tile)
    assert melds(table) == [(1, MeldKind.CHOW, "4m", 0, True)]


def test_a_run_that_nothing_explains_is_asked_about_once() -> None:
    table = Daihun()
    table.throw("9s", IN_FRONT[0])
    table.meld(1, "4m 5m 6m")
    table.look(times=12)
    assert questions(table) == [ReviewKind.MELD]
    assert table.carry_out(AnswerReview(t_ms=table.t_ms, review=1, choice="0", source=PERSON)) is None
    assert melds(table) == [(1, MeldKind.CHOW, "4m", 0, False)]


def test_the_city_knows_no_runs() -> None:
    table = Dealt()
    table.meld(1, "4m 5m 6m", take=table.throw("5m", IN_FRONT[0]))
    table.look(times=6)
    assert melds(table) == []


@pytest.mark.parametrize(
    ("laid", "kind", "first"),
    [("5z 6z 7z", MeldKind.FENGTOU_JIAN, "5z"), ("1z 2z 3z 4z", MeldKind.FENGTOU_FENG, "1z")],
)
def test_an_opening_kong_is_recorded_before_the_first_discard_only(laid: str, kind: MeldKind, first: str) -> None:
    table = Daihun()
    table.throw("1s", IN_FRONT[0])
    table.meld(2, laid, u=296)
    assert melds(table) == [(2, kind, first, None, False)]
    table.look(times=6)
    table.throw("1s", IN_FRONT[1])
    table.meld(1, laid, u=296)
    table.look(times=6)
    assert len(melds(table)) == 1


@pytest.mark.parametrize(("taken", "discarder"), [(True, 0), (False, None)])
def test_in_turn_the_middle_tells_whether_the_discard_was_taken(*, taken: bool, discarder: int | None) -> None:
    table = Daihun("1z")
    tile = table.throw("5m", IN_FRONT[0])
    if taken:
        table.lying.remove(tile)
    table.lay(*row(1, "1s 2s 3s 4s 5s 6s 9s 9s 1p 2p 3p 4m 6m", u=-250), *row(1, "5m", u=250))
    table.look(times=6)
    won = [e for e in table.events() if isinstance(e, HandWon)]
    assert [(e.winner, str(e.draw), e.discarder) for e in won] == [(1, "5m", discarder)]
    assert questions(table) == []


def test_a_hand_laid_down_out_of_turn_with_the_last_discard_was_won_on_it() -> None:
    table = Daihun("1z")
    tile = table.throw("5m", IN_FRONT[0])
    table.lying.remove(tile)
    table.lay(*row(3, "1s 2s 3s 4s 5s 6s 9s 9s 1p 2p 3p 4m 6m", u=-250), *row(3, "5m", u=250))
    table.look(times=6)
    won = [e for e in table.events() if isinstance(e, HandWon)]
    assert [(e.winner, str(e.draw), e.discarder) for e in won] == [(3, "5m", 0)]
