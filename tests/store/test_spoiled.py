"""Torn tails, flipped bits, emptied files, and writes that fail at any point: a clean prefix or a clear refusal."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from table_daemon.store.errors import StoreBrokenError, StoreDiskError, StoreError, StoreFullError
from table_daemon.store.port import IntentRecord
from table_daemon.store.sqlite import EventStore
from tests.store.logs import played_hand, run
from tests.store.spoiling import check_spoiled, live_log

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("seed", range(24))
def test_a_spoiled_tail_opens_as_a_clean_prefix_or_is_refused(tmp_path: Path, seed: int) -> None:
    check_spoiled(tmp_path, seed)


def test_an_emptied_file_beside_its_journal_is_refused_and_the_journal_kept(tmp_path: Path) -> None:
    path = live_log(tmp_path / "log")
    journal = path.with_name("log-wal")
    before = journal.read_bytes()
    path.write_bytes(b"")
    with pytest.raises(StoreBrokenError, match="journal log-wal"):
        EventStore.open(path)
    path.unlink()
    with pytest.raises(StoreBrokenError, match="empty or gone"):
        EventStore.open(path)
    assert journal.read_bytes() == before


def test_the_log_is_copied_while_it_is_in_use(tmp_path: Path) -> None:
    log, _ = played_hand()
    with EventStore.open(tmp_path / "log") as store:
        store.append(log, intent=IntentRecord(id="i", t_ms=1, accepted=True, version=2))
        store.backup(tmp_path / "safe" / "copy")
        more = run(3, first=len(log) + 1)
        store.append(more)
        with EventStore.open(tmp_path / "safe" / "copy") as copy:
            assert list(copy.read()) == log
            assert copy.intent("i") is not None
        store.backup(tmp_path / "safe" / "copy")
    with EventStore.open(tmp_path / "safe" / "copy") as copy:
        assert list(copy.read()) == [*log, *more]
    assert not (tmp_path / "safe" / "copy.part").exists()


def test_a_copy_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with EventStore.open(tmp_path / "log") as store, pytest.raises(StoreError, match="copy the log"):
        store.backup(tmp_path / "file" / "copy")


class Failing:
    """A connection whose n-th statement fails as a disk does."""

    def __init__(self, connection: sqlite3.Connection, nth: int, code: int) -> None:
        self._connection, self._left, self._code = connection, nth, code

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        self._left -= 1
        if self._left == 0 and sql != "ROLLBACK":
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = self._code
            raise error
        return self._connection.execute(sql, *values)


@pytest.mark.parametrize(
    ("code", "expected"), [(sqlite3.SQLITE_IOERR_WRITE, StoreDiskError), (sqlite3.SQLITE_FULL, StoreFullError)]
)
@pytest.mark.parametrize("nth", range(1, 12))
def test_a_write_that_fails_at_any_statement_leaves_nothing_half_done(
    tmp_path: Path, nth: int, code: int, expected: type[StoreError]
) -> None:
    log, _ = played_hand()
    intent = IntentRecord(id="i", t_ms=1, accepted=True, version=6)
    with EventStore.open(tmp_path / "log") as store:
        store.append(log[:2])
        real = store._connection
        store._connection = Failing(real, nth, code)  # type: ignore[assignment]
        failed = False
        try:
            store.append(log[2:6], intent=intent)
        except expected:
            failed = True
        store._connection = real
        assert not real.in_transaction
        assert [entry.seq for entry in store.read()] == [1, 2, *([] if failed else [3, 4, 5, 6])]
        assert (store.intent("i") is None) == failed
        if failed:
            store.append(log[2:6], intent=intent)
        store.append(log[6:])
        assert list(store.read()) == log
