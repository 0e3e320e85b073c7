"""What eyes that err make of a table: discards misread, with confidences as calibrated vision's are.

A misread belongs to a discard as it lies: looking again does not cure it, moving the tile may.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from table_daemon.simulator.layout import MIDDLE_FAR_MM
from vision.labels import FACES, Label
from vision.observation import Observation, SeenTile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from table_daemon.simulator.feed import Fed

_DOUBT = (0.5, 0.99)
"""Confidences of readings that vision is not quite sure of, evenly spread; of those at 0.95 one in twenty is wrong."""
_MEAN_WRONG = 1.0 - sum(_DOUBT) / 2
_MANY = 3
"""So many copies must lie open before a discard is taken for one more of them."""
_SECOND_IS_TRUE = 0.85
"""How often the true face comes second when another came first."""


def misread(fed: Iterable[Fed], *, rate: float, seed: int, fifth: float = 0.0) -> Iterator[Fed]:
    """Let ``rate`` of the discards lying in observations be read as another, ``fifth`` as one copy too many.

    The rest passes through.
    """
    too_many = _FifthCopies(fifth, seed)
    for item in fed:
        if isinstance(item, Observation):
            seen = [too_many.read(tile, item.tiles) for tile in item.tiles] if fifth else item.tiles
            # What is taken for one copy too many is misread as that: nobody misreads the misreading.
            tiles = [
                _read(tile, rate, seed) if rate and taken is tile and _is_discard(tile) else taken
                for tile, taken in zip(item.tiles, seen, strict=True)
            ]
            yield replace(item, tiles=tuple(tiles))
        else:
            yield item


class _FifthCopies:
    """Now and then takes a discard, as it lies, for one more of what lies open already."""

    def __init__(self, rate: float, seed: int) -> None:
        self._rate = rate
        self._seed = seed
        self._known: dict[tuple[object, ...], SeenTile | None] = {}

    def read(self, tile: SeenTile, seen: tuple[SeenTile, ...]) -> SeenTile:
        if not _is_discard(tile):
            return tile
        key = (tile.label, tile.centre_mm, tile.angle_deg)
        if key not in self._known:
            self._known[key] = self._chosen(tile, seen)
        return self._known[key] or tile

    def _chosen(self, tile: SeenTile, seen: tuple[SeenTile, ...]) -> SeenTile | None:
        rng = Random(f"{self._seed}/fifth/{tile.label}/{tile.centre_mm}/{tile.angle_deg}")
        if rng.random() >= self._rate:
            return None
        copies = Counter(other.label for other in seen if other.label is not Label.BACK)
        many = [label for label, count in copies.items() if count >= _MANY and label is not tile.label]
        if not many:
            return None
        confidence = rng.uniform(*_DOUBT)
        label = min(many, key=lambda label: (-copies[label], label.value))
        rest = (1.0 - confidence) * rng.uniform(0.6, 1.0)
        return replace(tile, label=label, confidence=confidence, second=tile.label, second_confidence=rest)


def _is_discard(tile: SeenTile) -> bool:
    x, y = tile.centre_mm
    return abs(x) <= MIDDLE_FAR_MM and abs(y) <= MIDDLE_FAR_MM and tile.label is not Label.BACK


@lru_cache(maxsize=4096)
def _read(tile: SeenTile, rate: float, seed: int) -> SeenTile:
    rng = Random(f"{seed}/{tile.label}/{tile.centre_mm}/{tile.angle_deg}")
    if rng.random() >= rate / _MEAN_WRONG:
        return tile
    confidence = rng.uniform(*_DOUBT)
    other = rng.choice(_alike(tile.label))
    rest = (1.0 - confidence) * rng.uniform(0.6, 1.0)
    if rng.random() < confidence:
        return replace(tile, confidence=confidence, second=other, second_confidence=rest)
    second = tile.label if rng.random() < _SECOND_IS_TRUE else rng.choice(_alike(other))
    return replace(tile, label=other, confidence=confidence, second=second, second_confidence=rest)


def _alike(label: Label) -> tuple[Label, ...]:
    """Faces that are easily taken for ``label``: its suit's, the nearest ranks first in line."""
    rank, suit = int(label.value[0]), label.value[1]
    same = [face for face in FACES if face.value[1] == suit and face is not label]
    near = [face for face in same if abs(int(face.value[0]) - rank) <= 2]
    return tuple(near or same)
