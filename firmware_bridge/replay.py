"""What a recorded link told: the events of a ``link.csv``, with the recording's own times. Sends nothing.

Follows the host's greeting where the recording has it; one without (made by another program) is believed from its
first line on.
"""

from collections.abc import Iterable, Iterator
from enum import Enum

from firmware_bridge.capture import CapturedLine
from firmware_bridge.codec import AckFrame, EventFrame, decode_from_device, decode_from_host
from firmware_bridge.direction import Direction
from firmware_bridge.errors import BadBodyError
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, MAX_BODY_TO_DEVICE, LineDecoder
from firmware_bridge.listener import Listener
from firmware_bridge.messages import Boot, Hello, LinkEvent, LinkLost, LinkUp, SayHello, TableEvent
from firmware_bridge.session import HEARD_WITHIN_MS


def replay(lines: Iterable[CapturedLine]) -> Iterator[LinkEvent]:
    """Yield what the daemon was told when ``lines`` were recorded."""
    replayer = Replayer()
    for line in lines:
        yield from replayer.feed(line)


class _Greeting(Enum):
    """How far the recorded host's greeting has come."""

    DUE = "due"
    SENT = "sent"
    ACKNOWLEDGED = "acknowledged"
    DONE = "done"


class Replayer:
    """Follows a recording, or a stream as it is recorded, row by row."""

    def __init__(self) -> None:
        self._from_device = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
        self._from_host = LineDecoder(max_body=MAX_BODY_TO_DEVICE)
        self._listener = Listener()
        self._up = False
        self._greeting = _Greeting.DONE
        self._greeting_seq = 0
        self._heard_ms = 0

    @property
    def lost(self) -> int:
        """How many events are known to be missing."""
        return self._listener.counts.lost

    def feed(self, line: CapturedLine) -> list[LinkEvent]:
        """Return the events of one row, and of the silence before it."""
        events = self._silence(line.t_ms)
        match line.direction:
            case Direction.TX:
                told = self._sent(line.line + b"\n")
            case Direction.RX:
                told = self._received(line.line + b"\n", line.t_ms)
        return [*events, *(LinkEvent(line.t_ms, event) for event in told)]

    def _silence(self, t_ms: int) -> list[LinkEvent]:
        lost_ms = self._heard_ms + HEARD_WITHIN_MS
        if not self._up or t_ms < lost_ms:
            return []
        self._up = False
        return [LinkEvent(lost_ms, LinkLost())]

    def _sent(self, data: bytes) -> list[TableEvent]:
        for body in self._from_host.feed(data):
            try:
                frame = decode_from_host(body)
            except BadBodyError:
                continue
            if isinstance(frame.command, SayHello):
                return self._greet(frame.seq)
        return []

    def _greet(self, seq: int) -> list[TableEvent]:
        """Believe nothing until the answer; a greeting without a restart before it means the port was gone."""
        lost = self._up and self._greeting is _Greeting.DONE
        self._greeting, self._greeting_seq = _Greeting.SENT, seq
        if not lost:
            return []
        self._up = False
        return [LinkLost()]

    def _received(self, data: bytes, t_ms: int) -> list[TableEvent]:
        events: list[TableEvent] = []
        for body in self._from_device.feed(data):
            try:
                frame = decode_from_device(body)
            except BadBodyError:
                continue
            self._heard_ms = t_ms
            match frame:
                case AckFrame(seq=seq, ok=ok):
                    if ok and seq == self._greeting_seq and self._greeting is _Greeting.SENT:
                        self._greeting = _Greeting.ACKNOWLEDGED
                case EventFrame():
                    events += self._hear(frame)
        return events

    def _hear(self, frame: EventFrame) -> list[TableEvent]:
        match self._greeting, frame.event:
            case _Greeting.ACKNOWLEDGED, Hello():
                self._greeting = _Greeting.DONE
                self._listener.begin(frame)
                told: list[TableEvent] = []
            case _Greeting.DONE, event:
                told = self._listener.hear(frame)
                if isinstance(event, Boot) and told:
                    self._greeting = _Greeting.DUE
            case _, Boot():
                self._greeting = _Greeting.DUE  # an acknowledgement on the way answers the controller that was
                return []
            case _:
                return []
        if self._up:
            return told
        self._up = True
        return [LinkUp(), *told]
