"""Rows of touching tiles in their player's reading order."""

from __future__ import annotations

import random

import pytest

from table_daemon.fusion.rows import count, rows, runs
from tests.fusion.seen import row
from vision.labels import Label

REACH_MM = 41.0


def labels(seat: int, tiles: list[object]) -> list[str]:
    found = rows(tiles, seat=seat, reach_mm=REACH_MM)  # type: ignore[arg-type]
    return [" ".join(t.label.value for t in r.tiles) for r in found]


@pytest.mark.parametrize("seat", range(4))
def test_touching_tiles_are_a_row_from_left_to_right_for_their_player(seat: int) -> None:
    tiles = [*row(seat, "1m 2m 3m", u=-300), *row(seat, "9p 9p 9p", u=300), *row(seat, "5z", u=0)]
    random.Random(seat).shuffle(tiles)
    assert labels(seat, [*tiles]) == ["1m 2m 3m", "5z", "9p 9p 9p"]


def test_tiles_apart_by_more_than_a_gap_are_rows_of_their_own() -> None:
    assert labels(0, [*row(0, "1m", u=0), *row(0, "2m", u=31 + 9.9)]) == ["1m 2m"]
    assert labels(0, [*row(0, "1m", u=0), *row(0, "2m", u=31 + 10.1)]) == ["1m", "2m"]


def test_a_tile_between_two_rows_joins_them_in_order() -> None:
    tiles = [*row(2, "1m 2m", u=0), *row(2, "4m 5m", u=93), *row(2, "3m", u=62)]
    assert labels(2, [*tiles]) == ["1m 2m 3m 4m 5m"]


def test_nothing_gives_no_rows() -> None:
    assert rows([], seat=0, reach_mm=REACH_MM) == ()


def test_runs_are_stretches_of_equal_faces() -> None:
    (found,) = rows(row(0, "1m 1m 2m 1m", u=0), seat=0, reach_mm=REACH_MM)
    assert [[t.label.value for t in run] for run in runs(found)] == [["1m", "1m"], ["2m"], ["1m"]]


def test_equal_faces_are_counted() -> None:
    assert count(row(0, "1m back 1m", u=0), Label.M1) == 2
