r"""A recording of the link: ``link.csv`` with ``t_ms,direction,line``, one row a line of the stream.

A line stands without its end; bytes that are not printable ASCII, and the backslash, as ``\xNN``, so that noise is
kept too. What the lines say is told by ``replay``.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TextIO

from firmware_bridge.direction import Direction
from firmware_bridge.errors import CaptureError

HEADER = ("t_ms", "direction", "line")
MAX_ROW_BYTES = 1024
"""Longest row: several times a line; a stream without line ends is cut there instead of being kept in memory."""
MAX_T_MS = (1 << 53) - 1
"""Latest time: what every reader of numbers can hold exactly, far beyond any clock."""
_UNPRINTABLE = re.compile(rb"[^\x20-\x5b\x5d-\x7e]")
_ESCAPE = re.compile(rb"\\x([0-9a-fA-F]{2})")
_BEGINS_A_ROW = re.compile(r"[0-9]+,(?:rx|tx),")
_MAX_HELD = 8 * MAX_ROW_BYTES
"""Longest text looked through for a row's closing quote; a row whose every byte is escaped has half of it."""


@dataclass(frozen=True, slots=True)
class CapturedLine:
    """One line of the stream, without its end."""

    t_ms: int
    direction: Direction
    line: bytes


class LineCutter:
    """Cuts a stream into lines, each with the time of its end. Keeps one unfinished line a direction."""

    def __init__(self) -> None:
        self._partial = {Direction.RX: b"", Direction.TX: b""}

    def cut(self, t_ms: int, direction: Direction, data: bytes) -> list[CapturedLine]:
        """Return the lines completed by ``data``; one without an end is cut at ``MAX_ROW_BYTES``."""
        *whole, rest = (self._partial[direction] + data).split(b"\n")
        while len(rest) > MAX_ROW_BYTES:
            whole.append(rest[:MAX_ROW_BYTES])
            rest = rest[MAX_ROW_BYTES:]
        self._partial[direction] = rest
        return [CapturedLine(t_ms, direction, line) for line in whole]

    def finish(self, t_ms: int) -> list[CapturedLine]:
        """Return what has no end yet."""
        left = [CapturedLine(t_ms, direction, rest) for direction, rest in self._partial.items() if rest]
        self._partial = {Direction.RX: b"", Direction.TX: b""}
        return left


class Recorder:
    """Writes what it hears to a text file that the caller opened (with ``newline=""``) and closes."""

    def __init__(self, file: TextIO, *, header: bool = True) -> None:
        """Begin a recording, or go on with one that has its header."""
        self._file = file
        self._writer = csv.writer(file, lineterminator="\n")
        if header:
            self._writer.writerow(HEADER)
        self._cutter = LineCutter()

    def hear(self, t_ms: int, direction: Direction, data: bytes) -> None:
        """Write the lines completed by ``data``; fits as a link's tap. A line has the time of its end."""
        self._write(self._cutter.cut(t_ms, direction, data))

    def finish(self, t_ms: int) -> None:
        """Write what has no end yet, and flush."""
        self._write(self._cutter.finish(t_ms))
        self._file.flush()

    def _write(self, lines: Iterable[CapturedLine]) -> None:
        for line in lines:
            self._writer.writerow((line.t_ms, line.direction.value, printable(line.line)))


def read_capture(
    rows: Iterable[str], *, name: str = "link.csv", on_bad: Callable[[CaptureError], None] | None = None
) -> Iterator[CapturedLine]:
    """Yield the lines of a recording. Raises CaptureError that names the row.

    With ``on_bad`` a row that cannot be read goes there and the rest is read all the same; a file without the header
    is no recording and raises.

    >>> list(read_capture(["t_ms,direction,line", "5,rx,hello"]))
    [CapturedLine(t_ms=5, direction=<Direction.RX: 'rx'>, line=b'hello')]
    """
    texts = _whole_rows(rows)
    _, header = next(texts, (1, ""))
    if header.strip() != ",".join(HEADER):
        raise CaptureError(f"{name}, row 1: expected the header {','.join(HEADER)}")
    for number, text in texts:
        try:
            line = _line(text, f"{name}, row {number}")
        except CaptureError as error:
            if on_bad is None:
                raise
            on_bad(error)
        else:
            if line is not None:
                yield line


def _whole_rows(texts: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield each row with its number in the file; one that a power cut left open ends where the next one begins."""
    held = ""
    number = 0
    for number, text in enumerate(texts, start=1):
        if held and (_BEGINS_A_ROW.match(text) or len(held) > _MAX_HELD):
            yield number - 1, held
            held = ""
        held += text
        if held.count('"') % 2 == 0:
            yield number, held
            held = ""
    if held:
        yield number, held


def _line(text: str, where: str) -> CapturedLine | None:
    """Return what a row holds, None for an empty one."""
    try:
        row = next(csv.reader([text], strict=True), [])
    except csv.Error as error:
        raise CaptureError(f"{where}: {error}; record it anew or delete the row") from error
    if not row:
        return None
    if len(row) != len(HEADER):
        raise CaptureError(f"{where}: expected three columns, got {len(row)}; quote a line that holds commas")
    t_ms, direction, line = row
    if not (t_ms.isascii() and t_ms.isdigit() and len(t_ms) <= len(str(MAX_T_MS))) or int(t_ms) > MAX_T_MS:
        raise CaptureError(f"{where}: t_ms must be milliseconds from 0 on, got {t_ms[:40]!r}")
    if direction not in {member.value for member in Direction}:
        raise CaptureError(f"{where}: direction must be rx or tx as the host sees it, got {direction[:40]!r}")
    return CapturedLine(int(t_ms), Direction(direction), _unescaped(line))


def printable(line: bytes) -> str:
    """Return a line as text in which every byte can be told."""
    return _UNPRINTABLE.sub(lambda match: b"\\x%02x" % match[0][0], line).decode("ascii")


def _unescaped(text: str) -> bytes:
    raw = text.encode("utf-8", errors="replace")
    return _ESCAPE.sub(lambda match: bytes.fromhex(match[1].decode("ascii")), raw)
