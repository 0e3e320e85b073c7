"""The daihun game at the table: 吃, 放炮, 风头杠, 上大台, and what corrections make of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from table_daemon.game.commands import (
    Announce,
    ClaimWin,
    Correct,
    LayDownHand,
    RecordDice,
    RecordDiscard,
    RecordMeld,
    StartHand,
    StartMatch,
    TurnIndicator,
    Undo,
    WriteHand,
)
from table_daemon.game.events import FalseHu, HandWon, TableMeld
from table_daemon.game.fold import fold
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.tiles import Tile, parse_tiles
from tests.game.story import CAMERA, NAMES, PERSON, Table

if TYPE_CHECKING:
    from table_daemon.game.commands import Command

HAND = "123s456s99p123m46m"
"""Wins on 5m while the wilds are 1z 2z."""


def table(indicator: str = "1z", dealer: int = 0) -> Table:
    made = Table()
    made.tell(StartMatch(t_ms=0, match="m", names=NAMES, profile="daihun", first_dealer=dealer, source=PERSON))
    made.tell(StartHand(t_ms=1, source=CAMERA))
    made.tell(RecordDice(t_ms=2, seat=dealer, dice=(3, 4), source=CAMERA))
    made.tell(RecordDice(t_ms=2, seat=2, dice=(2, 3), source=CAMERA))
    made.tell(TurnIndicator(t_ms=3, tile=Tile.parse(indicator), source=CAMERA))
    return made


def sound(made: Table) -> None:
    assert fold(made.log) == made.state


def by_hand(seat: int, kind: str, tile: str | None = None, *, giver: int | None = None) -> RecordMeld:
    """A meld as people write it down."""
    lying = () if tile is None else Meld.of(kind, tile).tiles
    meld = TableMeld(kind=MeldKind(kind), tiles=lying, from_seat=giver)
    return RecordMeld(t_ms=5, seat=seat, meld=meld, claimed=None, added=False, source=PERSON)


def laid(seat: int, hand: str, draw: str | None, **more: Any) -> LayDownHand:
    return LayDownHand(
        t_ms=8,
        seat=seat,
        hand=parse_tiles(hand),
        draw=None if draw is None else Tile.parse(draw),
        sure=True,
        source=CAMERA,
        **more,
    )


def seen_chow(seat: int, first: str, claimed: int, giver: int) -> RecordMeld:
    meld = TableMeld(kind=MeldKind.CHOW, tiles=Meld.of("chow", first).tiles, from_seat=giver)
    return RecordMeld(t_ms=5, seat=seat, meld=meld, claimed=claimed, added=False, source=CAMERA)


def test_a_run_that_people_write_down_takes_the_upper_seats_newest_discard() -> None:
    made = table()
    thrown = made.discard(0, "4p")
    made.tell(by_hand(1, "chow", "3p"))
    lying = made.hand.seats[1].melds[0].meld
    assert (lying.kind, lying.from_seat) == (MeldKind.CHOW, 0)
    assert made.hand.seats[0].discards[0].claimed_by == 1
    assert (made.hand.to_act, made.hand.must_draw, made.hand.claims) == (1, False, 1)
    assert made.refusal(seen_chow(1, "3p", thrown, 0)).reason == "conflict"
    made.rounds("9m", "4p", "5p", "1s")
    made.tell(by_hand(1, "chow", "1s"))
    assert len(made.hand.seats[1].melds) == 2
    sound(made)


def test_a_seen_run_is_recorded_and_wins_with_the_hand() -> None:
    made = table()
    thrown = made.discard(3, "4p")
    made.tell(seen_chow(0, "3p", thrown, 3))
    made.rounds("9m", "8m", "7z", "5z")
    assert made.kinds(laid(0, "123s99p123m46m", "5m")) == ["HandWon", "Settled"]
    assert made.hand.won is not None
    assert made.hand.won.discarder is None
    # A draw is paid by the three.
    fan = made.hand.won.score.fan
    assert made.match.scores == (3 * fan, -fan, -fan, -fan)
    sound(made)


@pytest.mark.parametrize("bad", ["8m", "89m1p", "567z", "345m6m", "335m"])
def test_what_is_no_run_is_refused(bad: str) -> None:
    made = table()
    made.discard(0, "9m")
    tiles = parse_tiles(bad)
    meld = TableMeld(kind=MeldKind.CHOW, tiles=tiles, from_seat=0)
    command = RecordMeld(t_ms=5, seat=1, meld=meld, claimed=None, added=False, source=PERSON)
    assert made.refusal(command).reason == "bad_value"


def test_a_win_out_of_turn_is_one_on_the_last_discard_and_only_its_thrower_pays() -> None:
    made = table()
    made.rounds("1s", "2s", "5m")
    drawn_before = made.hand.draws
    assert made.kinds(laid(0, HAND, "5m")) == ["HandWon", "Settled"]
    won = made.hand.won
    assert won is not None
    assert (won.discarder, won.flags.discard, won.score.win) == (2, True, True)
    assert made.match.scores == (won.score.fan, 0, -won.score.fan, 0)
    assert made.hand.draws == drawn_before
    sound(made)


@pytest.mark.parametrize(("hand", "draw"), [(HAND, None), (HAND + "5m", None)])
def test_the_discard_may_still_lie_or_lie_among_the_tiles(hand: str, draw: str | None) -> None:
    made = table()
    made.rounds("1s", "2s", "5m")
    assert made.kinds(laid(0, hand, draw)) == ["HandWon", "Settled"]
    assert made.hand.won is not None
    assert (str(made.hand.won.draw), made.hand.won.discarder) == ("5m", 2)


@pytest.mark.parametrize(("answer", "discarder"), [("0", 0), ("1", None)])
def test_in_turn_people_say_whether_it_was_drawn_or_given(answer: str, discarder: int | None) -> None:
    made = table()
    thrown = made.discard(0, "5m")
    assert made.kinds(laid(1, HAND, "5m")) == ["ReviewOpened"]
    (review,) = made.state.reviews
    assert review.of == thrown
    assert made.phase().value == "reading_hand"
    assert [words.split()[0] for words in review.answers] == ["1", "0"]
    assert all("→" in words for words in review.answers)
    assert made.refusal(laid(1, HAND, "5m")).reason == "duplicate"
    assert made.answer(review.review, answer) == ["ReviewAnswered", "HandWon", "Settled"]
    assert made.hand.won is not None
    assert made.hand.won.discarder == discarder
    assert made.state.reviews == ()
    sound(made)


@pytest.mark.parametrize(("told", "discarder"), [({"drawn": True}, None), ({"discarder": 0}, 0)])
def test_what_the_middle_tells_is_not_asked(told: dict[str, Any], discarder: int | None) -> None:
    made = table()
    made.discard(0, "5m")
    lying = laid(1, HAND, "5m", **told) if discarder is None else laid(1, HAND + "5m", None, **told)
    assert made.kinds(lying) == ["HandWon", "Settled"]
    assert made.hand.won is not None
    assert (str(made.hand.won.draw), made.hand.won.discarder) == ("5m", discarder)


def test_a_tile_that_was_not_thrown_was_drawn() -> None:
    made = table()
    made.discard(0, "9s")
    assert made.kinds(laid(1, HAND, "5m")) == ["HandWon", "Settled"]
    assert made.hand.won is not None
    assert made.hand.won.discarder is None
    assert made.hand.draws == 1


def test_a_claim_that_does_not_win_is_a_false_one_and_may_win_when_corrected() -> None:
    made = table()
    made.rounds("1s", "2s", "5m")
    assert made.kinds(laid(0, "123s456s99p123m36m", "5m")) == ["FalseHu"]
    refused = made.log[-1]
    assert isinstance(refused.event, FalseHu)
    assert refused.event.discarder == 2
    made.tell(Correct(t_ms=9, of=refused.seq, field="hand", value=HAND, why="", source=PERSON))
    assert made.hand.won is not None
    assert made.hand.won.discarder == 2
    sound(made)


def test_saying_hu_out_of_turn_wins_on_the_discard() -> None:
    made = table()
    made.rounds("1s", "2s", "5m")
    made.tell(ClaimWin(t_ms=7, seat=0, source=PERSON))
    assert made.answer(1, f"{HAND}+5m") == ["ReviewAnswered", "HandWon", "Settled"]
    assert made.hand.won is not None
    assert made.hand.won.discarder == 2


def test_a_hand_written_down_out_of_turn_was_won_on_the_discard() -> None:
    made = table()
    made.rounds("1s", "2s", "5m")
    write = WriteHand(t_ms=9, seat=0, hand=parse_tiles(HAND), draw=Tile.parse("5m"), source=PERSON)
    made.tell(write)
    assert made.hand.won is not None
    assert made.hand.won.discarder == 2
    # Seat 3, whose turn it was, may have drawn it: what people say counts.
    again = table()
    again.rounds("1s", "2s", "5m")
    again.tell(replace(write, seat=3))
    assert again.hand.won is not None
    assert again.hand.won.discarder is None


def test_who_threw_the_winning_tile_is_corrected_on_either_side() -> None:
    made = table()
    made.rounds("1s", "2s")
    thrown = made.discard(2, "5m")
    made.tell(laid(0, HAND, "5m"))
    won = next(entry.seq for entry in made.log if isinstance(entry.event, HandWon))
    made.tell(Correct(t_ms=9, of=thrown, field="seat", value="3", why="", source=PERSON))
    assert made.match.scores[3] < 0 == made.match.scores[2]
    assert made.hand.won is not None
    assert made.hand.won.discarder == 3
    made.tell(Correct(t_ms=9, of=won, field="discarder", value="1", why="", source=PERSON))
    assert made.match.scores[1] < 0 == made.match.scores[3]
    assert [len(side.discards) for side in made.hand.seats] == [1, 2, 0, 0]
    made.tell(Correct(t_ms=9, of=won, field="discarder", value="none", why="", source=PERSON))
    assert made.match.scores[1] == made.match.scores[2] == made.match.scores[3] < 0
    sound(made)


@pytest.mark.parametrize(("kind", "points", "replaced"), [("fengtou_jian", 2, 0), ("fengtou_feng", 4, 1)])
def test_a_fengtou_kong_is_paid_by_the_three_even_in_a_drawn_hand(kind: str, points: int, replaced: int) -> None:
    made = table(indicator="1s")
    made.discard(0, "9m")
    made.tell(by_hand(1, kind))
    assert (made.hand.kong_draws, made.hand.to_act, made.hand.must_draw) == (replaced, 1, True)
    assert made.refusal(by_hand(1, kind)).reason == "duplicate"
    first = made.hand.seats[1].melds[0].meld.tiles[0]
    thrown = made.discard(1, "1m")
    assert made.hand.draws == 1
    made.tell(by_hand(2, "chow", "1m"))
    assert made.hand.seats[1].discards[0].claimed_by == 2
    assert made.lying()[-1] == thrown
    made.discard(2, str(first))
    made.tell(by_hand(1, "pung", str(first), giver=2))
    assert len(made.hand.seats[1].melds) == 2
    made.draw_hand()
    assert made.match.scores == (-points, 3 * points, -points, -points)
    assert made.match.next_dealer == 1
    sound(made)


def test_the_dealer_may_win_by_the_tile_that_replaces_a_fengtou_kong() -> None:
    made = table(indicator="1s")
    made.tell(by_hand(0, "fengtou_feng"))
    assert made.hand.kongs_in_a_row == 1
    made.tell(laid(0, "456s99p123m46m", "5m"))
    assert made.hand.won is not None
    assert "杠开" in made.hand.won.score.names


def test_fengtou_kongs_are_not_played_in_the_city() -> None:
    made = Table.dealt("8p")
    assert made.refusal(by_hand(0, "fengtou_jian")).reason == "bad_value"


def wild(seat: int, tile: str) -> RecordDiscard:
    return RecordDiscard(t_ms=6, seat=seat, tile=Tile.parse(tile), sure=True, source=CAMERA)


def announce(seat: int, times: int) -> Announce:
    return Announce(t_ms=6, seat=seat, dubao=False, shangdatai=times, source=PERSON)


@pytest.mark.parametrize("late", [False, True])
def test_the_wild_given_up_in_shangdatai_is_no_foul_and_one_more_is(*, late: bool) -> None:
    made = table()
    commands: list[Command] = [announce(0, 1), wild(0, "1z")]
    for command in reversed(commands) if late else commands:
        made.tell(command)
    assert made.foul_of(0) is None
    made.rounds("9m", "9m", "9m")
    made.tell(wild(0, "2z"))
    assert made.foul_of(0) == Foul.XIAO.value
    made.tell(announce(0, 2))
    assert made.foul_of(0) is None
    made.tell(announce(0, 0))
    assert made.foul_of(0) == Foul.XIAO.value
    sound(made)


def test_a_run_and_the_discard_it_took_are_not_torn_apart() -> None:
    made = table()
    thrown = made.discard(0, "4p")
    made.tell(by_hand(1, "chow", "3p"))
    run = made.log[-1].seq

    def correct(of: int, field: str, value: str) -> Correct:
        return Correct(t_ms=9, of=of, field=field, value=value, why="", source=PERSON)

    made.tell(correct(thrown, "tile", "5p"))
    assert str(made.hand.seats[0].discards[0].tile) == "5p"
    assert made.refusal(correct(thrown, "tile", "9p")).reason == "conflict"
    assert made.refusal(correct(run, "tiles", "123p")).reason == "conflict"
    made.tell(correct(run, "tiles", "567p"))
    assert made.hand.seats[1].melds[0].meld.tiles == parse_tiles("567p")
    made.tell(Undo(t_ms=9, of=run, source=PERSON))
    made.tell(correct(thrown, "tile", "9p"))
    assert made.hand.seats[0].discards[0].claimed_by is None
    sound(made)
