"""Melds laid at a seat: what kind, whose discard they took, and what is asked when nothing fits."""

from __future__ import annotations

import pytest

from table_daemon.game.commands import AnswerReview
from table_daemon.game.events import Discarded, DiscardRetracted, MeldMade, ReviewKind, ReviewOpened
from table_daemon.rules.melds import MeldKind
from tests.fusion.harness import PERSON
from tests.fusion.seen import place, row, seen
from tests.fusion.tables import IN_FRONT, Dealt
from vision.observation import Side


def melds(table: Dealt) -> list[tuple[int, MeldKind, str, int | None, bool]]:
    return [
        (e.seat, e.meld.kind, str(e.meld.tiles[0]), e.meld.from_seat, e.added)
        for e in table.events()
        if isinstance(e, MeldMade)
    ]


def questions(table: Dealt) -> list[ReviewKind]:
    return [e.about for e in table.events() if isinstance(e, ReviewOpened)]


@pytest.mark.parametrize("claimer", [1, 2, 3])
def test_a_pung_takes_the_last_discard_and_the_turn(claimer: int) -> None:
    table = Dealt()
    tile = table.throw("5m", IN_FRONT[0])
    table.meld(claimer, "5m 5m 5m", take=tile)
    assert melds(table) == [(claimer, MeldKind.PUNG, "5m", 0, False)]
    assert table.hand.to_act == claimer
    table.look(times=6)
    assert not any(isinstance(e, DiscardRetracted) for e in table.events())
    table.throw("1z", IN_FRONT[claimer])
    discard = table.newest()
    assert isinstance(discard, Discarded)
    assert discard.seat == claimer


def test_four_of_the_last_discard_are_a_kong_from_it() -> None:
    table = Dealt()
    tile = table.throw("5m", IN_FRONT[0])
    table.meld(2, "5m 5m 5m 5m", u=296, take=tile)
    assert melds(table) == [(2, MeldKind.MING, "5m", 0, False)]


@pytest.mark.parametrize("laid", ["back 5m 5m back", "5m 5m 5m 5m"])
def test_four_by_the_player_in_turn_are_a_concealed_kong(laid: str) -> None:
    table = Dealt()
    table.meld(0, laid, u=296)
    assert melds(table) == [(0, MeldKind.AN, "5m", None, False)]
    table.look(times=6)
    assert len(melds(table)) == 1


@pytest.mark.parametrize("laid", ["9p 9p 9p 9p", "back 9p 9p back"])
def test_four_wilds_are_a_golden_kong(laid: str) -> None:
    table = Dealt("8p")
    table.meld(0, laid, u=296)
    assert melds(table) == [(0, MeldKind.JIN, "9p", None, False)]


def test_a_fourth_tile_beside_a_pung_makes_it_a_kong_once() -> None:
    table = Dealt()
    tile = table.throw("5m", IN_FRONT[0])
    table.meld(1, "5m 5m 5m", take=tile)
    table.throw("1z", IN_FRONT[1])
    table.throw("2z", IN_FRONT[2])
    table.throw("3z", IN_FRONT[3])
    table.throw("4z", IN_FRONT[0])
    table.lay(*row(1, "5m", u=296))
    assert melds(table)[1:] == [(1, MeldKind.MING, "5m", 0, True)]
    table.look(times=6)
    assert len(melds(table)) == 2


def test_a_claimed_discard_that_nobody_saw_lie_is_recorded_with_the_meld() -> None:
    """Thrown and taken within half a second, between two pictures."""
    table = Dealt()
    table.throw("1z", IN_FRONT[0])
    table.meld(3, "5m 5m 5m")
    discards = [(e.seat, str(e.tile)) for e in table.events() if isinstance(e, Discarded)]
    assert discards == [(0, "1z"), (1, "5m")]
    assert melds(table) == [(3, MeldKind.PUNG, "5m", 1, False)]
    assert questions(table) == []


def test_who_gave_a_meld_is_asked_when_more_was_missed_than_its_tile() -> None:
    table = Dealt()
    table.lay(seen("1z", IN_FRONT[0]), seen("2z", IN_FRONT[3]), *row(3, "5m 5m 5m", u=327.0))
    table.look(times=3)
    assert len(melds(table)) == 1
    assert questions(table) == [ReviewKind.WHO_DISCARDED]


def test_a_pung_that_no_discard_explains_is_asked_about_once() -> None:
    """The player in turn can only lay a kong of his own: three alike took something that was not seen."""
    table = Dealt()
    table.meld(0, "5m 5m 5m")
    table.look(times=5)
    assert melds(table) == []
    assert questions(table) == [ReviewKind.MELD]


def test_an_answered_question_is_not_put_again() -> None:
    table = Dealt()
    table.meld(0, "5m 5m 5m")
    table.look(times=5)
    (review,) = table.state.reviews
    answer = AnswerReview(t_ms=table.t_ms, review=review.review, choice="3", source=PERSON)
    assert table.carry_out(answer) is None
    table.look(times=10)
    assert questions(table) == [ReviewKind.MELD]


def test_a_doubtful_meld_is_looked_at_again_before_it_counts() -> None:
    table = Dealt()
    table.lay(*row(0, "5m 5m 5m 5m", u=296, confidence=0.7))
    assert melds(table) == []
    table.look(times=3)
    assert [m[:3] for m in melds(table)] == [(0, MeldKind.AN, "5m")]


def test_a_doubtful_meld_of_the_discard_that_is_gone_counts_at_once() -> None:
    """The next discard is the claimer's: waiting for a surer reading would give it to another."""
    table = Dealt()
    tile = table.throw("5m", IN_FRONT[0])
    table.lying.remove(tile)
    table.lay(*row(2, "5m 5m 5m", u=327, confidence=0.7))
    assert [m[:3] for m in melds(table)] == [(2, MeldKind.PUNG, "5m")]
    table.throw("1z", IN_FRONT[2])
    discard = table.newest()
    assert isinstance(discard, Discarded)
    assert discard.seat == 2


def test_a_claim_does_not_overtake_a_discard_that_is_still_hard_to_read() -> None:
    """Seat 0's tile reads badly, seat 1's is taken by seat 3 before anybody saw it lie."""
    table = Dealt()
    table.lay(seen("2s", IN_FRONT[0], confidence=0.8))
    table.meld(3, "5m 5m 5m")
    assert [(e.seat, str(e.tile), e.sure) for e in table.events() if isinstance(e, Discarded)] == [
        (0, "2s", False),
        (1, "5m", True),
    ]
    assert melds(table) == [(3, MeldKind.PUNG, "5m", 1, False)]
    assert questions(table) == []


def test_three_tiles_of_a_hand_being_shown_are_no_meld() -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    table.lay(*row(1, "5m 6m 7m", u=0, v=375))
    table.look(times=5)
    assert melds(table) == []


def test_a_meld_seen_again_slightly_moved_is_the_same() -> None:
    table = Dealt()
    tile = table.throw("5m", IN_FRONT[0])
    table.meld(1, "5m 5m 5m", take=tile)
    table.lying = [t for t in table.lying if t.label.value != "5m"]
    table.lay(*row(1, "5m 5m 5m", u=315, v=392))
    table.look(times=4)
    assert len(melds(table)) == 1
    assert questions(table) == []


def test_two_claims_in_one_look_are_told_in_order() -> None:
    """Seat 2 took seat 0's tile and threw one that seat 3 took, all before the next picture."""
    table = Dealt()
    tile = table.throw("5m", IN_FRONT[0])
    table.lying.remove(tile)
    table.lay(*row(2, "5m 5m 5m", u=327), *row(3, "6s 6s 6s", u=327), seen("1z", IN_FRONT[3]))
    assert [m[:4] for m in melds(table)] == [(2, MeldKind.PUNG, "5m", 0), (3, MeldKind.PUNG, "6s", 2)]
    assert [(e.seat, str(e.tile)) for e in table.events() if isinstance(e, Discarded)] == [
        (0, "5m"),
        (2, "6s"),
        (3, "1z"),
    ]
    assert questions(table) == []


@pytest.mark.parametrize("laid", ["5m 5m 6m", "6m 5m 5m", "5m 9s 5m"])
def test_one_misread_tile_does_not_hide_a_pung_of_the_discard_that_is_gone(laid: str) -> None:
    table = Dealt()
    tile = table.throw("5m", IN_FRONT[0])
    table.meld(1, laid, take=tile)
    assert melds(table) == [(1, MeldKind.PUNG, "5m", 0, False)]
    table.look(times=6)
    table.throw("1z", IN_FRONT[1])
    discard = table.newest()
    assert isinstance(discard, Discarded)
    assert discard.seat == 1
    assert questions(table) == []


def test_two_alike_and_another_shown_while_the_discard_lies_there_are_no_pung() -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    table.lay(*row(1, "5m 5m 6m", u=0))
    table.look(times=6)
    assert melds(table) == []
    assert questions(table) == []


def test_a_concealed_kong_of_which_a_hand_hides_one_tile_is_not_asked_about() -> None:
    table = Dealt()
    table.lying += row(0, "5m 5m 5m", u=327)
    table.look(times=6, hands=(Side.BOTTOM,))
    assert questions(table) == []
    table.lay(*row(0, "5m", u=296))
    assert melds(table) == [(0, MeldKind.AN, "5m", None, False)]
    assert questions(table) == []


def test_a_discard_read_wrong_is_read_again_from_the_meld_that_took_it() -> None:
    table = Dealt()
    tile = table.throw("6m", IN_FRONT[0])
    table.meld(1, "5m 5m 5m", take=tile)
    table.look(times=6)
    assert melds(table) == [(1, MeldKind.PUNG, "5m", 0, False)]
    assert [str(d.tile) for d in table.hand.seats[0].discards] == ["5m"]
    assert questions(table) == []


def test_tiles_that_nothing_explains_at_one_seat_do_not_hide_a_meld_at_another() -> None:
    table = Dealt()
    table.lay(*row(1, "1s 1s 2s", u=0))
    tile = table.throw("5m", IN_FRONT[0])
    table.meld(2, "5m 5m 5m", take=tile)
    assert melds(table) == [(2, MeldKind.PUNG, "5m", 0, False)]


@pytest.mark.parametrize(("label", "confidence"), [("2z", 0.99), ("3z", 0.7)], ids=["read right", "read wrong"])
def test_a_claimed_tile_of_many_that_fell_unseen_was_thrown_last_of_them(label: str, confidence: float) -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    labels = ("1z", label, "3p", "4z", "5z", "6z")
    fallen = [seen(label, place((k + 1) % 4, 40.0 * (1 + k // 4), 150)) for k, label in enumerate(labels)]
    fallen[1] = seen(label, fallen[1].centre_mm, confidence=confidence, second="2z")
    table.lying += fallen
    table.look(after_ms=20_000)
    table.look(times=4)
    assert len(table.hand.discard_order) == 7
    table.meld(1, "2z 2z 2z", take=fallen[1])
    assert [(e.seat, e.meld.from_seat) for e in table.events() if isinstance(e, MeldMade)] == [(1, 2)]
    standing = sorted((d.event, seat) for seat, side in enumerate(table.hand.seats) for d in side.discards)
    assert standing[-1][1] == 2
    assert len(standing) == 7
    assert table.hand.to_act == 1
    assert questions(table) == []


def test_two_melds_laid_at_one_seat_while_nobody_looked_are_no_hand() -> None:
    table = Dealt()
    table.lying += [*row(2, "1m 1m 1m", u=327), *row(2, "7z 7z 7z", u=220)]
    table.look(times=6, after_ms=20_000)
    assert [str(e.meld.tiles[0]) for e in table.events() if isinstance(e, MeldMade)] == ["1m"]
    assert questions(table) == [ReviewKind.WHO_DISCARDED, ReviewKind.MELD]


def test_four_of_a_tile_that_waited_out_of_turn_are_a_kong_from_it() -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    table.look(hands=(Side.TOP,), still=False)
    waits = table.throw("1p", IN_FRONT[2])
    table.meld(1, "1p 1p 1p 1p", u=296, take=waits)
    assert melds(table) == [(1, MeldKind.MING, "1p", 2, False)]


def test_four_of_a_tile_put_down_for_one_taken_back_are_a_kong_from_it() -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    table.throw("6p", IN_FRONT[1])
    table.lying.pop()
    table.meld(2, "2p 2p 2p 2p", u=296)
    assert melds(table) == [(2, MeldKind.MING, "2p", 1, False)]
    assert questions(table) == []


def test_four_of_a_tile_that_the_next_player_threw_at_once_are_a_kong_from_it() -> None:
    table = Dealt()
    table.throw("5m", IN_FRONT[0])
    for side in (Side.RIGHT, Side.TOP):
        table.look(hands=(side,), still=False)
    table.lying.append(seen("9m", IN_FRONT[1]))
    table.meld(1, "2p 2p 2p 2p", u=296)
    assert melds(table) == [(1, MeldKind.MING, "2p", 2, False)]
    assert questions(table) == []
