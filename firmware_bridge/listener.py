"""From a controller's numbered events to what the daemon is told: order, gaps, restarts, who threw the dice.

Serves a live link and a recording alike; sends nothing, knows no time but the controller's.
"""

from dataclasses import dataclass, replace

from firmware_bridge.codec import EventFrame, Unreadable
from firmware_bridge.flood import FloodGate
from firmware_bridge.messages import (
    Act,
    Boot,
    DiceRoll,
    DiceValue,
    Heartbeat,
    Hello,
    Overflow,
    RawEdge,
    TableEvent,
    TelemetryGap,
)
from firmware_bridge.sequence import NEXT, Arrival, Sequence

_START = Act.START


@dataclass(slots=True)
class EventCounts:
    """How the events of one controller fared."""

    told: int = 0
    unreadable: int = 0
    repeated: int = 0
    late: int = 0
    gaps: int = 0
    lost: int = 0
    """Events known to be missing."""
    reboots: int = 0


class Listener:
    """What one controller has told, in order."""

    def __init__(self) -> None:
        self.counts = EventCounts()
        self.heartbeat: Heartbeat | None = None
        """The newest one."""
        self._sequence = Sequence()
        self._gate = FloodGate()
        self._thrower: int | None = None

    def begin(self, frame: EventFrame) -> None:
        """Believe the controller from this event on; nothing before it counts."""
        self._sequence.begin(frame.seq, frame.ms)
        self._thrower = None

    def hear(self, frame: EventFrame) -> list[TableEvent]:
        """Return what the daemon is told because of ``frame``, in order."""
        if isinstance(frame.event, Boot):
            return self._boot(frame)
        verdict = self._sequence.judge(frame.seq, frame.ms)
        if verdict is NEXT:
            return self._told(frame)
        match verdict.arrival:
            case Arrival.REPEATED:
                self.counts.repeated += 1
                return []
            case Arrival.LATE:
                self.counts.late += 1
                return []
            case Arrival.GAP | Arrival.NEXT:
                return [self._gap(verdict.missed), *self._told(frame)]

    def _boot(self, frame: EventFrame) -> list[TableEvent]:
        if self._sequence.judge(frame.seq, frame.ms).arrival is Arrival.REPEATED:
            self.counts.repeated += 1
            return []
        self.begin(frame)
        self.counts.reboots += 1
        return [self._gap(None)]

    def _gap(self, missed: int | None) -> TelemetryGap:
        self.counts.gaps += 1
        self.counts.lost += missed or 0
        self._thrower = None  # the throw may have ended in the gap
        return TelemetryGap(missed)

    def _told(self, frame: EventFrame) -> list[TableEvent]:
        event = frame.event
        if isinstance(event, (Unreadable, Boot, Hello, Heartbeat, Overflow, RawEdge)):
            return self._keep(event)
        self.counts.told += 1
        if isinstance(event, (DiceRoll, DiceValue)):
            event = self._with_thrower(event)
        return self._gate.pass_on(event, frame.ms)

    def _keep(self, event: Unreadable | Boot | Hello | Heartbeat | Overflow | RawEdge) -> list[TableEvent]:
        match event:
            case Unreadable():
                self.counts.unreadable += 1
            case Heartbeat():
                self.heartbeat = event
            case Boot() | Hello() | Overflow() | RawEdge():
                pass
        return []

    def _with_thrower(self, event: DiceRoll | DiceValue) -> DiceRoll | DiceValue:
        """Put the seat of the dice button into a value that names none."""
        if isinstance(event, DiceRoll):
            if event.act is _START:
                self._thrower = event.seat
            return event
        seat = self._thrower if event.seat is None else event.seat
        self._thrower = None
        return replace(event, seat=seat)
