"""Hands laid down face up: told once, whether they win, are refused, or can't be read for sure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table_daemon.game.events import FalseHu, FoulFound, HandWon, ReviewKind, ReviewOpened, Settled
from table_daemon.game.state import Phase
from table_daemon.rules.foul import Foul
from tests.fusion.seen import place, row
from tests.fusion.tables import IN_FRONT, Dealt
from vision.observation import SeenTile

WINS = ("345m123s111z77m45s", "6s")
"""The first worked example of the rules' notation: wins with indicator 8p."""
LOSES = ("1m 4m 7m 2s 5s 8s 1p 4p 7p 1z 2z 3z 4z", "5z")


def words(hand: str) -> str:
    """``345m1z`` as words."""
    out, digits = [], ""
    for letter in hand:
        if letter.isdigit():
            digits += letter
        else:
            out += [digit + letter for digit in digits]
            digits = ""
    return " ".join(out)


def laid(seat: int, hand: str, draw: str | None, confidence: float = 0.99) -> list[SeenTile]:
    tiles = row(seat, hand, u=-290, v=375, confidence=confidence)
    if draw is not None:
        tiles += row(seat, draw, u=-290 + 31 * len(tiles) + 21, v=375, confidence=confidence)
    return tiles


def of(table: Dealt, *kinds: type) -> list[str]:
    return [type(e).__name__ for e in table.events() if isinstance(e, kinds)]


def test_a_winning_hand_of_the_player_in_turn_is_won_and_settled_once() -> None:
    table = Dealt()
    table.lay(*laid(0, words(WINS[0]), WINS[1]))
    assert of(table, HandWon, Settled) == ["HandWon", "Settled"]
    table.look(times=10)
    assert of(table, HandWon, Settled, FalseHu, ReviewOpened) == ["HandWon", "Settled"]
    assert table.hand.phase is Phase.SETTLED


def test_a_hand_that_may_not_win_is_refused_once_and_play_goes_on() -> None:
    table = Dealt()
    hand = laid(0, LOSES[0], LOSES[1])
    table.lay(*hand)
    table.look(times=10)
    assert of(table, FalseHu, HandWon, ReviewOpened) == ["FalseHu"]
    table.lying = [t for t in table.lying if t not in hand]
    table.throw("9s", IN_FRONT[0])
    assert of(table, FalseHu, HandWon) == ["FalseHu"]


def test_a_refused_hand_still_lying_there_after_a_restart_is_not_refused_again() -> None:
    table = Dealt()
    table.lay(*laid(0, LOSES[0], LOSES[1]))
    table.tracker = type(table.tracker)(table.tracker._zones)
    table.look(times=5)
    assert of(table, FalseHu) == ["FalseHu"]


def test_a_hand_being_laid_tile_by_tile_is_judged_when_it_is_whole() -> None:
    table = Dealt()
    for tile in laid(0, words(WINS[0]), WINS[1]):
        table.lay(tile)
    assert of(table, HandWon, FalseHu, ReviewOpened) == ["HandWon"]


@pytest.mark.parametrize("count", [10, 12])
def test_a_hand_of_a_wrong_size_is_put_to_people_not_accused(count: int) -> None:
    table = Dealt()
    table.lay(*laid(0, " ".join(words(WINS[0]).split()[:count]), None))
    assert of(table, ReviewOpened) == []
    table.look(times=6)
    assert of(table, FalseHu, HandWon) == []
    reviews = [e for e in table.events() if isinstance(e, ReviewOpened)]
    assert [review.about for review in reviews] == [ReviewKind.WINNING_HAND]


def test_a_hand_that_plainly_has_a_tile_too_many_is_a_foul() -> None:
    table = Dealt()
    table.lay(*laid(0, "5s " + words(WINS[0]), WINS[1]))
    assert of(table, FalseHu, FoulFound) == []
    table.look(times=4)
    assert of(table, FalseHu, FoulFound, HandWon, ReviewOpened) == ["FalseHu", "FoulFound"]
    assert [e.foul for e in table.events() if isinstance(e, FoulFound)] == [Foul.DA]


def test_a_hand_with_a_tile_too_many_one_of_them_doubtful_is_put_to_people() -> None:
    table = Dealt()
    tiles = laid(0, "5s " + words(WINS[0]), WINS[1])
    table.lay(*tiles[1:], replace(tiles[0], confidence=0.8))
    table.look(times=5)
    assert of(table, FalseHu, FoulFound, HandWon, ReviewOpened) == ["ReviewOpened"]


def test_a_doubtful_hand_that_would_not_win_is_put_to_people() -> None:
    table = Dealt()
    table.lay(*laid(0, LOSES[0], LOSES[1], confidence=0.8))
    assert of(table, ReviewOpened, FalseHu) == []
    table.look(times=5)
    assert of(table, FalseHu) == []
    assert of(table, ReviewOpened) == ["ReviewOpened"]


def test_a_hand_without_a_tile_apart_does_not_name_a_winning_tile_by_chance() -> None:
    table = Dealt()
    table.lay(*laid(0, words(WINS[0] + WINS[1]), None))
    table.look(times=5)
    assert of(table, HandWon) == [] or of(table, ReviewOpened) == []
    assert len(of(table, HandWon, ReviewOpened)) == 1


def test_a_few_tiles_shown_are_no_claim() -> None:
    table = Dealt()
    table.lay(*laid(0, "1m 2m 3m 5p", None))
    table.look(times=10)
    assert of(table, ReviewOpened, FalseHu, HandWon) == []


def test_a_short_hand_beside_three_melds_is_put_to_people() -> None:
    table = Dealt()
    for k, label in enumerate(("1m", "2m", "3m")):
        tile = table.throw(label, IN_FRONT[table.hand.to_act])
        table.meld(2, f"{label} {label} {label}", u=327 - 110 * k, take=tile)
        table.throw("1z", place(2, 40.0 * k, 190))
        table.throw(f"{4 + k}z", place(3, 40.0 * k, 190))
    assert len(table.hand.seats[2].melds) == 3
    table.lay(*row(2, "5p 6p 7p 9s", u=-280, v=375))
    assert of(table, ReviewOpened) == []
    table.look(times=4)
    assert of(table, FalseHu, ReviewOpened) == ["ReviewOpened"]
