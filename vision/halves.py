"""Two halves of one tile found apart, put together again. Only where the tiles' size is known.

Faces of two rows of circles (四饼 above all) look like two small tiles; each half is then as long as a tile is wide.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detect import FoundQuad

_SIZE_TOLERANCE = 0.35
"""A half's edges may be this much off: its outline is a guess at something that is not there."""
_APART = (0.65, 1.35)
"""The halves' middles are half a tile's length apart, within these factors."""
_AWRY_COS = 0.85
"""The line between the middles runs along the tile: within about 30 degrees of the halves' short edges."""


@dataclass(frozen=True, slots=True)
class _Half:
    middle: NDArray[np.float64]
    short: NDArray[np.float64]
    """Direction of its short edges, along which the tile goes on."""
    score: float


def joined_halves(found: Sequence[FoundQuad], *, width_px: float, length_px: float) -> list[FoundQuad]:
    """Return a tile of the given size for each two finds that can only be its halves, best first."""
    halves = [_half(found[i]) for i in _half_sized(found, width_px, length_px)]
    whole = [
        _whole(one, other, width_px, length_px)
        for i, one in enumerate(halves)
        for other in halves[i + 1 :]
        if _belong(one, other, length_px)
    ]
    return sorted(whole, key=lambda quad: -quad.score)


def _half_sized(found: Sequence[FoundQuad], width_px: float, length_px: float) -> NDArray[np.intp]:
    """Return which finds have the size of half a tile, looked at all at once: hardly one has."""
    corners = np.array([quad.corners for quad in found]).reshape(-1, 4, 2)
    sizes = np.sort(np.linalg.norm(corners[:, 1:3] - corners[:, :2], axis=2), axis=1)
    return np.flatnonzero((np.abs(sizes / np.array([length_px / 2, width_px]) - 1) <= _SIZE_TOLERANCE).all(axis=1))


def _half(quad: FoundQuad) -> _Half:
    a, b, c, _ = quad.corners
    short = min((b - a, c - b), key=lambda edge: float(np.hypot(*edge)))
    return _Half(quad.corners.mean(axis=0), short / np.hypot(*short), quad.score)


def _belong(one: _Half, other: _Half, length_px: float) -> bool:
    between = other.middle - one.middle
    apart = float(np.hypot(*between))
    if not _APART[0] < apart / (length_px / 2) < _APART[1]:
        return False
    along = between / apart
    return bool(abs(along @ one.short) > _AWRY_COS and abs(along @ other.short) > _AWRY_COS)


def _whole(one: _Half, other: _Half, width_px: float, length_px: float) -> FoundQuad:
    """The tile between the outer edges, beginning with a short edge as all finds do."""
    down = other.middle - one.middle
    down = down / np.hypot(*down)
    right = np.array([down[1], -down[0]])
    middle = (one.middle + other.middle) / 2
    a, b = right * width_px / 2, down * length_px / 2
    corners = np.array([middle - a - b, middle + a - b, middle + a + b, middle - a + b])
    return FoundQuad(corners, min(one.score, other.score), joined=True)
