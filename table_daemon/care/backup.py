"""Takes a copy of the log by SQLite's own means while it is in use, checks it, and lets old ones go."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from table_daemon.care.beside import Beside, Places, places_beside, put_in
from table_daemon.care.copies import copies_in, name_of, to_drop
from table_daemon.care.disk import existing
from table_daemon.care.errors import BackupError, CareError
from table_daemon.care.owner import give_to_owner_of
from table_daemon.paths import backup_dir

if TYPE_CHECKING:
    from datetime import datetime

    from table_daemon.care.room import Room
    from table_daemon.settings import Settings

_PART: Final = ".part"
_BUSY_S: Final = 10.0
"""How long the daemon may hold the log before a copy gives up."""
_STICKS: Final = (Path("/media"), Path("/run/media"))
"""Where desktops and Debian mount what is plugged in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupPlan:
    """Where copies go, how many are kept, and which files go into them beside the log."""

    folder: Path
    other_disk: bool
    daily: int
    weekly: int
    beside: Places = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Taken:
    """A copy that was made, which files are in it beside the log, and the old copies that went."""

    path: Path
    events: int
    beside: tuple[Beside, ...]
    dropped: tuple[Path, ...]


def plan_of(settings: Settings, folder: Path, settings_file: Path | None) -> BackupPlan:
    """Return what the settings say of the copies of a data directory."""
    backup = settings.backup
    return BackupPlan(
        folder=backup_dir(settings, folder),
        other_disk=backup.other_disk,
        daily=backup.daily,
        weekly=backup.weekly,
        beside=places_beside(settings, folder, settings_file),
    )


def is_for_sticks(folder: Path) -> bool:
    """Whether a folder is where the system mounts sticks: while none is in, a copy there would fall onto the card.

    >>> is_for_sticks(Path("/media/stick/queyan")), is_for_sticks(Path("/srv/copies"))
    (True, False)
    """
    return any(folder.absolute().is_relative_to(place) for place in _STICKS)


def take_backup(database: Path, plan: BackupPlan, now: datetime, room: Room) -> Taken:
    """Copy the log into the plan's folder under a name of the local time ``now``. Raises ``BackupError``.

    A copy is there whole or not at all, and is on the disk before an older one goes.
    """
    if not is_there(database):
        raise BackupError(f"there is no log at {database} yet; play first, or name the settings with --settings")
    _check_folder(database, plan, room)
    target = plan.folder / name_of(now)
    try:
        if not plan.folder.exists():
            plan.folder.mkdir(parents=True)
            give_to_owner_of(database.parent, plan.folder)
        for left in plan.folder.glob(f"queyan-*{_PART}*"):
            left.unlink()  # a copy that was cut short
        events, beside = _copy(database, target, plan.beside)
        give_to_owner_of(plan.folder, target)
        dropped = [copy.path for copy in to_drop(copies_in(plan.folder), now, daily=plan.daily, weekly=plan.weekly)]
        for path in dropped:
            path.unlink()
    except OSError as error:
        raise BackupError(
            f"no copy could be made in {plan.folder} ({error.strerror}); check its owner, rights and space"
        ) from error
    except sqlite3.Error as error:
        raise BackupError(
            f"no copy of {database} could be made in {plan.folder} ({error}); "
            "look at the room there, and let queyan doctor look at the log"
        ) from error
    return Taken(target, events, beside, tuple(dropped))


def copy_log(database: Path, target: Path) -> int:
    """Put a whole, checked copy at ``target``; how many events it holds. Raises ``OSError`` or ``sqlite3.Error``."""
    return _copy(database, target, {})[0]


def _copy(database: Path, target: Path, places: Places) -> tuple[int, tuple[Beside, ...]]:
    """Do it with files beside the log; how many events, and which of the files are in it."""
    if database.stat().st_size == 0:
        # SQLite would take it for a new database and throw the journal beside it away.
        raise sqlite3.DatabaseError(f"{database} is empty")
    part = target.with_name(target.name + _PART)
    part.unlink(missing_ok=True)
    try:
        uri = f"{database.absolute().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(uri, uri=True, timeout=_BUSY_S)) as source,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            beside = put_in(copy, places) if places else ()
            events = _checked_events(copy)
        settle(part)
        part.replace(target)
        settle(target.parent)
    except BaseException:
        # On a full disk SQLite leaves its journals behind.
        for end in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                part.with_name(part.name + end).unlink(missing_ok=True)
        raise
    return events, beside


def is_there(database: Path) -> bool:
    """Return whether a log is there; raises ``CareError`` where this user may not even look."""
    try:
        return database.exists()
    except PermissionError as error:
        raise CareError(f"{database} can't be read ({error.strerror}); try it with sudo") from error


def _checked_events(copy: sqlite3.Connection) -> int:
    answer = str(copy.execute("PRAGMA quick_check").fetchone()[0])
    if answer != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged: {answer}")
    return int(copy.execute("SELECT count(*) FROM events").fetchone()[0])


def settle(path: Path) -> None:
    """Wait until a file or a folder's list of names is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _check_folder(database: Path, plan: BackupPlan, room: Room) -> None:
    there = existing(plan.folder)
    if plan.other_disk and there.stat().st_dev == database.parent.stat().st_dev:
        raise BackupError(
            f"{plan.folder} is on the same disk as the games; plug the stick in and mount it, "
            "or set [backup] other_disk = false and name a folder outside /media"
        )
    missing = room.missing_bytes(there, for_bytes=database.stat().st_size)
    if missing:
        raise BackupError(
            f"the disk of {plan.folder} has too little room, {missing // 1_000_000 + 1} MB more are needed; "
            "make room, or lower [store] leave_free_mb"
        )
