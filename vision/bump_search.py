"""Guesses where a camera that was moved far may hang: every shift and turn is tried, and several are named.

A line may be taken for another one beside it, the felt's edge for the rim's; so no guess is the answer, and whoever
asks looks closer at each (``vision.bump_check``).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats
from vision.landmarks import SCALES, Landmarks, Pixels, Signals, likenesses, scaled

FARTHEST_PX = 176.0
"""Shifts up to this in each direction are tried."""
_TURNS_DEG = np.arange(-7.0, 7.5, 1.0)
_STEP = 2
"""Shifts are tried so far apart, in pixels of the smaller picture."""
_CHANCE = 0.35
"""Two profiles that have nothing to do with each other may be this much alike."""
_GUESSES = 6
_APART = 4
"""Guesses are at least so many steps from each other."""


@dataclass(frozen=True, slots=True)
class Guess:
    """One common movement of the picture."""

    shift_px: tuple[float, float]
    turn: float
    """Radians about the middle of the landmarks, clockwise."""


def guesses(grey: Pixels, landmarks: Landmarks, used: NDArray[np.int64]) -> list[Guess]:
    """Return the movements that explain the picture best, best first, none near another."""
    scale = SCALES[1]
    reach = int(FARTHEST_PX / scale)
    sides = _tables(likenesses(scaled(grey, scale), landmarks, used, scale=1, search=reach), landmarks, used, reach)
    shifts = np.arange(-reach, reach + 1, _STEP)
    total = np.zeros((len(_TURNS_DEG), len(shifts), len(shifts)), np.float32)
    for (x, y), table in sides:
        across = np.round(x * shifts[None, :] + y * shifts[:, None]).astype(int)
        total += np.where(np.abs(across) <= reach, table[:, np.clip(across + reach, 0, 2 * reach)], 0.0)
    found = []
    for _ in range(_GUESSES):
        turn, row, column = (int(n) for n in np.unravel_index(int(total.argmax()), total.shape))
        if total[turn, row, column] <= 0:
            break
        found.append(
            Guess((float(shifts[column] * scale), float(shifts[row] * scale)), float(np.radians(_TURNS_DEG[turn])))
        )
        near = np.s_[:, max(0, row - _APART) : row + _APART + 1, max(0, column - _APART) : column + _APART + 1]
        total[near] = 0
    return found


def outward(landmarks: Landmarks, guess: Guess) -> Floats:
    """Return how far outward each landmark's line goes in the picture with a guessed movement."""
    arm = landmarks.points_px - landmarks.points_px.mean(axis=0)
    turned = np.column_stack([-arm[:, 1], arm[:, 0]])
    moved = np.array(guess.shift_px) + guess.turn * turned
    return np.asarray((moved * landmarks.normals).sum(axis=1), np.float64)


def _tables(
    alike: Signals, landmarks: Landmarks, used: NDArray[np.int64], reach: int
) -> list[tuple[tuple[float, float], NDArray[np.float32]]]:
    """Return for each side its direction outward, and how well each turn and shift that way explains its lines."""
    points, normals, sides = landmarks.points_px[used], landmarks.normals[used], landmarks.sides[used]
    arm = points - landmarks.points_px.mean(axis=0)
    lever = (np.column_stack([-arm[:, 1], arm[:, 0]]) * normals).sum(axis=1) / SCALES[1]
    # Tried shifts lie between the pixels: the best of three neighbours counts.
    wide = np.pad(np.maximum(alike - _CHANCE, 0.0), ((0, 0), (1, 1)))
    best = np.maximum(np.maximum(wide[:, :-2], wide[:, 1:-1]), wide[:, 2:])
    tables = []
    for side in np.unique(sides):
        rows = np.flatnonzero(sides == side)
        table = np.zeros((len(_TURNS_DEG), 2 * reach + 1), np.float32)
        for number, turn in enumerate(np.radians(_TURNS_DEG)):
            at = np.arange(2 * reach + 1)[None, :] + np.round(turn * lever[rows]).astype(int)[:, None]
            seen = np.take_along_axis(best[rows], np.clip(at, 0, 2 * reach), axis=1)
            table[number] = np.where((at >= 0) & (at <= 2 * reach), seen, 0.0).mean(axis=0)
        x, y = normals[rows].mean(axis=0).tolist()
        tables.append(((x, y), table))
    return tables
