"""Dice read from the windows over rendered consoles."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from vision import dice_window
from vision.dice import CELL_PX, DiceReader, DiceReading, joined_looks, reading_of
from vision.dice_window import SIDE_PX
from vision.geometry import TableCamera
from vision.synthetic.light import Noise
from vision.synthetic.random_dice import random_dice_window
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Scene

CAMERA = TableCamera.overhead()
CELLS = SIDE_PX // CELL_PX


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader.load(CAMERA)


def read(reader: DiceReader, scene: Scene, seed: int = 0) -> DiceReading:
    return reader.read(Renderer(CAMERA).picture(scene, noise=Noise(), rng=np.random.default_rng(seed)))


def test_every_throw_of_two_dice_is_read(reader: DiceReader) -> None:
    renderer, rng = Renderer(CAMERA), np.random.default_rng(3)
    for thrown in itertools.combinations_with_replacement(range(1, 7), 2):
        seen = reader.read(renderer.picture(Scene(dice=thrown), noise=Noise(), rng=rng))
        assert sorted(seen.values) == sorted(thrown)


def test_a_dome_without_dice_tells_none(reader: DiceReader) -> None:
    seen = read(reader, Scene())
    assert seen.values == ()
    assert seen.sure_values is None


def chances(*dice: tuple[int, int, int, float]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """A map with dice of (row, column, value, chance)."""
    found = np.zeros((7, CELLS, CELLS))
    found[0] = 1.0
    for row, column, value, chance in dice:
        found[0, row, column] = 1 - chance
        found[value, row, column] = chance
    return found


@pytest.mark.parametrize(
    ("dice", "values", "sure"),
    [
        ((), (), None),
        (((20, 30, 5, 0.999), (20, 10, 2, 0.999)), (2, 5), (2, 5)),
        (((20, 30, 5, 0.999), (20, 10, 2, 0.7)), (2, 5), None),
        (((20, 30, 5, 0.999), (20, 10, 2, 0.4)), (5,), None),
        (((20, 30, 5, 0.999), (24, 26, 1, 0.99)), (1, 5), (1, 5)),
        (((20, 30, 5, 0.9999), (20, 28, 5, 0.9998), (20, 24, 1, 0.999)), (1, 5), (1, 5)),
        (((20, 30, 5, 1.0), (20, 31, 5, 1.0), (21, 30, 5, 1.0), (20, 10, 2, 0.999)), (2, 5), (2, 5)),
    ],
)
def test_a_doubtful_die_makes_the_reading_doubtful(
    dice: tuple[tuple[int, int, int, float], ...], values: tuple[int, ...], sure: tuple[int, ...] | None
) -> None:
    reading = reading_of(chances(*dice))
    assert reading.values == values
    assert reading.sure_values == sure


def test_looks_from_four_sides_are_joined_where_they_belong() -> None:
    upright = np.random.default_rng(2).normal(size=(7, CELLS, CELLS))
    turned = np.stack([np.rot90(upright, quarters, axes=(1, 2)) for quarters in range(4)])
    assert np.allclose(joined_looks(turned), upright)


def test_windows_are_the_same_for_the_same_seed() -> None:
    one, other = (random_dice_window(np.random.default_rng(4)) for _ in range(2))
    assert one.values == other.values
    assert np.array_equal(one.pixels, other.pixels)


def test_no_window_has_a_die_where_none_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice_window, "REACH_MM", 22.0)
    rng = np.random.default_rng(6)
    places = [place for _ in range(8) for place in random_dice_window(rng).places_mm]
    assert places
    assert all(math.hypot(*place) <= 22.0 for place in places)
