"""What the finder is to say about a picture whose tiles are known: maps of centres and outlines, and where to learn."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.detect import CELL_PX, SHAPE_UNIT_PX
from vision.shape import shape_of

WINDOW_PX = 256
"""Side of the pictures that the finder learns from."""
CELLS = WINDOW_PX // CELL_PX
MOST_TILES = 160


@dataclass(slots=True)
class Lesson:
    """One picture with its known tiles, in pixels of the picture."""

    image: NDArray[np.uint8]
    quads: NDArray[np.float64]
    """(N, 4, 2); where ``exact`` is false only their axis-aligned hull is known."""
    exact: NDArray[np.bool_]
    hidden: NDArray[np.bool_]
    """Tiles that are partly covered or cut by the edge: finding them is neither right nor wrong."""
    complete: bool
    """Whether there is no tile elsewhere; if false only the surroundings of ``quads`` teach."""


@dataclass(slots=True)
class Targets:
    """The maps to learn."""

    heat: NDArray[np.float32]
    weight: NDArray[np.float32]
    cells: NDArray[np.int64]
    """(M, 2) row and column of the cells that learn an outline."""
    offsets: NDArray[np.float32]
    shapes: NDArray[np.float32]
    hulls: NDArray[np.float32]
    """(M, 2) half width and height of the hull in shape units."""
    exact: NDArray[np.bool_]


def turned(lesson: Lesson, quarters: int) -> Lesson:
    """Return the lesson turned anticlockwise by right angles."""
    image, quads = lesson.image, lesson.quads
    for _ in range(quarters):
        quads = np.stack([quads[..., 1], image.shape[1] - 1 - quads[..., 0]], axis=-1)
        image = np.rot90(image)
    return replace(lesson, image=np.ascontiguousarray(image), quads=quads)


def targets_of(lesson: Lesson) -> Targets:
    """Return the maps for one lesson."""
    heat = np.zeros((CELLS, CELLS), np.float32)
    weight = np.full((CELLS, CELLS), 1.0 if lesson.complete else 0.0, np.float32)
    ys, xs = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32)
    low, high = lesson.quads.min(axis=1), lesson.quads.max(axis=1)
    middles = lesson.quads.mean(axis=1) if len(lesson.quads) else np.zeros((0, 2))
    middles[~lesson.exact] = ((low + high) / 2)[~lesson.exact]
    spots = (middles + 0.5) / CELL_PX - 0.5
    sides = (high - low).min(axis=1) / CELL_PX if len(lesson.quads) else np.zeros(0)
    for (x, y), side in zip(spots, sides, strict=True):
        if not lesson.complete:
            near = (np.abs(xs - x) < 0.95 * side) & (np.abs(ys - y) < 0.95 * side)
            weight[near] = 1.0
    for i in np.nonzero(lesson.hidden)[0]:
        weight[(np.abs(xs - spots[i, 0]) < 0.4 * sides[i]) & (np.abs(ys - spots[i, 1]) < 0.4 * sides[i])] = 0.0
    shown = np.nonzero(~lesson.hidden)[0]
    for i in shown:
        sigma = max(0.10 * sides[i], 0.6)
        distance = (xs - np.round(spots[i, 0])) ** 2 + (ys - np.round(spots[i, 1])) ** 2
        np.maximum(heat, np.exp(-distance / (2 * sigma**2)), out=heat)
        weight[distance < (0.3 * sides[i]) ** 2] = 1.0
    return _outlines(lesson, heat, weight, spots, shown)


def _outlines(
    lesson: Lesson,
    heat: NDArray[np.float32],
    weight: NDArray[np.float32],
    spots: NDArray[np.float64],
    shown: NDArray[np.int64],
) -> Targets:
    around = np.array([(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)])
    quads = lesson.quads[shown]
    centres = spots[shown]
    cells = (np.round(centres[:, ::-1]).astype(np.int64)[:, None] + around).reshape(-1, 2)
    owner = np.repeat(np.arange(len(shown)), len(around))
    inside = ((cells >= 0) & (cells < CELLS)).all(axis=1)
    cells, owner = cells[inside], owner[inside]
    shapes = shape_of(quads) / (SHAPE_UNIT_PX, SHAPE_UNIT_PX, SHAPE_UNIT_PX, 1, 1) if len(quads) else np.zeros((0, 5))
    hulls = (quads.max(axis=1) - quads.min(axis=1)) / 2 / SHAPE_UNIT_PX if len(quads) else np.zeros((0, 2))
    return Targets(
        heat,
        weight,
        cells,
        (centres[owner] - cells[:, ::-1]).astype(np.float32),
        shapes[owner].astype(np.float32),
        hulls[owner].astype(np.float32),
        lesson.exact[shown][owner],
    )
