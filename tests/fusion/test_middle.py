"""The middle compared with the known discards, tile by tile."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_daemon.fusion.middle import KnownDiscard, distance, match_middle
from table_daemon.fusion.thresholds import Thresholds
from table_daemon.rules.tiles import Tile
from tests.fusion.seen import seen
from vision.observation import Point

LIMITS = Thresholds()


def known(event: int, tile: str, at: Point | None) -> KnownDiscard:
    return KnownDiscard(event, Tile.parse(tile), at)


def test_nothing_known_and_nothing_seen_match() -> None:
    match = match_middle([], [], LIMITS)
    assert (match.lying, match.moved, match.gone, match.new) == ({}, 0, (), ())


@pytest.mark.parametrize(
    ("label", "at", "found"),
    [
        ("1m", (100.0, 0.0), "lying"),
        ("1m", (110.0, 0.0), "lying"),
        ("9m", (105.0, 0.0), "lying"),  # the same tile, read otherwise this time
        ("1m", (130.0, 0.0), "moved"),
        ("1m", (100.0, 59.0), "moved"),
        ("9m", (130.0, 0.0), "new"),
        ("1m", (100.0, 70.0), "new"),
    ],
)
def test_one_tile_lies_or_moved_or_is_another(label: str, at: Point, found: str) -> None:
    tile = seen(label, at)
    match = match_middle([known(7, "1m", (100.0, 0.0))], [tile], LIMITS)
    if found == "new":
        assert (match.lying, match.gone, match.new) == ({}, (7,), (tile,))
    else:
        assert (match.lying, match.gone, match.new) == ({7: tile}, (), ())
    assert match.moved == (found == "moved")


@pytest.mark.parametrize(
    ("label", "confidence", "unwatched", "found"),
    [
        ("9s", 0.99, True, "another"),
        ("9s", 0.89, True, "same"),  # it may be read wrong now
        ("9s", 0.99, False, "same"),
        ("1m", 0.99, True, "same"),
    ],
)
def test_a_surely_read_tile_in_a_place_nobody_watched_is_another(
    label: str, confidence: float, *, unwatched: bool, found: str
) -> None:
    tile = seen(label, (103.0, 0.0), confidence)
    before = replace(known(7, "1m", (100.0, 0.0)), unwatched=unwatched)
    match = match_middle([before], [tile], LIMITS)
    assert (match.gone, match.new) == (((7,), (tile,)) if found == "another" else ((), ()))


def test_the_nearest_takes_the_place() -> None:
    near, off = seen("1m", (101.0, 0.0)), seen("1m", (109.0, 0.0))
    match = match_middle([known(1, "1m", (100.0, 0.0))], [off, near], LIMITS)
    assert match.lying == {1: near}
    assert match.new == (off,)


def test_a_place_counts_before_a_face() -> None:
    """Two tiles swapped their readings: both lie where they lay."""
    a, b = seen("2m", (0.0, 100.0)), seen("1m", (40.0, 100.0))
    match = match_middle([known(1, "1m", (0.0, 100.0)), known(2, "2m", (40.0, 100.0))], [a, b], LIMITS)
    assert match.lying == {1: a, 2: b}
    assert match.moved == 0


def test_discards_without_a_known_place_take_tiles_of_their_face_the_surest_first() -> None:
    sure, doubtful = seen("1m", (0.0, 100.0), 0.99), seen("1m", (90.0, 100.0), 0.5)
    match = match_middle([known(1, "1m", None), known(2, "2m", None)], [doubtful, sure], LIMITS)
    assert match.lying == {1: sure}
    assert match.gone == (2,)
    assert match.new == (doubtful,)


def test_the_same_discards_shown_again_leave_nothing_new() -> None:
    places = [(x * 40.0, y * 50.0) for x in range(-3, 4) for y in (2, 3)]
    tiles = [seen("5p", at) for at in places]
    discards = [known(event, "5p", at) for event, at in enumerate(places)]
    match = match_middle(discards, list(reversed(tiles)), LIMITS)
    assert match.lying == dict(enumerate(tiles))
    assert (match.moved, match.gone, match.new) == (0, (), ())


SPOT = st.tuples(st.integers(-6, 6), st.integers(-6, 6)).map(lambda p: (p[0] * 35.0, p[1] * 45.0))
FACE = st.sampled_from(["1m", "2m", "3p"])


@given(
    before=st.lists(st.tuples(FACE, SPOT | st.none()), max_size=8),
    after=st.lists(st.tuples(FACE, SPOT), max_size=8, unique_by=lambda t: t[1]),
)
def test_every_tile_and_every_discard_is_accounted_for_once(
    before: list[tuple[str, Point | None]], after: list[tuple[str, Point]]
) -> None:
    discards = [known(event, face, at) for event, (face, at) in enumerate(before)]
    tiles = [seen(face, at) for face, at in after]
    match = match_middle(discards, tiles, LIMITS)
    assert sorted([*match.lying, *match.gone]) == list(range(len(discards)))
    used = [id(t) for t in (*match.lying.values(), *match.new)]
    assert sorted(used) == sorted(id(t) for t in tiles)
    assert match.moved <= len(match.lying)


def test_distance_is_in_millimetres() -> None:
    assert distance((0.0, 0.0), (30.0, 40.0)) == 50.0
