"""The drawings are fresh, well formed and within their sheets; what they and the pages say of pins is the code's."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from firmware_bridge.drawings.__main__ import DRAWINGS, FOLDER, main
from firmware_bridge.drawings.pins import header_pin, pico_names, pico_pin
from firmware_bridge.panel import PanelPins
from firmware_bridge.pico import wiring
from table_daemon.drawings.__main__ import DRAWINGS as OTHERS

DOCS = FOLDER.parent
_SVG = "{http://www.w3.org/2000/svg}"
_LETTER = 0.57
"""How wide a letter is at most, on the average, for its height."""


@pytest.mark.parametrize("name", list(DRAWINGS))
def test_a_drawing_is_fresh(name: str) -> None:
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == DRAWINGS[name]().svg(), "run make docs"


def test_no_drawing_is_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*DRAWINGS, *OTHERS}


@pytest.mark.parametrize("name", list(DRAWINGS))
def test_a_drawing_has_a_title_and_keeps_to_its_sheet(name: str) -> None:
    sheet = DRAWINGS[name]()
    root = ET.fromstring(sheet.svg())  # noqa: S314 -- our own file
    title = root.find(f"{_SVG}title")
    assert title is not None
    assert title.text
    for text in root.iter(f"{_SVG}text"):
        width = _LETTER * float(text.attrib["font-size"]) * len(text.text or "")
        begin = {"start": 0.0, "middle": -width / 2, "end": -width}[text.attrib["text-anchor"]]
        left = float(text.attrib["x"]) + begin
        assert left >= 0, text.text
        assert left + width <= sheet.width + 4, text.text
        assert 0 < float(text.attrib["y"]) <= sheet.height, text.text


@pytest.mark.parametrize("name", list(DRAWINGS))
def test_each_drawing_is_shown_on_a_page(name: str) -> None:
    assert any(f"](drawings/{name}.svg)" in page.read_text(encoding="utf-8") for page in DOCS.glob("*.md"))


def test_writing_them_anew_changes_nothing(tmp_path: Path) -> None:
    assert main(tmp_path / "drawings") == 0
    assert {path.name: path.read_bytes() for path in (tmp_path / "drawings").iterdir()} == {
        f"{name}.svg": (FOLDER / f"{name}.svg").read_bytes() for name in DRAWINGS
    }


def test_every_wired_pin_is_on_the_picos_drawing() -> None:
    names = pico_names()
    for pin, _, _, _ in wiring.CHANNELS:
        assert pin in names
    assert {pico_pin(pin) for pin in names if isinstance(pin, int)} <= set(range(1, 41))


def test_the_page_on_wiring_has_every_channel_as_it_is() -> None:
    page = (DOCS / "wiring.md").read_text(encoding="utf-8")
    for channel, (pin, name, low, debounce_ms) in enumerate(wiring.CHANNELS):
        level = "low" if low else "high"
        assert f"| {channel} | GP{pin} | `{name}` | {level} | {debounce_ms} ms |" in page
    assert f"GP{wiring.JUMPER_PIN}" in page


def test_the_page_on_the_panel_has_every_pin_as_it_is() -> None:
    page = (DOCS / "panel.md").read_text(encoding="utf-8")
    pins = PanelPins()
    rows = [(f"button of seat {seat}", pin) for seat, pin in enumerate(pins.seats)]
    rows += [(f"lamp of seat {seat}", pin) for seat, pin in enumerate(pins.lamps)]
    rows += [("undo button", pins.undo), ("buzzer", pins.buzzer)]
    for part, pin in rows:
        assert f"| {part} | {pin} | {header_pin(pin)} |" in page


def test_the_page_on_flashing_names_the_rescue_pin() -> None:
    page = (DOCS / "flashing.md").read_text(encoding="utf-8")
    rescue = wiring.RESCUE_PIN
    assert re.search(rf"GP{rescue} to GND\*\* \(pins {pico_pin(rescue)} and \d+\)", page)
