"""Killed at any file operation of a backup and of a restore: the next start works, and says what happened.

The test suite takes every few of them, ``make verify`` all.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from table_daemon.care.backup import copy_log
from table_daemon.care.copies import copies_in
from table_daemon.care.restore import finish_restore, restore
from table_daemon.care.room import UNLIMITED
from table_daemon.store.sqlite import EventStore
from tests.care.cut_short import NOW
from tests.care.cut_short import backup as take_it
from tests.care.kept_log import LOG, read_log, write_log

OLD = LOG[:9]
BESIDE = {"calibration.json": b"where the table lies", "own.tiles": bytes(100_000)}
FINISHED, BROKEN_OFF = "has been finished", "before it changed anything"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_log(tmp_path / "data" / "queyan.sqlite3")
    old = tmp_path / "old"
    write_log(old / "data" / "queyan.sqlite3", OLD)
    for name, content in BESIDE.items():
        (old / "data" / name).write_bytes(content)
    take_it(old)
    copies_in(old / "backups")[0].path.rename(tmp_path / "copy.sqlite3")
    return tmp_path


def cut_short(kind: str, folder: Path, repository: Path, *, first: int = 1, step: int = 1) -> list[Path]:
    """Return the folder of each round that was killed."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.care.cut_short", kind, str(folder), str(first), str(step)],
        capture_output=True,
        text=True,
        cwd=repository,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [folder / name for name in done.stdout.split()]


def test_a_backup(folder: Path, repository: Path) -> None:
    (folder / "backups").mkdir()
    copy_log(folder / "data" / "queyan.sqlite3", folder / "backups" / "queyan-20261129-040000.sqlite3")
    places = cut_short("backup", folder, repository)
    assert len(places) > 8
    for place in places:
        assert read_log(place / "data" / "queyan.sqlite3") == LOG
        copies = copies_in(place / "backups")
        assert copies
        for copy in copies:
            assert read_log(copy.path) == LOG
        take_it(place)
        assert {path.name for path in (place / "backups").iterdir()} == {"queyan-20261130-200000.sqlite3"}


@pytest.mark.parametrize(("state", "first"), [("whole", 1), ("journal", 3), ("damaged", 5)])
def test_a_restore(folder: Path, repository: Path, state: str, first: int) -> None:
    spoil(folder, state)
    places = cut_short("restore", folder, repository, first=first, step=6)
    assert len(places) > 3
    for place in places:
        look_at(place, whole=state != "damaged")


@pytest.mark.verify
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("state", ["whole", "journal", "damaged"])
def test_a_restore_at_every_step(folder: Path, repository: Path, state: str, figure: Callable[[str], None]) -> None:
    spoil(folder, state)
    places = cut_short("restore", folder, repository)
    told = {look_at(place, whole=state != "damaged") for place in places}
    figure(f"restore over a log that is {state}: killed at each of {len(places)} file operations")
    assert told == {"", BROKEN_OFF, FINISHED}


def spoil(folder: Path, state: str) -> None:
    database = folder / "data" / "queyan.sqlite3"
    if state == "damaged":
        database.write_bytes(b"not a database at all" * 500)
    elif state == "journal":
        with EventStore.open(folder / "open.sqlite3") as store:
            store.append(LOG)
            for path in folder.glob("open.sqlite3*"):
                (folder / "data" / path.name.replace("open.", "queyan.")).write_bytes(path.read_bytes())


def look_at(place: Path, *, whole: bool) -> str:
    """Start as the daemon would; what it said of the restore. The log is the one or the other, and can be restored."""
    database = place / "data" / "queyan.sqlite3"
    note = finish_restore(database)
    assert finish_restore(database) == "", "told once"
    asides = [path for path in database.parent.glob("*.before-restore-*") if "-wal" not in path.name]
    if FINISHED in note:
        assert read_log(database) == OLD
        assert str(asides[0]) in note
    elif note == "" and whole:
        assert read_log(database) in (LOG, OLD)
    elif whole:
        assert read_log(database) == LOG
    if whole and read_log(database) == OLD:
        assert read_log(asides[0]) == LOG
    for name, content in BESIDE.items():
        path = database.with_name(name)
        assert not path.exists() or path.read_bytes() == content
        assert path.exists() or FINISHED not in note
    done = restore(database, place / "copy.sqlite3", NOW.replace(hour=21), UNLIMITED)
    assert {name: database.with_name(name).read_bytes() for name in BESIDE} == BESIDE
    assert done.events == len(OLD)
    assert read_log(database) == OLD
    assert not [path for path in database.parent.iterdir() if ".restoring" in path.name or path.suffix == ".part"]
    return next((said for said in (FINISHED, BROKEN_OFF) if said in note), "")
