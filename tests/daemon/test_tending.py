"""A start and a stop with what the caretaker keeps: marker, PINs, copies, a restore that was cut short."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

from table_daemon import cli
from table_daemon.care.backup import copy_log
from table_daemon.care.restore import restore
from table_daemon.care.room import UNLIMITED
from tests.care.cut_short import NOW
from tests.care.kept_log import LOG, read_log, write_log
from tests.daemon.running import RunningDaemon, free_port, write_settings

PINS = re.compile(r"PINs: players (\d{4}), table (\d{6}), set-up (\d{8})")


def test_the_first_start_tells_its_pins_and_later_ones_do_not(tmp_path: Path) -> None:
    with RunningDaemon(tmp_path) as daemon:
        told = PINS.search(daemon.said)
        assert told is not None
        kept = json.loads((tmp_path / "data" / "pins.json").read_text())
        assert told.groups() == (kept["seat"], kept["table"], kept["setup"])
        assert daemon.get("/api/pins") == {"seat": kept["seat"], "table": kept["table"], "setup": kept["setup"]}
        assert daemon.stop() == 0
    with RunningDaemon(tmp_path) as daemon:
        assert PINS.search(daemon.said) is None
        assert kept["table"] not in daemon.said
        assert "`queyan pins` shows them" in daemon.said
        assert daemon.stop() == 0


def test_a_clean_stop_leaves_no_marker_and_a_kill_is_told_by_the_next_start(tmp_path: Path) -> None:
    with RunningDaemon(tmp_path) as daemon:
        assert (tmp_path / "data" / "running").exists()
        assert daemon.stop() == 0
    assert not (tmp_path / "data" / "running").exists()
    with RunningDaemon(tmp_path) as daemon:
        daemon.until(lambda: daemon.health().get("shutdown", ("", ""))[0] == "ok")
        daemon.stop(signal.SIGKILL)
    with RunningDaemon(tmp_path) as daemon:
        daemon.until(lambda: "shutdown" in daemon.health())
        level, words = daemon.health()["shutdown"]
        assert level == "warn"
        assert "was killed or failed" in words
        assert daemon.stop() == 0


def test_a_start_that_fails_counts_as_no_unsafe_stop(tmp_path: Path) -> None:
    write_log(tmp_path / "data" / "queyan.sqlite3").write_bytes(b"rubbish" * 999)
    assert cli.guarded(["run", "--settings", str(write_settings(tmp_path, port=free_port()))]) == 1
    assert not (tmp_path / "data" / "running").exists()


def test_a_log_that_was_emptied_is_told_where_people_look(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "queyan.sqlite3").touch()
    with RunningDaemon(tmp_path) as daemon:
        daemon.until(lambda: "was empty: a new log begins there" in daemon.health().get("backup", ("", ""))[1])
        assert daemon.stop() == 0
    with RunningDaemon(tmp_path) as daemon:
        assert "was empty" not in daemon.said
        assert daemon.stop() == 0


def test_a_restore_that_was_cut_short_is_finished_and_told(tmp_path: Path) -> None:
    """The note is on the disk, the exchange was not made: as a power cut leaves it."""
    database = write_log(tmp_path / "data" / "queyan.sqlite3")
    write_log(tmp_path / "old.sqlite3", LOG[:9])
    copy_log(tmp_path / "old.sqlite3", tmp_path / "copy.sqlite3")
    copy_log(tmp_path / "copy.sqlite3", database.with_name(database.name + ".restoring"))
    (tmp_path / "data" / "restore.json").write_text(json.dumps({"source": "the stick", "aside": "x"}))
    with RunningDaemon(tmp_path) as daemon:
        assert "a restore that was cut short has been finished: the log is that of the stick" in daemon.said
        assert daemon.get("/api/state")["version"] == 9
        daemon.until(lambda: "a restore that was cut short" in daemon.health().get("backup", ("", ""))[1])
        assert daemon.stop() == 0
    assert read_log(database) == LOG[:9]
    with RunningDaemon(tmp_path) as daemon:
        assert "cut short" not in daemon.said
        assert daemon.stop() == 0
    assert restore(database, tmp_path / "copy.sqlite3", NOW, UNLIMITED).events == 9
