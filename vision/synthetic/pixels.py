"""Array types and small painting helpers the renderer's parts share. Knows nothing of tables."""

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
"""BGR, or one channel."""
Floats = npt.NDArray[np.float64]
Bgr = tuple[int, int, int]

_SHIFT = 4
"""Fraction bits of OpenCV's drawing coordinates."""


def shaded(colour: Bgr, gain: float) -> Bgr:
    """Return a colour made lighter or darker, held to 0..255.

    >>> shaded((10, 100, 200), 1.5)
    (15, 150, 255)
    """
    blue, green, red = (max(0, min(255, round(value * gain))) for value in colour)
    return (blue, green, red)


def fill(canvas: Pixels, outline_px: Floats, colour: Bgr | int) -> None:
    """Fill a convex outline, edges anti-aliased."""
    fixed = np.round(outline_px * 2**_SHIFT).astype(np.int32)
    cv2.fillConvexPoly(canvas, fixed, colour, cv2.LINE_AA, _SHIFT)


def darken(canvas: Pixels, shade: Pixels, strength: float) -> None:
    """Darken a picture in place where ``shade`` (0..255, same size) is high; ``strength`` 1 reaches black."""
    kept = cv2.convertScaleAbs(shade, alpha=-min(strength, 1.0), beta=255.0)
    cv2.multiply(canvas, cv2.cvtColor(kept, cv2.COLOR_GRAY2BGR), dst=canvas, scale=1 / 255)


def blend(canvas: Pixels, paint: Pixels, cover: Pixels) -> None:
    """Lay premultiplied ``paint`` over a picture in place; ``cover`` is its opacity, 0..255."""
    rest = cv2.cvtColor(255 - cover, cv2.COLOR_GRAY2BGR)
    cv2.multiply(canvas, rest, dst=canvas, scale=1 / 255)
    cv2.add(canvas, paint, dst=canvas)
