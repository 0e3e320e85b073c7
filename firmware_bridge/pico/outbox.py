"""Lines that wait to be written: numbered, stamped, and bounded. When the host does not read, the oldest go first."""

from firmware_bridge.pico.line import encode
from firmware_bridge.pico.table import EVENTS, QUEUE_LINES, SEQ_MODULUS


class Outbox:
    """The queue towards the host."""

    def __init__(self) -> None:
        self._lines: list[bytes] = [b""] * QUEUE_LINES  # made once, so that a full queue never asks for memory
        self._first = 0
        self.waiting = 0
        self.dropped = 0
        """Lines thrown away since the start."""
        self._untold = 0
        self._seq = 0

    def tell(self, now_ms: int, name: str, **values: object) -> None:
        """Queue one event; fields stand in the order that the table of messages gives them."""
        body = f"E,{self._seq},{now_ms},{name}"
        for key in EVENTS[name]:
            value = values.get(key)
            if value is not None:
                body += f",{key}={value}"
        self._seq = (self._seq + 1) % SEQ_MODULUS
        self._put(body)

    def answer(self, ack: str) -> None:
        """Queue the answer to a command."""
        self._put(ack)

    def lost(self, count: int) -> None:
        """Take note of events that were lost before they got a number: the gap makes the host ask for a snapshot."""
        self._seq = (self._seq + count) % SEQ_MODULUS
        self._drop(count)

    def tell_overflow(self, now_ms: int) -> None:
        """Say how many lines were thrown away, once there is room again."""
        if self._untold and self.waiting <= QUEUE_LINES // 2:
            dropped, self._untold = self._untold, 0
            self.tell(now_ms, "OVF", dropped=dropped)

    def next_line(self) -> bytes | None:
        """Take the oldest line, None when there is none."""
        if self.waiting == 0:
            return None
        line = self._lines[self._first]
        self._lines[self._first] = b""
        self._first = (self._first + 1) % QUEUE_LINES
        self.waiting -= 1
        return line

    def _put(self, body: str) -> None:
        if self.waiting == QUEUE_LINES:
            self.next_line()
            self._drop(1)
        self._lines[(self._first + self.waiting) % QUEUE_LINES] = encode(body)
        self.waiting += 1

    def _drop(self, count: int) -> None:
        self.dropped += count
        self._untold += count
