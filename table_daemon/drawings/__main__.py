"""Writes hardware_docs/drawings: ``python -m table_daemon.drawings``."""

import sys
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.drawings.__main__ import FOLDER
from firmware_bridge.drawings.sheet import Sheet
from table_daemon.drawings.mount import camera_plan, camera_side, light
from table_daemon.drawings.whole import table_profile, whole

DRAWINGS: dict[str, Callable[[], Sheet]] = {
    "whole": whole,
    "camera_side": camera_side,
    "camera_plan": camera_plan,
    "light": light,
    "table_profile": table_profile,
}


def main(folder: Path = FOLDER) -> int:
    """Write every drawing and return the exit status."""
    folder.mkdir(exist_ok=True)
    for name, draw in DRAWINGS.items():
        (folder / f"{name}.svg").write_text(draw().svg(), encoding="utf-8")
    sys.stdout.write(f"Wrote {len(DRAWINGS)} drawings to {folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
