"""The line over a pair of streams: USB, a UART, or a pseudo-terminal, all used in the same way."""

import select

_PIECE = 64
"""Bytes written at once. A poll promises room for one byte only, and a write without room waits for half a second."""


class StreamPort:
    """Reads and writes without waiting."""

    # Each platform has stream classes of its own, which no type that MicroPython knows could name.
    def __init__(self, reader, writer, *, poll_in, poll_out) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001
        """Use ``reader`` and ``writer``; what is polled for them may be another object, as for USB."""
        self._reader = reader
        self._writer = writer
        self._readable = select.poll()
        self._readable.register(poll_in, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(poll_out, select.POLLOUT)

    def read(self, into: bytearray) -> int:
        """Put what has come into ``into`` and return how much that was."""
        count = 0
        # One byte at a time: a longer read waits until it is full.
        while count < len(into) and _ready(self._readable, select.POLLIN):
            byte = self._reader.read(1)
            if not byte:
                break
            into[count] = byte[0]
            count += 1
        return count

    def write(self, data: memoryview) -> int:
        """Write what fits and return how much that was."""
        sent = 0
        while sent < len(data) and _ready(self._writable, select.POLLOUT):
            written = self._writer.write(data[sent : sent + _PIECE])
            if not written:
                break
            sent += written
        return sent


def _ready(poller: select.poll, event: int) -> bool:
    return any(what[1] & event for what in poller.poll(0))
