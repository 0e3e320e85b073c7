"""The line between the emulated board and its port: passes lines on, spoiled as the fault script says. Sans-IO."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from firmware_bridge.emulator.faults import (
    BadCrc,
    Junk,
    Late,
    Reset,
    Rule,
    Silent,
    StuckSensor,
    Twice,
    WrongOrder,
)

MAX_WAITING = 256
"""Lines that may be on the way; four full queues of the board."""
BANNER = b"\x00\xff\r\nMicroPython v1.24 on Raspberry Pi Pico\r\n>>> \xfe$E,1,2"
"""What a board's boot ROM or a crashed program leaves on the line: text, bytes of no alphabet, half a line."""


@dataclass(slots=True)
class _OnTheWay:
    """How one line is to be sent."""

    data: bytes
    due_ms: int
    after_next: bool = False


@dataclass(slots=True)
class Wire:
    """Takes lines, gives bytes. ``reset`` and ``stuck`` tell what the script wants of the board itself."""

    rules: tuple[Rule, ...] = ()
    lines: int = 0
    """Lines taken so far."""
    reset: bool = False
    """The board is to start anew; whoever does so clears this."""
    stuck: list[str] = field(default_factory=list)
    """Sensors that are to flutter; whoever makes them do so empties this."""
    _queue: deque[_OnTheWay] = field(default_factory=deque)

    @property
    def full(self) -> bool:
        """Nothing more should be taken now."""
        return len(self._queue) >= MAX_WAITING

    def add(self, rules: Iterable[Rule]) -> None:
        """Follow these rules too."""
        self.rules += tuple(rules)

    def clear(self) -> None:
        """Forget what is on the way, as when the plug is pulled."""
        self._queue.clear()

    def take(self, line: bytes, now_ms: int) -> None:
        """Send ``line``, or what the script makes of it."""
        self.lines += 1
        sent = _OnTheWay(line, now_ms)
        for rule in self.rules:
            if rule.meets(self.lines):
                self._spoil(sent, rule)
        held = self._queue.pop() if self._queue and self._queue[-1].after_next else None
        if sent.data:
            sent.after_next = sent.after_next and held is None  # one swap at a time
            self._queue.append(sent)
        if held is not None:
            held.after_next = not sent.data  # it still waits for one to follow
            self._queue.append(held)

    def due(self, now_ms: int) -> bytes:
        """Return the bytes that are to be written now, in order."""
        data = b""
        while self._queue and not self._queue[0].after_next and self._queue[0].due_ms <= now_ms:
            data += self._queue.popleft().data
        return data

    def _spoil(self, sent: _OnTheWay, rule: Rule) -> None:
        match rule.fault:
            case BadCrc():
                sent.data = _wrong_check(sent.data)
            case Silent():
                sent.data = b""
            case Twice():
                sent.data *= 2
            case Late(by_ms):
                sent.due_ms += by_ms
            case WrongOrder():
                sent.after_next = True
            case Junk():
                sent.data = BANNER + sent.data
            case Reset():
                self.reset = True
            case StuckSensor(sensor):
                self.stuck.append(sensor)
            case never:
                assert_never(never)


def _wrong_check(line: bytes) -> bytes:
    digit = b"1" if line[-2:-1] == b"0" else b"0"
    return line[:-2] + digit + line[-1:]
