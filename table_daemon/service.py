"""The game as the daemon runs it: commands in, events kept, state folded, everybody told. One writer, one thread.

What it promises: an answer is given only after its events are in the store, and an intent's id is answered once.
"""

import logging
import random
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from itertools import chain, islice

from table_daemon.clocks import GameClock
from table_daemon.game.commands import Command, StartHand, StartMatch
from table_daemon.game.decide import decide, recorded
from table_daemon.game.events import Recorded, Source, Witness
from table_daemon.game.fold import fold
from table_daemon.game.rejection import Rejection
from table_daemon.game.state import GameState
from table_daemon.health import HealthBoard
from table_daemon.store.codec import encode
from table_daemon.store.errors import StoreError
from table_daemon.store.port import IntentRecord, Store
from table_daemon.views import HealthLevel, HealthPart, HistoryView, JsonValue, PublicState, history, public_state
from web_display.ports import Accepted, Intent, Refused

log = logging.getLogger(__name__)

_NOT_SAVED = "记录暂时存不下来, 计分照常 / not saved, scoring goes on: {error}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDefaults:
    """What a match starts with when the walls rise and nobody has started one."""

    names: tuple[str, str, str, str]
    profile: str
    first_dealer: int | None
    """``None``: drawn by lot."""


class GameService:
    """The one owner of the game's state and its store; implements the pages' ports for state, log and intents."""

    def __init__(
        self,
        store: Store,
        *,
        clock: GameClock,
        board: HealthBoard,
        defaults: MatchDefaults,
        rng: random.Random,
    ) -> None:
        self._store = store
        self._clock = clock
        self._board = board
        self._defaults = defaults
        self._rng = rng
        self._state = fold(store.read())
        self._unsaved: list[Recorded] = []
        self._listeners: list[Callable[[PublicState], None]] = []
        board.tell(HealthPart.STORE, HealthLevel.OK)
        board.on_change = self._tell

    @property
    def state(self) -> GameState:
        """The state as folded so far."""
        return self._state

    def carry_out(self, command: Command, *, intent: str | None = None) -> Rejection | None:
        """Decide a command, keep its events and tell everybody; ``None`` when it was accepted."""
        if isinstance(command, StartHand) and (self._state.match is None or self._state.match.ended):
            self._begin_match(command)
        outcome = decide(self._state, command)
        if isinstance(outcome, Rejection):
            return outcome
        self._keep(recorded(self._state, command, outcome), intent)
        return None

    def current(self) -> PublicState:
        """The public state now."""
        return public_state(self._state, health=self._board.current(), now_ms=self._clock.now_ms())

    def history(self) -> HistoryView:
        """The finished hands of the sitting."""
        return history(self._state)

    def subscribe(self, listener: Callable[[PublicState], None]) -> Callable[[], None]:
        """Call ``listener`` with each new state until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def after(self, seq: int, *, limit: int) -> Sequence[dict[str, JsonValue]]:
        """The public log after ``seq``."""
        waiting = (event for event in self._unsaved if event.seq > seq)
        return [encode(event) for event in islice(chain(self._store.read(after=seq), waiting), limit)]

    async def submit(self, intent: Intent) -> Accepted | Refused:
        """Carry out a person's intent once."""
        known = self._store.intent(intent.id)
        if known is not None:
            return Accepted(known.version)
        command = replace(intent.command, t_ms=max(self._clock.now_ms(), self._state.t_ms))
        rejection = self.carry_out(command, intent=intent.id)
        if rejection is None:
            return Accepted(self._state.version)
        return Refused(rejection.message, rejection.message_en, HTTPStatus.CONFLICT)

    def _begin_match(self, command: StartHand) -> None:
        """Start the settings' default match: four people sat down and simply began to play."""
        dealer = self._defaults.first_dealer
        start = StartMatch(
            t_ms=command.t_ms,
            match=uuid.UUID(int=self._rng.getrandbits(128), version=4).hex,
            names=self._defaults.names,
            profile=self._defaults.profile,
            first_dealer=self._rng.randrange(4) if dealer is None else dealer,
            source=Source(witness=Witness.RULES),
        )
        outcome = decide(self._state, start)
        if not isinstance(outcome, Rejection):
            self._keep(recorded(self._state, start, outcome), None)

    def _keep(self, events: Sequence[Recorded], intent: str | None) -> None:
        """Append, fold, tell. A full or lost disk stops the saving, not the scoring: what waits is saved later."""
        waiting = [*self._unsaved, *events]
        try:
            self._store.append(waiting, intent=None if intent is None else self._record(intent, events))
        except StoreError as error:
            self._unsaved = waiting
            log.warning("%s", error)
            self._board.tell(HealthPart.STORE, HealthLevel.BAD, _NOT_SAVED.format(error=error))
        else:
            self._unsaved = []
            self._board.tell(HealthPart.STORE, HealthLevel.OK)
        self._state = fold(events, self._state)
        self._tell()

    def _record(self, intent: str, events: Sequence[Recorded]) -> IntentRecord:
        return IntentRecord(id=intent, t_ms=events[-1].t_ms, accepted=True, version=events[-1].seq)

    def _tell(self) -> None:
        if not self._listeners:
            return
        public = self.current()
        for listener in tuple(self._listeners):
            listener(public)
