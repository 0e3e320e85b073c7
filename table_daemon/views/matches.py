"""Every match in the log, newest first: when it began, who played, by which rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from table_daemon.game.events import MatchStarted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.game.events import Recorded
    from table_daemon.game.state import MatchState


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """One match. ``players`` are those it began with; the one being played has them as they are now."""

    match: str
    players: tuple[str, ...]
    profile: str
    began_ms: int
    """Milliseconds since 1970, by the clock of that time."""
    ended: bool


def match_rows(begun: Sequence[Recorded], *, playing: MatchState | None) -> tuple[MatchRow, ...]:
    """The rows of the events that began the matches; ``playing`` is the newest one."""
    rows = []
    for recorded in reversed(begun):
        event = recorded.event
        if not isinstance(event, MatchStarted):
            continue
        is_now = playing is not None and playing.match == event.match
        rows.append(
            MatchRow(
                match=event.match,
                players=playing.names if is_now and playing is not None else event.names,
                profile=event.profile.name,
                began_ms=recorded.t_ms,
                ended=playing.ended if is_now and playing is not None else True,
            )
        )
    return tuple(rows)
