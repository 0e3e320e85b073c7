"""Reads whole pictures: finds the tiles, cuts each straight from the full picture, names it. No game, no time kept.

A plain photograph is searched at several scales; a calibrated table is straightened to one.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.classify import Naming, TileNamer, cut_straight
from vision.detect import FoundQuad, Pixels, TileFinder, without_doubles
from vision.labels import Label
from vision.observation import Point
from vision.runtime import MODELS

Quad = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile of a plain photograph."""

    label: Label
    confidence: float
    second: Label
    second_confidence: float
    quad: Quad
    """Pixels, clockwise from the top left of the upright face."""


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """What one photograph shows."""

    tiles: tuple[ReadTile, ...]
    dice: tuple[int, ...] | None
    took_ms: float


class PhotoReader:
    """Reads plain photographs, of which neither camera nor table is known."""

    def __init__(self, finder: TileFinder, namer: TileNamer, *, clock: Callable[[], float] = time.perf_counter) -> None:
        self._finder = finder
        self._namer = namer
        self._clock = clock

    @classmethod
    def load(cls, models: Path = MODELS, *, threads: int = 1) -> Self:
        """Return a reader with the weights in ``models``. Raises ModelError."""
        namer = TileNamer.load(models, threads=threads, again_below=thresholds.LOOK_AGAIN_BELOW)
        return cls(TileFinder.load(models, threads=threads), namer)

    def read(self, image: Pixels) -> PhotoReading:
        """Return the tiles of a BGR picture, from the top down."""
        begun_s = self._clock()
        found = self._find(image)
        named = name_quads(image, found, self._namer)
        tiles = sorted(named, key=lambda tile: (min(y for _, y in tile.quad), tile.quad[0]))
        return PhotoReading(tuple(tiles), None, (self._clock() - begun_s) * 1000)

    def _find(self, image: Pixels) -> list[FoundQuad]:
        """Search the pyramid; where two scales found the same tile the surer find stays."""
        largest = min(1.0, thresholds.PHOTO_LONGEST_PX / max(image.shape[:2]))
        found: list[FoundQuad] = []
        for step in thresholds.PHOTO_SCALES:
            scale = largest * step
            if min(image.shape[:2]) * scale < thresholds.SMALLEST_PHOTO_PX:
                continue
            small = image if scale == 1 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            found += [
                replace(quad, corners=(quad.corners + 0.5) / scale - 0.5)
                for quad in self._finder.find(np.asarray(small, np.uint8))
            ]
        return without_doubles(without_parts(sorted(found, key=lambda quad: -quad.score)))


def name_quads(image: Pixels, found: list[FoundQuad], namer: TileNamer) -> list[ReadTile]:
    """Return the finds with their names, corners turned upright; without what is doubtful twice over."""
    namings = namer.name([cut_straight(image, quad.corners) for quad in found])
    return [
        ReadTile(
            naming.label,
            naming.confidence,
            naming.second,
            naming.second_confidence,
            upright(quad.corners, naming.turn),
        )
        for quad, naming in zip(found, namings, strict=True)
        if is_told(naming, quad.score)
    ]


def is_told(naming: Naming, score: float) -> bool:
    """Whether a find in a plain photograph is sure enough to be told, by its finder's score and its name."""
    if naming.label in {Label.OTHER, Label.BACK}:
        return score >= thresholds.PLAIN_FOUND
    return score * naming.confidence >= thresholds.FOUND_AND_NAMED


def without_parts(found: list[FoundQuad]) -> list[FoundQuad]:
    """Return the finds without pieces of a tile (an index, a dot) and without several tiles taken for one.

    Of a find in the middle of a much larger one that of them stays whose size more finds of the picture share.
    """
    quads = [find.corners.astype(np.float32) for find in found]
    areas = np.array([max(cv2.contourArea(quad), 1.0) for quad in quads])
    scores = np.array([find.score for find in found])
    # Sizes agree within a third of a side, that is 16/9 of an area.
    alike = np.abs(np.log(areas[:, None] / areas[None])) < np.log(16 / 9)
    support = alike @ scores
    dropped: set[int] = set()
    for part, whole in np.argwhere(areas[None] > thresholds.PART_AREA * areas[:, None]):
        x, y = (float(value) for value in quads[part].mean(axis=0))
        if scores[whole] < thresholds.WHOLE_FOUND or cv2.pointPolygonTest(quads[whole], (x, y), measureDist=False) <= 0:
            continue
        dropped.add(int(part) if support[whole] >= support[part] else int(whole))
    return [find for i, find in enumerate(found) if i not in dropped]


def upright(corners: NDArray[np.float64], turn: int) -> Quad:
    """Return the corners starting at the top left of the upright face, which is corner ``turn``."""
    a, b, c, d = ((float(x), float(y)) for x, y in (*corners[turn:], *corners[:turn]))
    return a, b, c, d
