"""A database that is damaged in any way: one clear message, no start, and not one byte of it changed."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from table_daemon import cli
from table_daemon.paths import DATABASE_NAME
from table_daemon.store.sqlite import EventStore
from tests.daemon.running import free_port, write_settings
from tests.store.logs import run


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A whole log of a few hundred events where the daemon looks for it."""
    path = tmp_path / "data" / DATABASE_NAME
    with EventStore.open(path) as store:
        store.append(run(300))
    return path


def _random_bytes(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(40_000))


def _random_middle(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:20_000] = random.Random(2).randbytes(20_000 - 4096)
    path.write_bytes(bytes(data))


def _zeroes(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def _truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])


def _cut_in_a_page(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def _another_programs(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE notes (text TEXT)")
    connection.close()


def _an_event_changed(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE events SET body = replace(body, '\"seat\":2', '\"seat\":3') WHERE seq = 150")
    connection.close()


def _an_event_lost(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM events WHERE seq = 150")
    connection.close()


def _from_the_future(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (_random_bytes, "damaged"),
        (_random_middle, "damaged"),
        (_zeroes, "damaged"),
        (_truncated, "damaged"),
        (_cut_in_a_page, "damaged"),
        (_another_programs, "another program's"),
        (_an_event_changed, "event 150"),
        (_an_event_lost, "missing"),
        (_from_the_future, "update queyan"),
    ],
)
def test_a_broken_database_is_told_and_left_as_it_is(
    database: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], None], word: str
) -> None:
    spoil(database)
    before = database.read_bytes()
    settings = write_settings(database.parents[1], port=free_port())
    assert cli.guarded(["run", "--settings", str(settings)]) == 1
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 1, captured.err
    assert captured.err.startswith(f"queyan: {database}: ")
    assert word in captured.err
    assert database.read_bytes() == before
