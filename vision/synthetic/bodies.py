"""Tiles as boxes in space: their corners, which layer is which, and the order to paint them in. No pixels of faces."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import TableCamera
from vision.synthetic.pixels import Bgr, Floats, shaded
from vision.synthetic.scene import Look, Pose, SceneTile, TileSize

BACK_SHARE = 0.38
"""How much of a tile's thickness is the coloured layer."""
_SIDE_IVORY: Bgr = (208, 224, 230)


@dataclass(frozen=True, slots=True)
class Facet:
    """One flat piece of a body as the camera sees it."""

    outline_px: Floats
    colour: Bgr


@dataclass(frozen=True, slots=True)
class Body:
    """One tile ready to paint: what is seen of its sides, and its upper surface."""

    tile: SceneTile
    facets: tuple[Facet, ...]
    top_px: Floats
    """Corners of the upper surface, clockwise from the top left of the upright face."""
    hull_px: Floats
    """All twelve corner points; their hull is the silhouette."""
    shadow_px: Floats
    """Points whose hull is the shadow on the felt."""
    depth: tuple[int, float]
    """Sort key: painted in ascending order."""


def top_height_mm(tile: SceneTile, size: TileSize) -> float:
    """Return the height of a tile's upper surface over the felt."""
    height = size.length_mm if tile.pose is Pose.STANDING else size.thickness_mm
    return tile.level * size.thickness_mm + height


def corners_mm(tile: SceneTile, size: TileSize) -> Floats:
    """Return the four corners (4, 2) of a tile's footprint, clockwise from the top left of its upright face.

    A standing tile's "top" is the side its face looks to.
    """
    depth_mm = size.thickness_mm if tile.pose is Pose.STANDING else size.length_mm
    return _rectangle(tile, size.width_mm, depth_mm / 2, -depth_mm / 2)


def bodies(tiles: tuple[SceneTile, ...], size: TileSize, look: Look, camera: TableCamera) -> tuple[Body, ...]:
    """Return the tiles' bodies in the order given."""
    if not tiles:
        return ()
    corners = np.stack([_twelve_mm(tile, size) for tile in tiles])
    falls = np.stack([_shadow_mm(points, look) for points in corners])
    pixels = camera.project(np.concatenate([corners.reshape(-1, 3), falls.reshape(-1, 3)]))
    count = len(tiles) * 12
    seen = pixels[:count].reshape(len(tiles), 12, 2)
    shadows = pixels[count:].reshape(len(tiles), -1, 2)
    eye_x, eye_y = eye_mm(camera)
    return tuple(
        Body(
            tile=tile,
            facets=_facets(tile, points, look),
            top_px=points[8:12],
            hull_px=points,
            shadow_px=shadow,
            depth=(tile.level, -math.hypot(tile.centre_mm[0] - eye_x, tile.centre_mm[1] - eye_y)),
        )
        for tile, points, shadow in zip(tiles, seen, shadows, strict=True)
    )


def eye_mm(camera: TableCamera) -> tuple[float, float]:
    """Return the point of the felt straight below the camera."""
    rotation = _rotation(camera)
    x, y, _ = -rotation.T @ np.array(camera.tvec)
    return (float(x), float(y))


def _rotation(camera: TableCamera) -> Floats:
    return np.asarray(cv2.Rodrigues(np.array(camera.rvec))[0], dtype=np.float64)


def _rectangle(tile: SceneTile, width_mm: float, front_mm: float, rear_mm: float) -> Floats:
    turn = math.radians(tile.angle_deg)
    right = np.array([math.cos(turn), math.sin(turn)]) * width_mm / 2
    up = np.array([math.sin(turn), -math.cos(turn)])
    centre = np.array(tile.centre_mm)
    return np.array(
        [
            centre - right + up * front_mm,
            centre + right + up * front_mm,
            centre + right + up * rear_mm,
            centre - right + up * rear_mm,
        ]
    )


def _twelve_mm(tile: SceneTile, size: TileSize) -> Floats:
    """Return the corners of the bottom, of the layers' border and of the top.

    Lying, the border is a horizontal section. Standing, it is the upright section's four corners: two below, two above.
    """
    foot = corners_mm(tile, size)
    low = tile.level * size.thickness_mm
    high = top_height_mm(tile, size)
    if tile.pose is Pose.STANDING:
        border = size.thickness_mm * (BACK_SHARE - 0.5)
        cut = _rectangle(tile, size.width_mm, border, border)[:2]
        middle = np.vstack([_at(cut, low), _at(cut, high)])
    else:
        share = BACK_SHARE if tile.pose is Pose.FACE_UP else 1 - BACK_SHARE
        middle = _at(foot, low + (high - low) * share)
    return np.vstack([_at(foot, low), middle, _at(foot, high)])


def _at(points: Floats, z_mm: float) -> Floats:
    return np.column_stack([points, np.full(len(points), z_mm)])


def _shadow_mm(twelve: Floats, look: Look) -> Floats:
    """Return the footprint and where the light throws the upper corners on the felt."""
    turn = math.radians(look.shadow_deg)
    away = 0.32 * np.array([math.sin(turn), -math.cos(turn)])
    ends = np.concatenate([twelve[:4], twelve[8:]])
    flat = ends[:, :2] + ends[:, 2:3] * away
    return _at(flat, 0.0)


_LYING = tuple(
    (
        side,
        layer,
        (layer * 4 + side, layer * 4 + (side + 1) % 4, layer * 4 + 4 + (side + 1) % 4, layer * 4 + 4 + side),
    )
    for side in range(4)
    for layer in range(2)
)
"""Side walls of a lying tile: side, layer from below, corner numbers."""
_STANDING = (
    (0, True, (0, 1, 9, 8)),
    (1, True, (1, 5, 7, 9)),
    (1, False, (5, 2, 10, 7)),
    (2, False, (2, 3, 11, 10)),
    (3, False, (3, 4, 6, 11)),
    (3, True, (4, 0, 8, 6)),
)
"""Walls of a standing tile: side, whether of ivory, corner numbers."""


def _facets(tile: SceneTile, points: Floats, look: Look) -> tuple[Facet, ...]:
    back, ivory = look.back_bgr, _SIDE_IVORY
    if tile.pose is Pose.STANDING:
        walls = [
            (points[list(corners)], shaded(ivory if is_ivory else back, _wall_gain(tile, side, look)))
            for side, is_ivory, corners in _STANDING
        ]
        sides = [Facet(outline, colour) for outline, colour in walls if _faces_camera(outline)]
        return (*sides, Facet(points[8:12], shaded(ivory, 0.8)))
    layers = (back, ivory) if tile.pose is Pose.FACE_UP else (ivory, back)
    sides = [
        Facet(points[list(corners)], shaded(layers[layer], _wall_gain(tile, side, look)))
        for side, layer, corners in _LYING
        if _faces_camera(points[list(corners)])
    ]
    return (*sides, Facet(points[8:12], shaded(layers[1], 0.8)))


def _faces_camera(outline_px: Floats) -> bool:
    """Tell whether a wall listed bottom edge first, clockwise from above, turns its outside to the camera."""
    (ax, ay), (bx, by), (cx, cy) = outline_px[:3].tolist()
    return bool((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0)


def _wall_gain(tile: SceneTile, side: int, look: Look) -> float:
    """Return how bright a wall is: those turned to the light are brighter."""
    towards = math.radians(tile.angle_deg + 90 * side - look.shadow_deg)
    return 0.68 - 0.16 * math.cos(towards)
