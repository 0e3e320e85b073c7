"""Pictures such as the camera keeps, as JPEG: a tile-like patch on felt, and a row of tiles."""

from __future__ import annotations

import cv2
import numpy as np


def tile_photo(*, side_px: int = 200) -> bytes:
    image = np.zeros((side_px, side_px, 3), np.uint8)
    image[:] = (74, 96, 28)
    box = cv2.boxPoints(((side_px / 2, side_px / 2), (side_px * 0.42, side_px * 0.58), 24.0))
    cv2.fillPoly(image, [box.astype(np.int32)], (214, 232, 240))
    cv2.circle(image, (side_px // 2, side_px // 2), side_px // 8, (40, 40, 190), -1)
    done, jpeg = cv2.imencode(".jpg", cv2.GaussianBlur(image, (5, 5), 0))
    assert done
    return jpeg.tobytes()


def hand_photo(*, seat: int) -> bytes:
    """A row of fourteen tiles as it lies before ``seat``; the player's left end is red, the tiles' tops are white."""
    row = np.full((207, 1210, 3), (120, 120, 120), np.uint8)
    row[:60] = (255, 255, 255)
    row[60:, :200] = (0, 0, 255)
    done, jpeg = cv2.imencode(".jpg", np.ascontiguousarray(np.rot90(row, seat)))
    assert done
    return jpeg.tobytes()
