"""The colours beside the felt's border: cloth just inside, and how much lighter or redder the rim just outside is.

That step from cloth to rim stays the same under another lamp, for the lamp changes both alike.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, TableCamera

OUTWARD = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
"""Outward from the felt's top, right, bottom and left side."""
INSIDE_MM = 9.0
"""Cloth is looked for so far inside of the border."""
_RIM_MM = 16.0
_CORNER_MM, _STEP_MM = 25.0, 11.0
_CLOTH = 22.0
_LEAST = 10
_DARK = 0.04


def along_side(side: int, half_mm: float) -> Floats:
    """Return places (N, 2) in table millimetres on one side of the felt."""
    outward = np.array(OUTWARD[side])
    along = np.arange(-half_mm + _CORNER_MM, half_mm - _CORNER_MM, _STEP_MM)[:, None]
    return np.asarray(along * np.array([-outward[1], outward[0]]) + outward * half_mm, np.float64)


def rim_steps(image: NDArray[np.uint8], camera: TableCamera, *, table_side_mm: float) -> Floats:
    """Return for each side (4, 3) by what factor, as a logarithm, blue, green and red change from cloth to rim.

    A side that shows too little of both is nan.
    """
    places = [along_side(side, table_side_mm / 2) for side in range(4)]
    sides = np.repeat(np.arange(4), [len(part) for part in places])
    border, out = np.concatenate(places), np.array(OUTWARD)[sides]
    inside, rim = (colours(image, camera, border + out * mm) for mm in (-INSIDE_MM, _RIM_MM))
    middling = cloth_colour(image, camera, table_side_mm=table_side_mm)
    cloth = is_cloth(inside, middling) & np.isfinite(rim[:, 0])
    change = np.log(_bgr(rim) + _DARK) - np.log(_bgr(inside) + _DARK)
    steps = np.full((4, 3), np.nan)
    for side in range(4):
        rows = cloth & (sides == side)
        if rows.sum() >= _LEAST:
            steps[side] = np.median(change[rows], axis=0)
    return steps


def cloth_colour(image: NDArray[np.uint8], camera: TableCamera, *, table_side_mm: float) -> Floats:
    """Return the middling colour (3,) in Lab just inside of the border, every side alike; nan where none is seen."""
    half = table_side_mm / 2
    inside = np.concatenate([colours(image, camera, along_side(side, half - INSIDE_MM)) for side in range(4)])
    seen = np.isfinite(inside[:, 0])
    return np.median(inside[seen], axis=0) if seen.any() else np.full(3, np.nan)


def is_cloth(inside: Floats, cloth: Floats) -> NDArray[np.bool_]:
    """Tell which colours (N, 3) in Lab are a cloth's (3,); nan is none."""
    return np.asarray(np.linalg.norm((inside - cloth) * (0.5, 1.0, 1.0), axis=1) < _CLOTH)


def colours(image: NDArray[np.uint8], camera: TableCamera, places_mm: Floats) -> Floats:
    """Return the colours (N, 3) in Lab at places of the felt's plane, nan outside of the picture."""
    points = camera.project(np.hstack([places_mm, np.zeros((len(places_mm), 1))]))
    steps = np.arange(-2.0, 3.0)
    x = (points[:, 0, None, None] + steps[None, :, None] + np.zeros((1, 1, 5))).reshape(len(points), -1)
    y = (points[:, 1, None, None] + np.zeros((1, 5, 1)) + steps[None, None, :]).reshape(len(points), -1)
    seen = cv2.remap(
        image, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mean = seen.astype(np.float32).mean(axis=1) / 255
    lab = np.asarray(cv2.cvtColor(mean[:, None], cv2.COLOR_BGR2Lab), np.float64).reshape(-1, 3)
    height, width = image.shape[:2]
    inside = (points > 2).all(axis=1) & (points[:, 0] < width - 3) & (points[:, 1] < height - 3)
    lab[~inside] = np.nan
    return lab


def _bgr(lab: Floats) -> Floats:
    return np.asarray(cv2.cvtColor(lab[:, None].astype(np.float32), cv2.COLOR_Lab2BGR), np.float64).reshape(-1, 3)
