"""A laid-down hand read as a whole: doubtful tiles settled by the others, by the copies, and by what wins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table_daemon.game.events import FalseHu, HandWon, ReviewKind, ReviewOpened
from table_daemon.rules.tiles import Tile, format_tiles
from tests.fusion.seen import place, row, seen
from tests.fusion.tables import IN_FRONT, Dealt
from vision.labels import Label
from vision.observation import SeenTile

HAND = "3m 4m 5m 1m 2m 3m 1z 1z 1z 7z 7z 4s 5s"
DRAW = "6s"
"""Wins with indicator 8p."""


def lay(table: Dealt, *changed: tuple[int, SeenTile]) -> None:
    """Lay the hand down with some of its tiles read otherwise."""
    tiles = row(0, HAND, u=-290, v=375, confidence=0.9995)
    tiles.append(seen(DRAW, place(0, -290 + 31 * 13 + 21, 375), confidence=0.9995))
    for index, reading in changed:
        tiles[index] = replace(reading, centre_mm=tiles[index].centre_mm)
    table.lay(*tiles)


def reading(label: str, confidence: float, second: str, second_confidence: float | None = None) -> SeenTile:
    tile = seen(label, (0.0, 0.0), confidence=confidence, second=second)
    return tile if second_confidence is None else replace(tile, second_confidence=second_confidence)


def won(table: Dealt) -> list[str]:
    return [format_tiles(e.hand) + f"+{e.draw}" for e in table.events() if isinstance(e, HandWon)]


def asked(table: Dealt) -> list[ReviewKind]:
    return [e.about for e in table.events() if isinstance(e, ReviewOpened)]


@pytest.mark.parametrize(("label", "second"), [("6s", "5s"), ("5s", "6s")])
def test_of_two_readings_the_one_that_wins_is_taken_without_a_question(label: str, second: str) -> None:
    table = Dealt()
    lay(table, (13, reading(label, 0.6, second)))
    table.look(times=3)
    assert won(table) == ["345123m11177z45s+6s"]
    assert asked(table) == []


def test_a_hand_that_loses_by_one_doubtful_tile_is_asked_about_and_nobody_accused() -> None:
    table = Dealt()
    lay(table, (13, reading("5s", 0.93, "6s")))
    table.look(times=4)
    assert won(table) == []
    assert asked(table) == [ReviewKind.WINNING_HAND]
    assert not any(isinstance(e, FalseHu) for e in table.events())


def test_where_both_readings_win_differently_people_are_asked() -> None:
    table = Dealt()
    lay(table, (13, reading("6s", 0.6, "3s")))
    table.look(times=4)
    assert won(table) == []
    assert len(asked(table)) == 1


def test_a_reading_that_would_be_a_fifth_copy_is_not_taken() -> None:
    table = Dealt()
    for seat, copy in enumerate(("3s", "3s", "3s", "3s")):
        table.throw(copy, IN_FRONT[seat])
    lay(table, (13, reading("3s", 0.6, "6s")))
    table.look(times=3)
    assert won(table) == ["345123m11177z45s+6s"]
    assert asked(table) == []


def test_a_hand_that_no_reading_makes_win_is_not_turned_into_one() -> None:
    table = Dealt()
    lay(table, (12, reading("9s", 0.9995, "other")), (13, reading("1s", 0.97, "2s")))
    table.look(times=4)
    assert won(table) == []
    assert [type(e) for e in table.events() if isinstance(e, FalseHu)] == [] or asked(table) == []


def test_tiles_that_leave_too_much_open_are_put_to_people() -> None:
    table = Dealt()
    lay(table, *((index, reading(Label.M5.value, 0.5, "6m")) for index in range(9)))
    table.look(times=4)
    assert won(table) == []
    assert len(asked(table)) == 1
    assert Tile.parse("5m") not in table.hand.wilds
