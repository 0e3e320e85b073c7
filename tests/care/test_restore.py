"""Restoring checks the copy, keeps the present log aside, and leaves either the one or the other."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from table_daemon.care.backup import copy_log
from table_daemon.care.errors import RestoreError, UnusableCopyError
from table_daemon.care.restore import finish_restore, restore
from table_daemon.care.room import UNLIMITED, Room
from table_daemon.store.sqlite import EventStore
from tests.care.kept_log import LOG, read_log, write_log

NOW = datetime(2026, 11, 30, 20)  # noqa: DTZ001 -- names carry local time
OLD = LOG[:9]
VERSIONS = Path(__file__).parents[1] / "data" / "db"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return write_log(tmp_path / "data" / "queyan.sqlite3")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    write_log(tmp_path / "old.sqlite3", OLD)
    copy_log(tmp_path / "old.sqlite3", tmp_path / "copy.sqlite3")
    return tmp_path / "copy.sqlite3"


def names(database: Path) -> set[str]:
    return {path.name for path in database.parent.iterdir()}


def test_the_copy_takes_the_logs_place_and_the_log_lies_aside(database: Path, copy: Path) -> None:
    before = copy.read_bytes()
    done = restore(database, copy, NOW, UNLIMITED)
    assert done.events == len(OLD)
    assert done.aside is not None
    assert read_log(database) == OLD
    assert read_log(done.aside) == LOG
    assert copy.read_bytes() == before
    assert names(database) == {database.name, done.aside.name}
    assert done.beside == ()
    assert finish_restore(database) == ""


def test_what_only_the_journal_holds_lies_aside_too(database: Path, copy: Path, tmp_path: Path) -> None:
    """A log that was not closed has its newest events in the journal, which must not reach the new log."""
    live = tmp_path / "live"
    live.mkdir()
    with EventStore.open(database) as store:
        store.append([])
        for path in database.parent.iterdir():
            (live / path.name).write_bytes(path.read_bytes())
    with EventStore.open(tmp_path / "x.sqlite3") as store:
        store.append(LOG)
        for path in tmp_path.glob("x.sqlite3*"):
            (live / path.name.replace("x.", "queyan.")).write_bytes(path.read_bytes())
    assert (live / "queyan.sqlite3-wal").stat().st_size > 0
    done = restore(live / "queyan.sqlite3", copy, NOW, UNLIMITED)
    assert read_log(live / "queyan.sqlite3") == OLD
    assert done.aside is not None
    assert read_log(done.aside) == LOG


def test_without_a_log_nothing_lies_aside(copy: Path, tmp_path: Path) -> None:
    done = restore(tmp_path / "new" / "queyan.sqlite3", copy, NOW, UNLIMITED)
    assert done.aside is None
    assert read_log(tmp_path / "new" / "queyan.sqlite3") == OLD


@pytest.mark.parametrize("content", [b"", b"not a database at all" * 500, b"\0" * 20_000])
def test_a_damaged_log_is_kept_as_it_lies_there(database: Path, copy: Path, content: bytes) -> None:
    database.write_bytes(content)
    database.with_name(database.name + "-wal").write_bytes(b"journal")
    done = restore(database, copy, NOW, UNLIMITED)
    assert read_log(database) == OLD
    assert done.aside is not None
    assert done.aside.read_bytes() == content
    assert done.aside.with_name(done.aside.name + "-wal").read_bytes() == b"journal"


@pytest.mark.parametrize("version", sorted(VERSIONS.glob("*.sqlite")), ids=lambda path: path.stem)
def test_copies_of_older_versions_are_lifted(database: Path, version: Path) -> None:
    done = restore(database, version, NOW, UNLIMITED)
    assert done.events > 0
    assert len(read_log(database)) == done.events


class TestRefused:
    @pytest.fixture(autouse=True)
    def _unchanged(self, database: Path) -> object:
        before = database.read_bytes()
        yield
        assert database.read_bytes() == before
        assert names(database) == {database.name}

    def test_no_file_and_the_log_itself(self, database: Path) -> None:
        with pytest.raises(UnusableCopyError, match="is not there"):
            restore(database, database.with_name("none"), NOW, UNLIMITED)
        with pytest.raises(UnusableCopyError, match="is the log in use"):
            restore(database, database, NOW, UNLIMITED)

    @pytest.mark.parametrize("content", [b"", b"photo" * 999])
    def test_no_database(self, database: Path, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "file").write_bytes(content)
        with pytest.raises(UnusableCopyError, match="is no log that can be restored"):
            restore(database, tmp_path / "file", NOW, UNLIMITED)

    def test_another_programs_database(self, database: Path, tmp_path: Path) -> None:
        with closing(sqlite3.connect(tmp_path / "other")) as other:
            other.execute("CREATE TABLE events (x)")
        with pytest.raises(UnusableCopyError, match="another program"):
            restore(database, tmp_path / "other", NOW, UNLIMITED)

    def test_a_copy_with_a_changed_event(self, database: Path, copy: Path) -> None:
        with closing(sqlite3.connect(copy)) as spoiled:
            spoiled.execute("UPDATE events SET body = replace(body, '\"seat\":1', '\"seat\":2')")
            spoiled.commit()
        with pytest.raises(UnusableCopyError, match="changed after it was written"):
            restore(database, copy, NOW, UNLIMITED)

    def test_a_copy_from_a_newer_version(self, database: Path, copy: Path) -> None:
        with closing(sqlite3.connect(copy)) as newer:
            newer.execute("PRAGMA user_version = 99")
        with pytest.raises(UnusableCopyError, match="update queyan"):
            restore(database, copy, NOW, UNLIMITED)

    def test_no_room_for_both(self, database: Path, copy: Path) -> None:
        with pytest.raises(RestoreError, match="too little room to keep both"):
            restore(database, copy, NOW, Room(0, lambda _folder: 1000))
