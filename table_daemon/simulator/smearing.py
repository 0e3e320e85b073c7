"""How a spoilt face looks in a picture: smeared, or like another tile's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from table_daemon.simulator.layout import SIZE, Place
from table_daemon.simulator.river import corners
from vision.synthetic.scene import Pose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.simulator.cues import Spoilt
    from vision.geometry import TableCamera
    from vision.synthetic.pixels import Pixels
    from vision.synthetic.scene import Scene, SceneTile

_BLUR_MM = 4.5
"""Standard deviation of the smear on a face that nobody could read."""
_INSIDE_MM = -2.0
"""The rim of the tile stays sharp: what is spoilt is its face."""


def disguised(scene: Scene, spoilt: Sequence[Spoilt]) -> Scene:
    """Return the scene with other faces where a spoilt one looks like another."""
    faces = {spoil.at_mm: spoil.looks_like for spoil in spoilt if spoil.looks_like is not None}
    if not faces:
        return scene
    return replace(
        scene, tiles=tuple(replace(tile, label=faces.get(tile.centre_mm, tile.label)) for tile in scene.tiles)
    )


def smear(picture: Pixels, scene: Scene, spoilt: Sequence[Spoilt], camera: TableCamera) -> None:
    """Smear the spoilt faces in place; nothing where a hand lies over them."""
    if not spoilt or scene.hands:
        return
    strengths = {spoil.at_mm: spoil.strength for spoil in spoilt}
    for tile in scene.tiles:
        if tile.pose is Pose.FACE_UP and tile.centre_mm in strengths:
            _smear_one(picture, tile, strengths[tile.centre_mm], camera)


def _smear_one(picture: Pixels, tile: SceneTile, strength: float, camera: TableCamera) -> None:
    outline = corners(Place(tile.centre_mm, tile.angle_deg), _INSIDE_MM)
    quad = camera.project([(x, y, SIZE.thickness_mm * (tile.level + 1)) for x, y in outline])
    px_per_mm = float(np.hypot(*(quad[1] - quad[0]))) / (SIZE.width_mm + 2 * _INSIDE_MM)
    sigma = max(0.3, strength * _BLUR_MM * px_per_mm)
    room = int(3 * sigma) + 2
    height, width = picture.shape[:2]
    left, top = np.maximum(np.floor(quad.min(axis=0)).astype(int) - room, 0)
    right, bottom = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + room, (width, height))
    if right <= left or bottom <= top:
        return
    part = picture[top:bottom, left:right]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad - (left, top)).astype(np.int32), 255)
    part[mask > 0] = _blurred_inside(part, mask, sigma)[mask > 0]


def _blurred_inside(part: Pixels, mask: Pixels, sigma: float) -> Pixels:
    """Blur by what lies inside the mask only, so that the felt does not creep into the face."""
    weight = (mask > 0).astype(np.float32)
    total = cv2.GaussianBlur(part.astype(np.float32) * weight[..., None], (0, 0), sigma)
    share = cv2.GaussianBlur(weight, (0, 0), sigma)
    return np.asarray(np.clip(total / np.maximum(share, 1e-3)[..., None], 0, 255), np.uint8)
