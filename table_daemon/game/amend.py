"""Taking back and correcting: the events of a hand as they stand after it.

The log itself keeps every event as it was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from table_daemon.game.events import Corrected, Discarded, DiscardRetracted, FoulFound, IndicatorTurned
from table_daemon.rules.errors import RulesError
from table_daemon.rules.tiles import Tile
from table_daemon.rules.wilds import wilds_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.game.events import Event, Recorded


def amended(log: Sequence[Recorded], change: DiscardRetracted | Corrected) -> tuple[Recorded, ...]:
    """The hand's events with ``change`` applied; a change that means nothing leaves them as they are."""
    if isinstance(change, DiscardRetracted):
        return tuple(recorded for recorded in log if not _rests_on(recorded, change.of))
    return tuple(
        replace(recorded, event=_corrected(recorded.event, change)) if recorded.seq == change.of else recorded
        for recorded in log
    )


def _rests_on(recorded: Recorded, seq: int) -> bool:
    event = recorded.event
    if isinstance(event, FoulFound):
        return event.of == seq
    return recorded.seq == seq and isinstance(event, Discarded)


def _corrected(event: Event, change: Corrected) -> Event:
    try:
        match event, change.field:
            case Discarded(), "tile":
                return replace(event, tile=Tile.parse(change.value), sure=True)
            case Discarded(), "seat":
                return replace(event, seat=int(change.value) % 4)
            case IndicatorTurned(), "tile":
                tile = Tile.parse(change.value)
                return replace(event, tile=tile, wilds=wilds_of(tile, len(event.wilds)))
            case _:
                return event
    except (RulesError, ValueError):
        return event
