"""The part of a picture that the table takes, cut out for measuring."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

_SEEN_MM = 970.0
"""An uncalibrated camera is taken to see a table with a little around it in its short side."""


@dataclass(frozen=True, slots=True, eq=False)
class Cutout:
    """The table's part of a picture."""

    pixels: Pixels
    """BGR, the upright rectangle around the table."""
    inside: Pixels
    """255 where the table is, else 0; as large as ``pixels``."""
    px_per_mm: float


def cut_out(image: Pixels, felt_px: NDArray[Any] | None, *, felt_side_mm: float = 870.0) -> Cutout:
    """Return the table by its four corners (4, 2) in the picture; without them the picture's middle square."""
    height, width = image.shape[:2]
    if felt_px is None:
        side = min(width, height)
        left, top = (width - side) // 2, (height - side) // 2
        square = np.asarray(image[top : top + side, left : left + side], np.uint8)
        return Cutout(square, np.full((side, side), 255, np.uint8), side / _SEEN_MM)
    corners = np.asarray(felt_px, np.float32).reshape(4, 2)
    low = np.clip(np.floor(corners.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)) + 1, low + 1, (width, height)).astype(int)
    (left, top), (right, bottom) = low, high
    inside = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners - low).astype(np.int32), 255)
    px_per_mm = float(np.sqrt(max(abs(cv2.contourArea(corners)), 1.0))) / felt_side_mm
    return Cutout(np.asarray(image[top:bottom, left:right], np.uint8), inside, px_per_mm)
