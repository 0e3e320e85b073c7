"""Puts a copy of the log in the place of the present one, which is kept aside; whatever cuts it short, a log is there.

The order: a checked and migrated copy beside the log, the copy's other files where they are missing, the present log
aside, a note on the disk, the exchange, the note away. Before the note the log has not changed; with it, the next start
finishes the exchange (``finish_restore``).
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from table_daemon.care import beside
from table_daemon.care.backup import copy_log, settle
from table_daemon.care.errors import RestoreError, UnusableCopyError
from table_daemon.care.owner import give_to_owner_of
from table_daemon.deploy import durable
from table_daemon.game.fold import fold
from table_daemon.store.errors import StoreError
from table_daemon.store.sqlite import EventStore

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from table_daemon.care.room import Room

_NOTE: Final = "restore.json"
_COMING: Final = ".restoring"
_ASIDE: Final = ".before-restore-"
_JOURNALS: Final = ("-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done: how many events the log now holds, and where the one before is (``None``: there was none)."""

    events: int
    aside: Path | None
    beside: tuple[str, ...]
    """What became of each file that the copy holds beside the log, in words."""


def restore(database: Path, source: Path, now: datetime, room: Room, *, settings_file: Path | None = None) -> Restored:
    """Put the log of the file ``source`` in the place of ``database``; raises ``RestoreError``.

    What the copy holds beside the log is put where it is missing. Nobody else may have the log open. An exchange that
    was cut short before is finished first.
    """
    finish_restore(database)
    if not source.is_file():
        raise UnusableCopyError(f"{source} is not there; name a copy, such as the newest of your backup folder")
    if source.exists() and database.exists() and source.samefile(database):
        raise UnusableCopyError(f"{source} is the log in use; name a copy of it")
    size = source.stat().st_size + (database.stat().st_size if database.exists() else 0)
    missing = room.missing_bytes(database.parent, for_bytes=2 * size)
    if missing:
        raise RestoreError(
            f"the disk of {database.parent} has too little room to keep both logs; free {missing // 1_000_000 + 1} MB"
        )
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        events, found = _prepare(database, source)
        said = beside.lay(found, database.parent, settings_file)
        aside = _set_aside(database, now)
        _write_note(database, source, aside)
        _exchange(database)
        _note(database).unlink()
    except OSError as error:
        raise RestoreError(f"{database} could not be replaced ({error.strerror}); check owner and rights") from error
    return Restored(events, aside, tuple(said))


def finish_restore(database: Path) -> str:
    """Finish or clear away what a restore that was cut short has left; what happened, in words, or nothing."""
    coming, note = _coming(database), _note(database)
    try:
        told = json.loads(note.read_text(encoding="utf-8"))
        source, aside = str(told["source"]), told["aside"]
    except (OSError, ValueError, KeyError, TypeError):
        note.unlink(missing_ok=True)
        return _clear(database)
    if coming.exists():
        _exchange(database)
    note.unlink()
    kept = f"; the log before it is {aside}" if aside else ""
    return f"a restore that was cut short has been finished: the log is that of {source}{kept}"


def _prepare(database: Path, source: Path) -> tuple[int, dict[beside.Beside, bytes]]:
    """Make the copy that will take the log's place, whole and of the newest shape.

    Returns how many events it holds, and the files that the source holds beside them.
    """
    _clear(database)
    coming = _coming(database)
    try:
        copy_log(source, coming)
    except sqlite3.Error as error:
        raise UnusableCopyError(f"{source} is no log that can be restored ({error}); name another copy") from error
    try:
        with closing(sqlite3.connect(coming)) as connection:
            found = beside.take_out(connection)
        with EventStore.open(coming) as store:
            events = fold(store.read()).version
        with closing(sqlite3.connect(coming)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except (StoreError, sqlite3.Error) as error:
        _clear(database)
        raise UnusableCopyError(f"{source} can't be restored: {error}") from error
    give_to_owner_of(database.parent, coming)
    settle(coming)
    return events, found


def _set_aside(database: Path, now: datetime) -> Path | None:
    """Keep the present log, whole where it can be read, else file by file as it lies there."""
    if not database.exists() and not any(_beside(database, end).exists() for end in _JOURNALS):
        return None
    aside = database.with_name(f"{database.name}{_ASIDE}{now:%Y%m%d-%H%M%S}")
    try:
        copy_log(database, aside)
    except (sqlite3.Error, OSError):
        for end in ("", *_JOURNALS):
            lying = _beside(database, end)
            if lying.exists():
                shutil.copyfile(lying, _beside(aside, end))
                settle(_beside(aside, end))
    give_to_owner_of(database.parent, *(_beside(aside, end) for end in ("", *_JOURNALS)))
    settle(database.parent)
    return aside


def _write_note(database: Path, source: Path, aside: Path | None) -> None:
    told = {"source": str(source), "aside": None if aside is None else str(aside)}
    durable.write(_note(database), json.dumps(told))


def _exchange(database: Path) -> None:
    """Put the prepared copy in the log's place. The journals go first: SQLite would play them into the new log."""
    for end in _JOURNALS:
        _beside(database, end).unlink(missing_ok=True)
    settle(database.parent)
    _coming(database).replace(database)
    settle(database.parent)


def _clear(database: Path) -> str:
    """Remove what a restore left that had not changed anything yet; what happened, in words, or nothing."""
    patterns = (f"{database.name}{_COMING}*", f"{database.name}{_ASIDE}*.part*")
    left = [path for pattern in patterns for path in database.parent.glob(pattern) if path.is_file()]
    parts = [durable.part_of(database.with_name(str(name))) for name in (_NOTE, *beside.Beside)]
    left += [path for path in parts if path.exists()]
    for path in left:
        with suppress(OSError):
            path.unlink()
    return "a restore was cut short before it changed anything: restore again" if left else ""


def _coming(database: Path) -> Path:
    return _beside(database, _COMING)


def _note(database: Path) -> Path:
    return database.with_name(_NOTE)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)
