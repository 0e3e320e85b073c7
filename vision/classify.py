"""Names a straight-cut tile face: which of 34, a back, or something else, how surely, and which way up."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import Pixels, to_batch
from vision.labels import LABELS, Label
from vision.runtime import MODELS, NAMER, Network

SIDE_PX = 64
"""Side of the namer's square input."""
BATCH = 32


@dataclass(frozen=True, slots=True)
class Naming:
    """What one face was taken for."""

    label: Label
    confidence: float
    """Calibrated probability of ``label``, 0..1."""
    second: Label
    second_confidence: float
    turns: tuple[float, float, float, float]
    """How likely each corner of the cut, clockwise from its top left, is the top left of the upright face."""

    @property
    def turn(self) -> int:
        """The likeliest corner."""
        return self.turns.index(max(self.turns))


class TileNamer:
    """The naming network with its reading."""

    def __init__(self, network: Network) -> None:
        self._network = network

    @classmethod
    def load(cls, models: Path = MODELS, *, threads: int = 1) -> Self:
        """Return the namer with the weights in ``models``. Raises ModelError."""
        return cls(Network(models / NAMER, threads=threads))

    def name(self, crops: Sequence[Pixels]) -> list[Naming]:
        """Return what each BGR crop of one face shows; crops of any size are stretched to the namer's square."""
        namings: list[Naming] = []
        for start in range(0, len(crops), BATCH):
            squares = np.stack([to_square(crop) for crop in crops[start : start + BATCH]])
            logits, turns = self._network.run(to_batch(squares))[:2]
            namings += [_naming(_softmax(a), _softmax(b)) for a, b in zip(logits, turns, strict=True)]
        return namings


def cut_straight(image: Pixels, corners: NDArray[np.floating]) -> Pixels:
    """Return the face between four corners (4, 2), in their order clockwise, as the namer's square."""
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    # A face much larger than the square is cut at twice its size first, else fine lines would break up.
    side = SIDE_PX * (2 if sides.mean() > 1.5 * SIDE_PX else 1)
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), target)
    cut = cv2.warpPerspective(image, homography, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return to_square(np.asarray(cut, np.uint8))


def to_square(crop: Pixels) -> Pixels:
    """Return a crop stretched to the namer's square."""
    height, width = crop.shape[:2]
    if (height, width) == (SIDE_PX, SIDE_PX):
        return crop
    shrink = cv2.INTER_AREA if height * width > 1.5 * SIDE_PX * SIDE_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(crop, (SIDE_PX, SIDE_PX), interpolation=shrink), np.uint8)


def _softmax(logits: NDArray[Any]) -> NDArray[np.float64]:
    powers = np.exp((logits - logits.max()).astype(np.float64))
    return np.asarray(powers / powers.sum(), np.float64)


def _naming(chances: NDArray[np.float64], turns: NDArray[np.float64]) -> Naming:
    second, best = np.argsort(chances)[-2:]
    a, b, c, d = (float(turn) for turn in turns)
    return Naming(LABELS[best], float(chances[best]), LABELS[second], float(chances[second]), (a, b, c, d))
