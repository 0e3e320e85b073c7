"""How large a picture says it is, and whether its file ends where it should, before anything of it is unpacked."""

import struct
from collections.abc import Callable

Size = tuple[int, int]
"""Width and height in pixels, before any turn that the file asks for."""

JPEG = b"\xff\xd8\xff"
"""How a JPEG begins."""
_PNG = b"\x89PNG\r\n\x1a\n"
_WIDTH_TAG, _HEIGHT_TAG = 256, 257


def stated_size(data: bytes) -> Size | None:
    """Return what a JPEG, PNG, WebP, BMP or TIFF says of its size; None for anything else and where it does not say.

    >>> stated_size(b"BM" + bytes(12) + (40).to_bytes(4, "little") + bytes([3, 0, 0, 0, 2, 0, 0, 0]))
    (3, 2)
    """
    for magic, read in _FORMATS:
        if data.startswith(magic):
            try:
                return read(data)
            except (struct.error, IndexError):
                return None
    return None


def is_cut_short(data: bytes) -> bool:
    """Tell whether a JPEG or PNG lacks its end: what is missing would otherwise be shown as grey."""
    if data.startswith(_PNG):
        return data.rfind(b"IEND") < 0
    if data.startswith(JPEG):
        # A small picture inside the header has an end of its own.
        begin = _jpeg_scan(data)
        return begin is None or data.find(b"\xff\xd9", begin) < 0
    return False


def _png(data: bytes) -> Size | None:
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _jpeg(data: bytes) -> Size | None:
    for marker, place in _segments(data):
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack_from(">HH", data, place + 3)
            return width, height
    return None


def _jpeg_scan(data: bytes) -> int | None:
    """Return where the first scan's header lies, None where there is no scan."""
    return next((place for marker, place in _segments(data) if marker == 0xDA), None)


def _segments(data: bytes) -> list[tuple[int, int]]:
    """Return the marker and the place after it of each segment of a JPEG's header, the scan's last."""
    found: list[tuple[int, int]] = []
    place = 2
    while place + 4 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        if marker == 0xFF:  # a byte that only fills
            place += 1
            continue
        found.append((marker, place + 2))
        if marker == 0xDA:
            break
        place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return found


def _bmp(data: bytes) -> Size | None:
    if struct.unpack_from("<I", data, 14)[0] == 12:
        width, height = struct.unpack_from("<HH", data, 18)
        return width, height
    width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height)


def _webp(data: bytes) -> Size | None:
    if data[8:12] != b"WEBP":
        return None
    match data[12:16]:
        case b"VP8X":
            return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
        case b"VP8L":
            bits = struct.unpack_from("<I", data, 21)[0]
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"VP8 ":
            width, height = struct.unpack_from("<HH", data, 26)
            return width & 0x3FFF, height & 0x3FFF
        case _:
            return None


def _tiff(data: bytes) -> Size | None:
    order = "<" if data[:2] == b"II" else ">"
    (directory,) = struct.unpack_from(order + "I", data, 4)
    (count,) = struct.unpack_from(order + "H", data, directory)
    sides: dict[int, int] = {}
    for place in range(directory + 2, directory + 2 + 12 * count, 12):
        tag, kind = struct.unpack_from(order + "HH", data, place)
        if tag in {_WIDTH_TAG, _HEIGHT_TAG}:
            (sides[tag],) = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, place + 8)
    return (sides[_WIDTH_TAG], sides[_HEIGHT_TAG]) if len(sides) == 2 else None


_FORMATS: tuple[tuple[bytes, Callable[[bytes], Size | None]], ...] = (
    (JPEG, _jpeg),
    (_PNG, _png),
    (b"RIFF", _webp),
    (b"BM", _bmp),
    (b"II*\0", _tiff),
    (b"MM\0*", _tiff),
)
