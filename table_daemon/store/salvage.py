"""What can still be read of a log whose file is damaged: its events up to the first that is not whole. Only reads."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from typing import TYPE_CHECKING

from table_daemon.store.codec import loads
from table_daemon.store.errors import EventFormatError

if TYPE_CHECKING:
    from pathlib import Path

    from table_daemon.game.events import Recorded


def whole_prefix(path: Path) -> list[Recorded]:
    """Return the events before the first that is missing, changed or can't be reached; damage raises nothing."""
    events: list[Recorded] = []
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.text_factory = bytes
            for seq, body, crc32 in connection.execute("SELECT seq, body, crc32 FROM events ORDER BY match, seq"):
                if not isinstance(body, bytes):
                    break
                recorded = loads(body.decode())
                if seq != len(events) + 1 or recorded.seq != seq or zlib.crc32(body) != crc32:
                    break
                events.append(recorded)
    except (sqlite3.Error, EventFormatError, UnicodeDecodeError):
        pass
    return events
