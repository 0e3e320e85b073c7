"""A table in memory behind the pages' ports: a real log, decided and folded by the real game."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

from table_daemon.game.commands import Correct, Undo
from table_daemon.game.decide import decide, recorded
from table_daemon.game.events import MatchStarted
from table_daemon.game.fold import fold
from table_daemon.game.past import decide_past
from table_daemon.game.rejection import Rejection
from table_daemon.game.state import GameState
from table_daemon.store.codec import encode
from table_daemon.store.order import by_match
from table_daemon.views import (
    HealthItem,
    HealthLevel,
    HealthPart,
    HealthView,
    HistoryView,
    JsonValue,
    MatchRow,
    PublicState,
    change_to_tell,
    difference,
    history,
    public_state,
)
from table_daemon.views.matches import match_rows
from table_daemon.waits_helper import WaitsHelper
from web_display.app import create_app
from web_display.ports import Accepted, Intent, Refused, SetupDesk
from web_display.roles import Doorkeeper

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fastapi import FastAPI

    from table_daemon.game.commands import Command
    from table_daemon.game.events import Recorded
    from web_display.kept import KeptPictures

SHANGHAI = timezone(timedelta(hours=8))
WELL = HealthView(
    items=(
        HealthItem(part=HealthPart.CAMERA, level=HealthLevel.OK, message="25 images a second"),
        HealthItem(part=HealthPart.LINK, level=HealthLevel.OK, message="connected"),
        HealthItem(part=HealthPart.STORE, level=HealthLevel.OK, message="31 GB free"),
    )
)


class RefusedError(AssertionError):
    """A story told the table something it refuses."""


@dataclass(slots=True)
class SteppedClock:
    """A clock that moves only when told."""

    t_ms: int = 1_800_000_000_000

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.t_ms / 1000, tz=UTC).astimezone(SHANGHAI)


@dataclass(slots=True)
class MemoryTable:
    """Every port of the pages but the clock, over one log."""

    clock: SteppedClock = field(default_factory=SteppedClock)
    health: HealthView = WELL
    log: list[Recorded] = field(default_factory=list)
    state: GameState = field(default_factory=GameState)
    keeper: Doorkeeper | None = None
    setup: SetupDesk | None = None
    waits_helper: bool = False
    kept: KeptPictures | None = None
    pictures: dict[str, bytes] = field(default_factory=dict)
    answers: dict[str, Accepted | Refused] = field(default_factory=dict)
    listeners: list[Callable[[PublicState], None]] = field(default_factory=list)

    def app(self, *, hosts: Sequence[str] = (), bound: str = "") -> FastAPI:
        return create_app(
            states=self,
            events=self,
            intents=self,
            pictures=self,
            health=HealthOf(self),
            clock=self.clock,
            hosts=hosts,
            bound=bound,
            keeper=self.keeper,
            setup=self.setup,
            waits=WaitsHelper(lambda: self.state) if self.waits_helper else None,
            kept=self.kept,
        )

    def current(self) -> PublicState:
        return public_state(self.state, health=self.health, now_ms=self.clock.t_ms)

    def history(self) -> HistoryView:
        return history(self.state)

    async def matches(self) -> Sequence[MatchRow]:
        return match_rows(
            [entry for entry in self.log if isinstance(entry.event, MatchStarted)], playing=self.state.match
        )

    async def history_of(self, match: str) -> HistoryView | None:
        about = self._about(match)
        return history(fold(about)) if about else None

    async def of_match(self, match: str) -> Sequence[dict[str, JsonValue]]:
        return [encode(entry) for entry in self._about(match)]

    def _about(self, match: str) -> list[Recorded]:
        return [entry for about, entry in by_match(self.log) if about == match]

    def subscribe(self, listener: Callable[[PublicState], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    async def after(self, seq: int, *, limit: int) -> Sequence[dict[str, JsonValue]]:
        return [encode(entry) for entry in self.log if entry.seq > seq][:limit]

    async def submit(self, intent: Intent) -> Accepted | Refused:
        if intent.id not in self.answers:
            self.answers[intent.id] = self._carry_out(intent)
        return self.answers[intent.id]

    async def picture(self, name: str) -> bytes | None:
        return self.pictures.get(name)

    def tell(self, *commands: Command) -> int:
        """Carry out each command; return the sequence of the last event."""
        for command in commands:
            result = self._decide(command)
            if isinstance(result, Rejection):
                raise RefusedError(f"{command}: {result.message_en}")
        return self.state.version

    def publish(self) -> None:
        state = self.current()
        for listener in list(self.listeners):
            listener(state)

    def _carry_out(self, intent: Intent) -> Accepted | Refused:
        match = intent.match or self._match_of(intent.command)
        if match is not None and (self.state.match is None or match != self.state.match.match):
            return self._change_past(match, intent.command)
        before = self.state
        result = self._decide(intent.command)
        if isinstance(result, Rejection):
            return Refused(result.message, result.message_en)
        return Accepted(result, change_to_tell(before, self.state, intent.command))

    def _match_of(self, command: Command) -> str | None:
        """The match that a change of an event is about."""
        of = command.of if isinstance(command, Correct | Undo) else None
        return next((about for about, entry in by_match(self.log) if entry.seq == of), None)

    def _change_past(self, match: str, command: Command) -> Accepted | Refused:
        before = fold(self._about(match))
        result = decide_past(self.state, before, command)
        if isinstance(result, Rejection):
            return Refused(result.message, result.message_en)
        entries = recorded(self.state, command, result, about=match)
        self.log += entries
        self.state = fold(entries, self.state)
        self.publish()
        return Accepted(self.state.version, difference(before, fold(self._about(match))))

    def _decide(self, command: Command) -> int | Rejection:
        result = decide(self.state, command)
        if isinstance(result, Rejection):
            return result
        entries = recorded(self.state, command, result)
        self.log += entries
        self.state = fold(entries, self.state)
        self.publish()
        return self.state.version


@dataclass(frozen=True, slots=True)
class HealthOf:
    """The table's health as its own port (the table's ``current`` is the state)."""

    table: MemoryTable

    def current(self) -> HealthView:
        return self.table.health
