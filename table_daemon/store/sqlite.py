"""The log in one SQLite file: append-only, and on the disk before anybody is told (WAL, ``synchronous=FULL``).

Decides nothing about a broken file: it is refused with a clear error and left as it is.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import zlib
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from table_daemon.game.events import MatchStarted
from table_daemon.store.codec import ABOUT, dumps, kind_of, loads
from table_daemon.store.errors import (
    EventFormatError,
    IntentRepeatedError,
    StoreBrokenError,
    StoreError,
    StoreReadOnlyError,
    translated,
)
from table_daemon.store.migrations import STEPS, check_ours, migrate, version_of
from table_daemon.store.order import by_match, check_order
from table_daemon.store.port import IntentRecord

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from table_daemon.game.events import Recorded

log = logging.getLogger(__name__)

BUSY_TIMEOUT_MS: Final = 2000
"""How long to wait for another program (a backup, a shell) before giving up."""
_BATCH: Final = 500
"""Rows read at a time: bounds memory without leaving a cursor open."""
_INSERT: Final = "INSERT INTO events (match, seq, t_ms, kind, body, crc32) VALUES (?, ?, ?, ?, ?, ?)"
_READ: Final = """SELECT match, seq, body, crc32 FROM events
    WHERE (match, seq) > (?, ?) ORDER BY match, seq LIMIT ?"""
_ONE: Final = "SELECT body, crc32 FROM events WHERE match = ? AND seq = ?"
_OF_MATCH: Final = "SELECT seq, body, crc32 FROM events WHERE match = ? ORDER BY seq"
_LATER: Final = "SELECT seq, body, crc32 FROM events WHERE match > ? AND instr(body, ?) ORDER BY match, seq"
_BEGINNINGS: Final = """SELECT seq, body, crc32 FROM matches
    JOIN events ON events.match = number AND seq = first_seq ORDER BY number"""
_MATCH_OF: Final = "SELECT coalesce(max(number), 0) FROM matches WHERE first_seq <= ?"
_NEWEST: Final = "SELECT match, seq FROM events ORDER BY match DESC, seq DESC LIMIT 1"


class EventStore:
    """The log on disk. Make it with ``open``; use it from the thread that opened it; close it."""

    def __init__(self, connection: sqlite3.Connection, *, where: str) -> None:
        self._connection = connection
        self._where = where
        self._last_seq = self._checked_last_seq()

    @classmethod
    def open(cls, path: Path, *, busy_timeout_ms: int = BUSY_TIMEOUT_MS) -> Self:
        """Open the file, making or upgrading it; raises a ``StoreError`` that says what to do."""
        where = str(path)
        _refuse_lost_file(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreReadOnlyError(f"could not make its folder ({error.strerror})", where=where) from error
        with _translating(where, "open the log"):
            connection = sqlite3.connect(path, isolation_level=None, timeout=busy_timeout_ms / 1000)
            connection.text_factory = _text
        try:
            with _translating(where, "open the log"):
                _prepare(connection, path)
                return cls(connection, where=where)
        except BaseException:
            connection.close()
            raise

    @property
    def last_seq(self) -> int:
        """Sequence of the last event; 0 when there is none."""
        return self._last_seq

    def append(self, events: Sequence[Recorded], *, intent: IntentRecord | None = None) -> None:
        """Append all or nothing, together with the intent that brought the events; on return it is on the disk.

        Raises ``LostRaceError``, ``IntentRepeatedError`` or another ``StoreError``.
        """
        if not events and intent is None:
            return
        rows = [_row(recorded) for recorded in events]
        with _translating(self._where, "append to the log"), self._transaction():
            self._refuse_repeated(intent)
            match, newest = self._newest()
            check_order(events, last_seq=newest, where=self._where)
            for recorded, row in zip(events, rows, strict=True):
                if isinstance(recorded.event, MatchStarted):
                    match = self._begin_match(recorded.event.match, recorded.seq)
                self._connection.execute(_INSERT, (match, *row))
            if intent is not None:
                self._connection.execute(
                    "INSERT INTO intents (id, t_ms, accepted, version, reason, message) VALUES (?, ?, ?, ?, ?, ?)",
                    (
                        intent.id,
                        intent.t_ms,
                        intent.accepted,
                        intent.version,
                        intent.reason,
                        intent.message,
                    ),
                )
        if events:
            self._last_seq = events[-1].seq

    def read(self, after: int = 0) -> Iterator[Recorded]:
        """The events behind sequence ``after``; raises ``StoreBrokenError`` at the first unreadable one."""
        with _translating(self._where, "read the log"):
            match = int(self._connection.execute(_MATCH_OF, (after,)).fetchone()[0])
        while True:
            with _translating(self._where, "read the log"):
                rows = self._connection.execute(_READ, (match, after, _BATCH)).fetchall()
            for row in rows:
                match, after, body, crc32 = row  # the next piece begins behind the last row
                yield self._recorded(after, body, crc32)
            if len(rows) < _BATCH:
                return

    def match_of(self, seq: int) -> str | None:
        """Id of the match that the event with that sequence is about; ``None`` when there is no such event."""
        with _translating(self._where, "read the log"):
            number = int(self._connection.execute(_MATCH_OF, (seq,)).fetchone()[0])
            row = self._connection.execute(_ONE, (number, seq)).fetchone()
            names = self._connection.execute("SELECT match FROM matches WHERE number = ?", (number,)).fetchone()
        if row is None:
            return None
        about = self._recorded(seq, *row).about
        return about if about is not None or names is None else str(names[0])

    def match_log(self, match: str) -> list[Recorded]:
        """Everything about a match, in order, what was recorded after its end as well; empty for an unknown one."""
        with _translating(self._where, "read the log"):
            found = self._connection.execute("SELECT max(number) FROM matches WHERE match = ?", (match,)).fetchone()
            own = self._connection.execute(_OF_MATCH, found).fetchall()
            # Few were recorded later, and nobody waits for them but whoever changes them: no index is kept for that.
            named = f'"{ABOUT}":{json.dumps(match, ensure_ascii=False)}'
            later = self._connection.execute(_LATER, (*found, named)).fetchall()
        events = [self._recorded(*row) for row in (*own, *later)]
        return [recorded for about, recorded in by_match(events, match=match) if about == match]

    def matches(self) -> list[Recorded]:
        """The events that began the matches, oldest first."""
        with _translating(self._where, "read the log"):
            rows = self._connection.execute(_BEGINNINGS).fetchall()
        return [self._recorded(*row) for row in rows]

    def intent(self, intent_id: str) -> IntentRecord | None:
        """What was answered to that intent, if it came before."""
        with _translating(self._where, "read the log"):
            row = self._connection.execute(
                "SELECT t_ms, accepted, version, reason, message FROM intents WHERE id = ?", (intent_id,)
            ).fetchone()
        if row is None:
            return None
        t_ms, accepted, version, reason, message = row
        return IntentRecord(
            id=intent_id, t_ms=t_ms, accepted=bool(accepted), version=version, reason=reason, message=message
        )

    def backup(self, to: Path) -> None:
        """Copy the whole log to a new file while it is in use; a file that is there is replaced only by a whole copy.

        Raises a ``StoreError``.
        """
        with _translating(str(to), "copy the log"):
            try:
                to.parent.mkdir(parents=True, exist_ok=True)
                _copy(self._connection, to)
            except OSError as error:
                raise StoreReadOnlyError(f"could not copy the log there ({error.strerror})", where=str(to)) from error

    def close(self) -> None:
        """Let go of the file; harmless when done twice."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._roll_back()  # what could not be rolled back when it failed
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._roll_back()
            raise

    def _roll_back(self) -> None:
        if self._connection.in_transaction:  # SQLite rolls back by itself when the disk is full
            self._connection.execute("ROLLBACK")

    def _refuse_repeated(self, intent: IntentRecord | None) -> None:
        first = None if intent is None else self.intent(intent.id)
        if first is not None:
            raise IntentRepeatedError(first, where=self._where)

    def _newest(self) -> tuple[int, int]:
        """Number of the newest match and sequence of the newest event."""
        row = self._connection.execute(_NEWEST).fetchone()
        return (0, 0) if row is None else (int(row[0]), int(row[1]))

    def _begin_match(self, match: str, seq: int) -> int:
        cursor = self._connection.execute("INSERT INTO matches (match, first_seq) VALUES (?, ?)", (match, seq))
        return int(cursor.lastrowid or 0)

    def _checked_last_seq(self) -> int:
        count, first, last = self._connection.execute(
            "SELECT count(*), coalesce(min(seq), 1), coalesce(max(seq), 0) FROM events"
        ).fetchone()
        if first != 1 or count != last:
            raise StoreBrokenError(
                f"events are missing: {count} of {last} are there; it was left as it is,"
                " get a copy back (queyan restore), or move it aside to begin a new log",
                where=self._where,
            )
        return int(last)

    def _recorded(self, seq: int, body: str, crc32: int) -> Recorded:
        try:
            recorded = loads(body)
        except EventFormatError as error:
            raise self._unreadable(seq, str(error)) from error
        if zlib.crc32(body.encode()) != crc32 or recorded.seq != seq:
            raise self._unreadable(seq, "it was changed after it was written")
        return recorded

    def _unreadable(self, seq: int, why: str) -> StoreBrokenError:
        return StoreBrokenError(
            f"event {seq} can't be read ({why}); those before it are whole,"
            " the file was left as it is: get a copy back (queyan restore), or move it aside to begin a new log",
            where=self._where,
        )


def _text(stored: bytes) -> str:
    """What was written as UTF-8; bytes that no longer are become others, and the event's check sum tells."""
    return stored.decode(errors="replace")


def _refuse_lost_file(path: Path) -> None:
    """An empty or absent file beside a full journal lost its content: SQLite would throw the journal away too."""
    journal = path.with_name(path.name + "-wal")
    try:
        empty = not path.exists() or (path.is_file() and path.stat().st_size == 0)
        orphaned = empty and journal.exists() and journal.stat().st_size > 0
    except OSError:  # opening says what is wrong there
        return
    if orphaned:
        raise StoreBrokenError(
            f"the file is empty or gone, but its journal {journal.name} is not; both were left as they are,"
            " get a copy back (queyan restore), or move them aside to begin a new log",
            where=str(path),
        )


def _copy(connection: sqlite3.Connection, to: Path) -> None:
    part = to.with_name(to.name + ".part")
    part.unlink(missing_ok=True)
    target = sqlite3.connect(part)
    try:
        connection.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
    finally:
        target.close()
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.replace(to)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    where = str(path)
    findings = connection.execute("PRAGMA quick_check(1)").fetchone()
    if findings is None or findings[0] != "ok":
        what = " ".join(str(findings[0]).split()) if findings else "unreadable"
        raise StoreBrokenError(
            f"the file is damaged ({what}); it was left as it is: get a copy back (queyan restore),"
            " or move it aside to begin a new log",
            where=where,
        )
    version = version_of(connection)
    if 0 < version < len(STEPS):
        check_ours(connection, version, where)
        _copy(connection, path.with_name(f"{path.name}.version-{version}"))  # the way back to the older queyan
    migrate(connection, where=where)
    # Only now is it known to be ours: changing the journal mode writes to the file.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    # On a read-only disk SQLite opens what is there for reading, and stays so when the disk is writable again.
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(f"PRAGMA user_version = {len(STEPS)}")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _row(recorded: Recorded) -> tuple[int, int, str, str, int]:
    body = dumps(recorded)
    return recorded.seq, recorded.t_ms, kind_of(recorded.event), body, zlib.crc32(body.encode())


@contextmanager
def _translating(where: str, doing: str) -> Iterator[None]:
    """Turn SQLite's errors into the store's."""
    try:
        yield
    except StoreError:
        raise
    except (sqlite3.Error, UnicodeError) as error:
        if isinstance(error, UnicodeError):
            raise StoreBrokenError(
                f"could not {doing} (text that is no UTF-8): the file is damaged and was left as it is", where=where
            ) from error
        raise translated(error, where=where, doing=doing) from error
