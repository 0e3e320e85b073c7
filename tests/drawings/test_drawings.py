"""The drawings of camera, light and table are fresh and within their sheets; the page has their figures."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from firmware_bridge.drawings.__main__ import FOLDER
from table_daemon.drawings.__main__ import DRAWINGS, main
from table_daemon.drawings.geometry import C920, LENSES, MODULE_3, Lens, lamp_aside_mm, mirrored_mm

if TYPE_CHECKING:
    from pathlib import Path

DOCS = FOLDER.parent
_SVG = "{http://www.w3.org/2000/svg}"
_LETTER = 0.57
"""How wide a letter is at most, on the average, for its height."""


@pytest.mark.parametrize("name", list(DRAWINGS))
def test_a_drawing_is_fresh_and_shown_on_a_page(name: str) -> None:
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == DRAWINGS[name]().svg(), "run make docs"
    assert any(f"](drawings/{name}.svg)" in page.read_text(encoding="utf-8") for page in DOCS.glob("*.md"))


@pytest.mark.parametrize("name", list(DRAWINGS))
def test_a_drawing_keeps_to_its_sheet(name: str) -> None:
    sheet = DRAWINGS[name]()
    root = ET.fromstring(sheet.svg())  # noqa: S314 -- our own file
    assert root.findtext(f"{_SVG}title")
    for text in root.iter(f"{_SVG}text"):
        width = _LETTER * float(text.attrib["font-size"]) * len(text.text or "")
        begin = {"start": 0.0, "middle": -width / 2, "end": -width}[text.attrib["text-anchor"]]
        left = float(text.attrib["x"]) + begin
        assert left >= 0, text.text
        assert left + width <= sheet.width + 4, text.text
        assert 0 < float(text.attrib["y"]) <= sheet.height, text.text


def test_writing_them_anew_changes_nothing(tmp_path: Path) -> None:
    assert main(tmp_path / "drawings") == 0
    for path in (tmp_path / "drawings").iterdir():
        assert path.read_bytes() == (FOLDER / path.name).read_bytes()


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
def test_the_page_on_mounting_has_the_figures_that_are_worked_out(lens: Lens) -> None:
    page = (DOCS / "camera_mount.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| {lens.name} |"))
    height, scale = (cell.strip() for cell in row.split("|")[2:4])
    assert height == f"{lens.height_mm() / 1000:.2f} m"
    assert float(scale) == pytest.approx(lens.px_per_mm(), abs=0.006)


def test_a_lamp_that_far_aside_mirrors_on_the_felts_edge() -> None:
    for camera_mm in (C920.height_mm(), MODULE_3.height_mm()):
        for lamp_mm in (300.0, 600.0, 1200.0):
            aside = lamp_aside_mm(felt_mm=900, camera_mm=camera_mm, lamp_mm=lamp_mm)
            assert mirrored_mm(aside, camera_mm=camera_mm, lamp_mm=lamp_mm) == pytest.approx(450)
