"""Commands to the controller: one on the way at a time, sent until acknowledged, at most three times."""

from collections import deque
from dataclasses import dataclass

from firmware_bridge.codec import AckFrame, encode_command
from firmware_bridge.framing import MAX_BODY_TO_DEVICE, encode_line
from firmware_bridge.messages import SEQ_MODULUS, Command

ACK_WITHIN_MS = 300
"""A controller answers in a few milliseconds; 300 also covers one that is just writing its flash."""
TRIES = 3
MAX_WAITING = 8
"""Commands that may wait; people and the daemon make a few an hour, more means nobody answers."""


@dataclass(slots=True)
class _OnTheWay:
    seq: int
    command: Command
    line: bytes
    tries: int = 0
    due_ms: int = 0


@dataclass(slots=True)
class ExchangeCounts:
    """How the commands fared."""

    resent: int = 0
    refused: int = 0
    given_up: int = 0


class Exchange:
    """The host's half of command and acknowledgement. Numbers go on over reconnections."""

    def __init__(self) -> None:
        self.counts = ExchangeCounts()
        self._next_seq = 0
        self._waiting: deque[Command] = deque()
        self._current: _OnTheWay | None = None

    @property
    def idle(self) -> bool:
        """Nothing is on the way or waits."""
        return self._current is None and not self._waiting

    @property
    def deadline_ms(self) -> int | None:
        """When to call ``to_send`` again, None when nothing is on the way."""
        return None if self._current is None else self._current.due_ms

    def ask(self, command: Command) -> bool:
        """Queue ``command``; False when too many wait already."""
        if len(self._waiting) >= MAX_WAITING:
            return False
        self._waiting.append(command)
        return True

    def clear(self) -> None:
        """Forget what is on the way and what waits, as after the port was opened anew."""
        self._current = None
        self._waiting.clear()

    def acknowledged(self, ack: AckFrame) -> Command | None:
        """Return the command that ``ack`` ends, None when it answers none that is on the way."""
        current = self._current
        if current is None or ack.seq != current.seq:
            return None
        self._current = None
        if not ack.ok:
            self.counts.refused += 1
        return current.command

    def to_send(self, now_ms: int) -> bytes:
        """Return the line to write now, empty when there is none; gives up after the last try."""
        current = self._current
        if current is not None and now_ms >= current.due_ms and current.tries >= TRIES:
            self.counts.given_up += 1
            self._current = current = None
        if current is None:
            current = self._current = self._next()
        if current is None or (current.tries and now_ms < current.due_ms):
            return b""
        self.counts.resent += current.tries > 0
        current.tries += 1
        current.due_ms = now_ms + ACK_WITHIN_MS
        return current.line

    def _next(self) -> _OnTheWay | None:
        if not self._waiting:
            return None
        command, seq = self._waiting.popleft(), self._next_seq
        self._next_seq = (seq + 1) % SEQ_MODULUS
        line = encode_line(encode_command(seq, command), max_body=MAX_BODY_TO_DEVICE)
        return _OnTheWay(seq, command, line)
