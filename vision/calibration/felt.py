"""The felt's own colour and where the felt ends across a line. Knows no corners and no camera."""

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats

Pixels = NDArray[np.uint8]

LIGHT_WEIGHT = 0.4
"""Brightness counts less than colour: a lamp changes it across one cloth."""
_LEAST_CONTRAST = 7.0
"""What lies beyond the felt must differ by so much, in CIE Lab."""
_SPREADS = 3.5
_BESIDE_PX = (-6.0, -4.5, -3.0, -1.5, 0.0, 1.5, 3.0, 4.5, 6.0)
"""Each stretch is the mean of neighbours along the edge."""
_RUN = 3
"""So many steps in a row must not be felt before the felt counts as ended."""


@dataclass(frozen=True, slots=True)
class FeltColour:
    """The colour of a cloth, and how much it varies."""

    lab: tuple[float, float, float]
    spread: float

    @classmethod
    def of(cls, samples_bgr: NDArray[np.uint8]) -> Self:
        """Return the colour most of the samples (N, 3) have."""
        lab = to_lab(samples_bgr)
        middle = np.median(lab, axis=0)
        for _ in range(3):
            away = np.linalg.norm(lab - middle, axis=1)
            middle = np.median(lab[away <= np.quantile(away, 0.6)], axis=0)
        away = np.linalg.norm(lab - middle, axis=1)
        light, a, b = middle.tolist()
        return cls((light, a, b), float(np.quantile(away, 0.5)))

    def distance(self, bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return how far colours (..., 3) are from the felt's."""
        flat = to_lab(bgr.reshape(-1, 3)) - np.array(self.lab, np.float32)
        return np.asarray(np.linalg.norm(flat, axis=1).reshape(bgr.shape[:-1]), np.float32)


def to_lab(bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return CIE Lab (N, 3), its brightness weighed less."""
    lab = cv2.cvtColor((bgr.reshape(1, -1, 3) / np.float32(255)).astype(np.float32), cv2.COLOR_BGR2Lab)
    return np.asarray(lab.reshape(-1, 3) * np.array([LIGHT_WEIGHT, 1.0, 1.0]), np.float32)


def felt_ends(image: Pixels, starts: Floats, ends: Floats, *, steps: int) -> Floats:
    """Return where the felt ends on each stretch from ``starts`` (felt) to ``ends``, as a share; nan where it does not.

    Each stretch has its own idea of the felt's colour, taken from its first quarter: light falls off over a table.
    """
    shares = np.linspace(0, 1, steps)
    along = ends - starts
    across = np.column_stack([-along[:, 1], along[:, 0]])
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-6)
    places = starts[:, None] + along[:, None] * shares[None, :, None]
    wide = places[:, None] + across[:, None, None] * np.array(_BESIDE_PX)[None, :, None, None]
    where = wide.reshape(-1, steps, 2).astype(np.float32)
    seen = cv2.remap(image, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lines = (
        to_lab(np.asarray(seen, np.uint8).reshape(-1, 3)).reshape(len(starts), len(_BESIDE_PX), steps, 3).mean(axis=1)
    )
    return np.array([_end(line) for line in lines])


def _end(line: NDArray[np.float32]) -> float:
    """Return the share of a line of colours (steps, 3) at which it leaves the colour it begins with."""
    steps = len(line)
    begun = line[: steps // 4]
    felt = np.median(begun, axis=0)
    away = np.linalg.norm(line - felt, axis=1)
    noise = float(np.quantile(np.linalg.norm(begun - felt, axis=1), 0.8))
    if noise > 6.0:
        return float("nan")
    outside = away > max(_LEAST_CONTRAST, _SPREADS * noise)
    runs = np.convolve(outside, np.ones(_RUN), mode="valid") >= _RUN
    if not runs.any():
        return float("nan")
    first = int(runs.argmax())
    if first < steps // 4:
        return float("nan")
    # The edge is where half of the difference to what lies just beyond is reached.
    plateau = float(np.median(away[first + 1 : first + 6]))
    half = plateau / 2
    index = first
    while index > 0 and away[index - 1] >= half:
        index -= 1
    while index < steps - 1 and away[index] < half:
        index += 1
    low, high = float(away[index - 1]), float(away[index])
    part = (half - low) / (high - low) if high > low else 0.0
    return (index - 1 + min(max(part, 0.0), 1.0)) / (steps - 1)
