"""Whether a new discard is a wild: as it reads, as its second reading says, and as people are wont to play."""

from dataclasses import dataclass

from table_daemon.fusion.habits import Habits
from table_daemon.fusion.thresholds import Thresholds
from table_daemon.fusion.translate import is_face, tile_of
from table_daemon.rules.tiles import Tile
from vision.observation import SeenTile


@dataclass(frozen=True, slots=True)
class ReadDiscard:
    """What to record of a new discard."""

    tile: Tile
    confidence: float
    """How probable ``tile`` is, people's habits considered."""
    others: tuple[Tile, ...] = ()
    """Another reading that is worth a question: one of the two is a wild."""


def read_discard(tile: SeenTile, wilds: tuple[Tile, ...], habits: Habits, limits: Thresholds) -> ReadDiscard:
    """Weigh a reading against its second one.

    A reading that is surely a wild stands. Where one of the two readings is a wild and the other is not, the wild is
    as much less likely as wilds are thrown more seldom; what is then hardly a wild is recorded as the other tile.
    """
    first = tile_of(tile.label)
    if not is_face(tile.second):
        return ReadDiscard(first, tile.confidence)
    second = tile_of(tile.second)
    wild_first, wild_second = first in wilds, second in wilds
    needed = limits.sure_foul if wild_first else limits.sure_discard
    if tile.confidence >= needed or wild_first == wild_second:
        return ReadDiscard(first, tile.confidence, (second,) if wild_first and tile.confidence < needed else ())
    odds = habits.wild_odds(len(wilds))
    first_weight = tile.confidence * (odds if wild_first else 1.0)
    second_weight = tile.second_confidence * (odds if wild_second else 1.0)
    plain = second if wild_first else first
    wild_weight, plain_weight = (first_weight, second_weight) if wild_first else (second_weight, first_weight)
    suspected = wild_weight / (wild_weight + plain_weight) if wild_weight + plain_weight else 0.0
    if suspected >= limits.suspected_foul:
        return ReadDiscard(first, tile.confidence, (second,))
    return ReadDiscard(plain, min(1.0 - suspected, max(tile.confidence, tile.second_confidence)))
