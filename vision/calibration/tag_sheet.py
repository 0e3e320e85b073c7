"""The page of corner tags to print at true size, as SVG, PDF or PNG. Nothing is read here."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.calibration.doubts import CORNERS, CORNERS_ZH
from vision.calibration.sheet_characters import Line, chinese_lines
from vision.calibration.tags import CELLS, COUNT, TagSize, tag_cells
from vision.errors import CalibrationError
from vision.whole_file import write_whole

PAGE_MM = (210.0, 297.0)
"""A4."""
DPI = 300
_RULER_MM = 100.0
_TOP_MM = 40.0
_CHINESE_MM = 3.7
_STROKE_MM = 0.3
"""Of the Chinese characters: their side, and the width of their strokes."""
_POINT = 72 / 25.4
"""PDF points to a millimetre."""


@dataclass(frozen=True, slots=True)
class _Bar:
    """A black rectangle on the page, millimetres from its top left."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _Text:
    """A line of text; ``top`` is its base line."""

    left: float
    top: float
    words: str


def write_tag_sheet(path: Path, size: TagSize) -> None:
    """Write the page; the file's suffix says how.

    Raises CalibrationError for another suffix or tags too large, UnwritableError where no file can be written.
    """
    if 2 * size.sheet_mm + 20 > PAGE_MM[0] or 2 * size.sheet_mm + 90 > PAGE_MM[1]:
        raise CalibrationError(f"tags of {size.black_mm:g} mm do not fit a page of A4; make them smaller")
    match path.suffix.lower():
        case ".svg":
            write_whole(path, _svg(size))
        case ".pdf":
            write_whole(path, _pdf(size))
        case ".png":
            write_whole(path, _png(size))
        case _:
            raise CalibrationError(f"{path}: the tags can be written as .pdf, .svg or .png")


def _bars(size: TagSize) -> Iterator[_Bar]:
    """Yield the tags' black modules, the frames to cut along, and the ruler."""
    cell = size.black_mm / CELLS
    for number in range(COUNT):
        left, top = _corner(number, size)
        for row, line in enumerate(tag_cells(number)):
            for column in np.flatnonzero(line == 0).tolist():
                x, y = left + size.margin_mm + column * cell, top + size.margin_mm + row * cell
                # A hair of overlap: renderers leave white seams between rectangles that only touch.
                yield _Bar(x, y, cell + 0.02, cell + 0.02)
        side, hair = size.sheet_mm, 0.15
        yield from (_Bar(left, top, side, hair), _Bar(left, top + side, side, hair))
        yield from (_Bar(left, top, hair, side), _Bar(left + side, top, hair, side))
    left, top = (PAGE_MM[0] - _RULER_MM) / 2, _ruler_top(size)
    yield _Bar(left, top, _RULER_MM, 0.3)
    for step in range(11):
        yield _Bar(left + step * _RULER_MM / 10 - 0.1, top - 3, 0.2, 3)


def _texts(size: TagSize) -> Iterator[_Text]:
    yield _Text(15, 11, "Queyan corner tags. Print at 100 % (actual size), cut along the thin frames.")
    yield _Text(
        15, 16, "Lay each in its corner of the felt, against the rim on both sides, all upright as seen by the camera."
    )
    yield _Text(15, 21, "Seat 0 sits at the bottom of the picture.")
    for number, place in enumerate(CORNERS):
        left, top = _corner(number, size)
        yield _Text(left, top - 2, f"{number}: {place}")
    yield _Text((PAGE_MM[0] - _RULER_MM) / 2, _ruler_top(size) + 6, "This line must measure exactly 100 mm.")


def _chinese(size: TagSize) -> Iterator[Line]:
    """Yield the same in Chinese, as lines."""
    yield from _written("按 100% 打印，沿细框剪下。0 号座在画面下边。", 15, 24)
    yield from _written("各放一角，两边贴住边框，在画面里都朝上。", 15, 29.5)
    for number, place in enumerate(CORNERS_ZH):
        left, top = _corner(number, size)
        yield from _written(place, left + size.sheet_mm - 2.2 * _CHINESE_MM, top - 1 - _CHINESE_MM)
    yield from _written("此线长 100 毫米。", (PAGE_MM[0] - _RULER_MM) / 2, _ruler_top(size) + 8)


def _written(words: str, left: float, top: float) -> Iterator[Line]:
    return chinese_lines(words, left=left, top=top, size=_CHINESE_MM)


def _corner(number: int, size: TagSize) -> tuple[float, float]:
    """Return where a tag's sheet begins on the page: placed as on the table."""
    gap = 14.0
    left = (PAGE_MM[0] - 2 * size.sheet_mm - gap) / 2
    column, row = (0, 1, 1, 0)[number], (0, 0, 1, 1)[number]
    return left + column * (size.sheet_mm + gap), _TOP_MM + row * (size.sheet_mm + gap)


def _ruler_top(size: TagSize) -> float:
    return _TOP_MM + 2 * size.sheet_mm + 34.0


def _svg(size: TagSize) -> str:
    width, height = PAGE_MM
    bars = "".join(
        f'<rect x="{b.left:.3f}" y="{b.top:.3f}" width="{b.width:.3f}" height="{b.height:.3f}"/>' for b in _bars(size)
    )
    texts = "".join(f'<text x="{t.left:.1f}" y="{t.top:.1f}">{t.words}</text>' for t in _texts(size))
    strokes = "".join("M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in line) for line in _chinese(size))
    pen = f'fill="none" stroke="black" stroke-width="{_STROKE_MM}" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" font-size="4" shape-rendering="crispEdges">'
        f'<rect width="{width:g}" height="{height:g}" fill="white"/>{bars}{texts}'
        f'<path d="{strokes}" {pen} shape-rendering="auto"/></svg>\n'
    )


def _pdf(size: TagSize) -> bytes:
    high = PAGE_MM[1]
    drawn = []
    for bar in _bars(size):
        box = (bar.left, high - bar.top - bar.height, bar.width, bar.height)
        drawn.append(" ".join(f"{length * _POINT:.3f}" for length in box) + " re f")
    for text in _texts(size):
        words = text.words.replace("(", "").replace(")", "")
        place = f"{text.left * _POINT:.2f} {(high - text.top) * _POINT:.2f}"
        drawn.append(f"BT /F1 11 Tf {place} Td ({words}) Tj ET")
    drawn.append(f"1 J 1 j {_STROKE_MM * _POINT:.3f} w")
    for line in _chinese(size):
        points = [f"{x * _POINT:.2f} {(high - y) * _POINT:.2f}" for x, y in line]
        drawn.append(f"{points[0]} m " + " ".join(f"{point} l" for point in points[1:]) + " S")
    content = "\n".join(drawn).encode("ascii")
    page = f"/MediaBox [0 0 {PAGE_MM[0] * _POINT:.3f} {high * _POINT:.3f}] /Resources << /Font << /F1 5 0 R >> >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /Contents 4 0 R {page} >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)


def _png(size: TagSize) -> bytes:
    scale = DPI / 25.4
    page = np.full((round(PAGE_MM[1] * scale), round(PAGE_MM[0] * scale)), 255, np.uint8)
    for bar in _bars(size):
        left, top = round(bar.left * scale), round(bar.top * scale)
        right, bottom = round((bar.left + bar.width) * scale), round((bar.top + bar.height) * scale)
        page[top : max(bottom, top + 1), left : max(right, left + 1)] = 0
    for text in _texts(size):
        place = (round(text.left * scale), round(text.top * scale))
        cv2.putText(page, text.words, place, cv2.FONT_HERSHEY_SIMPLEX, 1.1, 0, 2, cv2.LINE_AA)
    for line in _chinese(size):
        points = np.round(np.array(line) * scale).astype(np.int32)
        cv2.polylines(
            page, [points], isClosed=False, color=0, thickness=round(_STROKE_MM * scale), lineType=cv2.LINE_AA
        )
    _, packed = cv2.imencode(".png", page)
    return _with_density(packed.tobytes())


def _with_density(png: bytes) -> bytes:
    """Return the PNG with its pixels to the metre written after the header, so that it prints at true size."""
    header_end = 8 + 25
    per_metre = round(DPI / 0.0254)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    return png[:header_end] + chunk + png[header_end:]
