"""What every store of events offers, whatever keeps them. The contract is tested once, on each implementation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from table_daemon.game.events import Recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentRecord:
    """What was answered to a client's intent, kept so that a repeated one is answered alike."""

    id: str
    """Made by the client, unique."""
    t_ms: int
    accepted: bool
    version: int
    """The state's version after it."""
    reason: str = ""
    """Why it was refused, for programs; empty when accepted."""
    message: str = ""
    """The same for people."""


class Store(Protocol):
    """An append-only log of events and the intents that brought them. Used from one thread."""

    @property
    def last_seq(self) -> int:
        """Sequence of the last event; 0 when there is none."""

    def append(self, events: Sequence[Recorded], *, intent: IntentRecord | None = None) -> None:
        """Append all or nothing; on return it is on the disk.

        Raises ``LostRaceError`` when the events do not begin right after the last one, ``IntentRepeatedError``
        when the intent is known (nothing is appended then), and the other errors of ``errors``.
        """

    def read(self, after: int = 0) -> Iterator[Recorded]:
        """The events behind sequence ``after``, in order. Raises ``StoreBrokenError`` at the first unreadable one."""

    def match_of(self, seq: int) -> str | None:
        """Id of the match that the event with that sequence is about; ``None`` when there is no such event."""

    def match_log(self, match: str) -> list[Recorded]:
        """Everything about a match, in order, what was recorded after its end as well; empty for an unknown one."""

    def matches(self) -> list[Recorded]:
        """The events that began the matches, oldest first."""

    def intent(self, intent_id: str) -> IntentRecord | None:
        """What was answered to that intent, if it came before."""

    def close(self) -> None:
        """Let go of the file; harmless when done twice."""
