"""Where table events come from, all of one shape: a link, a recording, a camera's eye, a person's hand.

Each calls ``on_event`` with ``LinkEvent``s that say whose word they are; whoever listens need not know which it was.
``hardware_docs/table_adapters.md`` tells how a maker's own protocol joins in.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from firmware_bridge.capture import CapturedLine
from firmware_bridge.errors import CaptureError
from firmware_bridge.messages import (
    Act,
    Command,
    DiceRoll,
    DiceValue,
    Drop,
    Lift,
    LiftPos,
    LinkEvent,
    Origin,
    TableEvent,
    Wall,
    WallState,
)
from firmware_bridge.replay import replay

T = TypeVar("T")
OnEvent = Callable[[LinkEvent], None]
AGREEING = 2
"""Looks that must agree before a camera's word is taken: one may show a hand or a blur."""
SEATS = range(4)


class SourceHealth(Protocol):
    """How a source is."""

    @property
    def up(self) -> bool:
        """Whether the table is heard."""
        ...

    @property
    def problem(self) -> str | None:
        """One sentence with the cure; None when all is well."""
        ...


class TableSource(Protocol):
    """Something that tells what the table does, from ``run`` until that ends or is cancelled."""

    async def run(self) -> None:
        """Tell every event as it happens; return only when there will be no more."""
        ...

    def ask(self, command: Command) -> bool:
        """Ask the table for something; False where nobody can be asked, which is no fault."""
        ...

    def health(self) -> SourceHealth:
        """Return how the source is now."""
        ...


@dataclass(frozen=True, slots=True)
class PlainHealth:
    """The health of a source that has no line."""

    up: bool
    problem: str | None = None


class RecordingSource:
    """Tells again what a recording told, at its own pace, a multiple of it, or as fast as it is taken."""

    def __init__(
        self,
        lines: Iterable[CapturedLine],
        *,
        on_event: OnEvent,
        speed: float | None = 1.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Prepare. ``speed`` None waits for nothing between two events."""
        self._lines = lines
        self._on_event = on_event
        self._speed = speed
        self._sleep = sleep
        self._problem: str | None = None

    async def run(self) -> None:
        """Tell the recording once, with its own times; return at its end, or at a row that cannot be read."""
        try:
            await self._tell_all()
        except CaptureError as error:
            self._problem = str(error)
        else:
            self._problem = "The recording has come to its end."

    async def _tell_all(self) -> None:
        before_ms: int | None = None
        for heard in replay(self._lines):
            wait_s = 0.0
            if self._speed is not None and before_ms is not None:
                wait_s = max(0, heard.t_ms - before_ms) / 1000 / self._speed
            before_ms = heard.t_ms
            await self._sleep(wait_s)
            self._on_event(LinkEvent(heard.t_ms, heard.event, Origin.RECORDING))

    def ask(self, _command: Command) -> bool:
        """Ask nobody: it is over."""
        return False

    def health(self) -> PlainHealth:
        """Say whether it still runs."""
        return PlainHealth(self._problem is None, self._problem)


@dataclass(frozen=True, slots=True)
class TableSight:
    """What one look shows of the machine; None for what it does not show."""

    t_ms: int
    console: LiftPos | None = None
    walls: frozenset[int] | None = None
    """Seats before which a whole wall stands."""
    dice: tuple[int, ...] | None = None
    """The lying dice; None while they turn or are hidden."""


@dataclass(frozen=True, slots=True)
class _Change(Generic[T]):
    was: T | None


class _Agreed(Generic[T]):
    """A value that counts once looks in a row agree on it."""

    def __init__(self) -> None:
        self._value: T | None = None
        self._candidate: T | None = None
        self._looks = 0

    def agree(self, value: T) -> _Change[T] | None:
        """Take in one look; return what was before when ``value`` has just come to count."""
        self._looks = self._looks + 1 if value == self._candidate else 1
        self._candidate = value
        if self._looks < AGREEING or value == self._value:
            return None
        was, self._value = self._value, value
        return _Change(was)

    def forget(self) -> None:
        """Begin anew."""
        self._value = self._candidate = None


class CameraSource:
    """Turns looks at the table into the events that a controller would have told: camera-only play.

    What only a controller knows (whose button it was, how long it took) stays unknown.
    """

    def __init__(self, *, on_event: OnEvent) -> None:
        self._on_event = on_event
        self._console = _Agreed[LiftPos]()
        self._walls = _Agreed[frozenset[int]]()
        self._dice = _Agreed[tuple[int, ...]]()
        self._turned = True
        """The dice have moved since they were last read: the same throw lies there for minutes."""

    async def run(self) -> None:
        """Wait: the looks come by ``saw``."""
        await asyncio.Event().wait()

    def ask(self, _command: Command) -> bool:
        """Ask nobody: a camera only looks."""
        return False

    def health(self) -> PlainHealth:
        """Say that it is there; how the camera is, the camera tells."""
        return PlainHealth(up=True)

    def saw(self, sight: TableSight) -> None:
        """Take in one look."""
        if sight.console is not None and (before := self._console.agree(sight.console)) is not None:
            self._tell(sight.t_ms, *_console_moved(before.was, sight.console))
        if sight.walls is not None and (changed := self._walls.agree(sight.walls)) is not None:
            risen = sorted(sight.walls - (changed.was or frozenset()))
            self._tell(sight.t_ms, *(Wall(seat, WallState.RAISED) for seat in risen))
        if sight.dice is None:
            self._turned = True
            self._dice.forget()
        elif self._dice.agree(sight.dice) is not None and self._turned:
            self._turned = False
            self._tell(sight.t_ms, DiceRoll(Act.STOP, None), DiceValue(sight.dice))

    def _tell(self, t_ms: int, *events: TableEvent) -> None:
        for event in events:
            self._on_event(LinkEvent(t_ms, event, Origin.CAMERA))


class HandSource:
    """Events that a person enters, where neither line nor camera knows better."""

    def __init__(self, *, clock: Callable[[], int], on_event: OnEvent) -> None:
        self._clock = clock
        self._on_event = on_event

    async def run(self) -> None:
        """Wait: people speak when they like."""
        await asyncio.Event().wait()

    def ask(self, _command: Command) -> bool:
        """Ask nobody: people are asked on the pages."""
        return False

    def health(self) -> PlainHealth:
        """Say that it is there."""
        return PlainHealth(up=True)

    def new_hand(self) -> None:
        """Tell that the tiles went in and new walls stand."""
        self._tell(Drop(), Lift(LiftPos.DOWN), *(Wall(seat, WallState.RAISED) for seat in SEATS))

    def console_rose(self) -> None:
        """Tell that the console is up."""
        self._tell(Lift(LiftPos.UP))

    def threw(self, dice: tuple[int, ...], *, seat: int | None) -> None:
        """Tell a throw."""
        self._tell(DiceRoll(Act.STOP, seat), DiceValue(dice, seat))

    def _tell(self, *events: TableEvent) -> None:
        for event in events:
            self._on_event(LinkEvent(self._clock(), event, Origin.HAND))


def _console_moved(was: LiftPos | None, now: LiftPos) -> list[TableEvent]:
    """What a controller tells of it; new walls and no tiles in the middle mean that they went in."""
    dropped = was is LiftPos.UP and now is LiftPos.DOWN
    return [Drop(), Lift(now)] if dropped else [Lift(now)]
