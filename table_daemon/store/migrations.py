"""The shape of the database, version by version. Each step runs in one transaction with the number that records it.

A released step is never changed; a new shape is a new step.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Final

from table_daemon.store.errors import StoreBrokenError, StoreNewerError

if TYPE_CHECKING:
    from collections.abc import Sequence

APPLICATION_ID: Final = 0x51_59_41_4E
"""``QYAN``: tells our files from other programs' (kept in the SQLite header)."""

STEPS: Final[tuple[tuple[str, ...], ...]] = (
    (
        # body is the event's public JSON; crc32 is over its UTF-8 bytes, since SQLite does not notice a flipped bit.
        """CREATE TABLE events (
            seq INTEGER PRIMARY KEY, t_ms INTEGER NOT NULL, kind TEXT NOT NULL,
            body TEXT NOT NULL, crc32 INTEGER NOT NULL
        )""",
        """CREATE TABLE intents (
            id TEXT PRIMARY KEY, t_ms INTEGER NOT NULL, accepted INTEGER NOT NULL,
            version INTEGER NOT NULL, reason TEXT NOT NULL, message TEXT NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        # Events are kept by match and sequence. Matches are numbered as they began; 0 is before the first.
        """CREATE TABLE matches (
            number INTEGER PRIMARY KEY, match TEXT NOT NULL, first_seq INTEGER NOT NULL UNIQUE
        )""",
        """INSERT INTO matches
            SELECT row_number() OVER (ORDER BY seq),
                CASE WHEN json_valid(body) THEN coalesce(json_extract(body, '$.match'), '') ELSE '' END, seq
            FROM events WHERE kind = 'match_started'""",
        "ALTER TABLE events RENAME TO events_1",
        """CREATE TABLE events (
            match INTEGER NOT NULL, seq INTEGER NOT NULL, t_ms INTEGER NOT NULL, kind TEXT NOT NULL,
            body TEXT NOT NULL, crc32 INTEGER NOT NULL, PRIMARY KEY (match, seq)
        ) WITHOUT ROWID""",
        """INSERT INTO events
            SELECT (SELECT coalesce(max(number), 0) FROM matches WHERE first_seq <= events_1.seq),
                seq, t_ms, kind, body, crc32
            FROM events_1 ORDER BY seq""",
        "DROP TABLE events_1",
    ),
)
"""``STEPS[n]`` leads from version n to n + 1."""


def migrate(connection: sqlite3.Connection, *, where: str, steps: Sequence[Sequence[str]] = STEPS) -> None:
    """Bring the database up to the newest version; raises ``StoreNewerError`` or ``StoreBrokenError``."""
    version = _pragma(connection, "user_version")
    if version > len(steps):
        raise StoreNewerError(
            f"the log has version {version} and this queyan knows up to {len(steps)}: update queyan", where=where
        )
    check_ours(connection, version, where)
    for number, step in enumerate(steps[version:], start=version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            if _pragma(connection, "user_version") < number:  # another process may have been quicker
                for statement in step:
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a database's shape; 0 for a new one."""
    return _pragma(connection, "user_version")


def check_ours(connection: sqlite3.Connection, version: int, where: str) -> None:
    """Raise ``StoreBrokenError`` for another program's database."""
    if _pragma(connection, "application_id") == APPLICATION_ID:
        return
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if version or tables:
        raise StoreBrokenError(
            "this is another program's database; it was left as it is, choose another file", where=where
        )


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
