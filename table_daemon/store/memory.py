"""A store in memory: the same contract as on disk, for tests and for play that can't be saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.events import MatchStarted
from table_daemon.store.errors import IntentRepeatedError
from table_daemon.store.order import by_match, check_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType
    from typing import Self

    from table_daemon.game.events import Recorded
    from table_daemon.store.port import IntentRecord

WHERE = "memory"


class MemoryStore:
    """Keeps events in a list; they are gone with the process."""

    def __init__(self) -> None:
        self._events: list[Recorded] = []
        self._intents: dict[str, IntentRecord] = {}

    @property
    def last_seq(self) -> int:
        """Sequence of the last event; 0 when there is none."""
        return self._events[-1].seq if self._events else 0

    def append(self, events: Sequence[Recorded], *, intent: IntentRecord | None = None) -> None:
        """Append all or nothing; raises ``LostRaceError`` or ``IntentRepeatedError``."""
        if intent is not None and intent.id in self._intents:
            raise IntentRepeatedError(self._intents[intent.id], where=WHERE)
        check_order(events, last_seq=self.last_seq, where=WHERE)
        self._events.extend(events)
        if intent is not None:
            self._intents[intent.id] = intent

    def read(self, after: int = 0) -> Iterator[Recorded]:
        """The events behind sequence ``after``, in order."""
        return iter([recorded for recorded in self._events if recorded.seq > after])

    def match_of(self, seq: int) -> str | None:
        """Id of the match that the event with that sequence is about."""
        return next((match for match, recorded in by_match(self._events) if recorded.seq == seq), None)

    def match_log(self, match: str) -> list[Recorded]:
        """Everything about a match, in order."""
        return [recorded for about, recorded in by_match(self._events) if about == match]

    def matches(self) -> list[Recorded]:
        """The events that began the matches, oldest first."""
        return [recorded for recorded in self._events if isinstance(recorded.event, MatchStarted)]

    def intent(self, intent_id: str) -> IntentRecord | None:
        """What was answered to that intent, if it came before."""
        return self._intents.get(intent_id)

    def close(self) -> None:
        """Nothing to let go of."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
