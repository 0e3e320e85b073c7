"""How blurred a picture's edges are, by the lens or by a swinging camera, whatever it shows, if it shows edges."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quality.felt import Cutout

BLURRED_MM = 1.5
"""With more blur than this faces are not told apart, and edges are not where they seem."""
_REACH_MM = 4.0
"""An edge's two sides are looked for so far away."""
_CONTRAST = 50
"""Weaker edges say more about noise than about the lens."""
_FEWEST = 60
_PLENTY = 1_200
"""Tiles have edges both ways: with so many one way and none the other, that other way is smeared beyond measuring."""
_SHARP_SHARE = 25
"""Of all edges those at this percentile count: some are soft in themselves, shadows above all."""
_SLOPE_OF_SPREAD = float(np.sqrt(2 * np.pi))
"""A step blurred by a spread s rises at most by its height / (s * sqrt(2 pi)) a pixel."""
_PARTS = (1.0, 99.0)
"""Percentiles of brightness that stand for the dark and the light parts of a table."""
_MOST_MM = 2 * _REACH_MM / _SLOPE_OF_SPREAD
"""A wider blur reaches beyond where an edge's sides are looked for."""


def blur_mm(cutout: Cutout) -> float | None:
    """Return the spread of the blur in millimetres on the table, in the direction in which it is worse.

    A lens and a sensor at their best give half a pixel. None where there are too few edges to tell.
    """
    grey = np.asarray(cv2.cvtColor(cutout.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    ways = [_spreads(grey, cutout, turned=turned) for turned in (False, True)]
    told = [float(np.percentile(spreads, _SHARP_SHARE)) for spreads in ways if len(spreads) >= _FEWEST]
    if not told:
        return _MOST_MM if _has_light_and_dark(grey[cutout.inside > 0]) else None
    if len(told) == 1 and max(len(spreads) for spreads in ways) >= _PLENTY:
        return _MOST_MM
    return max(told) / cutout.px_per_mm


def _has_light_and_dark(greys: NDArray[np.uint8]) -> bool:
    """Whether parts lie within the table between which a sharp picture would show edges; a bare felt has too few."""
    if len(greys) == 0:
        return False
    dark, light = np.percentile(greys, _PARTS)
    return bool(light - dark > _CONTRAST)


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
