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
)
"""``STEPS[n]`` leads from version n to n + 1."""


def migrate(connection: sqlite3.Connection, *, where: str, steps: Sequence[Sequence[str]] = STEPS) -> None:
    """Bring the database up to the newest version; raises ``StoreNewerError`` or ``StoreBrokenError``."""
    version = _pragma(connection, "user_version")
    if version > len(steps):
        raise StoreNewerError(
            f"the log has version {version} and this queyan knows up to {len(steps)}: update queyan", where=where
        )
    _check_ours(connection, version, where)
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


def _check_ours(connection: sqlite3.Connection, version: int, where: str) -> None:
    if _pragma(connection, "application_id") == APPLICATION_ID:
        return
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if version or tables:
        raise StoreBrokenError(
            "this is another program's database; it was left as it is, choose another file", where=where
        )


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
