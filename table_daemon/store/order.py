"""The log's order: sequences follow each other without a gap, and each event belongs to a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.events import MatchStarted
from table_daemon.store.errors import LostRaceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from table_daemon.game.events import Recorded


def by_match(events: Iterable[Recorded], *, match: str | None = None) -> Iterator[tuple[str | None, Recorded]]:
    """Each event with the id of the match it is about; ``match`` is the one being played before the first."""
    for recorded in events:
        if isinstance(recorded.event, MatchStarted):
            match = recorded.event.match
        yield recorded.about or match, recorded


def check_order(events: Sequence[Recorded], *, last_seq: int, where: str) -> None:
    """Raise ``LostRaceError`` unless ``events`` go on right after ``last_seq``."""
    for expected, recorded in enumerate(events, start=last_seq + 1):
        if recorded.seq != expected:
            raise LostRaceError(
                f"event {recorded.seq} does not follow, the log ends at {last_seq}: read it again and decide anew",
                where=where,
            )
