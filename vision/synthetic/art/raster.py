"""A drawing as anti-aliased pixels. Not the tile's body, light or place on a table."""

from typing import assert_never

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic.art.primitives import FACE_HEIGHT, FACE_WIDTH, Disc, Drawing, Ink, Ring, Shape

Pixels = npt.NDArray[np.uint8]

_OVERSAMPLING = 4
_SHIFT = 4
"""Fraction bits of OpenCV's drawing coordinates."""


def raster(drawing: Drawing, size_px: tuple[int, int], *, engraving: float = 0.0) -> Pixels:
    """Return the face as BGR pixels of ``size_px`` (width, height); ``engraving`` 0..1 shades the edges of the art."""
    width_px, height_px = size_px
    big = (width_px * _OVERSAMPLING, height_px * _OVERSAMPLING)
    canvas = np.full((big[1], big[0], 3), _bgr(drawing.ground), np.uint8)
    scale = (big[0] / FACE_WIDTH, big[1] / FACE_HEIGHT)
    for part in drawing.parts:
        _paint(canvas, part, scale)
    if engraving > 0:
        canvas = _engraved(canvas, drawing.ground, engraving)
    return np.asarray(cv2.resize(canvas, size_px, interpolation=cv2.INTER_AREA), np.uint8)


def _paint(canvas: Pixels, part: Disc | Ring | Shape, scale: tuple[float, float]) -> None:
    mean = (scale[0] + scale[1]) / 2
    match part:
        case Disc(x, y, radius, ink):
            cv2.circle(
                canvas,
                _fixed(x, y, scale),
                round(radius * mean * 2**_SHIFT),
                _bgr(ink),
                -1,
                cv2.LINE_8,
                _SHIFT,
            )
        case Ring(x, y, radius, width, ink):
            line_px = max(1, round(width * mean))
            cv2.circle(
                canvas,
                _fixed(x, y, scale),
                round(radius * mean * 2**_SHIFT),
                _bgr(ink),
                line_px,
                cv2.LINE_8,
                _SHIFT,
            )
        case Shape(points, ink):
            fixed = np.array([_fixed(x, y, scale) for x, y in points], np.int32)
            cv2.fillPoly(canvas, [fixed], _bgr(ink), cv2.LINE_8, _SHIFT)
        case _:
            assert_never(part)


def _fixed(x: float, y: float, scale: tuple[float, float]) -> tuple[int, int]:
    # OpenCV's whole coordinates are pixel middles, ours are pixel edges: half a pixel apart.
    return (round((x * scale[0] - 0.5) * 2**_SHIFT), round((y * scale[1] - 0.5) * 2**_SHIFT))


def _bgr(ink: Ink) -> tuple[int, int, int]:
    return (ink[2], ink[1], ink[0])


def _engraved(canvas: Pixels, ground: Ink, strength: float) -> Pixels:
    """Darken cut lines at their upper left inside and lighten their lower right edge, as light from there would."""
    art = np.any(canvas != np.array(_bgr(ground), np.uint8), axis=2).astype(np.float32)
    step = max(1, canvas.shape[1] // 110)
    soft = cv2.GaussianBlur(art, (0, 0), step * 0.8)
    relief = soft - np.roll(soft, (step, step), axis=(0, 1))
    shaded = canvas.astype(np.float32) - 70.0 * strength * relief[:, :, None]
    return np.asarray(np.clip(shaded, 0, 255), np.uint8)
