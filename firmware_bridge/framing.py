r"""Checked lines ``$<body>*<CRC16>\n`` to bytes and back, in step again at the next ``$``.

Sans-IO; knows no message. The check is CRC-16/CCITT-FALSE over the body, four upper-case hexadecimal digits.
"""

from binascii import crc_hqx
from dataclasses import dataclass

from firmware_bridge.errors import BadBodyError

MAX_BODY_FROM_DEVICE = 160
"""Longest body a controller sends: twice what the longest message needs, for those of a newer firmware."""
MAX_BODY_TO_DEVICE = 128
"""Longest body the host sends: three whole lines fit into the 512-byte input ring of an RP2040."""
_START, _END = b"$", b"\n"
_TAIL = 5
"""Characters from the star to the last digit of the check."""


def checksum(body: bytes) -> int:
    """Return the CRC-16/CCITT-FALSE of ``body``.

    >>> f"{checksum(b'123456789'):04X}"
    '29B1'
    """
    return crc_hqx(body, 0xFFFF)


def encode_line(body: str, *, max_body: int) -> bytes:
    r"""Return the line that carries ``body``. Raises BadBodyError when the frame could not hold it.

    >>> encode_line("C,0,PING", max_body=MAX_BODY_TO_DEVICE)
    b'$C,0,PING*7FF2\n'
    """
    if not 0 < len(body) <= max_body or not (body.isascii() and body.isprintable()) or "$" in body or "*" in body:
        raise BadBodyError(f"a body must be 1 to {max_body} printable ASCII characters without $ and *: {body[:40]!r}")
    raw = body.encode("ascii")
    return b"$%b*%04X\n" % (raw, crc_hqx(raw, 0xFFFF))


@dataclass(slots=True)
class LineCounts:
    """How the lines of one stream fared, since it began."""

    good: int = 0
    bad_check: int = 0
    """Whole lines whose check or shape was wrong."""
    cut: int = 0
    """Lines that a new ``$`` broke off."""
    too_long: int = 0
    noise_bytes: int = 0
    """Bytes outside any line; line ends are not counted."""

    @property
    def bad(self) -> int:
        """All lines that were begun and not accepted."""
        return self.bad_check + self.cut + self.too_long


class LineDecoder:
    """Turns a byte stream, however it is cut, into the bodies of its good lines.

    Holds one unfinished line at most, so a peer cannot make it grow.
    """

    def __init__(self, *, max_body: int) -> None:
        self._max_line = len(_START) + max_body + _TAIL
        self._partial = bytearray()
        self.counts = LineCounts()

    def reset(self) -> None:
        """Forget an unfinished line, as after the port was opened anew; the counts stay."""
        self._partial.clear()

    def feed(self, data: bytes) -> list[str]:
        """Return the bodies completed by ``data``, in order."""
        bodies: list[str] = []
        begin = 0
        while (end := data.find(_END, begin)) >= 0:
            line = data[begin:end]
            if self._partial or line.rfind(_START) != 0:
                line = self._taken_up(line)
            body = self._finish(line)
            if body is not None:
                bodies.append(body)
            begin = end + 1
        if begin < len(data):
            self._extend(data[begin:])
        return bodies

    def _taken_up(self, piece: bytes) -> bytes:
        """Return the line that ends with ``piece``: after an unfinished one, or after noise."""
        self._extend(piece)
        line = bytes(self._partial)
        self._partial.clear()
        return line

    def _extend(self, piece: bytes) -> None:
        """Add bytes that hold no line end; only what follows the last ``$`` can still become a line."""
        *broken, last = piece.split(_START)
        if broken:
            self._begin_anew(broken)
            self._partial += _START
        if self._partial:
            room = self._max_line + 1 - len(self._partial)
            self._partial += last[:room]  # one byte too many tells that the line is too long
        else:
            self.counts.noise_bytes += _noise(last)

    def _begin_anew(self, broken: list[bytes]) -> None:
        if self._partial:
            self.counts.cut += 1
        else:
            self.counts.noise_bytes += _noise(broken[0])
        self.counts.cut += len(broken) - 1
        self._partial.clear()

    def _finish(self, line: bytes) -> str | None:
        """Return the body of a line that begins with its ``$`` and lacks its end; None when it is none, or bad."""
        if not line:
            return None
        if len(line) > self._max_line:
            self.counts.too_long += 1
            return None
        body = line[1:-_TAIL]
        if line[-_TAIL:] == b"*%04X" % crc_hqx(body, 0xFFFF) and body.isascii():
            text = body.decode("ascii")
            if text and text.isprintable() and "*" not in text:
                self.counts.good += 1
                return text
        self.counts.bad_check += 1
        return None


def _noise(data: bytes) -> int:
    return len(data) - data.count(b"\r")
