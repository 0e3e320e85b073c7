"""What a rendered picture truly shows: each tile's corners, pose and how much of it is seen."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import TableCamera
from vision.labels import Label
from vision.observation import Point
from vision.synthetic.arms import hand_outlines
from vision.synthetic.bodies import Body
from vision.synthetic.pixels import Floats
from vision.synthetic.scene import Pose, Scene

_SCALE = 0.5
"""Visibility is counted on a picture of half size."""
_ARM_MM = 70.0


@dataclass(frozen=True, slots=True)
class TruthTile:
    """One tile as the picture has it."""

    label: Label
    """``back`` for a tile face down or standing."""
    quad_px: tuple[Point, Point, Point, Point]
    """Corners of its upper surface, clockwise from the top left of the upright face."""
    centre_mm: Point
    angle_deg: float
    visible_fraction: float
    """Share of the upper surface that nothing covers and that lies inside the picture."""
    pose: Pose
    level: int


def truth(scene: Scene, camera: TableCamera, painted: tuple[Body, ...]) -> tuple[TruthTile, ...]:
    """Return the truth for tiles painted in this order."""
    shares = _visible(scene, camera, painted)
    return tuple(_entry(body, share) for body, share in zip(painted, shares, strict=True))


def _entry(body: Body, share: float) -> TruthTile:
    a, b, c, d = ((float(x), float(y)) for x, y in body.top_px)
    tile = body.tile
    return TruthTile(
        label=tile.label if tile.pose is Pose.FACE_UP else Label.BACK,
        quad_px=(a, b, c, d),
        centre_mm=tile.centre_mm,
        angle_deg=tile.angle_deg % 360.0,
        visible_fraction=share,
        pose=tile.pose,
        level=tile.level,
    )


def _visible(scene: Scene, camera: TableCamera, painted: tuple[Body, ...]) -> list[float]:
    """Paint every surface with its number, sides and arms with none, and count what is left."""
    size = (round(camera.height_px * _SCALE), round(camera.width_px * _SCALE))
    numbers = np.zeros(size, np.uint16)
    for number, body in enumerate(painted, start=1):
        _fill(numbers, _hull(body.hull_px), 0)
        _fill(numbers, body.top_px, number)
    for hand in scene.hands:
        for outline, _ in hand_outlines(hand, table_side_mm=scene.table_side_mm):
            heights = np.full(len(outline), _ARM_MM)
            _fill(numbers, camera.project(np.column_stack([outline, heights])), 0)
    counts = np.bincount(numbers.ravel(), minlength=len(painted) + 1)[1:]
    areas = [_own_area(body, size) for body in painted]
    return [min(1.0, float(count) / area) for count, area in zip(counts, areas, strict=True)]


def _own_area(body: Body, size: tuple[int, int]) -> float:
    """Return the pixels a surface takes when nothing covers it, counted the same way."""
    quad = body.top_px * _SCALE
    low = np.floor(quad.min(axis=0)).astype(int) - 2
    extent = np.ceil(quad.max(axis=0)).astype(int) + 3 - low
    if (extent > 4 * max(size)).any():
        return float("inf")
    alone = np.zeros((int(extent[1]), int(extent[0])), np.uint16)
    _fill(alone, body.top_px - low / _SCALE, 1)
    return max(1.0, float(np.count_nonzero(alone)))


def _fill(numbers: np.ndarray[tuple[int, ...], np.dtype[np.uint16]], outline_px: Floats, number: int) -> None:
    # OpenCV paints the edge's pixels too: half a pixel less keeps neighbours from covering each other.
    outline = outline_px * _SCALE
    from_middle = outline - outline.mean(axis=0)
    lengths = np.maximum(np.hypot(from_middle[:, 0], from_middle[:, 1]), 1.0)[:, None]
    fixed = np.round((outline - 0.6 * from_middle / lengths) * 16).astype(np.int32)
    cv2.fillConvexPoly(numbers, fixed, number, cv2.LINE_8, 4)


def _hull(points: Floats) -> Floats:
    return np.asarray(cv2.convexHull(points.astype(np.float32)), dtype=np.float64).reshape(-1, 2)
