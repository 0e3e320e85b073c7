"""The host's role on the link: greeting, freshness, snapshot after a gap.

Sans-IO: bytes and a time in, events and bytes out. Times are milliseconds of any clock that never goes back.
The other end's role is in ``device_session``.
"""

from dataclasses import dataclass, replace
from enum import Enum

from firmware_bridge.codec import AckFrame, EventFrame, decode_from_device, encode_command
from firmware_bridge.errors import BadBodyError
from firmware_bridge.exchange import Exchange, ExchangeCounts
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, LineCounts, LineDecoder
from firmware_bridge.listener import EventCounts, Listener
from firmware_bridge.messages import (
    PROTOCOL,
    AskSnapshot,
    Boot,
    Command,
    Heartbeat,
    Hello,
    LinkLost,
    LinkUp,
    SayHello,
    Snapshot,
    TableEvent,
    TelemetryGap,
)
from firmware_bridge.sentence import Sentence

HEARD_WITHIN_MS = 3500
"""A heartbeat comes every second; three in a row missing is silence, one or two is noise."""
ASK_AGAIN_MS = 1500
"""When to greet or ask for a snapshot anew; longer than the three tries of one command (900 ms)."""


class Phase(Enum):
    """How far the link has come."""

    CLOSED = "closed"
    GREETING = "greeting"
    """The port is open; what is read may be old and is not believed yet."""
    UP = "up"


_UP, _CLOSED = Phase.UP, Phase.CLOSED  # looking a member up in its class takes longer than comparing it


@dataclass(frozen=True, slots=True)
class SessionHealth:
    """Figures since the session was made."""

    phase: Phase
    last_heard_ms: int | None
    lines: LineCounts
    malformed: int
    """Good lines whose body was of no known shape."""
    events: EventCounts
    commands: ExchangeCounts
    heartbeat: Heartbeat | None
    hello: Hello | None
    refusal: str | None
    """Why the controller cannot be used, in a sentence."""


class HostSession:
    """One link's host end, over any number of reconnections."""

    def __init__(self, *, version: str) -> None:
        """Prepare a closed session. Raises FieldError when ``version``, told to the controller, is no short name."""
        self._greeting = SayHello(protocol=PROTOCOL, host=version)
        encode_command(0, self._greeting)
        self._decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
        self._exchange = Exchange()
        self._listener = Listener()
        self._phase = Phase.CLOSED
        self._told_up = False
        self._greeted = False
        self._owed_ms: int | None = None
        """When to ask next: HELLO while greeting, SNAP when up; None while nothing is owed."""
        self._heard_ms: int | None = None
        self._silent_since_ms = 0
        self._malformed = 0
        self._hello: Hello | None = None
        self._refusal: str | None = None

    @property
    def phase(self) -> Phase:
        """How far the link has come."""
        return self._phase

    def opened(self, now_ms: int) -> None:
        """Begin to greet on a port that has just been opened."""
        self._decoder.reset()
        self._silent_since_ms = now_ms
        self._greet(now_ms)

    def closed(self) -> list[TableEvent]:
        """Take note that the port is gone; return what the daemon is told."""
        self._phase = Phase.CLOSED
        self._exchange.clear()
        self._owed_ms = None
        return self._lost()

    def ask(self, command: Command) -> bool:
        """Queue a command for a link that is up; False when it is not, or too many wait."""
        return self._phase is _UP and self._exchange.ask(command)

    def received(self, data: bytes, now_ms: int) -> list[TableEvent]:
        """Return what the daemon is told because of ``data``."""
        events: list[TableEvent] = []
        for body in self._decoder.feed(data):
            try:
                frame = decode_from_device(body)
            except BadBodyError:
                self._malformed += 1
                continue
            self._heard_ms = self._silent_since_ms = now_ms
            if isinstance(frame, AckFrame):
                self._acknowledged(frame)
            elif self._phase is _UP:
                events += self._hear(frame, now_ms)
            else:
                events += self._hear_while_greeting(frame, now_ms)
        return events

    def tick(self, now_ms: int) -> list[TableEvent]:
        """Return what the daemon is told because time has passed."""
        if self._phase is _CLOSED or now_ms - self._silent_since_ms < HEARD_WITHIN_MS or not self._told_up:
            return []
        self._greet(now_ms)
        return self._lost()

    def to_send(self, now_ms: int) -> bytes:
        """Return the bytes to write now; call after ``opened``, ``received`` and at each deadline."""
        if self._phase is _CLOSED:
            return b""
        if self._owed_ms is not None and now_ms >= self._owed_ms and self._exchange.idle:
            self._exchange.ask(AskSnapshot() if self._phase is _UP else self._greeting)
            self._owed_ms = now_ms + ASK_AGAIN_MS
        return self._exchange.to_send(now_ms)

    def next_deadline_ms(self) -> int | None:
        """Return when ``tick`` and ``to_send`` must be called at the latest; None while closed."""
        if self._phase is _CLOSED:
            return None
        deadline_ms = self._exchange.deadline_ms
        if deadline_ms is None and self._exchange.idle:
            deadline_ms = self._owed_ms
        if self._told_up:
            silence_ms = self._silent_since_ms + HEARD_WITHIN_MS
            return silence_ms if deadline_ms is None else min(silence_ms, deadline_ms)
        return deadline_ms

    def health(self) -> SessionHealth:
        """Return the figures as they are now."""
        return SessionHealth(
            phase=self._phase,
            last_heard_ms=self._heard_ms,
            lines=replace(self._decoder.counts),
            malformed=self._malformed,
            events=replace(self._listener.counts),
            commands=replace(self._exchange.counts),
            heartbeat=self._listener.heartbeat,
            hello=self._hello,
            refusal=self._refusal,
        )

    def _greet(self, now_ms: int) -> None:
        self._phase = Phase.GREETING
        self._greeted = False
        self._exchange.clear()
        self._owed_ms = now_ms

    def _lost(self) -> list[TableEvent]:
        was_up, self._told_up = self._told_up, False
        return [LinkLost()] if was_up else []

    def _acknowledged(self, ack: AckFrame) -> None:
        if not isinstance(self._exchange.acknowledged(ack), SayHello):
            return
        self._greeted = ack.ok
        if not ack.ok:
            self._refuse(ack.reason or "no reason given")

    def _hear_while_greeting(self, frame: EventFrame, now_ms: int) -> list[TableEvent]:
        """Believe nothing but the answer to the greeting: the port may still hold lines of an hour ago."""
        match frame.event:
            case Boot():
                self._greet(now_ms)
            case Hello(protocol=protocol) if self._greeted and protocol != PROTOCOL:
                self._refuse(f"it speaks version {protocol}")
            case Hello() as hello if self._greeted:
                return self._welcome(hello, frame, now_ms)
            case _:
                pass
        return []

    def _welcome(self, hello: Hello, frame: EventFrame, now_ms: int) -> list[TableEvent]:
        self._phase, self._hello, self._refusal = Phase.UP, hello, None
        self._listener.begin(frame)
        self._owed_ms = now_ms
        was_up, self._told_up = self._told_up, True
        return [] if was_up else [LinkUp()]

    def _hear(self, frame: EventFrame, now_ms: int) -> list[TableEvent]:
        events = self._listener.hear(frame)
        for event in events:
            if isinstance(event, TelemetryGap):
                self._owed_ms = now_ms
            elif isinstance(event, Snapshot):
                self._owed_ms = None
        if events and isinstance(frame.event, Boot):
            self._greet(now_ms)
        return events

    def _refuse(self, why: str) -> None:
        self._refusal = Sentence(
            f"The tap board does not speak version {PROTOCOL} of the protocol ({why}). "
            "Flash the firmware that came with this version.",
            zh=f"采集板不说协议第 {PROTOCOL} 版 ({why}). 请刷入随本版本提供的固件.",
        )
