"""Two halves of one tile become that tile; anything else is left alone."""

import math

import numpy as np
import pytest

from vision.detect import FoundQuad
from vision.halves import joined_halves

WIDTH, LENGTH = 31.0, 41.5


def _box(x: float, y: float, *, wide: float, high: float, angle_deg: float, score: float = 0.6) -> FoundQuad:
    """A rectangle about (x, y); at 0 degrees ``wide`` runs to the right. Begins with its first corner, clockwise."""
    turn = math.radians(angle_deg)
    right = np.array([math.cos(turn), math.sin(turn)])
    down = np.array([-math.sin(turn), math.cos(turn)])
    middle = np.array([x, y])
    a, b = right * wide / 2, down * high / 2
    return FoundQuad(np.array([middle - a - b, middle + a - b, middle + a + b, middle - a + b]), score)


@pytest.mark.parametrize("angle_deg", [0, 17, 90, 133, 250])
def test_halves_of_a_turned_tile_become_it(angle_deg: float) -> None:
    turn = math.radians(angle_deg)
    down = np.array([-math.sin(turn), math.cos(turn)]) * LENGTH / 4
    halves = [
        _box(100 - down[0], 80 - down[1], wide=30, high=22, angle_deg=angle_deg, score=0.7),
        _box(100 + down[0], 80 + down[1], wide=31, high=20, angle_deg=angle_deg + 4, score=0.5),
    ]
    (whole,) = joined_halves(halves, width_px=WIDTH, length_px=LENGTH)
    assert whole.score == 0.5
    assert whole.corners.mean(axis=0) == pytest.approx((100, 80), abs=1)
    edges = np.linalg.norm(whole.corners - np.roll(whole.corners, -1, axis=0), axis=1)
    assert edges == pytest.approx((WIDTH, LENGTH, WIDTH, LENGTH))
    first, second = whole.corners[1] - whole.corners[0], whole.corners[2] - whole.corners[1]
    assert first[0] * second[1] - first[1] * second[0] > 0  # clockwise in a picture


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # standing tiles side by side: their long edges run along the row
        (_box(0, 0, wide=31, high=22, angle_deg=0), _box(31, 0, wide=31, high=22, angle_deg=0)),
        # too far apart, and one upon the other
        (_box(0, 0, wide=31, high=21, angle_deg=0), _box(0, 41, wide=31, high=21, angle_deg=0)),
        (_box(0, 0, wide=31, high=21, angle_deg=0), _box(0, 4, wide=31, high=21, angle_deg=0)),
        # whole tiles
        (_box(0, 0, wide=31, high=41, angle_deg=0), _box(0, 21, wide=31, high=41, angle_deg=0)),
        # at odd angles to each other
        (_box(0, 0, wide=31, high=21, angle_deg=0), _box(0, 21, wide=31, high=21, angle_deg=60)),
    ],
)
def test_what_are_no_halves_is_not_joined(one: FoundQuad, other: FoundQuad) -> None:
    assert joined_halves([one, other], width_px=WIDTH, length_px=LENGTH) == []


def test_a_lone_half_is_no_tile() -> None:
    assert joined_halves([_box(0, 0, wide=31, high=21, angle_deg=0)], width_px=WIDTH, length_px=LENGTH) == []
