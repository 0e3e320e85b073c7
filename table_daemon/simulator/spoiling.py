"""Faces that no camera reads well where they lie: which discards, and how they look. Truth does not change.

A spoilt face belongs to the tile as it lies: looking again does not mend it, pushing the tile does.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from table_daemon.simulator.cues import Picture, Spoilt
from table_daemon.simulator.layout import MIDDLE_FAR_MM
from table_daemon.simulator.mishaps import Mishap
from vision.synthetic.scene import Pose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from table_daemon.simulator.cues import Cue
    from table_daemon.simulator.mishaps import Mishaps
    from vision.labels import Label
    from vision.synthetic.scene import SceneTile

_STRENGTH = (0.35, 1.0)
"""From a face that may still be read to one that hardly can."""
_FIFTH_STRENGTH = 0.3
_MANY = 3
"""So many copies must lie open before a face is taken for one more of them."""


class Spoiler:
    """Decides for every discard, once where it lies, whether and how its face is spoilt."""

    def __init__(self, seed: int, mishaps: Mishaps) -> None:
        self._seed = seed
        self._misread = mishaps.rate(Mishap.MISREAD)
        self._fifth = mishaps.rate(Mishap.FIFTH_COPY)
        self._known: dict[SceneTile, Spoilt | None] = {}

    def through(self, cues: Iterable[Cue]) -> Iterator[Cue]:
        """Pass cues on, pictures with their spoilt faces."""
        if not (self._misread or self._fifth):
            yield from cues
            return
        for cue in cues:
            yield self._with_spoilt(cue) if isinstance(cue, Picture) else cue

    def _with_spoilt(self, picture: Picture) -> Picture:
        up = [tile for tile in picture.scene.tiles if tile.pose is Pose.FACE_UP]
        lying = [tile for tile in up if max(map(abs, tile.centre_mm)) <= MIDDLE_FAR_MM]
        for tile in lying:
            if tile not in self._known:
                self._known[tile] = self._chosen(tile, Counter(other.label for other in up))
        spoilt = tuple(spoil for tile in lying if (spoil := self._known[tile]) is not None)
        if len(self._known) > 4 * len(picture.scene.tiles):
            self._known = {tile: self._known[tile] for tile in lying}
        return replace(picture, spoilt=spoilt) if spoilt else picture

    def _chosen(self, tile: SceneTile, open_copies: Counter[Label]) -> Spoilt | None:
        rng = Random(f"{self._seed}/spoilt/{tile.label}/{tile.centre_mm}/{tile.angle_deg}")
        many = [label for label, count in open_copies.items() if count >= _MANY and label is not tile.label]
        if rng.random() < self._fifth and many:
            return Spoilt(tile.centre_mm, _FIFTH_STRENGTH, min(many, key=lambda label: (-open_copies[label], label)))
        if rng.random() < self._misread:
            return Spoilt(tile.centre_mm, rng.uniform(*_STRENGTH))
        return None
