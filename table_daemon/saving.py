"""What is on the disk and what still waits for it. A full or lost disk stops the saving, never the scoring.

Decides nothing about the game; the one place that writes to the store and says on the health board how that goes.
"""

import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from table_daemon.game.events import MatchStarted, Recorded
from table_daemon.health import HealthBoard
from table_daemon.store.errors import IntentRepeatedError, LostRaceError, StoreError
from table_daemon.store.order import by_match
from table_daemon.store.port import IntentRecord, Store
from table_daemon.views import HealthLevel, HealthPart

log = logging.getLogger(__name__)

_NOT_SAVED = "not saved, scoring goes on: {error}"
_NOT_SAVED_ZH = "记录暂时存不下来，计分照常"


@dataclass(frozen=True, slots=True)
class _Batch:
    """Events that belong together, with the answer to the intent that brought them; either may be missing."""

    events: tuple[Recorded, ...]
    intent: IntentRecord | None


class Saver:
    """Saves batch after batch in the order they came; what the disk does not take waits in memory."""

    def __init__(self, store: Store, board: HealthBoard) -> None:
        self._store = store
        self._board = board
        self._waiting: deque[_Batch] = deque()
        self._failure: str | None = None
        self._pictures_problem: str | None = None
        self.catch_up()

    def keep(self, events: Sequence[Recorded], intent: IntentRecord | None = None) -> None:
        """Save events and the answer they gave; whatever the store says, nothing is raised and nothing forgotten."""
        self._waiting.append(_Batch(tuple(events), intent))
        self.catch_up()

    def catch_up(self) -> None:
        """Try to save what waits, oldest first, and tell the board how it went.

        Where nothing waits the store is asked all the same, so that a disk which takes nothing is known beforehand.
        """
        failure: str | None = None
        try:
            if not self._waiting:
                self._store.append(())
            while self._waiting:
                self._append(self._waiting[0])
                self._waiting.popleft()
        except StoreError as error:
            failure = str(error)
        self._tell(failure)

    def intent(self, intent_id: str) -> IntentRecord | None:
        """What was answered to that intent, if it came before."""
        for batch in self._waiting:
            if batch.intent is not None and batch.intent.id == intent_id:
                return batch.intent
        try:
            return self._store.intent(intent_id)
        except StoreError as error:
            # Carrying it out is the lesser evil: what people ask for is refused by the game itself when done twice.
            self._tell(str(error))
            return None

    def after(self, seq: int, *, limit: int) -> list[Recorded]:
        """Up to ``limit`` events behind ``seq``, saved or waiting; none when the store can't be read now."""
        waiting = [event for batch in self._waiting for event in batch.events if event.seq > seq]
        if waiting and waiting[0].seq == seq + 1:
            return waiting[:limit]
        try:
            saved = list(islice(self._store.read(after=seq), limit))
        except StoreError as error:
            self._tell(str(error))
            return []
        last = saved[-1].seq if saved else seq
        return [*saved, *(event for event in waiting if event.seq > last)][:limit]

    def match_of(self, seq: int) -> str | None:
        """Id of the match that an event is about, saved or waiting. Raises a ``StoreError``."""
        for match, event in self._with_match():
            if event.seq == seq:
                return match
        return self._store.match_of(seq)

    def match_log(self, match: str) -> list[Recorded]:
        """Everything about a match, saved or waiting; empty for an unknown one. Raises a ``StoreError``."""
        return [*self._store.match_log(match), *(event for about, event in self._with_match() if about == match)]

    def matches(self) -> list[Recorded]:
        """The events that began the matches, oldest first, saved or waiting. Raises a ``StoreError``."""
        waiting = [event for _, event in self._with_match() if isinstance(event.event, MatchStarted)]
        return [*self._store.matches(), *waiting]

    def _with_match(self) -> list[tuple[str | None, Recorded]]:
        """What waits, each event with the match it is about."""
        if not self._waiting:
            return []
        last = self._store.matches()[-1:]
        playing = next((begun.event.match for begun in last if isinstance(begun.event, MatchStarted)), None)
        return list(by_match((event for batch in self._waiting for event in batch.events), match=playing))

    def note_pictures(self, problem: str | None) -> None:
        """Take over why pictures can't be kept, for the board; ``None`` when they can."""
        self._pictures_problem = problem
        self._report()

    def _append(self, batch: _Batch) -> None:
        try:
            self._store.append(batch.events, intent=batch.intent)
        except IntentRepeatedError:
            if not self._holds(batch.events):
                self._store.append(batch.events)
        except LostRaceError:
            if not self._holds(batch.events):
                raise

    def _holds(self, events: Sequence[Recorded]) -> bool:
        """Whether the store has just these events: a commit whose success the disk did not confirm."""
        if not events:
            return True
        return list(islice(self._store.read(after=events[0].seq - 1), len(events))) == list(events)

    def _tell(self, failure: str | None) -> None:
        if failure is not None and failure != self._failure:
            log.warning("%s", failure)
        self._failure = failure
        self._report()

    def _report(self) -> None:
        if self._failure is not None:
            self._board.tell(
                HealthPart.STORE, HealthLevel.BAD, _NOT_SAVED.format(error=self._failure), message_zh=_NOT_SAVED_ZH
            )
        elif self._pictures_problem is not None:
            self._board.tell(HealthPart.STORE, HealthLevel.WARN, self._pictures_problem)
        else:
            self._board.tell(HealthPart.STORE, HealthLevel.OK)
