"""``queyan run`` on a disk that is full or read-only from the start: it plays, says so, and saves when it can."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from table_daemon.game.fold import fold
from table_daemon.paths import DATABASE_NAME
from table_daemon.store.sqlite import EventStore
from tests.daemon.running import RunningDaemon
from tests.store.bad_disk import enter, is_possible, on_own_disk
from tests.store.logs import played_hand

if TYPE_CHECKING:
    from tests.daemon.running import RunningDaemon as Daemon

NAMES = ["甲", "乙", "丙", "丁"]
OWN_DISK = pytest.mark.skipif(not is_possible(), reason="no disk of our own can be mounted here (unshare, tmpfs)")


def mended(daemon: Daemon, disk: Path, how: str) -> None:
    cure = ("mount", "-o", "remount,rw", str(disk)) if how == "read_only" else ("rm", str(disk / "ballast"))
    subprocess.run((*enter(daemon.pid), *cure), check=True)


def saved(daemon: Daemon, disk: Path, to: Path) -> EventStore:
    """What lies on the daemon's own disk, as a power cut would leave it now."""
    to.mkdir()
    for file in Path(f"/proc/{daemon.pid}/root{disk}").glob(f"{DATABASE_NAME}*"):
        shutil.copy(file, to / file.name)
    return EventStore.open(to / DATABASE_NAME)


def said(daemon: Daemon, number: int, **wish: object) -> None:
    status, answer = daemon.post("/api/intents", {"id": f"wish-{number}", **wish})
    assert status == 200, answer


@OWN_DISK
@pytest.mark.parametrize("known", [False, True], ids=["new", "known"])
@pytest.mark.parametrize("how", ["full", "read_only"])
def test_play_goes_on_unsaved_and_is_saved_when_the_disk_is_well(tmp_path: Path, how: str, *, known: bool) -> None:
    disk = tmp_path / "data"
    disk.mkdir()
    before = 0
    if known:
        log, _ = played_hand()
        with EventStore.open(tmp_path / "seed" / DATABASE_NAME) as store:
            store.append(log)
        before = len(log)
    within = on_own_disk(disk, (sys.executable, "-m", "tests.daemon.bad_start", str(disk), how))
    with RunningDaemon(tmp_path, within=within) as daemon:
        level, message = daemon.health()["store"]
        assert level == "bad"
        assert "not saved" in message
        assert daemon.get("/api/state")["version"] == before
        if not known:
            said(daemon, 0, kind="start_match", names=NAMES, profile="tianjin", first_dealer=0)
        said(daemon, 1, kind="next_hand")
        said(daemon, 2, kind="enter", fact="draw")
        state = daemon.get("/api/state")
        assert state["health"]["level"] == "bad"
        assert state["version"] > before
        assert [event["seq"] for event in daemon.get("/api/events")] == list(range(1, state["version"] + 1))

        mended(daemon, disk, how)
        said(daemon, 3, kind="next_hand")
        assert daemon.health()["store"] == ("ok", "")
        version = daemon.get("/api/state")["version"]
        with saved(daemon, disk, tmp_path / "saved") as kept:
            found = list(kept.read())
            assert [kept.intent(f"wish-{number}") is not None for number in (1, 2, 3)] == [True] * 3
        assert [event.seq for event in found] == list(range(1, version + 1))
        assert fold(found).version == version
        assert daemon.stop() == 0
        assert "Traceback" not in daemon.said


@OWN_DISK
def test_a_disk_that_gets_well_is_used_though_nobody_plays(tmp_path: Path) -> None:
    disk = tmp_path / "data"
    disk.mkdir()
    within = on_own_disk(disk, (sys.executable, "-m", "tests.daemon.bad_start", str(disk), "read_only"))
    with RunningDaemon(tmp_path, within=within) as daemon:
        assert daemon.health()["store"][0] == "bad"
        mended(daemon, disk, "read_only")
        daemon.until(lambda: daemon.health()["store"][0] == "ok")
        assert daemon.stop() == 0
