"""The one rule of the log's order: sequences follow each other without a gap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.store.errors import LostRaceError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.game.events import Recorded


def check_order(events: Sequence[Recorded], *, last_seq: int, where: str) -> None:
    """Raise ``LostRaceError`` unless ``events`` go on right after ``last_seq``."""
    for expected, recorded in enumerate(events, start=last_seq + 1):
        if recorded.seq != expected:
            raise LostRaceError(
                f"event {recorded.seq} does not follow, the log ends at {last_seq}: read it again and decide anew",
                where=where,
            )
