r"""Lines ``$<body>*<CRC16>\n`` to bytes and back. Holds one unfinished line in a buffer of fixed size."""

from firmware_bridge.pico.crc import crc16
from firmware_bridge.pico.table import MAX_BODY_TO_DEVICE

_DOLLAR, _STAR, _LINE_FEED, _RETURN = 0x24, 0x2A, 0x0A, 0x0D
_TAIL = 5
"""Characters from the star to the last digit of the check."""
_ROOM = 1 + MAX_BODY_TO_DEVICE + _TAIL


def encode(body: str) -> bytes:
    r"""Return the line that carries ``body``.

    >>> encode("A,1,OK")
    b'$A,1,OK*EF98\n'
    """
    return (f"${body}*{crc16(body.encode()):04X}\n").encode()


class LineReader:
    """Takes bytes one by one and returns the body of each good line; a bad one is counted and forgotten."""

    def __init__(self) -> None:
        self._line = bytearray(_ROOM)
        self._length = 0
        self._too_long = False
        self.bad = 0

    def feed(self, byte: int) -> str | None:
        """Return the body that ``byte`` completes, if it does."""
        if byte == _DOLLAR:
            self.bad += self._length > 0
            self._line[0] = byte
            self._length = 1
            self._too_long = False
            return None
        if self._length == 0:
            return None  # out of step: wait for the next line
        if byte == _LINE_FEED:
            return self._finish()
        if self._length == _ROOM:
            self._too_long = True
        else:
            self._line[self._length] = byte
            self._length += 1
        return None

    def _finish(self) -> str | None:
        line, length, self._length = self._line, self._length, 0
        star = length - _TAIL
        if self._too_long or star < 2 or line[star] != _STAR or not _printable(line, star):
            self.bad += 1
            return None
        if bytes(line[star + 1 : length]) != (f"{crc16(line, 1, star):04X}").encode():
            self.bad += 1
            return None
        return bytes(line[1:star]).decode()


def _printable(line: bytearray, end: int) -> bool:
    """A body is printable ASCII without another star; decoding anything else could raise."""
    for index in range(1, end):
        byte = line[index]
        if not 0x20 <= byte <= 0x7E or byte == _STAR:
            return False
    return True
