"""Whether a person could read the dice of a picture: every pip stands out from the body around it."""

import math

import cv2
import numpy as np

from vision.geometry import TableCamera
from vision.synthetic.dice import DieLook, PlacedDie, top_places
from vision.synthetic.light import Noise
from vision.synthetic.pixels import Floats, Pixels

_LEAST_LEVELS = 16.0
"""A pip that stands out less is lost on a screen, whatever the noise."""
_NOISE_TIMES = 3.0
"""... and so is one that stands out by less than this many times the noise of its area."""


def legible(
    lit: Pixels, camera: TableCamera, dice: tuple[PlacedDie, ...], look: DieLook, *, floor_mm: float, noise: Noise
) -> bool:
    """Return whether every pip can be told from the blank places beside it in a picture that has no noise yet."""
    soft = lit if noise.blur_px <= 0 else np.asarray(cv2.GaussianBlur(lit, (0, 0), noise.blur_px), np.uint8)
    return all(_stand_out(soft, camera, top_places(die, look, floor_mm=floor_mm), noise) for die in dice)


def _stand_out(soft: Pixels, camera: TableCamera, places: tuple[Floats, Floats, float], noise: Noise) -> bool:
    pips, blanks, radius_mm = places
    points = camera.project(np.vstack([pips, blanks]))
    wide_px = radius_mm * float(np.hypot(*(points[0] - camera.project(pips[:1] + np.array([1.0, 0.0, 0.0]))[0])))
    colours = cv2.remap(soft, points[None].astype(np.float32), None, cv2.INTER_LINEAR)[0].astype(np.float64)  # type: ignore[call-overload] # OpenCV takes one map as well
    dots, bodies = colours[: len(pips)], colours[len(pips) :]
    across = dots.mean(axis=0) - bodies.mean(axis=0)
    length = float(np.hypot(np.hypot(*across[:2]), across[2]))
    if length < _LEAST_LEVELS:
        return False
    gap = float((dots @ across).min() - (bodies @ across).max()) / length
    area_px = max(1.0, math.pi * wide_px**2)
    return gap >= max(_LEAST_LEVELS, _NOISE_TIMES * noise.sigma / math.sqrt(area_px))
