"""Whether a new discard is a wild: as it reads, as its second reading says, and as people are wont to play."""

from collections.abc import Mapping
from dataclasses import dataclass

from table_daemon.fusion.habits import Habits
from table_daemon.fusion.thresholds import Thresholds
from table_daemon.fusion.translate import is_face, tile_of
from table_daemon.rules.tiles import COPIES, Tile
from vision.observation import SeenTile

_MISCOUNTED = 0.02
_HALF_LEFT = 0.5
"""Of a face that neither reading names half of the copies are thought to be still unseen."""


@dataclass(frozen=True, slots=True)
class ReadDiscard:
    """What to record of a new discard."""

    tile: Tile
    confidence: float
    """How probable ``tile`` is, people's habits considered."""
    others: tuple[Tile, ...] = ()
    """Another reading that is worth a question: one of the two is a wild."""


def read_discard(
    tile: SeenTile, wilds: tuple[Tile, ...], open_tiles: Mapping[Tile, int], habits: Habits, limits: Thresholds
) -> ReadDiscard:
    """Weigh a reading against its second one.

    A reading that is surely a wild stands. Otherwise a face is the less likely the more of it lie open already, and a
    wild as much less as wilds are thrown more seldom; what is then hardly a wild is recorded as the other tile.
    """
    first = tile_of(tile.label)
    needed = limits.sure_foul if first in wilds else limits.sure_discard
    second = tile_of(tile.second) if is_face(tile.second) else None
    accused = second in wilds and first not in wilds
    if second is None or (tile.confidence >= needed and open_tiles.get(first, 0) < COPIES and not accused):
        return ReadDiscard(first, tile.confidence)
    either = tile.confidence + tile.second_confidence
    if first in wilds and second in wilds:
        # Which of the two it is changes nothing for its player; but a third face, that neither names, is no foul.
        return ReadDiscard(first, tile.confidence, (second,))
    odds = habits.wild_odds(len(wilds))
    chances = {
        face: chance * _left(face, open_tiles) * (odds if face in wilds else 1.0)
        for face, chance in ((first, tile.confidence), (second, tile.second_confidence))
    }
    weighed = sum(chances.values())
    if any(face in wilds and chance >= limits.suspected_foul * weighed for face, chance in chances.items()):
        return ReadDiscard(first, tile.confidence, (second,))
    best = max(chances, key=lambda face: chances[face])
    return ReadDiscard(best, chances[best] / (weighed + (1.0 - either) * _HALF_LEFT))


def _left(face: Tile, open_tiles: Mapping[Tile, int]) -> float:
    """The share of a face's copies that nobody has seen; one seen as often as can be may have been misread."""
    return max((COPIES - open_tiles.get(face, 0)) / COPIES, _MISCOUNTED)
