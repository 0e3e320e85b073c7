"""The log copied and put back, as the program that the updater runs for it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table_daemon.store.sqlite import EventStore
from table_daemon.update.copying import main, put_back, save_log
from tests.update.standins import EVENTS, SAVED_LOG


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "queyan.sqlite3"
    shutil.copy(SAVED_LOG, path)
    return path


def _events(path: Path) -> int:
    with EventStore.open(path) as store:
        return sum(1 for _ in store.read())


def test_a_log_in_use_is_copied_whole(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with EventStore.open(log):
        assert main(["copy", str(log), str(tmp_path / "saved" / "log")]) == 0
    assert capsys.readouterr().out == f"{EVENTS}\n"
    assert _events(tmp_path / "saved" / "log") == EVENTS


def test_an_older_form_is_copied_as_it_is(tmp_path: Path) -> None:
    log = tmp_path / "log"
    shutil.copy(SAVED_LOG.with_name("version_1.sqlite"), log)
    assert save_log(log, tmp_path / "saved") == EVENTS
    with closing(sqlite3.connect(tmp_path / "saved")) as saved:
        assert saved.execute("PRAGMA user_version").fetchone() == (1,)


def test_where_there_is_no_log_there_is_no_copy(tmp_path: Path) -> None:
    assert save_log(tmp_path / "log", tmp_path / "saved") == 0
    assert list(tmp_path.iterdir()) == []
    assert not put_back(tmp_path / "log", None, tmp_path / "aside", log_end=0)


def test_a_damaged_log_is_not_copied(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log.write_bytes(log.read_bytes()[:5000])
    assert main(["copy", str(log), str(tmp_path / "saved")]) == 1
    assert str(log) in capsys.readouterr().err
    assert not (tmp_path / "saved").exists()


def test_a_log_that_is_read_is_kept_with_what_came_since(log: Path, tmp_path: Path) -> None:
    save_log(log, tmp_path / "saved")
    assert not put_back(log, tmp_path / "saved", tmp_path / "aside", log_end=EVENTS)
    assert not (tmp_path / "aside").exists()
    assert put_back(log, tmp_path / "saved", tmp_path / "aside", log_end=EVENTS + 1)


@pytest.mark.parametrize("spoil", ["newer", "torn", "gone", "gone but its journal"])
def test_a_log_that_is_not_read_is_put_aside_for_the_copy(log: Path, tmp_path: Path, spoil: str) -> None:
    save_log(log, tmp_path / "saved")
    if spoil == "newer":
        with closing(sqlite3.connect(log)) as database:
            database.execute("PRAGMA user_version = 99")
    elif spoil == "torn":
        log.write_bytes(log.read_bytes()[:3000])
    else:
        log.unlink()
    if "journal" in spoil:
        log.with_name("queyan.sqlite3-wal").write_bytes(b"left")
    assert put_back(log, tmp_path / "saved", tmp_path / "aside", log_end=EVENTS)
    assert _events(log) == EVENTS
    assert (tmp_path / "aside").exists() == (spoil in {"newer", "torn"})
    assert not put_back(log, tmp_path / "saved", tmp_path / "aside", log_end=EVENTS)
