"""A worked example of a maker's own protocol behind the link. The maker is imagined: no real one publishes any.

Its controller only talks: four bytes ``AA kind value sum``, the sum being kind plus value, modulo 256. Kinds: 1 the
console (0 down, 1 up, 2 moving), 2 two dice (one in each half of the byte), 3 the walls that are up (a bit a seat),
4 alive, sent every second. ``hardware_docs/table_adapters.md`` walks through it.
"""

from firmware_bridge.exchange import ExchangeCounts
from firmware_bridge.framing import LineCounts
from firmware_bridge.listener import EventCounts
from firmware_bridge.messages import (
    Command,
    DiceSource,
    DiceValue,
    Lift,
    LiftPos,
    LinkLost,
    LinkUp,
    TableEvent,
    Wall,
    WallState,
)
from firmware_bridge.session import Phase, SessionHealth

START = 0xAA
FRAME_BYTES = 4
HEARD_WITHIN_MS = 3500
"""Alive comes every second; three in a row missing is silence."""
_CONSOLE = {0: LiftPos.DOWN, 1: LiftPos.UP, 2: LiftPos.MOVING}


class ExampleMaker:
    """The host's end. Holds one unfinished frame at most, so the controller cannot make it grow."""

    def __init__(self) -> None:
        self._phase = Phase.CLOSED
        self._partial = b""
        self._walls = 0
        self._heard_ms: int | None = None
        self._counts = LineCounts()
        self._told = 0

    @property
    def phase(self) -> Phase:
        """``Phase.UP`` from the first good frame to a silence."""
        return self._phase

    def opened(self, now_ms: int) -> None:
        """Begin to listen; there is nobody to greet."""
        self._phase, self._partial, self._walls, self._heard_ms = Phase.GREETING, b"", 0, now_ms

    def closed(self) -> list[TableEvent]:
        """Take note that the port is gone."""
        was, self._phase = self._phase, Phase.CLOSED
        return [LinkLost()] if was is Phase.UP else []

    def received(self, data: bytes, now_ms: int) -> list[TableEvent]:
        """Return what the daemon is told because of ``data``, however it was cut."""
        events: list[TableEvent] = []
        stream = self._partial + data
        at = 0
        while (at := stream.find(START, at)) >= 0 and at + FRAME_BYTES <= len(stream):
            kind, value, check = stream[at + 1 : at + FRAME_BYTES]
            if check != (kind + value) % 256:
                self._counts.bad_check += 1
                at += 1  # it may have been a byte of another frame
                continue
            at += FRAME_BYTES
            events += self._frame(kind, value, now_ms)
        self._partial = b"" if at < 0 else stream[at:]
        self._told += len(events)
        return events

    def tick(self, now_ms: int) -> list[TableEvent]:
        """Notice a silence."""
        if self._phase is not Phase.UP or self._heard_ms is None or now_ms - self._heard_ms < HEARD_WITHIN_MS:
            return []
        self._phase = Phase.GREETING
        return [LinkLost()]

    def to_send(self, _now_ms: int) -> bytes:
        """Say nothing: this controller only talks."""
        return b""

    def next_deadline_ms(self) -> int | None:
        """Return when a silence would be one."""
        return None if self._phase is not Phase.UP or self._heard_ms is None else self._heard_ms + HEARD_WITHIN_MS

    def ask(self, _command: Command) -> bool:
        """Refuse: this controller cannot be asked."""
        return False

    def health(self) -> SessionHealth:
        """Return the figures as they are now."""
        return SessionHealth(
            phase=self._phase,
            last_heard_ms=self._heard_ms,
            lines=self._counts,
            malformed=0,
            events=EventCounts(told=self._told),
            commands=ExchangeCounts(),
            heartbeat=None,
            hello=None,
            refusal=None,
        )

    def _frame(self, kind: int, value: int, now_ms: int) -> list[TableEvent]:
        self._counts.good += 1
        self._heard_ms = now_ms
        first: list[TableEvent] = [] if self._phase is Phase.UP else [LinkUp()]
        self._phase = Phase.UP
        return first + self._said(kind, value)

    def _said(self, kind: int, value: int) -> list[TableEvent]:
        """Translate one frame; what is unknown or out of bounds tells nothing."""
        match kind:
            case 1 if value in _CONSOLE:
                return [Lift(_CONSOLE[value])]
            case 2 if 1 <= value >> 4 <= 6 and 1 <= value & 15 <= 6:
                return [DiceValue((value >> 4, value & 15), source=DiceSource.VENDOR)]
            case 3 if value < 16:
                risen, self._walls = value & ~self._walls, value
                return [Wall(seat, WallState.RAISED) for seat in range(4) if risen >> seat & 1]
            case _:
                return []
