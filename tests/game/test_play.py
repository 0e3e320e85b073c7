"""Dice, indicator, discards, melds: what is recorded, what is refused, and whose turn it is after."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from table_daemon.game.commands import (
    ChooseLa,
    Correct,
    DrawHand,
    EndMatch,
    RecordDice,
    SetName,
    StartHand,
    StartMatch,
    TurnIndicator,
)
from table_daemon.rules.tiles import Tile
from tests.game.story import CAMERA, NAMES, PERSON, Table, discard, lay_down, meld, retract

if TYPE_CHECKING:
    from table_daemon.game.commands import Command

MATCH = StartMatch(t_ms=0, match="m2", names=NAMES, profile="tianjin", first_dealer=0, source=PERSON)
START = StartHand(t_ms=0, source=CAMERA)
DRAWN = DrawHand(t_ms=0, source=CAMERA)


def dice(*faces: int) -> RecordDice:
    return RecordDice(t_ms=0, seat=0, dice=faces, source=CAMERA)


def indicator(tile: str) -> TurnIndicator:
    return TurnIndicator(t_ms=0, tile=Tile.parse(tile), source=CAMERA)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (START, "no_match"),
        (DRAWN, "no_match"),
        (discard(0, "1z"), "no_match"),
        (EndMatch(t_ms=0, source=PERSON), "no_match"),
        (replace(MATCH, profile="riichi"), "bad_value"),
        (replace(MATCH, first_dealer=4), "bad_value"),
    ],
)
def test_without_a_match(command: Command, reason: str) -> None:
    assert Table().refusal(command).reason == reason


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (MATCH, "match_open"),
        (discard(0, "1z"), "no_hand"),
        (lay_down(0, "1z"), "no_hand"),
        (ChooseLa(t_ms=0, seat=1, value=3, source=PERSON), "bad_value"),
        (ChooseLa(t_ms=0, seat=7, value=1, source=PERSON), "bad_value"),
        (SetName(t_ms=0, seat=-1, name="x", source=PERSON), "bad_value"),
        (replace(START, dealer=9), "bad_value"),
    ],
)
def test_with_a_match_and_no_hand(command: Command, reason: str) -> None:
    table = Table()
    table.start_match()
    assert table.refusal(command).reason == reason


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (START, "hand_open"),
        (dice(1, 1), "too_late"),
        (indicator("8p"), "duplicate"),
        (indicator("7p"), "conflict"),
        (discard(4, "1z"), "bad_value"),
        (retract(999), "not_found"),
        (meld(2, "pung", "1z", claimed=999), "not_found"),
        (meld(2, "chow", "1s"), "bad_value"),
        (meld(2, "pung", "1z", from_seat=5), "bad_value"),
        (lay_down(4, "1z"), "bad_value"),
    ],
)
def test_in_play(command: Command, reason: str) -> None:
    table = Table.dealt("8p")
    table.rounds("1z")
    refused = table.refusal(command)
    assert refused.reason == reason
    assert refused.message
    assert refused.message_en.isascii()


@pytest.mark.parametrize("command", [discard(0, "1z"), DRAWN, dice(1, 1), indicator("1m")])
def test_a_settled_hand_takes_no_more_play(command: Command) -> None:
    table = Table.dealt()
    table.draw_hand()
    assert table.refusal(command).reason == "hand_over"


def test_a_third_throw_and_impossible_dice_are_refused() -> None:
    table = Table()
    table.start_match()
    table.tell(START)
    assert table.refusal(dice(0, 7)).reason == "bad_value"
    assert table.refusal(dice()).reason == "bad_value"
    table.tell(dice(6, 6))
    table.tell(dice(1, 2))
    assert table.refusal(dice(1, 1)).reason == "duplicate"


@pytest.mark.parametrize("faces", [(1,), (6, 6, 6), (6, 6, 6, 6)])
def test_a_throw_of_other_than_two_dice_is_kept_and_counts_no_wall(faces: tuple[int, ...]) -> None:
    table = Table()
    table.start_match()
    table.tell(START)
    table.tell(dice(3, 4))
    table.tell(dice(*faces))
    assert [throw.dice for throw in table.hand.dice] == [(3, 4), faces]
    assert table.hand.wall_left is None


@pytest.mark.parametrize("faces", [(1,), (6, 6, 6), (1, 2, 3, 4, 5)])
def test_people_throw_two_dice(faces: tuple[int, ...]) -> None:
    table = Table()
    table.start_match()
    table.tell(START)
    assert table.refusal(replace(dice(*faces), source=PERSON)).reason == "bad_value"
    table.tell(dice(3, 4))
    thrown = table.state.version
    said = Correct(t_ms=0, of=thrown, field="dice", value=" ".join(map(str, faces)), why="", source=PERSON)
    assert table.refusal(said).reason == "bad_value"


def test_the_wall_counts_down_with_what_draws_imply() -> None:
    table = Table.dealt("8p")  # the second throw was 2 + 3
    assert table.hand.wall_left == 73
    table.rounds("1z")
    assert table.hand.wall_left == 73  # the dealer's first discard takes no draw
    table.rounds("2z", "3z")
    assert table.hand.wall_left == 71
    claimed = table.hand.discard_order[-1]
    table.meld(0, "pung", "3z", claimed=claimed, from_seat=2)
    table.rounds("4z")
    assert table.hand.wall_left == 71  # nor does the discard after a 碰
    table.meld(1, "an", "5m")
    assert table.hand.wall_left == 70  # drawn, then the replacement from the tail
    assert table.hand.kong_draws == 1
    table.rounds("4z")
    assert table.hand.wall_left == 70


def test_replacements_beyond_the_tail_eat_into_the_wall() -> None:
    table = Table()
    table.start_match()
    table.tell(START)
    table.tell(dice(1, 1))
    table.tell(dice(1, 1))  # 4 tiles at or behind the indicator, 3 of them for replacements
    table.tell(indicator("8p"))
    for tile in ("1m", "2m", "3m"):
        table.meld(0, "an", tile)
    assert table.hand.wall_left == 79
    table.meld(0, "an", "4m")
    assert table.hand.wall_left == 78
    assert table.hand.kongs_in_a_row == 4


def test_a_kong_from_a_discard_begins_a_row_that_the_next_discard_ends() -> None:
    table = Table.dealt()
    thrown = table.discard(0, "5s")
    table.meld(3, "ming", "5s", claimed=thrown, from_seat=0)
    assert (table.hand.to_act, table.hand.kongs_in_a_row, table.hand.claims) == (3, 1, 1)
    table.rounds("1z")
    assert (table.hand.to_act, table.hand.kongs_in_a_row) == (0, 0)


def test_a_discard_out_of_turn_is_recorded_and_play_goes_on_from_there() -> None:
    table = Table.dealt()
    table.rounds("1z")
    table.discard(3, "2z")
    assert table.hand.to_act == 0
    assert len(table.hand.seats[3].discards) == 1


def test_a_claim_learned_after_its_claimants_discard_comes_to_the_same() -> None:
    in_order, late = Table.dealt(), Table.dealt()
    for table in (in_order, late):
        table.rounds("1z", "5s")
    claimed = in_order.hand.discard_order[-1]
    in_order.meld(0, "pung", "5s", claimed=claimed, from_seat=1)
    in_order.discard(0, "2z")
    late.discard(0, "2z")
    late.meld(0, "pung", "5s", claimed=claimed, from_seat=1)
    for name in ("draws", "to_act", "must_draw", "claims", "wall_left"):
        assert getattr(late.hand, name) == getattr(in_order.hand, name), name


def test_a_discard_is_claimed_once() -> None:
    table = Table.dealt()
    thrown = table.discard(0, "5s")
    table.meld(1, "pung", "5s", claimed=thrown, from_seat=0)
    assert table.refusal(meld(2, "pung", "5s", claimed=thrown, from_seat=0)).reason == "conflict"
    assert table.refusal(retract(thrown)).reason == "conflict"
    assert table.refusal(meld(1, "pung", "5s")).reason == "duplicate"


def test_a_claim_of_a_discarded_wild_is_recorded_as_it_happened() -> None:
    table = Table.dealt("8p")
    thrown = table.discard(0, "9p")
    assert table.kinds(meld(1, "pung", "9p", claimed=thrown, from_seat=0)) == ["MeldMade"]


def test_taking_back_an_older_discard_keeps_the_later_ones() -> None:
    table = Table.dealt("8p")
    table.rounds("1z", "2z")
    ghost = table.discard(2, "4m")
    table.rounds("5z")
    table.tell(retract(ghost))
    assert [len(seat.discards) for seat in table.hand.seats] == [1, 1, 0, 1]
    assert ghost not in table.hand.discard_order
    assert table.hand.to_act == 0


def test_a_table_that_went_on_without_an_answer_begins_the_next_hand() -> None:
    table = Table.dealt()
    table.rounds("1z")
    table.lay_down(3, "1z", "2z")
    table.tell(replace(START, abandon=True, dealer=2))
    assert (table.hand.number, table.hand.dealer) == (2, 2)
    assert table.state.reviews == ()
    assert table.match.scores == (0, 0, 0, 0)
