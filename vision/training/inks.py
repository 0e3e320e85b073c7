"""The same face from another maker: other inks, other thickness of line, lines bent a little. What it says stays."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.faces import Pixels

_HUES = 180
_GROUPS: tuple[tuple[int, int], ...] = ((160, 195), (35, 90), (90, 135))
"""Red, green and blue as ranges of OpenCV's hue, which goes round at 180."""


def inked_anew(cut: Pixels, rng: np.random.Generator) -> Pixels:
    """Return the cut with its reds, greens and blues each changed as a whole; now and then one turns dark."""
    shift = np.zeros(_HUES, np.float32)
    saturation, value = np.ones(_HUES, np.float32), np.ones(_HUES, np.float32)
    dark = int(rng.integers(len(_GROUPS))) if rng.random() < 0.3 else -1
    for place, (low, high) in enumerate(_GROUPS):
        hues = np.arange(low, high) % _HUES
        shift[hues] = rng.normal(0, 6)
        saturation[hues] = rng.uniform(0.6, 1.3)
        value[hues] = rng.uniform(0.6, 1.25)
        if place == dark:
            saturation[hues], value[hues] = rng.uniform(0.1, 0.5), rng.uniform(0.3, 0.7)
    hsv = cv2.cvtColor(cut, cv2.COLOR_BGR2HSV)
    hue = hsv[..., 0]
    strength = np.clip((hsv[..., 1].astype(np.float32) - 50) / 40, 0, 1)
    changed = np.empty(hsv.shape, np.float32)
    changed[..., 0] = (hue + shift[hue] * strength) % _HUES
    changed[..., 1] = hsv[..., 1] * (1 + (saturation[hue] - 1) * strength)
    changed[..., 2] = hsv[..., 2] * (1 + (value[hue] - 1) * strength)
    return np.asarray(cv2.cvtColor(np.clip(changed, 0, 255).astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8)


def bolder_or_finer(cut: Pixels, rng: np.random.Generator) -> Pixels:
    """Return the cut with every dark line a little broader or thinner."""
    size = (2, 2) if rng.random() < 0.6 else (3, 3)
    kernel: NDArray[np.uint8] = np.ones(size, np.uint8)
    change = cv2.erode if rng.random() < 0.5 else cv2.dilate
    mixed = cv2.addWeighted(cut, 0.4, change(cut, kernel), 0.6, 0)
    return np.asarray(mixed, np.uint8)


def covered_at_an_edge(cut: Pixels, rng: np.random.Generator) -> Pixels:
    """Return the cut with a finger, a neighbour or the dark over a small part of one side or corner."""
    side = cut.shape[0]
    out = cut.copy()
    centre = rng.uniform(0, side, 2)
    centre[int(rng.integers(2))] = rng.choice([-0.10, 1.10]) * side
    axes = (int(rng.uniform(0.15, 0.4) * side), int(rng.uniform(0.1, 0.2) * side))
    colour = tuple(
        int(v) for v in np.clip(np.array([120, 150, 205]) * rng.uniform(0.2, 1.2) + rng.normal(0, 25, 3), 0, 255)
    )
    cv2.ellipse(
        out, (int(centre[0]), int(centre[1])), axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA
    )
    return out


def bent(image: Pixels, rng: np.random.Generator) -> Pixels:
    """Return a whole face with its parts pushed about smoothly, as another hand would have drawn it."""
    height, width = image.shape[:2]
    knots = int(rng.integers(4, 8))
    push = np.zeros((knots, knots, 2), np.float32)
    # Neighbouring knots lie 14 to 33 % of the face apart: pushes of 2 % bend circles and strokes, and break none.
    push[1:-1, 1:-1] = rng.normal(0, rng.uniform(0.004, 0.02), (knots - 2, knots - 2, 2))
    field = cv2.resize(push, (width, height), interpolation=cv2.INTER_CUBIC)
    xs, ys = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    bent_xs, bent_ys = xs + field[..., 0] * width, ys + field[..., 1] * height
    moved = cv2.remap(image, bent_xs, bent_ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)
