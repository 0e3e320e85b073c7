"""A tile's upper surface as pixels with rounded corners and soft edges, ready to be laid into a picture."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.labels import Label
from vision.synthetic.art.faces import face
from vision.synthetic.art.raster import raster
from vision.synthetic.art.styles import style
from vision.synthetic.bodies import BACK_SHARE
from vision.synthetic.pixels import Bgr, Pixels

_CORNER_MM = 2.4
_EDGE_MM = 1.3
"""Width of the rounded edge that catches less light."""
_EDGE_IVORY: Bgr = (216, 232, 238)
_ART_INSET = 0.035
"""Share of the tile's width left plain around the face."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """Premultiplied BGR and opacity of the same size."""

    paint: Pixels
    cover: Pixels


@lru_cache(maxsize=512)
def face_sprite(label: Label, art_style: int, size_px: tuple[int, int], px_per_mm: float) -> Sprite:
    """Return the upper surface of a tile lying face up, ``size_px`` wide and high."""
    art = style(art_style)
    inset = round(size_px[0] * _ART_INSET)
    inner = (size_px[0] - 2 * inset, size_px[1] - 2 * inset)
    pixels = raster(face(label, art), inner, engraving=art.engraving)
    ground = (art.ivory[2], art.ivory[1], art.ivory[0])
    bordered = cv2.copyMakeBorder(pixels, inset, inset, inset, inset, cv2.BORDER_CONSTANT, value=ground)
    return _rounded(bordered.astype(np.uint8, copy=False), px_per_mm)


@lru_cache(maxsize=64)
def back_sprite(back_bgr: Bgr, size_px: tuple[int, int], px_per_mm: float) -> Sprite:
    """Return the upper surface of a tile lying face down."""
    return _rounded(np.full((size_px[1], size_px[0], 3), back_bgr, np.uint8), px_per_mm)


@lru_cache(maxsize=64)
def edge_sprite(back_bgr: Bgr, size_px: tuple[int, int], px_per_mm: float) -> Sprite:
    """Return the narrow upper edge of a standing tile: ivory at its face's side, then the back's colour."""
    pixels = np.full((size_px[1], size_px[0], 3), back_bgr, np.uint8)
    pixels[: round(size_px[1] * (1 - BACK_SHARE))] = _EDGE_IVORY
    return _rounded(pixels, px_per_mm)


def _rounded(pixels: Pixels, px_per_mm: float) -> Sprite:
    height, width = pixels.shape[:2]
    oversampling = 4
    big = np.zeros((height * oversampling, width * oversampling), np.uint8)
    radius = max(1, round(_CORNER_MM * px_per_mm * oversampling))
    cv2.rectangle(big, (radius, 0), (big.shape[1] - 1 - radius, big.shape[0] - 1), 255, -1)
    cv2.rectangle(big, (0, radius), (big.shape[1] - 1, big.shape[0] - 1 - radius), 255, -1)
    for x in (radius, big.shape[1] - 1 - radius):
        for y in (radius, big.shape[0] - 1 - radius):
            cv2.circle(big, (x, y), radius, 255, -1)
    cover = cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA)
    inside = cv2.distanceTransform(cv2.copyMakeBorder(big, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0), cv2.DIST_L2, 3)
    depth = cv2.resize(inside[1:-1, 1:-1], (width, height), interpolation=cv2.INTER_AREA) / oversampling
    edge = np.clip(depth / (_EDGE_MM * px_per_mm), 0, 1)
    gain = (0.72 + 0.28 * np.sqrt(edge)) * (cover / 255.0)
    paint = np.clip(pixels * gain[:, :, None], 0, 255).astype(np.uint8)
    return Sprite(paint, cover.astype(np.uint8, copy=False))
