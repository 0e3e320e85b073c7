"""A camera whose mount was knocked: the same camera, hanging a little differently."""

from __future__ import annotations

from dataclasses import replace
from math import radians
from typing import TYPE_CHECKING

import cv2
import numpy as np

from table_daemon.simulator.cues import BUMPED_WIDTH_PX

if TYPE_CHECKING:
    from vision.geometry import TableCamera


def bumped(camera: TableCamera, *, shift_px: tuple[float, float], turn_deg: float) -> TableCamera:
    """Return the camera after a knock that moves and turns its picture about its middle.

    ``shift_px`` is told for pictures ``BUMPED_WIDTH_PX`` wide.
    """
    share = camera.width_px / BUMPED_WIDTH_PX
    focal_px = camera.matrix[0][0]
    lean = np.array([-shift_px[1] * share / focal_px, shift_px[0] * share / focal_px, 0.0])
    turn = cv2.Rodrigues(np.array([0.0, 0.0, radians(turn_deg)]))[0] @ cv2.Rodrigues(lean)[0]
    stood = cv2.Rodrigues(np.array(camera.rvec))[0]
    rx, ry, rz = (float(value) for value in cv2.Rodrigues(turn @ stood)[0].ravel())
    tx, ty, tz = (float(value) for value in turn @ np.array(camera.tvec))
    return replace(camera, rvec=(rx, ry, rz), tvec=(tx, ty, tz))
