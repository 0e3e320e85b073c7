"""What can go wrong with the log. Each message says which file, what happened and what to do.

No file is ever deleted.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table_daemon.store.port import IntentRecord


class StoreError(Exception):
    """Base of every error of the store; ``where`` is the file, or ``memory``."""

    def __init__(self, message: str, *, where: str) -> None:
        super().__init__(f"{where}: {message}")
        self.where = where


class StoreBrokenError(StoreError):
    """The file is damaged or is no log of ours; it is left as it is."""


class StoreNewerError(StoreError):
    """The file was written by a newer version."""


class StoreBusyError(StoreError):
    """Another program holds the file."""


class StoreFullError(StoreError):
    """The disk is full."""


class StoreReadOnlyError(StoreError):
    """The file or its folder can't be written or opened."""


class StoreDiskError(StoreError):
    """The disk failed to read or write."""


class LostRaceError(StoreError):
    """Somebody else appended first: the log does not end where the events begin."""


class IntentRepeatedError(StoreError):
    """The intent was carried out before; ``first`` is what was answered then."""

    def __init__(self, first: IntentRecord, *, where: str) -> None:
        super().__init__(f"intent {first.id!r} was carried out already: answer as then", where=where)
        self.first = first


class EventFormatError(ValueError):
    """JSON that is no event: the message names the field or the kind."""


def translated(error: sqlite3.Error, *, where: str, doing: str) -> StoreError:
    """The store's error for one of SQLite's; ``doing`` completes "could not …"."""
    kind, cure = _meaning(error)
    return kind(f"could not {doing} ({error}): {cure}", where=where)


def _meaning(error: sqlite3.Error) -> tuple[type[StoreError], str]:
    # The low byte is the primary result code; the rest only refines it (sqlite.org/rescode.html).
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    match code:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreBusyError, "another program has the file open for writing; is a second queyan running?"
        case sqlite3.SQLITE_FULL:
            return StoreFullError, "the disk is full; make room, play goes on unsaved until then"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return StoreReadOnlyError, "check that the folder exists and may be written by this user"
        case sqlite3.SQLITE_IOERR:
            return StoreDiskError, "the disk failed; check it and its cable or card"
        case _:
            cure = "get a copy back (queyan restore), or move it aside to begin a new log"
            return StoreBrokenError, f"the file is damaged; it was left as it is: {cure}"
