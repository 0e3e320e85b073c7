"""A picture such as the camera keeps of a discarded tile: a tile-like patch on felt, as JPEG."""

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
