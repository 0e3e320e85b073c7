"""An event one of whose bytes is no text any more is told by its number, as any other spoiled event."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from table_daemon.game.events import MatchEnded, Recorded, Source, Witness
from table_daemon.store.errors import StoreBrokenError
from table_daemon.store.sqlite import EventStore

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("place", [1, 3, 12, 30])
def test_a_byte_that_is_no_text_spoils_one_event_and_says_which(tmp_path: Path, place: int) -> None:
    path = tmp_path / "log"
    ended = MatchEnded(source=Source(witness=Witness.PERSON))
    with EventStore.open(path) as store:
        store.append([Recorded(seq, seq, ended) for seq in (1, 2, 3)])
    with closing(sqlite3.connect(path)) as raw, raw:
        body = bytearray(raw.execute("SELECT CAST(body AS BLOB) FROM events WHERE seq = 2").fetchone()[0])
        body[place] = 0xFF
        raw.execute("UPDATE events SET body = CAST(? AS TEXT) WHERE seq = 2", (bytes(body),))
    with EventStore.open(path) as store:
        read = iter(store.read())
        assert next(read).seq == 1
        with pytest.raises(
            StoreBrokenError, match=r"event 2 can't be read .*those before it are whole.*queyan restore"
        ):
            next(read)
