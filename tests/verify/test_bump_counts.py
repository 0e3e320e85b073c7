"""Bumps of 5 px and of 1 degree are noticed every time, ordinary pictures never raise one: full counts."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.bumped import BumpTable
from vision.bump import Verdict

TABLES = 20
BUMPS_EACH = 10
PICTURES_EACH = 50


@pytest.mark.verify
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(TABLES))
def test_bumps_are_noticed_and_the_place_found_again(seed: int) -> None:
    table = BumpTable.made(seed)
    half = table.side_mm / 2
    tops = [(x, y, 22.0) for x in (-half, 0.0, half) for y in (-half, 0.0, half)]
    for _ in range(BUMPS_EACH):
        now = table.bump()
        drift = table.sense.compare(table.seen_by(now, table.another_state()))
        assert drift.verdict is Verdict.MOVED
        assert drift.camera is not None
        assert np.abs(drift.camera.project(tops) - now.project(tops)).max() < 1.5


@pytest.mark.verify
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(100, 100 + TABLES))
def test_ordinary_pictures_raise_no_alarm(seed: int) -> None:
    table = BumpTable.made(seed)
    verdicts = [table.sense.compare(picture).verdict for picture in table.ordinary(PICTURES_EACH)]
    assert Verdict.MOVED not in verdicts
    assert verdicts.count(Verdict.UNSURE) <= PICTURES_EACH // 20
