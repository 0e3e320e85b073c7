"""Painting tiles into part of a picture: shadows on the ground, then bodies from far to near. Unlit."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.labels import Label
from vision.synthetic.bodies import Body
from vision.synthetic.pixels import Floats, Pixels, blend, darken, fill
from vision.synthetic.scene import Look, Pose, TileSize
from vision.synthetic.sprites import Sprite, back_sprite, edge_sprite, face_sprite

_COARSE = 4
"""Shadows are soft: they are drawn at a quarter of the size."""
_SHADOW_PAD = 16
"""Coarse pixels around a part that may still shade into it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A rectangle of the picture, its edges on whole coarse pixels."""

    left: int
    upper: int
    right: int
    lower: int

    @property
    def rows(self) -> slice:
        """Return its rows."""
        return slice(self.upper, self.lower)

    @property
    def columns(self) -> slice:
        """Return its columns."""
        return slice(self.left, self.right)

    def grown(self, by_px: int, *, width_px: int, height_px: int) -> "Part":
        """Return the part with more room on each side, inside the picture."""
        return Part(
            max(0, self.left - by_px),
            max(0, self.upper - by_px),
            min(width_px, self.right + by_px),
            min(height_px, self.lower + by_px),
        )

    def meets(self, low: Floats, high: Floats) -> bool:
        """Tell whether a box of pixels touches this part."""
        return bool(low[0] < self.right and high[0] >= self.left and low[1] < self.lower and high[1] >= self.upper)


def part_around(points_px: Floats, *, margin_px: float, width_px: int, height_px: int) -> Part | None:
    """Return the part of a picture around points, or nothing if they lie outside."""
    low = np.floor((points_px.min(axis=0) - margin_px) / _COARSE).astype(int) * _COARSE
    high = np.ceil((points_px.max(axis=0) + margin_px) / _COARSE).astype(int) * _COARSE
    part = Part(max(0, int(low[0])), max(0, int(low[1])), min(width_px, int(high[0])), min(height_px, int(high[1])))
    return part if part.right > part.left and part.lower > part.upper else None


@dataclass(frozen=True, slots=True)
class Painter:
    """What all tiles of a scene share."""

    look: Look
    size: TileSize
    px_per_mm: float

    def paint(self, canvas: Pixels, part: Part, bodies: tuple[Body, ...]) -> None:
        """Paint what ``part`` shows of the bodies onto ``canvas``, which holds the ground of that part."""
        corner = np.array([part.left, part.upper], dtype=np.float64)
        self._shade(canvas, part, bodies)
        for body in bodies:
            if part.meets(body.hull_px.min(axis=0) - 2, body.hull_px.max(axis=0) + 2):
                self._draw(canvas, body, corner)

    def _shade(self, canvas: Pixels, part: Part, bodies: tuple[Body, ...]) -> None:
        pad = _SHADOW_PAD
        height, width = -(-canvas.shape[0] // _COARSE), -(-canvas.shape[1] // _COARSE)
        shade = np.zeros((height + 2 * pad, width + 2 * pad), np.uint8)
        corner = np.array([part.left, part.upper]) / _COARSE - pad
        reach = pad * _COARSE
        for body in bodies:
            if part.meets(body.shadow_px.min(axis=0) - reach, body.shadow_px.max(axis=0) + reach):
                hull = cv2.convexHull(body.shadow_px.astype(np.float32)).reshape(-1, 2)
                fill(shade, hull / _COARSE - corner, 255)
        blurred = cv2.GaussianBlur(shade, (0, 0), max(0.6, 2.6 * self.px_per_mm / _COARSE))
        full = cv2.resize(blurred, None, fx=_COARSE, fy=_COARSE, interpolation=cv2.INTER_LINEAR)
        inner = full[reach : reach + canvas.shape[0], reach : reach + canvas.shape[1]]
        darken(canvas, inner.astype(np.uint8, copy=False), self.look.shadow)

    def _draw(self, canvas: Pixels, body: Body, corner: Floats) -> None:
        for facet in body.facets:
            fill(canvas, facet.outline_px - corner, facet.colour)
        lay(canvas, self._sprite(body), body.top_px - corner)

    def _sprite(self, body: Body) -> Sprite:
        scale = max(0.5, round(self.px_per_mm * 1.2 * 4) / 4)
        size_px = (round(self.size.width_mm * scale), round(self.size.length_mm * scale))
        if body.tile.pose is Pose.STANDING:
            edge_px = (size_px[0], round(self.size.thickness_mm * scale))
            return edge_sprite(self.look.back_bgr, edge_px, scale)
        if body.tile.pose is Pose.FACE_DOWN or body.tile.label is Label.BACK:
            return back_sprite(self.look.back_bgr, size_px, scale)
        return face_sprite(body.tile.label, self.look.art_style, size_px, scale)


def lay(canvas: Pixels, sprite: Sprite, quad_px: Floats) -> None:
    """Lay a sprite into a quadrangle of the picture, its top left corner first."""
    low = np.maximum(np.floor(quad_px.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(quad_px.max(axis=0)).astype(int) + 2, (canvas.shape[1], canvas.shape[0]))
    if (high <= low).any():
        return
    height, width = sprite.cover.shape
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(source, (quad_px - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    paint = cv2.warpPerspective(sprite.paint, warp, size, flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(sprite.cover, warp, size, flags=cv2.INTER_LINEAR)
    view = canvas[low[1] : high[1], low[0] : high[0]]
    blend(view, paint.astype(np.uint8, copy=False), cover.astype(np.uint8, copy=False))
