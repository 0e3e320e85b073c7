"""Bumps are noticed and mended, ordinary pictures are not: a small share of ``tests/verify/test_bump_counts``."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.bumped import BumpTable, bumped
from vision.bump import Verdict

WIDTH, HEIGHT = 1352, 1014


@pytest.fixture(scope="module", params=[3, 12])
def table(request: pytest.FixtureRequest) -> BumpTable:
    return BumpTable.made(int(request.param), width_px=WIDTH, height_px=HEIGHT)


@pytest.mark.parametrize(
    ("shift_px", "turn_deg"), [((5.0, 0.0), 0.0), ((-3.0, 4.0), 0.0), ((0.0, 0.0), 1.0), ((20.0, 8.0), -2.0)]
)
def test_a_bump_is_noticed_and_the_place_found_again(
    table: BumpTable, shift_px: tuple[float, float], turn_deg: float
) -> None:
    now = bumped(table.camera, shift_px=shift_px, turn_deg=turn_deg)
    drift = table.sense.compare(table.seen_by(now, table.another_state()))
    assert drift.verdict is Verdict.MOVED
    assert drift.camera is not None
    half = table.side_mm / 2
    tops = [(x, y, 22.0) for x in (-half, half) for y in (-half, half)]
    assert np.abs(drift.camera.project(tops) - now.project(tops)).max() < 1.5


def test_hands_lamps_and_ramps_raise_no_alarm(table: BumpTable) -> None:
    verdicts = {table.sense.compare(picture).verdict for picture in table.ordinary(8)}
    assert Verdict.MOVED not in verdicts


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_picture_without_the_table_says_nothing(table: BumpTable, level: int) -> None:
    blank = np.full((HEIGHT, WIDTH, 3), level, np.uint8)
    assert table.sense.compare(blank).verdict is Verdict.UNSURE


def test_covered_places_are_not_looked_at(table: BumpTable) -> None:
    everything = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float64)
    picture = table.seen_by(table.camera, table.scene)
    assert table.sense.compare(picture, busy_px=[everything]).verdict is Verdict.UNSURE
