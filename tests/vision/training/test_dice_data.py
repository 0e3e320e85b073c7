from pathlib import Path

import numpy as np
import pytest

from vision import dice_window
from vision.dice import CELL_PX, SURE, reading_of
from vision.training.dice_data import CELLS, CROP_CELLS, IGNORED, rendered, target_of, windows


def test_what_is_to_be_learnt_is_what_the_reader_reads_back() -> None:
    places_mm = ((-20.0, 5.0), (14.5, -9.0))
    target = target_of((3, 6), places_mm)
    chances = np.full((7, CELLS, CELLS), 0.001)
    chances[0] = 1.0
    rows, columns = np.mgrid[0:CELLS, 0:CELLS]
    for value, (x_mm, y_mm) in zip((3, 6), places_mm, strict=True):
        column, row = ((place + dice_window.HALF_MM) * dice_window.PX_PER_MM / CELL_PX - 0.5 for place in (x_mm, y_mm))
        far = np.hypot(rows - row, columns - column)
        chances[value] = np.where(target == value, 0.999 - 0.01 * far, chances[value])
        chances[0] = np.where(target == value, 0.001 + 0.01 * far, chances[0])
    reading = reading_of(chances)
    assert reading.values == (3, 6)
    assert reading.confidence >= SURE
    for die, (x_mm, y_mm) in zip(reading.dice, places_mm, strict=True):
        assert die.centre_mm == pytest.approx((x_mm, y_mm), abs=CELL_PX / dice_window.PX_PER_MM)


def test_the_border_of_a_die_teaches_nothing() -> None:
    target = target_of((5,), ((0.0, 0.0),))
    assert set(np.unique(target)) == {IGNORED, 0, 5}
    assert (target == IGNORED).sum() > (target == 5).sum() > 0


def test_kept_windows_are_those_that_were_drawn(tmp_path: Path) -> None:
    drawn, kept = (rendered(3, seed=9, workers=1, store=tmp_path) for _ in range(2))
    assert [path.suffix for path in tmp_path.iterdir()] == [".npz"]
    assert kept.values == drawn.values
    assert np.array_equal(kept.images, drawn.images)
    assert np.array_equal(kept.targets, drawn.targets)


def test_pieces_mostly_show_a_die() -> None:
    known, rng = windows(4, seed=12), np.random.default_rng(1)
    with_dice = [number for number, values in enumerate(known.values) if values]
    pieces = [known.piece(number, rng) for number in with_dice for _ in range(20)]
    assert {image.shape[:2] for image, _ in pieces} == {(CROP_CELLS * CELL_PX, CROP_CELLS * CELL_PX)}
    assert np.mean([(target > 0).any() for _, target in pieces]) > 0.6
