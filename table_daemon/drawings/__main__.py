"""Writes hardware_docs/drawings: ``python -m table_daemon.drawings``."""

import sys
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.drawings.__main__ import FOLDER, write
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
    """Write the drawings of the whole, the mount and the light and return the exit status."""
    return write(DRAWINGS, folder)


if __name__ == "__main__":
    sys.exit(main())
