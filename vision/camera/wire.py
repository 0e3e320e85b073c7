"""The picture socket's bytes (hardware_docs/camera_socket.md), both directions. No sockets, no pictures.

A picture is one line of JSON and then as many bytes of JPEG as it says; the answer is one line of JSON.
"""

import json
from dataclasses import dataclass
from pathlib import Path

LONGEST_LINE = 1024
"""Bytes of a header or answer, newline included: ten times what the known keys need."""
LARGEST_JPEG = 16 * 1024 * 1024
"""Bytes of one picture: a 12-megapixel JPEG of the best quality is about half of this."""


class WireError(Exception):
    """The other end sent something that is not this protocol."""


@dataclass(frozen=True, slots=True)
class Header:
    """What goes before a picture."""

    image_id: int
    t_ms: int
    size: int
    """Bytes of JPEG that follow."""
    link_seq: int | None = None

    def to_line(self) -> bytes:
        """Return the header as it is sent."""
        words: dict[str, int] = {"t_ms": self.t_ms, "image_id": self.image_id, "bytes": self.size}
        if self.link_seq is not None:
            words["link_seq"] = self.link_seq
        return json.dumps(words, separators=(",", ":")).encode() + b"\n"


def parse_header(line: bytes) -> Header:
    """Return the header in a line.

    Raises WireError when it is none or promises more than ``LARGEST_JPEG``.
    """
    words = _object(line)
    link_seq = words.get("link_seq")
    header = Header(
        image_id=_whole(words, "image_id"),
        t_ms=_whole(words, "t_ms"),
        size=_whole(words, "bytes"),
        link_seq=None if link_seq is None else _whole(words, "link_seq"),
    )
    if not 0 < header.size <= LARGEST_JPEG:
        raise WireError(f"a picture of {header.size} bytes; 1 to {LARGEST_JPEG} are allowed")
    return header


def consumed_line(image_id: int) -> bytes:
    """Return the answer that a picture has been dealt with."""
    return json.dumps({"consumed": image_id}, separators=(",", ":")).encode() + b"\n"


def parse_consumed(line: bytes) -> int:
    """Return the picture number in an answer.

    >>> parse_consumed(consumed_line(7))
    7

    Raises WireError when the line is no answer.
    """
    return _whole(_object(line), "consumed")


def _object(line: bytes) -> dict[str, object]:
    try:
        words = json.loads(line)
    except ValueError as error:
        raise WireError(f"expected a line of JSON, got {line[:40]!r}") from error
    if not isinstance(words, dict):
        raise WireError(f"expected a JSON object, got {line[:40]!r}")
    return words


def _whole(words: dict[str, object], key: str) -> int:
    value = words.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise WireError(f"expected a whole number as {key}, got {value!r}")
    return value


@dataclass(frozen=True, slots=True)
class SocketAddress:
    """Where a picture source listens: a Unix socket's path, or a host and port."""

    path: Path | None = None
    host: str = ""
    port: int = 0

    @classmethod
    def parse(cls, text: str) -> "SocketAddress":
        """Return the address in ``/run/table.sock``, ``unix:/run/table.sock`` or ``tcp:127.0.0.1:9000``.

        >>> SocketAddress.parse("tcp:127.0.0.1:9000").port
        9000

        Raises ValueError for anything else.
        """
        if text.startswith("tcp:"):
            host, _, port = text.removeprefix("tcp:").rpartition(":")
            if host and port.isdecimal() and 0 < int(port) < 65536:
                return cls(host=host, port=int(port))
        elif path := text.removeprefix("unix:"):
            return cls(path=Path(path))
        raise ValueError(f"{text!r} is no picture socket; write /path/to/socket or tcp:host:port")

    def __str__(self) -> str:
        return str(self.path) if self.path is not None else f"tcp:{self.host}:{self.port}"
