"""The game as the daemon runs it: commands in, events kept, state folded, everybody told. One writer, one thread.

What it promises: an answer is given only after its events are in the store (while the disk fails: in the saver's
memory), and an intent's id is answered once.
"""

import random
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus

from table_daemon.clocks import GameClock
from table_daemon.game.commands import Command, StartHand, StartMatch
from table_daemon.game.decide import decide, recorded
from table_daemon.game.events import Source, Witness
from table_daemon.game.fold import fold
from table_daemon.game.past import decide_past, no_match
from table_daemon.game.rejection import Rejection
from table_daemon.game.state import GameState
from table_daemon.health import HealthBoard
from table_daemon.past_matches import PastMatches
from table_daemon.rules.options import OptionValue
from table_daemon.saving import Saver
from table_daemon.store.codec import encode
from table_daemon.store.errors import StoreError
from table_daemon.store.port import IntentRecord, Store
from table_daemon.views import (
    HistoryView,
    JsonValue,
    MatchRow,
    PublicState,
    change_to_tell,
    difference,
    history,
    public_state,
)
from web_display.ports import Accepted, Intent, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDefaults:
    """What a match starts with when the walls rise and nobody has started one."""

    names: tuple[str, str, str, str]
    profile: str
    first_dealer: int | None
    """``None``: drawn by lot."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """House rules of this table, for matches that play ``profile``."""


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
        self._clock = clock
        self._board = board
        self._defaults = defaults
        self._rng = rng
        self._state = fold(store.read())
        self._saver = Saver(store, board)
        self._past = PastMatches(self._saver)
        self._listeners: list[Callable[[PublicState], None]] = []
        self._kept_ms = clock.steady_ms() - max(0, clock.now_ms() - self._state.t_ms)
        board.on_change = self._tell

    @property
    def state(self) -> GameState:
        """The state as folded so far."""
        return self._state

    def carry_out(self, command: Command, *, intent: str | None = None) -> Rejection | None:
        """Decide a command, keep its events and tell everybody; ``None`` when it was accepted.

        With ``intent``, the answer is kept under that id, whatever it is.
        """
        if isinstance(command, StartHand) and (self._state.match is None or self._state.match.ended):
            refused = self._begin_match(command)
            if refused is not None:
                return refused
        return self._decide(command, intent)

    def witness(self, command: Command) -> Rejection | None:
        """Carry out what a witness saw or heard; its time is the session's, and the log's is the time of day."""
        return self.carry_out(replace(command, t_ms=self._clock.wall_ms(command.t_ms)))

    def current(self) -> PublicState:
        """The public state now."""
        return public_state(self._state, health=self._board.current(), now_ms=self._clock.now_ms())

    def history(self) -> HistoryView:
        """The finished hands of the sitting."""
        return history(self._state)

    def subscribe(self, listener: Callable[[PublicState], None]) -> Callable[[], None]:
        """Call ``listener`` with each new state until the returned function is called."""
        self._listeners.append(listener)

        def leave() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return leave

    async def after(self, seq: int, *, limit: int) -> Sequence[dict[str, JsonValue]]:
        """The public log after ``seq``; empty while the store can't be read, so that asking again misses nothing."""
        return [encode(event) for event in self._saver.after(seq, limit=limit)]

    async def submit(self, intent: Intent) -> Accepted | Refused:
        """Carry out a person's intent once; an id seen before gets its first answer again."""
        known = self._saver.intent(intent.id)
        if known is not None:
            return _answer(known)
        command = replace(intent.command, t_ms=self._clock.now_ms())
        if isinstance(command, StartMatch):
            command = self._by_the_house(command)
        try:
            past = self._past.meant(intent, self._state)
            if past is not None:
                return self._change_past(past, command, intent.id)
        except StoreError as error:
            return _unreadable(error)
        before = self._state
        rejection = self.carry_out(command, intent=intent.id)
        if rejection is None:
            return Accepted(self._state.version, change_to_tell(before, self._state, command))
        return Refused(rejection.message, rejection.message_en, HTTPStatus.CONFLICT)

    async def matches(self) -> Sequence[MatchRow]:
        """Every match in the log, newest first; none while the log can't be read."""
        try:
            return self._past.rows(self._state)
        except StoreError:
            return ()

    async def of_match(self, match: str) -> Sequence[dict[str, JsonValue]]:
        """The public log of a match by its id; empty for an unknown one, or while the log can't be read."""
        try:
            return [encode(event) for event in self._saver.match_log(match)]
        except StoreError:
            return ()

    async def history_of(self, match: str) -> HistoryView | None:
        """The finished hands of a match by its id; ``None`` for an unknown one, or while the log can't be read."""
        if self._state.match is not None and self._state.match.match == match:
            return self.history()
        try:
            past = self._past.folded(match)
        except StoreError:
            return None
        return None if past is None else history(past)

    def save_again(self) -> None:
        """Try to save what a failing disk did not take; call it now and then."""
        self._saver.catch_up()

    def idle_ms(self) -> int:
        """How long nothing has been recorded, however the clock was set; at the start as long as the log says."""
        return self._clock.steady_ms() - self._kept_ms

    def note_pictures(self, problem: str | None) -> None:
        """Show people why pictures can't be kept; ``None`` when they can."""
        self._saver.note_pictures(problem)

    def _begin_match(self, command: StartHand) -> Rejection | None:
        """Start the settings' default match: four people sat down and simply began to play."""
        dealer = self._defaults.first_dealer
        start = StartMatch(
            t_ms=command.t_ms,
            match=uuid.UUID(int=self._rng.getrandbits(128), version=4).hex,
            names=self._defaults.names,
            profile=self._defaults.profile,
            first_dealer=self._rng.randrange(4) if dealer is None else dealer,
            source=Source(witness=Witness.RULES),
            options=self._defaults.options,
        )
        return self._decide(start, None)

    def _by_the_house(self, command: StartMatch) -> StartMatch:
        """Fill in this table's rules: its profile where none is named, its house rules where that is played."""
        profile = command.profile or self._defaults.profile
        house = self._defaults.options if profile == self._defaults.profile else {}
        return replace(command, profile=profile, options={**house, **command.options})

    def _decide(self, command: Command, intent: str | None) -> Rejection | None:
        """Keep, fold and tell what a command brings, in this order; a refusal is kept when somebody may ask again."""
        outcome = decide(self._state, command)
        if isinstance(outcome, Rejection):
            if intent is not None:
                self._saver.keep((), _refused(intent, command.t_ms, self._state.version, outcome))
            return outcome
        events = recorded(self._state, command, outcome)
        after = fold(events, self._state)  # before they are kept: a log that can't be folded would never start again
        self._saver.keep(events, None if intent is None else _accepted(intent, command.t_ms, after.version))
        self._become(after)
        return None

    def _change_past(self, match: str, command: Command, intent: str) -> Accepted | Refused:
        """Decide, keep and tell a change of an earlier match; what is being played stays as it is."""
        past = self._past.folded(match)
        outcome = no_match(match) if past is None else decide_past(self._state, past, command)
        if isinstance(outcome, Rejection) or past is None:
            assert isinstance(outcome, Rejection)  # noqa: S101 -- an unknown match is refused
            self._saver.keep((), _refused(intent, command.t_ms, self._state.version, outcome))
            return Refused(outcome.message, outcome.message_en, HTTPStatus.CONFLICT)
        events = recorded(self._state, command, outcome, about=match)
        after, changed = fold(events, self._state), difference(past, fold(events, past))
        self._saver.keep(events, _accepted(intent, command.t_ms, after.version))
        self._become(after)
        return Accepted(after.version, changed)

    def _become(self, after: GameState) -> None:
        self._state = after
        self._kept_ms = self._clock.steady_ms()
        self._tell()

    def _tell(self) -> None:
        if not self._listeners:
            return
        public = self.current()
        for listener in tuple(self._listeners):
            listener(public)


def _accepted(intent: str, t_ms: int, version: int) -> IntentRecord:
    return IntentRecord(id=intent, t_ms=t_ms, accepted=True, version=version)


def _refused(intent: str, t_ms: int, version: int, rejection: Rejection) -> IntentRecord:
    return IntentRecord(
        id=intent,
        t_ms=t_ms,
        accepted=False,
        version=version,
        reason=rejection.message_en,
        message=rejection.message,
    )


def _unreadable(error: StoreError) -> Refused:
    return Refused(
        "记录现在读不出来，过一会儿再改", f"the log can't be read now: {error}", HTTPStatus.SERVICE_UNAVAILABLE
    )


def _answer(record: IntentRecord) -> Accepted | Refused:
    if record.accepted:
        return Accepted(record.version)
    return Refused(record.message, record.reason, HTTPStatus.CONFLICT)
