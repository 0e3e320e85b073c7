"""Cuts a stream of JPEGs, one straight after the other, into pictures. Bytes in, pictures out; reads nothing itself."""

import re

from vision.camera.wire import LARGEST_JPEG

_START = b"\xff\xd8\xff"
_SCAN, _START_MARKER, _END_MARKER, _FILL = 0xDA, 0xD8, 0xD9, 0xFF
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})
"""Markers without a length after them."""
_MARKER_IN_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""What ends a scan: not a stuffed byte, a restart or a byte that only fills."""


class _NoPictureError(Exception):
    """What began like a picture is none."""


class MjpegSplitter:
    """Takes bytes as they come and gives each picture as soon as its last byte is there."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._place = 0
        """How far the picture at the beginning of what is held has been followed; 0: none begins there yet."""
        self._in_scan = False

    def feed(self, data: bytes) -> list[bytes]:
        """Return the pictures that these bytes complete; what is between pictures or part of none is passed over."""
        self._held += data
        pictures: list[bytes] = []
        while self._begin():
            try:
                end = self._end()
            except _NoPictureError:
                self._drop(2)
                continue
            if end is None:
                break
            pictures.append(bytes(self._held[:end]))
            self._drop(end)
        return pictures

    def _begin(self) -> bool:
        """Make what is held begin with a picture, if one begins there at all."""
        if self._place > 0:
            return True
        start = self._held.find(_START)
        if start < 0:
            del self._held[: max(0, len(self._held) - len(_START) + 1)]
            return False
        del self._held[:start]
        self._place = 2
        return True

    def _end(self) -> int | None:
        """Return where the picture ends, None while its end has not come. Raises _NoPictureError."""
        while True:
            if self._in_scan:
                found = _MARKER_IN_SCAN.search(self._held, self._place)
                # The last byte may be a marker's first.
                self._place = len(self._held) - 1 if found is None else found.start()
                self._in_scan = found is None
            head = self._held[self._place : self._place + 4]
            if len(self._held) > LARGEST_JPEG:
                raise _NoPictureError
            if self._in_scan or len(head) < 2:
                return None
            if head[1] == _END_MARKER:
                return self._place + 2
            size = _segment_size(head)
            if size is None or self._place + size > len(self._held):
                return None
            self._place, self._in_scan = self._place + size, head[1] == _SCAN

    def _drop(self, count: int) -> None:
        del self._held[:count]
        self._place, self._in_scan = 0, False


def _segment_size(head: bytearray) -> int | None:
    """Return a segment's size by its first four bytes, None when they are not all there. Raises _NoPictureError."""
    marker = head[1]
    if head[0] != _FILL or marker in {0x00, _START_MARKER}:
        raise _NoPictureError
    if marker == _FILL:
        return 1
    if marker in _ALONE:
        return 2
    if len(head) < 4:
        return None
    length = int.from_bytes(head[2:4], "big")
    if length < 2:
        raise _NoPictureError
    return 2 + length
