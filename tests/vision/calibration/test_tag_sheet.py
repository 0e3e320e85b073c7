"""The page of tags: every format at true size, and readable by the finder."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.calibration.tag_sheet import write_tag_sheet
from vision.calibration.tags import TagSize, find_tags
from vision.errors import CalibrationError


def test_the_png_prints_at_true_size_and_its_tags_are_found(tmp_path: Path) -> None:
    path = tmp_path / "tags.png"
    write_tag_sheet(path, TagSize(40.0))
    data = path.read_bytes()
    per_metre, _, unit = struct.unpack(">IIB", data[data.index(b"pHYs") + 4 :][:9])
    assert (per_metre, unit) == (11811, 1)
    page = np.asarray(cv2.imread(str(path)), np.uint8)
    tags = find_tags(page)
    assert [tag.number for tag in tags] == [0, 1, 2, 3]
    for tag in tags:
        assert np.hypot(*(tag.corners_px[1] - tag.corners_px[0])) / per_metre * 1000 == pytest.approx(40.0, abs=0.3)


def test_svg_and_pdf_are_given_in_true_units(tmp_path: Path) -> None:
    write_tag_sheet(tmp_path / "tags.svg", TagSize())
    assert 'width="210mm"' in (tmp_path / "tags.svg").read_text(encoding="utf-8")
    write_tag_sheet(tmp_path / "tags.pdf", TagSize())
    pdf = (tmp_path / "tags.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-1.4")
    assert b"/MediaBox [0 0 595.276 841.890]" in pdf
    start = int(pdf.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    assert pdf[start:].startswith(b"xref")


def strokes_of_pdf(pdf: bytes) -> list[list[tuple[float, float]]]:
    """Return the lines that a page draws with a pen, in millimetres from its top left."""
    drawn = re.findall(rb"(?m)^([\d. ]+) m ([\d. l]+) S$", pdf)
    return [
        [
            (float(x) / 72 * 25.4, 297 - float(y) / 72 * 25.4)
            for x, y in re.findall(rb"([\d.]+) ([\d.]+)", b" ".join(line))
        ]
        for line in drawn
    ]


def test_chinese_is_drawn_the_same_in_every_format_and_needs_no_font(tmp_path: Path) -> None:
    for suffix in ("pdf", "svg", "png"):
        write_tag_sheet(tmp_path / f"tags.{suffix}", TagSize())
    pdf, svg = (tmp_path / "tags.pdf").read_bytes(), (tmp_path / "tags.svg").read_text(encoding="utf-8")
    lines = strokes_of_pdf(pdf)
    assert len(lines) > 250
    assert pdf.count(b"/BaseFont") == pdf.count(b"/Helvetica") == 1
    assert svg.isascii()
    assert svg.count("M") == len(lines)
    page = cv2.imread(str(tmp_path / "tags.png"), cv2.IMREAD_GRAYSCALE)
    assert page is not None
    for line in lines:
        for x, y in line:
            assert 5 < x < 205
            assert 5 < y < 292
            column, row = round(x / 25.4 * 300), round(y / 25.4 * 300)
            assert page[row - 2 : row + 3, column - 2 : column + 3].min() < 100


@pytest.mark.parametrize("black_mm", [15.0, 40.0, 60.0])
def test_nothing_is_written_into_a_tag(tmp_path: Path, black_mm: float) -> None:
    path, size = tmp_path / "tags.png", TagSize(black_mm)
    write_tag_sheet(path, size)
    assert [tag.number for tag in find_tags(np.asarray(cv2.imread(str(path)), np.uint8))] == [0, 1, 2, 3]


@pytest.mark.parametrize(("name", "size"), [("tags.docx", TagSize()), ("tags.pdf", TagSize(95.0))])
def test_what_cannot_be_printed_is_refused(tmp_path: Path, name: str, size: TagSize) -> None:
    with pytest.raises(CalibrationError):
        write_tag_sheet(tmp_path / name, size)
