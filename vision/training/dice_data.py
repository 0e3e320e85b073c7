"""Rendered dice windows to learn from: drawn by several processes, kept in a folder, cut into pieces. No network."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision import dice_window
from vision.dice import CELL_PX
from vision.synthetic.random_dice import random_dice_window

CELLS = dice_window.SIDE_PX // CELL_PX
CROP_CELLS = 24
IGNORED = -1
_MIDDLE_CELLS = 1.2
_AROUND_CELLS = 2.6
_CHUNK = 250
_WITH_DIE = 0.8
"""Share of the pieces in which a die lies: background teaches little."""


@dataclass(frozen=True, slots=True)
class Windows:
    """Windows (N, H, W, 3), what each cell of their maps should say (0, a value or IGNORED), and what lies in each."""

    images: NDArray[np.uint8]
    targets: NDArray[np.int8]
    values: tuple[tuple[int, ...], ...]

    def piece(self, number: int, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """Return a piece of a window and of its target, mostly one with a die."""
        rows, columns = np.nonzero(self.targets[number] > 0)
        if len(rows) and rng.random() < _WITH_DIE:
            which = int(rng.integers(len(rows)))
            return self.piece_around((number, int(rows[which]), int(columns[which])), rng)
        return self._cut(number, *(int(value) for value in rng.integers(0, CELLS - CROP_CELLS + 1, 2)))

    def piece_around(
        self, place: tuple[int, int, int], rng: np.random.Generator
    ) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """Return a piece that shows a cell, given with its window, anywhere but at the edge."""
        number, row, column = place
        return self._cut(number, *(cell - int(rng.integers(4, CROP_CELLS - 4)) for cell in (row, column)))

    def _cut(self, number: int, top: int, left: int) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        top, left = (int(np.clip(value, 0, CELLS - CROP_CELLS)) for value in (top, left))
        high = slice(top * CELL_PX, (top + CROP_CELLS) * CELL_PX)
        wide = slice(left * CELL_PX, (left + CROP_CELLS) * CELL_PX)
        return self.images[number, high, wide], self.targets[number, top : top + CROP_CELLS, left : left + CROP_CELLS]


def windows(count: int, *, seed: int) -> Windows:
    """Return windows rendered from one seed."""
    rng = np.random.default_rng(seed)
    drawn = [random_dice_window(rng) for _ in range(count)]
    return Windows(
        np.stack([window.pixels for window in drawn]),
        np.stack([target_of(window.values, window.places_mm) for window in drawn]),
        tuple(window.values for window in drawn),
    )


def target_of(values: tuple[int, ...], places_mm: tuple[tuple[float, float], ...]) -> NDArray[np.int8]:
    """Return what each cell should say; cells near a die's middle but not on it say anything."""
    target = np.zeros((CELLS, CELLS), np.int8)
    rows, columns = np.mgrid[0:CELLS, 0:CELLS]
    cell_mm = CELL_PX / dice_window.PX_PER_MM
    far = [
        np.hypot(columns - (x + dice_window.HALF_MM) / cell_mm + 0.5, rows - (y + dice_window.HALF_MM) / cell_mm + 0.5)
        for x, y in places_mm
    ]
    for distance in far:
        target[distance < _AROUND_CELLS] = IGNORED
    for value, distance in zip(values, far, strict=True):
        target[distance < _MIDDLE_CELLS] = value
    return target


def rendered(count: int, *, seed: int, workers: int, store: Path | None = None) -> Windows:
    """Return windows drawn by several processes, or taken from ``store`` where an earlier run left them."""
    starts = range(0, count, _CHUNK)
    orders = [(min(_CHUNK, count - start), seed * 100_000 + start, store) for start in starts]
    with ProcessPoolExecutor(workers) as pool:
        parts = list(pool.map(_chunk, orders))
    return joined(parts)


def joined(parts: Sequence[Windows]) -> Windows:
    """Return windows of several parts as one."""
    return Windows(
        np.concatenate([part.images for part in parts]),
        np.concatenate([part.targets for part in parts]),
        tuple(values for part in parts for values in part.values),
    )


def _chunk(order: tuple[int, int, Path | None]) -> Windows:
    count, seed, store = order
    if store is None:
        return windows(count, seed=seed)
    kept = store / f"dice_{seed}_{count}.npz"
    if kept.exists():
        with np.load(kept) as arrays:
            shown = tuple(tuple(int(value) for value in row if value) for row in arrays["values"])
            return Windows(arrays["images"], arrays["targets"], shown)
    made = windows(count, seed=seed)
    values = np.zeros((count, 8), np.int8)
    for row, thrown in zip(values, made.values, strict=True):
        row[: len(thrown)] = thrown
    store.mkdir(parents=True, exist_ok=True)
    half_written = kept.with_suffix(".part.npz")
    np.savez(half_written, images=made.images, targets=made.targets, values=values)
    half_written.replace(kept)
    return made
