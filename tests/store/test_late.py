"""A log on a disk that is full or read-only from the start: read all the same, and written as soon as that can be."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from table_daemon.store.errors import (
    LostRaceError,
    StoreBrokenError,
    StoreBusyError,
    StoreFullError,
    StoreReadOnlyError,
)
from table_daemon.store.late import LateStore, open_log
from table_daemon.store.sqlite import EventStore
from tests.store.bad_disk import is_possible, on_own_disk
from tests.store.logs import run

if TYPE_CHECKING:
    from pathlib import Path

OWN_DISK = pytest.mark.skipif(not is_possible(), reason="no disk of our own can be mounted here (unshare, tmpfs)")


@OWN_DISK
@pytest.mark.parametrize("how", ["full", "read_only"])
def test_a_disk_that_is_bad_at_the_start_costs_nothing(tmp_path: Path, repository: Path, how: str) -> None:
    program = (sys.executable, "-m", "tests.store.bad_disk", str(tmp_path), how)
    done = subprocess.run(
        on_own_disk(tmp_path, program), capture_output=True, text=True, check=True, timeout=60, cwd=repository
    )
    found = json.loads(done.stdout)
    assert {name: log["there"] for name, log in found.items()} == {"new": 0, "closed": 20, "killed": 20}
    assert found["new"]["late"]
    assert found["closed"]["late"]
    for log in found.values():
        assert log["refusal"]
        assert log["whole"]
        assert (log["again"], log["plain"]) == (log["there"] + 5, True)


def test_what_must_come_first_is_tried_again_with_every_append(tmp_path: Path) -> None:
    path = tmp_path / "log"
    waits = StoreReadOnlyError("not yet", where="lock")
    errors: list[Exception | None] = [waits, waits, StoreBusyError("in use", where="lock"), None]

    def first() -> None:
        error = errors.pop(0)
        if error is not None:
            raise error

    with closing(open_log(path, prepare=first)) as store:
        assert isinstance(store, LateStore)
        with pytest.raises(StoreReadOnlyError, match="not yet"):
            store.append(run(2))
        with pytest.raises(StoreBusyError, match="in use"):
            store.append(run(2))
        store.append(run(2))
        store.append(run(1, first=3))
        assert errors == []
        assert list(store.read()) == run(3)
    assert [file.name for file in tmp_path.iterdir()] == ["log"]


def test_a_log_in_use_is_refused_at_once(tmp_path: Path) -> None:
    def taken() -> None:
        raise StoreBusyError("in use", where="lock")

    with pytest.raises(StoreBusyError):
        open_log(tmp_path / "log", prepare=taken)


def test_a_damaged_log_is_refused_whatever_the_disk_is_like(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"no log" * 1000)
    with pytest.raises(StoreBrokenError, match=str(path)):
        LateStore(path, StoreFullError("full", where=str(path)), lambda: None)


def test_a_folder_that_can_never_be_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreReadOnlyError, match="folder"):
        open_log(tmp_path / "file" / "log")


def test_a_log_that_grew_elsewhere_meanwhile_is_not_mixed_up(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with LateStore(path, StoreFullError("full", where=str(path)), lambda: None) as late:
        with EventStore.open(path) as other:
            other.append(run(3))
        with pytest.raises(LostRaceError, match="the log ends at 3"):
            late.append(run(2))
