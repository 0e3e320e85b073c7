"""A copy of the log is whole, taken while the log is in use, and never at the cost of what was there."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from table_daemon.care.backup import BackupPlan, take_backup
from table_daemon.care.copies import copies_in, name_of
from table_daemon.care.errors import BackupError, CareError
from table_daemon.care.export import read_log as read_for_export
from table_daemon.care.room import UNLIMITED, Room
from table_daemon.store.sqlite import EventStore
from tests.care.kept_log import LOG, read_log, write_log

NOW = datetime(2026, 11, 30, 4)  # noqa: DTZ001 -- copies carry local time


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return write_log(tmp_path / "data" / "queyan.sqlite3")


@pytest.fixture
def plan(tmp_path: Path) -> BackupPlan:
    return BackupPlan(folder=tmp_path / "stick" / "queyan", other_disk=False, daily=2, weekly=0)


def test_a_copy_holds_every_event(database: Path, plan: BackupPlan) -> None:
    taken = take_backup(database, plan, NOW, UNLIMITED)
    assert taken.events == len(LOG)
    assert taken.path == plan.folder / name_of(NOW)
    assert read_log(taken.path) == LOG
    assert read_log(database) == LOG


def test_a_copy_is_taken_while_the_log_is_written(database: Path, plan: BackupPlan) -> None:
    with EventStore.open(database.with_name("live.sqlite3")) as store:
        store.append(LOG[:5])
        first = take_backup(database.with_name("live.sqlite3"), plan, NOW, UNLIMITED)
        store.append(LOG[5:])
        assert list(store.read()) == LOG
    assert read_log(first.path) == LOG[:5]


def test_old_copies_go_once_the_new_one_is_there(database: Path, plan: BackupPlan) -> None:
    for day in range(4):
        taken = take_backup(database, plan, NOW + timedelta(days=day), UNLIMITED)
    assert [copy.made for copy in copies_in(plan.folder)] == [NOW + timedelta(days=day) for day in (2, 3)]
    assert [path.name for path in taken.dropped] == [name_of(NOW + timedelta(days=1))]


def test_a_copy_that_was_cut_short_is_cleared_away_by_the_next(database: Path, plan: BackupPlan) -> None:
    plan.folder.mkdir(parents=True)
    for end in (".part", ".part-wal", ".part-shm"):
        (plan.folder / (name_of(NOW - timedelta(days=1)) + end)).write_bytes(b"half")
    take_backup(database, plan, NOW, UNLIMITED)
    assert [path.name for path in plan.folder.iterdir()] == [name_of(NOW)]


@pytest.mark.parametrize("damage", ["zeroed", "cut"])
def test_a_damaged_log_makes_no_copy_and_costs_none(database: Path, plan: BackupPlan, damage: str) -> None:
    good = take_backup(database, plan, NOW, UNLIMITED).path.read_bytes()
    content = database.read_bytes()
    database.write_bytes(bytes(len(content)) if damage == "zeroed" else content[: len(content) // 2])
    for day in range(1, 5):
        with pytest.raises(BackupError, match="could be made"):
            take_backup(database, plan, NOW + timedelta(days=day), UNLIMITED)
    assert [path.read_bytes() for path in plan.folder.iterdir()] == [good]


def test_no_log_no_room_no_folder(database: Path, plan: BackupPlan) -> None:
    with pytest.raises(BackupError, match="there is no log"):
        take_backup(database.with_name("none"), plan, NOW, UNLIMITED)
    with pytest.raises(BackupError, match=r"too little room, \d+ MB more are needed; make room"):
        take_backup(database, plan, NOW, Room(10_000_000, lambda _folder: 5_000_000))
    plan.folder.parent.write_text("a file in the way")
    with pytest.raises(BackupError, match="no copy could be made"):
        take_backup(database, plan, NOW, UNLIMITED)


def test_a_log_that_this_user_may_not_see_is_told_with_the_cure(database: Path, plan: BackupPlan) -> None:
    database.parent.chmod(0)
    user = os.geteuid()
    try:
        if user == 0:
            os.seteuid(65534)  # root sees everything
        with pytest.raises(CareError, match="try it with sudo"):
            take_backup(database, plan, NOW, UNLIMITED)
        with pytest.raises(CareError, match="try it with sudo"):
            read_for_export(database)
    finally:
        os.seteuid(user)
        database.parent.chmod(0o700)


def test_while_the_stick_is_out_nothing_is_written_in_its_place(database: Path, plan: BackupPlan) -> None:
    with pytest.raises(BackupError, match="on the same disk as the games; plug the stick in"):
        take_backup(database, replace(plan, other_disk=True), NOW, UNLIMITED)
    assert not plan.folder.exists()


@pytest.mark.skipif(
    not Path("/dev/shm").is_dir() or Path("/dev/shm").stat().st_dev == Path("/tmp").stat().st_dev,  # noqa: S108
    reason="no second file system here",
)
def test_another_disk_is_known_by_the_kernels_number(database: Path, plan: BackupPlan) -> None:
    folder = Path("/dev/shm") / f"queyan-test-{database.parent.parent.name}"  # noqa: S108 -- another file system
    try:
        taken = take_backup(database, replace(plan, other_disk=True, folder=folder), NOW, UNLIMITED)
        assert read_log(taken.path) == LOG
    finally:
        for path in folder.glob("*"):
            path.unlink()
        folder.rmdir()
