"""The square window over the console in which dice are looked for: its size, scale and straightening."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, TableCamera

Pixels = NDArray[np.uint8]

HALF_MM = 56.0
"""The window reaches so far from the console's middle each way: a dome with room to spare."""
REACH_MM = 52.0
"""No die has its middle farther from the window's: the dome ends before, a few millimetres of calibration allowed."""
PX_PER_MM = 2.0
SIDE_PX = round(2 * HALF_MM * PX_PER_MM)
TOPS_MM = 22.0
"""Height over the felt at which the window is straightened: dice on a console that is down."""


def window_map(camera: TableCamera, *, z_mm: float = TOPS_MM) -> NDArray[np.float32]:
    """Return for each pixel of the window the place in the picture that shows it."""
    steps = (np.arange(SIDE_PX) + 0.5) / PX_PER_MM - HALF_MM
    xs, ys = np.meshgrid(steps, steps)
    places = np.column_stack([xs.ravel(), ys.ravel(), np.full(xs.size, z_mm)])
    return np.asarray(camera.project(places).reshape(SIDE_PX, SIDE_PX, 2), np.float32)


def straighten(image: Pixels, places_px: NDArray[np.float32]) -> Pixels:
    """Return the window cut from a picture; what lies outside the picture repeats its edge."""
    window = cv2.remap(image, places_px, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload] # OpenCV takes one map as well
    return np.asarray(window, np.uint8)


def cells_to_mm(cells: Floats, *, cell_px: int) -> Floats:
    """Return table millimetres (N, 2) of places given in cells of the network's map."""
    return np.asarray((cells + 0.5) * cell_px / PX_PER_MM - HALF_MM, np.float64)
