"""The names of the log's copies, and which of them are kept: each day's last, then each week's last. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

_NAME: Final = re.compile(r"queyan-(\d{8}-\d{6})\.sqlite3")
_STAMP: Final = "%Y%m%d-%H%M%S"
_AHEAD: Final = timedelta(days=1)
"""A copy from later than this was made by a clock gone wrong: it neither counts nor goes."""


@dataclass(frozen=True, slots=True, order=True)
class Copy:
    """A copy of the log and the local time it was made at, as its name tells."""

    made: datetime
    path: Path


def name_of(made: datetime) -> str:
    """Return the file name of a copy made at a local time.

    >>> name_of(datetime(2026, 11, 30, 4, 0))
    'queyan-20261130-040000.sqlite3'
    """
    return f"queyan-{made:{_STAMP}}.sqlite3"


def copy_in(path: Path) -> Copy | None:
    """Return the copy that a file's name tells of; ``None`` for another name."""
    found = _NAME.fullmatch(path.name)
    if found is None:
        return None
    try:
        return Copy(datetime.strptime(found[1], _STAMP), path)  # noqa: DTZ007 -- names carry the machine's local time
    except ValueError:
        return None


def copies_in(folder: Path) -> list[Copy]:
    """Return a folder's copies, the oldest first. Raises ``OSError``."""
    if not folder.exists():
        return []
    return sorted(copy for path in folder.iterdir() if (copy := copy_in(path)) is not None)


def to_drop(copies: Iterable[Copy], now: datetime, *, daily: int, weekly: int) -> list[Copy]:
    """Return the copies that are kept no longer at a local time; the newest is always kept."""
    known = sorted((copy for copy in copies if copy.made <= now + _AHEAD), reverse=True)
    days: dict[object, Copy] = {}
    weeks: dict[object, Copy] = {}
    for copy in known:
        days.setdefault(copy.made.date(), copy)
        weeks.setdefault(copy.made.isocalendar()[:2], copy)
    kept = {*list(days.values())[:daily], *list(weeks.values())[:weekly]}
    return [copy for copy in reversed(known) if copy not in kept]


def is_due(copies: Iterable[Copy], now: datetime, *, hour: int) -> bool:
    """Return whether no copy has been made since the hour of the day last struck, by the local time ``now``."""
    struck = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    if struck > now:
        struck -= timedelta(days=1)
    return not any(struck <= copy.made <= now + _AHEAD for copy in copies)
