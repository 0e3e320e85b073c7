"""How blurred a picture's edges are. Independent of what it shows, as long as it shows edges at all."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quality.felt import Cutout

_REACH_MM = 4.0
"""An edge's two sides are looked for so far away."""
_CONTRAST = 50
"""Weaker edges say more about noise than about the lens."""
_FEWEST = 60
_SHARP_SHARE = 25
"""Of all edges those at this percentile count: some are soft in themselves, shadows above all."""
_SLOPE_OF_SPREAD = float(np.sqrt(2 * np.pi))
"""A step blurred by a spread s rises at most by its height / (s * sqrt(2 pi)) a pixel."""


def blur_mm(cutout: Cutout) -> float | None:
    """Return the spread of the blur in millimetres on the table; None where there are too few edges to tell.

    A lens and a sensor at their best give half a pixel.
    """
    grey = np.asarray(cv2.cvtColor(cutout.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    spreads = np.concatenate([_spreads(grey, cutout, turned=turned) for turned in (False, True)])
    if len(spreads) < _FEWEST:
        return None
    return float(np.percentile(spreads, _SHARP_SHARE)) / cutout.px_per_mm


def _spreads(grey: NDArray[np.uint8], cutout: Cutout, *, turned: bool) -> NDArray[np.float32]:
    """Return the spread in pixels of each edge that runs up and down, or across where ``turned``."""
    grey, inside = (grey.T.copy(), cutout.inside.T.copy()) if turned else (grey, cutout.inside)
    if grey.shape[1] < 3:
        return np.zeros(0, np.float32)
    line = np.ones((1, 2 * max(3, round(_REACH_MM * cutout.px_per_mm)) + 1), np.uint8)
    height = cv2.subtract(cv2.dilate(grey, line), cv2.erode(grey, line))[:, 1:-1]
    double = cv2.absdiff(np.ascontiguousarray(grey[:, 2:]), np.ascontiguousarray(grey[:, :-2]))
    steepest = np.asarray(double) >= np.asarray(cv2.dilate(double, line))
    edges = steepest & (np.asarray(height) > _CONTRAST) & (np.asarray(double) > 0) & (inside[:, 1:-1] > 0)
    return np.asarray(np.asarray(height)[edges] * 2.0 / (np.asarray(double)[edges] * _SLOPE_OF_SPREAD), np.float32)
