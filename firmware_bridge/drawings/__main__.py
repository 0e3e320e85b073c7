"""Writes hardware_docs/drawings: ``python -m firmware_bridge.drawings``."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from firmware_bridge.drawings.pins import panel, pico
from firmware_bridge.drawings.sheet import Sheet
from firmware_bridge.drawings.taps import lamp_tap, logic_tap, press_tap, touch_free
from firmware_bridge.drawings.tiers import tiers

FOLDER = Path(__file__).resolve().parents[2] / "hardware_docs" / "drawings"
DRAWINGS: dict[str, Callable[[], Sheet]] = {
    "tiers": tiers,
    "touch_free": touch_free,
    "lamp_tap": lamp_tap,
    "logic_tap": logic_tap,
    "press_tap": press_tap,
    "pico_pins": pico,
    "panel_pins": panel,
}


def write(drawings: Mapping[str, Callable[[], Sheet]], folder: Path) -> int:
    """Write every drawing and return the exit status."""
    folder.mkdir(exist_ok=True)
    for name, draw in drawings.items():
        (folder / f"{name}.svg").write_text(draw().svg(), encoding="utf-8")
    sys.stdout.write(f"Wrote {len(drawings)} drawings to {folder}\n")
    return 0


def main(folder: Path = FOLDER) -> int:
    """Write the drawings of wires and pins and return the exit status."""
    return write(DRAWINGS, folder)


if __name__ == "__main__":
    sys.exit(main())
