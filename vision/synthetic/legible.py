"""Whether a person could read the dice of a picture: pips stand out from their body, the body from the floor."""

import math

import cv2
import numpy as np

from vision.geometry import TableCamera
from vision.synthetic.dice import DieLook, PlacedDie, ground_places, top_places
from vision.synthetic.light import Noise
from vision.synthetic.pixels import Floats, Pixels

_LEAST_LEVELS = 16.0
"""A pip that stands out less is lost on a screen, whatever the noise."""
_LEAST_BODY_LEVELS = 10.0
"""A body that differs less from the floor cannot be seen: its pips could belong to any die, or to none."""
_NOISE_TIMES = 3.0
"""... and so is one that stands out by less than this many times the noise of its area."""


def legible(
    lit: Pixels, camera: TableCamera, dice: tuple[PlacedDie, ...], look: DieLook, *, floor_mm: float, noise: Noise
) -> bool:
    """Return whether every pip can be told from the blank places beside it in a picture that has no noise yet."""
    soft = lit if noise.blur_px <= 0 else np.asarray(cv2.GaussianBlur(lit, (0, 0), noise.blur_px), np.uint8)
    for die in dice:
        places = top_places(die, look, floor_mm=floor_mm)
        ground = ground_places(die, look, floor_mm=floor_mm)
        if not (_stand_out(soft, camera, places, noise) and _body_shows(soft, camera, places[1], ground)):
            return False
    return True


def _stand_out(soft: Pixels, camera: TableCamera, places: tuple[Floats, Floats, float], noise: Noise) -> bool:
    pips, blanks, radius_mm = places
    points = camera.project(np.vstack([pips, blanks]))
    wide_px = radius_mm * float(np.hypot(*(points[0] - camera.project(pips[:1] + np.array([1.0, 0.0, 0.0]))[0])))
    colours = _colours(soft, points)
    dots, bodies = colours[: len(pips)], colours[len(pips) :]
    across = dots.mean(axis=0) - bodies.mean(axis=0)
    length = float(np.hypot(np.hypot(*across[:2]), across[2]))
    if length < _LEAST_LEVELS:
        return False
    gap = float((dots @ across).min() - (bodies @ across).max()) / length
    area_px = max(1.0, math.pi * wide_px**2)
    return gap >= max(_LEAST_LEVELS, _NOISE_TIMES * noise.sigma / math.sqrt(area_px))


def _body_shows(soft: Pixels, camera: TableCamera, blanks: Floats, ground: Floats) -> bool:
    """Whether most of the floor around a die has another colour than its body."""
    body = _colours(soft, camera.project(blanks)).mean(axis=0)
    apart = np.linalg.norm(_colours(soft, camera.project(ground)) - body, axis=1)
    return float(np.median(apart)) >= _LEAST_BODY_LEVELS


def _colours(picture: Pixels, points: Floats) -> Floats:
    places = points[None].astype(np.float32)
    colours = cv2.remap(picture, places, None, cv2.INTER_LINEAR)[0]  # type: ignore[call-overload] # OpenCV takes one map as well
    return np.asarray(colours, np.float64)
