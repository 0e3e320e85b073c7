"""The controller's role on the link, as the firmware plays it: for the emulator and for tests. Sans-IO.

Two times: ``ms`` is the table's clock that stamps events; ``timer_ms`` drives the heartbeat. On a real board
they are one; a simulated table may run its own clock faster while the link's timers stay real.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.codec import CommandFrame, Unreadable, decode_from_host, encode_ack, encode_event
from firmware_bridge.errors import BadBodyError
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, MAX_BODY_TO_DEVICE, LineDecoder, encode_line
from firmware_bridge.messages import (
    MS_MODULUS,
    PROTOCOL,
    SEQ_MODULUS,
    AskSnapshot,
    Boot,
    Command,
    DeviceEvent,
    Heartbeat,
    Hello,
    Overflow,
    Ping,
    Refusal,
    ResetCause,
    SayHello,
    SetTime,
    Snapshot,
)

HEARTBEAT_MS = 1000
QUEUE_LINES = 64
"""Lines kept while the host does not read: 10 kB, which a small board can spare; the oldest go first."""


Obey = Callable[[Command, int], Refusal | None]
"""Carries a command out at the board's time, or says why not; only for commands this module does not know itself."""


Greeted = Callable[[], None]
"""Hears that a host has greeted: whoever armed or watched something is gone."""


def obey_nothing(_command: Command, _ms: int) -> Refusal | None:
    """Refuse: a board that has inputs and a line, and no more."""
    return Refusal.UNSUPPORTED


@dataclass(frozen=True, slots=True)
class Identity:
    """What a controller says of itself."""

    firmware: str
    uid: str
    capabilities: int
    channels: int
    config_crc: int = 0


class DeviceSession:
    """One link's table end."""

    def __init__(
        self,
        identity: Identity,
        snapshot: Callable[[], Snapshot],
        *,
        obey: Obey = obey_nothing,
        greeted: Greeted = lambda: None,
    ) -> None:
        """Prepare a silent controller; ``snapshot`` is asked how the table stands whenever that is told."""
        self.identity = identity
        """What BOOT and HELLO tell; changes with the wiring."""
        self._snapshot = snapshot
        self._obey = obey
        self._greeted = greeted
        self._decoder = LineDecoder(max_body=MAX_BODY_TO_DEVICE)
        self._queue: deque[bytes] = deque()
        self._seq = 0
        self._dropped = 0
        self._dropped_untold = 0
        self._answered: tuple[int, str] | None = None
        self._booted_ms = 0
        self._beat_due_ms: int | None = None

    def boot(self, *, ms: int, cause: ResetCause = ResetCause.POWER_ON) -> None:
        """Begin anew, as after power came: numbers, queue and memory of commands are gone."""
        self._decoder.reset()
        self._queue.clear()
        self._seq = self._dropped = self._dropped_untold = 0
        self._answered = self._beat_due_ms = None
        self._booted_ms = ms
        self.tell(Boot(self.identity.firmware, PROTOCOL, self.identity.uid, cause), ms=ms)

    def tell(self, event: DeviceEvent, *, ms: int) -> None:
        """Queue one event, numbered and stamped."""
        line = encode_event(self._seq, ms % MS_MODULUS, event)
        self._seq = (self._seq + 1) % SEQ_MODULUS
        self._enqueue(line)

    def received(self, data: bytes, *, ms: int) -> None:
        """Carry out and answer the commands completed by ``data``."""
        for body in self._decoder.feed(data):
            try:
                frame = decode_from_host(body)
            except BadBodyError:
                continue  # without a number there is nothing to answer; the host asks again
            self._answer(frame, ms)

    def tick(self, timer_ms: int, *, ms: int) -> None:
        """Send the heartbeat when it is due, and tell of an overflow once there is room again."""
        if self._dropped_untold and len(self._queue) <= QUEUE_LINES // 2:
            dropped, self._dropped_untold = self._dropped_untold, 0
            self.tell(Overflow(dropped), ms=ms)
        if self._beat_due_ms is None or timer_ms >= self._beat_due_ms:
            self._beat_due_ms = timer_ms + HEARTBEAT_MS
            self.tell(self._heartbeat(ms), ms=ms)

    def next_deadline_ms(self) -> int | None:
        """Return when ``tick`` is due, in ``timer_ms``; None when at once."""
        return self._beat_due_ms

    def next_line(self) -> bytes | None:
        """Take the oldest line that waits to be written, None when there is none."""
        return self._queue.popleft() if self._queue else None

    def _enqueue(self, body: str) -> None:
        if len(self._queue) >= QUEUE_LINES:
            self._queue.popleft()
            self._dropped += 1
            self._dropped_untold += 1
        self._queue.append(encode_line(body, max_body=MAX_BODY_FROM_DEVICE))

    def _heartbeat(self, ms: int) -> Heartbeat:
        return Heartbeat(
            up_s=max(0, ms - self._booted_ms) // 1000,
            inputs=self._snapshot().inputs,
            queued=len(self._queue),
            overflowed=self._dropped,
            crc_errors=self._decoder.counts.bad,
        )

    def _answer(self, frame: CommandFrame, ms: int) -> None:
        """Acknowledge, then act; a repeated number is acknowledged again and not acted on twice.

        HELLO is acted on each time: a host that has just started counts from 0 again.
        """
        if self._answered is not None and self._answered[0] == frame.seq and not _greets(frame):
            self._enqueue(self._answered[1])
            return
        ack = encode_ack(frame.seq, reason=self._refusal(frame.command, ms))
        self._answered = (frame.seq, ack)
        self._enqueue(ack)
        match frame.command:
            case SayHello(protocol=protocol) if protocol == PROTOCOL:
                self._greeted()
                identity = self.identity
                hello = Hello(PROTOCOL, identity.capabilities, identity.channels, identity.config_crc)
                self.tell(hello, ms=ms)
            case AskSnapshot():
                self.tell(self._snapshot(), ms=ms)
            case _:
                pass  # obeyed or refused before it was answered

    def _refusal(self, command: Command | Unreadable, ms: int) -> str | None:
        """Carry out what is done before the answer; return why it was not."""
        match command:
            case Unreadable(name=name):
                return f"unreadable {name}"
            case SayHello(protocol=protocol) if protocol != PROTOCOL:
                return f"speaks {PROTOCOL}"
            case SayHello() | Ping() | AskSnapshot() | SetTime():
                return None
            case other:
                refusal = self._obey(other, ms)
                return None if refusal is None else refusal.value


def _greets(frame: CommandFrame) -> bool:
    return isinstance(frame.command, SayHello)
