"""Reads a part of the table so that no lying tile is missed for where the cut's edge runs.

What the finder makes of a tile in poor light depends a little on where the cut that it is given begins. A read that
leaves something unexplained is made again with other cuts, and what they show is put together. Keeps nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist

import numpy as np
from numpy.typing import NDArray

from table_daemon.steadiness import Reader
from vision.labels import Label
from vision.observation import Point, SeenTile
from vision.table import Region

EDGE_MM = 15.0
"""Tiles so near a region's edge are read with it: the same tile's middle is measured now inside, now outside."""
SAME_MM = 12.0
"""Two readings this near each other are one tile: lying tiles' middles are at least a tile's width apart."""
_APART_MM = 20.0
"""Nearer than this no two tiles lie: one of the two is a misreading of where the other lies."""
_REACH_MM = 40.0
"""So far from its middle a lying tile changes the picture: to its corner, and what its shadow covers."""
_OTHER_CUTS_MM = ((5.0, 3.0, 0.0), (-3.0, 2.0, 7.0), (1.0, -3.0, 11.0))
"""How the other cuts differ from the first: moved right, moved down, grown. None begins on the same grid as another."""
_ENOUGH = 2
"""A tile where something changed must show in so many cuts; of what a single one shows hardly any is a tile."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the table to be read, with what is known of it."""

    region: Region
    lay: tuple[SeenTile, ...] = ()
    """The tiles whose middles lay in it before."""
    changes: tuple[Region, ...] = ()
    """What has changed in it, place by place."""


def read_part(reader: Reader, image: NDArray[np.uint8], part: Part, *, clear: bool = True) -> tuple[SeenTile, ...]:
    """Return the tiles in a part and at its edge.

    A read that loses a tile or leaves a change unexplained is made again with other cuts, unless the view is not
    ``clear``: then what is hidden is no wonder.
    """
    first = reader.read(image, region=part.region.grown(EDGE_MM))
    if not clear or _explains(first, part):
        return first
    others = (_cut(part.region, right, down).grown(EDGE_MM + more) for right, down, more in _OTHER_CUTS_MM)
    return _together([first, *(reader.read(image, region=other) for other in others)], part)


def is_among(tile: SeenTile, tiles: Sequence[SeenTile]) -> bool:
    """Whether one of ``tiles`` is a reading of the same tile."""
    return any(dist(tile.centre_mm, other.centre_mm) <= SAME_MM for other in tiles)


def _explains(seen: Sequence[SeenTile], part: Part) -> bool:
    return all(is_among(tile, seen) for tile in part.lay) and all(_accounts_for(seen, box) for box in part.changes)


def _accounts_for(seen: Sequence[SeenTile], change: Region) -> bool:
    """Whether a change shows tiles and reaches no farther than they do: there is no room for one that was missed."""
    around = change.grown(SAME_MM)
    middles = [tile.centre_mm for tile in seen if around.holds(*tile.centre_mm)]
    if not middles:
        return False
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    reached = Region(min(xs), min(ys), max(xs), max(ys)).grown(_REACH_MM)
    return reached.holds(change.left, change.top) and reached.holds(change.right, change.bottom)


def _cut(region: Region, right: float, down: float) -> Region:
    return Region(region.left + right, region.top + down, region.right + right, region.bottom + down)


def _together(reads: Sequence[Sequence[SeenTile]], part: Part) -> tuple[SeenTile, ...]:
    """Return each tile by its best reading: one whose place did not change if any read shows it, else if enough do."""
    rests = [tile for tile in part.lay if not any(change.holds(*tile.centre_mm) for change in part.changes)]
    places: list[list[SeenTile]] = []
    for tile in (tile for read in reads for tile in read):
        same = next((place for place in places if is_among(tile, place[:1])), None)
        if same is None:
            places.append([tile])
        else:
            same.append(tile)
    kept: list[Point] = []
    out: list[SeenTile] = []
    for place in sorted(places, key=len, reverse=True):
        where = place[0].centre_mm
        believed = len(place) >= _ENOUGH or any(is_among(tile, rests) for tile in place)
        if believed and all(dist(where, other) >= _APART_MM for other in kept):
            kept.append(where)
            out.append(_best(place))
    return tuple(out)


def _best(readings: Sequence[SeenTile]) -> SeenTile:
    """Return the surest of the readings that say what most of the evidence says."""
    evidence: dict[Label, float] = {}
    for tile in readings:
        evidence[tile.label] = evidence.get(tile.label, 0.0) + tile.confidence
    label = max(evidence, key=lambda each: evidence[each])
    return max((tile for tile in readings if tile.label is label), key=lambda tile: tile.confidence)
