"""All tiles of a laid-down hand weighed together: what each may be, no fifth copy, and that such a hand mostly wins."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from table_daemon.fusion.translate import is_face, tile_of
from table_daemon.game.events import LaidHand
from table_daemon.game.judge import Depends, Wins, judge
from table_daemon.rules.tiles import COPIES
from vision.labels import FACES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from table_daemon.fusion.strips import LaidHand as Seen
    from table_daemon.fusion.thresholds import Thresholds
    from table_daemon.game.state import HandState, MatchState
    from table_daemon.rules.tiles import Tile
    from vision.observation import SeenTile

_CLEAR = 0.995
"""A tile read surer than this is what it reads as."""
_MOST_READINGS = 256
"""More ways to read a hand than this are not weighed: too much of it is doubtful."""
_UNNAMED = 0.01
"""Where both readings together leave more than this, any other face is thought of too."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The likeliest hand and how likely it is among all that were weighed."""

    hand: tuple[Tile, ...]
    draw: Tile | None
    probability: float


def read_together(
    match: MatchState, hand: HandState, seat: int, seen: Seen, open_tiles: Mapping[Tile, int], limits: Thresholds
) -> Reading | None:
    """The likeliest reading of a laid-down hand; ``None`` when its tiles leave too much open."""
    tiles = seen.hand if seen.draw is None else (*seen.hand, seen.draw)
    options = [_options(tile) for tile in tiles]
    if prod(map(len, options)) > _MOST_READINGS:
        options = [option[:2] for option in options]
    if prod(map(len, options)) > _MOST_READINGS:
        return None
    weighed: list[tuple[float, tuple[Tile, ...]]] = []
    for chosen in product(*options):
        faces = tuple(face for face, _ in chosen)
        weight = prod(chance for _, chance in chosen)
        if weight and _possible(faces, open_tiles):
            won = _wins(match, hand, seat, faces, apart=seen.draw is not None)
            weighed.append((weight if won else weight * limits.false_hu, faces))
    total = sum(weight for weight, _ in weighed)
    if not total:
        return None
    best, faces = max(weighed, key=lambda pair: pair[0])
    if seen.draw is None:
        return Reading(faces, None, best / total)
    return Reading(faces[:-1], faces[-1], best / total)


def _options(tile: SeenTile) -> list[tuple[Tile, float]]:
    """What a tile may be, likeliest first."""
    first = (tile_of(tile.label), tile.confidence)
    if tile.confidence >= _CLEAR:
        return [first]
    second = [(tile_of(tile.second), tile.second_confidence)] if is_face(tile.second) else []
    left = 1.0 - tile.confidence - sum(chance for _, chance in second)
    if left <= _UNNAMED:
        return [first, *second]
    others = [tile_of(face) for face in FACES if face not in (tile.label, tile.second)]
    return [first, *second, *((face, left / len(others)) for face in others)]


def _possible(faces: Sequence[Tile], open_tiles: Mapping[Tile, int]) -> bool:
    return all(number + open_tiles.get(face, 0) <= COPIES for face, number in Counter(faces).items())


def _wins(match: MatchState, hand: HandState, seat: int, faces: tuple[Tile, ...], *, apart: bool) -> bool:
    laid = LaidHand(seat=seat, hand=faces[:-1], draw=faces[-1]) if apart else LaidHand(seat=seat, hand=faces, draw=None)
    return isinstance(judge(match, hand, laid), Wins | Depends)
