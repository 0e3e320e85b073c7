"""The log on a real disk: power cuts, full and read-only disks, other programs, damaged files."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from table_daemon.store.errors import (
    LostRaceError,
    StoreBrokenError,
    StoreBusyError,
    StoreError,
    StoreFullError,
    StoreNewerError,
    StoreReadOnlyError,
)
from table_daemon.store.migrations import APPLICATION_ID, STEPS, migrate
from table_daemon.store.sqlite import EventStore
from tests.store.logs import run

if TYPE_CHECKING:
    from pathlib import Path

    from table_daemon.game.events import Recorded

CHILD = """
import sys
from pathlib import Path
from table_daemon.store.sqlite import EventStore
from tests.store.logs import run
store = EventStore.open(Path(sys.argv[1]))
for recorded in run(100_000):
    store.append([recorded])
    print(recorded.seq, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "log.db"


def written(path: Path, count: int = 40) -> None:
    with EventStore.open(path) as store:
        for recorded in run(count):
            store.append([recorded])


def test_the_log_outlives_its_process_being_killed(path: Path, repository: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True, cwd=repository
    ) as child:
        assert child.stdout is not None
        told = [int(child.stdout.readline()) for _ in range(25)]
        child.kill()
    with EventStore.open(path) as store:
        kept = [recorded.seq for recorded in store.read()]
    assert kept[: len(told)] == told
    assert kept == list(range(1, len(kept) + 1))


def test_it_commits_durably_before_it_answers(path: Path) -> None:
    with EventStore.open(path) as store:
        pragmas = {
            name: store._connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "application_id", "user_version")
        }
    full = 2  # the number SQLite gives synchronous=FULL
    assert pragmas == {
        "journal_mode": "wal", "synchronous": full, "application_id": APPLICATION_ID, "user_version": len(STEPS),
    }  # fmt: skip


def test_a_second_writer_that_lost_the_race_is_told(path: Path) -> None:
    with EventStore.open(path) as first, EventStore.open(path) as second:
        first.append(run(2))
        with pytest.raises(LostRaceError):
            second.append(run(1))
        assert len(list(second.read())) == 2


def test_a_file_held_by_another_program_is_busy_and_later_free(path: Path) -> None:
    with EventStore.open(path, busy_timeout_ms=1) as store, EventStore.open(path) as other:
        other._connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError, match="second queyan"):
            store.append(run(1))
        other._connection.execute("ROLLBACK")
        store.append(run(1))
        assert store.last_seq == 1


def test_a_full_disk_keeps_what_was_there_and_goes_on_when_there_is_room(path: Path) -> None:
    with EventStore.open(path) as store:
        store.append(run(3))
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreFullError, match="make room"):
            store.append(run(500, first=4))
        assert store.last_seq == 3
        assert len(list(store.read())) == 3
        store._connection.execute("PRAGMA max_page_count = 100000")
        store.append(run(500, first=4))
        assert store.last_seq == 503


def test_a_read_only_disk_is_told_apart(path: Path) -> None:
    with EventStore.open(path) as store:
        store._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(StoreReadOnlyError):
            store.append(run(1))
        store._connection.execute("PRAGMA query_only = OFF")
        store.append(run(1))
        assert store.last_seq == 1


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreReadOnlyError, match=r"log\.db: could not make its folder"):
        EventStore.open(tmp_path / "file" / "log.db")


def test_a_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreReadOnlyError, match="could not open the log"):
        EventStore.open(tmp_path)


def test_an_empty_file_becomes_a_log(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    written(path, 1)


@pytest.mark.parametrize("content", [b"\0" * 8192, b"not a database at all" * 300], ids=["zeros", "text"])
def test_a_file_that_is_no_database_is_refused_and_kept(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreBrokenError, match="move it aside"):
        EventStore.open(path)
    assert path.read_bytes() == content


def test_another_programs_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE photos (id INTEGER)")
    other.close()
    with pytest.raises(StoreBrokenError, match="another program's database"):
        EventStore.open(path)


def test_a_log_from_a_newer_version_is_refused(path: Path) -> None:
    written(path)
    other = sqlite3.connect(path)
    other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(StoreNewerError, match="update queyan"):
        EventStore.open(path)


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("UPDATE events SET body = replace(body, '\"seat\":1', '\"seat\":2') WHERE seq = 21", "event 21 .*changed"),
        ("UPDATE events SET body = '{' WHERE seq = 21", "event 21 .*not JSON"),
        ("UPDATE events SET body = replace(body, 'discard', 'comet') WHERE seq = 21", "event 21 .*comet"),
    ],
)
def test_a_spoiled_event_ends_the_reading_with_its_number_after_all_before_it(
    path: Path, statement: str, complaint: str
) -> None:
    written(path)
    other = sqlite3.connect(path)
    other.execute(statement)
    other.commit()
    other.close()
    read: list[Recorded] = []
    with EventStore.open(path) as store, pytest.raises(StoreBrokenError, match=complaint):
        read.extend(store.read())
    assert read == run(20)


def test_missing_events_are_noticed(path: Path) -> None:
    written(path)
    other = sqlite3.connect(path)
    other.execute("DELETE FROM events WHERE seq = 12")
    other.commit()
    other.close()
    with pytest.raises(StoreBrokenError, match="events are missing: 39 of 40"):
        EventStore.open(path)


def read_or_refused(path: Path) -> list[int] | None:
    """The sequences in the log, or ``None`` when it is refused with words."""
    try:
        with EventStore.open(path) as store:
            return [recorded.seq for recorded in store.read()]
    except StoreError:
        return None


@pytest.mark.parametrize("seed", range(25))
def test_a_torn_or_flipped_log_is_a_clean_prefix_or_refused(path: Path, tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    with EventStore.open(path) as store:
        for recorded in run(40):
            store.append([recorded])
        copy = tmp_path / "copy.db"
        shutil.copy(path, copy)  # with the events still in the WAL, as a power cut leaves them
        shutil.copy(path.with_name("log.db-wal"), tmp_path / "copy.db-wal")
    victim = rng.choice([copy, tmp_path / "copy.db-wal"])
    content = bytearray(victim.read_bytes())
    if rng.random() < 0.5:
        del content[rng.randrange(len(content)) :]
    else:
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    victim.write_bytes(content)
    kept = read_or_refused(copy)
    assert kept is None or kept == list(range(1, len(kept) + 1))


def test_a_migration_that_fails_leaves_the_version_before(path: Path) -> None:
    written(path, 3)
    connection = sqlite3.connect(path, isolation_level=None)
    steps = (*STEPS, ("CREATE TABLE extra (id INTEGER)", "this is no SQL"))
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, where=str(path), steps=steps)
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    connection.close()
    assert tables == {"events", "intents", "matches"}
    with EventStore.open(path) as store:
        assert store.last_seq == 3


def test_a_migration_adds_to_what_is_there(path: Path) -> None:
    written(path, 3)
    connection = sqlite3.connect(path, isolation_level=None)
    migrate(connection, where=str(path), steps=(*STEPS, ("CREATE TABLE extra (id INTEGER)",)))
    assert connection.execute("PRAGMA user_version").fetchone()[0] == len(STEPS) + 1
    assert connection.execute("SELECT count(*) FROM events").fetchone()[0] == 3
    connection.close()
