"""The names a port may be given by, and what they lead to now. Opens nothing.

A device is best named by what stays: ``/dev/serial/by-id/...``, or ``/dev/serial/by-path/...`` where adapters have no
serial number. A pattern (``/dev/serial/by-id/*``) stands for the one adapter that it fits.
"""

import glob
import os
from pathlib import Path

from firmware_bridge.errors import PortAmbiguousError, PortMissingError

BY_ID = Path("/dev/serial/by-id")
BY_PATH = Path("/dev/serial/by-path")
MAX_NAMED = 8
"""Adapters named in one message; more hubs than that stand in no parlour."""
_WILD = frozenset("*?[")


def is_url(name: str) -> bool:
    """Whether ``name`` is a URL rather than a path."""
    return "://" in name


def device_of(name: str) -> str:
    """Return the path that ``name`` (a path or a pattern) means at this moment.

    Raises PortAmbiguousError when a pattern fits two devices, PortMissingError when it fits none.
    """
    if not _WILD & set(name):
        return name
    found = _distinct(sorted(glob.glob(name)))  # noqa: PTH207 -- Path.glob takes no absolute pattern
    if len(found) > 1:
        raise PortAmbiguousError(name, found[:MAX_NAMED])
    if not found:
        raise PortMissingError(name, plugged_in())
    return found[0]


def plugged_in(*, by_id: Path = BY_ID, by_path: Path = BY_PATH) -> tuple[str, ...]:
    """Return the stable names of the adapters that are there; the by-path name where by-id lacks one."""
    names = [str(path) for folder in (by_id, by_path) for path in _entries(folder)]
    return tuple(_distinct(names)[:MAX_NAMED])


def _distinct(names: list[str]) -> list[str]:
    """Return the first name of each device."""
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(os.path.realpath(name), name)
    return list(first.values())


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []
