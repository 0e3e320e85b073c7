"""Finds lying tiles in a picture: where the top face of each is, not what it shows.

The network gives maps at a quarter of the picture's size (``vision.training.networks.FinderNet``): the chance of a
tile's middle, where in the cell it is, and the outline of its face (``vision.shape``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.runtime import FINDER, MODELS, Network, Tensor
from vision.shape import corners_of

Pixels = NDArray[np.uint8]
CELL_PX = 4
"""Pixels of the picture to one cell of the maps."""
SHAPE_UNIT_PX = 16.0
"""Outlines are learnt in this unit."""
_LEAST_SAY = 0.02
"""Cells less sure than this have no say in where a tile beside them lies."""
GRAIN_PX = 16
"""The network takes pictures whose sides are multiples of this."""


@dataclass(frozen=True, slots=True)
class FoundQuad:
    """One tile found in a picture."""

    corners: NDArray[np.float64]
    """(4, 2) pixels, clockwise as seen, a short edge first; which corner is the face's top left is not known."""
    score: float
    """How surely a tile lies here, 0..1."""
    joined: bool = False
    """Put together from two halves found apart; only a face explains that."""


class TileFinder:
    """The finding network with its reading."""

    def __init__(self, network: Network) -> None:
        self._network = network

    @classmethod
    def load(cls, models: Path = MODELS, *, threads: int = 1) -> Self:
        """Return the finder with the weights in ``models``. Raises ModelError."""
        return cls(Network(models / FINDER, threads=threads))

    def find(
        self,
        image: Pixels,
        *,
        least: float = thresholds.FOUND,
        choose: Callable[[list[FoundQuad]], list[FoundQuad]] | None = None,
    ) -> list[FoundQuad]:
        """Return the tiles in a BGR picture whose tiles have a short side of 24 to 47 pixels, best first.

        Where the tiles' size is known, ``choose`` picks what can be tiles before of two overlapping finds one must go.
        """
        height, width = image.shape[:2]
        padded = cv2.copyMakeBorder(
            image, 0, -height % GRAIN_PX, 0, -width % GRAIN_PX, cv2.BORDER_CONSTANT, value=(0, 0, 0)
        )
        found = read_maps(self._network.run(to_batch(padded[None]))[0][0], least=least)
        return without_doubles(found if choose is None else choose(found))


def to_batch(images: NDArray[Any]) -> Tensor:
    """Return pictures (N, H, W, 3) as a network's input."""
    # Bytes are put in order before they are made four times as long.
    planes = np.ascontiguousarray(images.transpose(0, 3, 1, 2))
    batch: Tensor = np.multiply(planes, np.float32(1 / 255), dtype=np.float32)
    return batch


def read_maps(maps: Tensor, *, least: float) -> list[FoundQuad]:
    """Return what the network's maps (8, H, W) say, best first, doubles included."""
    logits = np.ascontiguousarray(maps[0])
    peaks = logits >= cv2.dilate(logits, np.ones((3, 3), np.uint8))
    peaks &= logits > np.log(least / (1 - least))
    rows, columns = np.nonzero(peaks)
    if len(rows) == 0:
        return []
    outlines = _outlines(maps, rows, columns)
    quads = corners_of(outlines[:, :2], outlines[:, 2:] * (SHAPE_UNIT_PX, SHAPE_UNIT_PX, SHAPE_UNIT_PX, 1, 1))
    scores = 1 / (1 + np.exp(-logits[rows, columns].astype(np.float64)))
    return [FoundQuad(quads[i], float(scores[i])) for i in np.argsort(-scores, kind="stable")]


def _outlines(maps: Tensor, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the middles in pixels and the shapes that the peaks' cells and those around them tell on average.

    Each of these nine cells has learnt to tell the whole outline, and each errs a little differently. They count by how
    surely they lie at a middle.
    """
    steps = np.array([-1, 0, 1])
    ys, xs = np.broadcast_arrays(rows[:, None, None] + steps[:, None], columns[:, None, None] + steps)
    inside = (ys >= 0) & (ys < maps.shape[1]) & (xs >= 0) & (xs < maps.shape[2])
    values = maps[:, np.clip(ys, 0, maps.shape[1] - 1), np.clip(xs, 0, maps.shape[2] - 1)].astype(np.float64)
    chances = 1 / (1 + np.exp(-values[0]))
    weights = chances * (inside & (chances > _LEAST_SAY))
    values[1] = (xs + 0.5 + values[1]) * CELL_PX - 0.5
    values[2] = (ys + 0.5 + values[2]) * CELL_PX - 0.5
    return np.asarray((values[1:] * weights).sum(axis=(2, 3)).T / weights.sum(axis=(1, 2))[:, None], np.float64)


def without_doubles(found: list[FoundQuad]) -> list[FoundQuad]:
    """Return the finds, best first, without those that lie on a better one."""
    if not found:
        return []
    corners = np.array([quad.corners for quad in found])
    middles = corners.mean(axis=1)
    reach = np.ptp(corners, axis=1).max(axis=1)
    quads = corners.astype(np.float32)
    areas = np.array([max(cv2.contourArea(quad), 1.0) for quad in quads])
    near = np.abs(middles[:, None] - middles[None]).max(axis=2) < reach[:, None]
    near &= _hulls_share(corners) > thresholds.OVERLAP * np.minimum(areas[:, None], areas[None])
    near = np.tril(near, -1)
    kept = np.ones(len(found), np.bool_)
    for i in np.flatnonzero(near.any(axis=1)):
        kept[i] = not any(
            cv2.intersectConvexConvex(quads[i], quads[k])[0] > thresholds.OVERLAP * min(areas[i], areas[k])
            for k in np.flatnonzero(near[i] & kept)
        )
    return [quad for quad, stays in zip(found, kept, strict=True) if stays]


def _hulls_share(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the areas that the upright boxes around quads (N, 4, 2) share: never less than the quads themselves do."""
    low, high = corners.min(axis=1), corners.max(axis=1)
    sides = np.minimum(high[:, None], high[None]) - np.maximum(low[:, None], low[None])
    return np.asarray(np.maximum(sides, 0).prod(axis=2), np.float64)
