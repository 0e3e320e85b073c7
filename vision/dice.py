"""Reads physical dice in the console's dome: how many lie there, what they show, how surely. No game, no calibration.

The network gives for each cell of the straightened window (``vision.dice_window``) the chances that no die has its
middle there or that one does which shows 1 to 6 (``vision.training.train_dice``).
"""

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision import dice_window
from vision.detect import to_batch
from vision.dice_window import Pixels
from vision.geometry import TableCamera
from vision.runtime import MODELS, Network

DICE = "dice.onnx"
CELL_PX = 4
"""Pixels of the window to one cell of the map."""
SURE = 0.9
"""From here on a reading may be told."""
_PRESENT = 0.5
"""A die is taken to lie where its chance is more than this."""
_DOUBTFUL = 0.02
"""A place with less chance of a die than this says nothing against a reading."""
_LOOKS = 4
_MISSED = 2
"""Power of the chance that a doubtful spot is no die: under glints dice are overlooked more often than spots taken."""
_APART_CELLS = 4.5
"""Middles of two dice are farther apart than this any way: the smallest die is five and a half cells wide."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die."""

    value: int
    confidence: float
    """Chance that a die lies here and shows this."""
    centre_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class DiceReading:
    """What the dome shows."""

    dice: tuple[SeenDie, ...]
    """From left to right."""
    confidence: float
    """Chance that these are all dice and that every value is right."""

    @property
    def values(self) -> tuple[int, ...]:
        """What the dice show, from left to right."""
        return tuple(die.value for die in self.dice)

    @property
    def sure_values(self) -> tuple[int, ...] | None:
        """The values where there are dice and they are read surely enough to be told, else None."""
        return self.values if self.dice and self.confidence >= SURE else None


class DiceReader:
    """Reads the dice of one calibrated table."""

    def __init__(self, camera: TableCamera, network: Network) -> None:
        self._network = network
        self._places = dice_window.window_map(camera)

    @classmethod
    def load(cls, camera: TableCamera, models: Path = MODELS, *, threads: int = 1) -> Self:
        """Return a reader with the weights in ``models``. Raises ModelError."""
        return cls(camera, Network(models / DICE, threads=threads))

    def read(self, image: Pixels) -> DiceReading:
        """Return the dice of a BGR picture of the calibrated camera."""
        return read_window(dice_window.straighten(image, self._places), self._network)


def read_window(window: Pixels, network: Network) -> DiceReading:
    """Return the dice in a straightened window, looked at from its four sides: what only one look sees is no die."""
    turned = np.stack([np.ascontiguousarray(np.rot90(window, quarters)) for quarters in range(_LOOKS)])
    (logits,) = network.run(to_batch(turned))
    return reading_of(chances_of(joined_looks(logits)))


def joined_looks(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return one map of logits from those of a window's four turns (4, 7, H, W)."""
    upright = [np.rot90(part, -quarters, axes=(1, 2)) for quarters, part in enumerate(logits)]
    return np.asarray(np.mean(upright, axis=0), np.float64)


def reading_of(chances: NDArray[np.float64]) -> DiceReading:
    """Return the dice that a map of chances (7, H, W) tells of."""
    present = 1 - chances[0]
    dice: list[SeenDie] = []
    confidence = 1.0
    for row, column in _middles(present):
        if present[row, column] <= _PRESENT:
            confidence *= (1 - float(present[row, column])) ** _MISSED
            continue
        die = _die(chances, present, row, column)
        confidence *= die.confidence
        dice.append(die)
    return DiceReading(tuple(sorted(dice, key=lambda die: die.centre_mm)), confidence)


@cache
def _within_reach() -> NDArray[np.bool_]:
    """Return for each cell of the map whether a die may have its middle there."""
    steps = np.arange(dice_window.SIDE_PX // CELL_PX, dtype=np.float64)
    places = dice_window.cells_to_mm(np.stack(np.meshgrid(steps, steps), axis=2), cell_px=CELL_PX)
    return np.asarray(np.hypot(places[..., 0], places[..., 1]) <= dice_window.REACH_MM)


def _middles(present: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Return the cells in which a die may have its middle, the surest first; cells near a surer one belong to it."""
    cells = np.argwhere(_within_reach() & (present > _DOUBTFUL))
    order = np.argsort(-present[tuple(cells.T)], kind="stable")
    found: list[tuple[int, int]] = []
    for row, column in cells[order].tolist():
        if all(math.hypot(row - r, column - c) > _APART_CELLS for r, c in found):
            found.append((row, column))
    return found


def chances_of(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the chances (7, H, W) that a map of logits tells of."""
    raised = np.exp(logits - logits.max(axis=0))
    return np.asarray(raised / raised.sum(axis=0), np.float64)


def _die(chances: NDArray[np.float64], present: NDArray[np.float64], row: int, column: int) -> SeenDie:
    """Return the die with its middle at a cell, from that cell and its neighbours."""
    rows = slice(max(0, row - 1), row + 2)
    columns = slice(max(0, column - 1), column + 2)
    weight = present[rows, columns]
    votes = (chances[1:, rows, columns]).sum(axis=(1, 2)) / weight.sum()
    value = int(votes.argmax()) + 1
    grid = np.mgrid[rows.start : rows.start + weight.shape[0], columns.start : columns.start + weight.shape[1]]
    y, x = ((grid * weight).sum(axis=(1, 2)) / weight.sum()).tolist()
    ((x_mm, y_mm),) = dice_window.cells_to_mm(np.array([[x, y]]), cell_px=CELL_PX)
    return SeenDie(value, float(votes.max() * present[row, column]), (float(x_mm), float(y_mm)))
