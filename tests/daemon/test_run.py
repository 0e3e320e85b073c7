"""``queyan run`` as a real process: with nothing attached, with an emulated controller, with everything missing."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge.emulator.emulator import Emulator
from firmware_bridge.emulator.pty_server import PtyServer
from table_daemon import cli
from tests.daemon.running import RunningDaemon, free_port, write_settings

OPENED_AT_MOST_S = 5.0
"""From the signal to the end, on a busy machine."""


def test_with_nothing_attached_it_serves_says_so_and_stops_when_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with RunningDaemon(tmp_path) as daemon:
        assert daemon.health()["camera"][0] == "off"
        assert daemon.health()["link"][0] == "off"
        assert daemon.health()["store"] == ("ok", "")
        assert daemon.get("/api/state")["phase"] == "idle"
        assert f"the pages are at http://127.0.0.1:{daemon.port}" in daemon.said

        other = tmp_path / "other"
        other.mkdir()
        assert cli.guarded(["run", "--settings", str(write_settings(other, port=daemon.port))]) == 1
        _told_in_one_line(capsys, str(daemon.port), "[web]")

        same = tmp_path / "same"
        same.mkdir()
        settings = write_settings(same, port=free_port())
        settings.write_text(f'[store]\ndata_dir = "{tmp_path / "data"}"\n', encoding="utf-8")
        assert cli.guarded(["run", "--settings", str(settings)]) == 1
        _told_in_one_line(capsys, str(tmp_path / "data"), "another queyan")

        told_s = time.monotonic()
        assert daemon.stop(signal.SIGTERM) == 0
        assert time.monotonic() - told_s < OPENED_AT_MOST_S
        assert "Traceback" not in daemon.said


def test_with_everything_missing_it_serves_and_names_each_part(tmp_path: Path) -> None:
    calibration = tmp_path / "calibration.json"
    calibration.write_bytes(b"\x00\xff spoiled")
    more = f"""
[camera]
kind = "socket"
url = "unix:{tmp_path / "no camera.sock"}"
[calibration]
file = "{calibration}"
[link]
url = "{tmp_path / "no port"}"
[pictures]
keep = true
"""
    with RunningDaemon(tmp_path, more) as daemon:
        daemon.until(lambda: daemon.health()["camera"][0] == "bad")
        daemon.until(lambda: "no port" in daemon.health()["link"][1])
        health = daemon.health()
        assert "no camera.sock" in health["camera"][1]
        assert health["calibration"][0] == "bad"
        assert str(calibration) in health["calibration"][1]
        assert health["link"][0] == "warn"
        assert daemon.get("/api/state")["health"]["level"] == "bad"
        for trouble in ("camera: bad, ", "calibration: bad, ", "link: warn, "):
            assert trouble in daemon.said
        assert daemon.stop(signal.SIGINT) == 0
        assert "Traceback" not in daemon.said


class Table:
    """An emulated controller whose time runs a thousand times faster than the link's own timers."""

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator
        self.now_ms = 0
        emulator.plug(now_ms=0)

    def pump(self) -> None:
        self.now_ms += 500
        self.emulator.pump(self.now_ms, timer_ms=int(time.monotonic() * 1000))


def test_with_a_controller_on_the_line_rising_walls_begin_the_default_match(tmp_path: Path) -> None:
    port = PtyServer(link_path=tmp_path / "table-link")
    table = Table(Emulator(port))
    more = f'[link]\nurl = "{tmp_path / "table-link"}"\n[match]\nnames = ["王", "李", "张", "赵"]\nfirst_dealer = 3\n'
    daemon = RunningDaemon(tmp_path, more)

    def until(reached: Callable[[], bool]) -> None:
        daemon.until(reached, meanwhile=table.pump)

    with daemon:
        until(lambda: daemon.health()["link"][0] == "ok")
        table.emulator.table.press_lift(table.now_ms)
        until(lambda: table.emulator.table.next_ms() is None)
        table.emulator.table.press_lift(table.now_ms)
        until(lambda: daemon.get("/api/state")["hand"] == 1)
        table.emulator.table.roll_dice(seat=3, dice=(2, 5), now_ms=table.now_ms)
        until(lambda: len(daemon.get("/api/state")["dice"]) == 1)
        state = daemon.get("/api/state")
        assert [seat["name"] for seat in state["seats"]] == ["王", "李", "张", "赵"]
        assert state["dealer"] == 3
        assert state["dice"] == [{"seat": 3, "dice": [2, 5]}]
        assert daemon.stop() == 0
        assert "Traceback" not in daemon.said

    with daemon:  # the same data again
        again = daemon.get("/api/state")
        for key in ("version", "match", "hand", "dealer", "dice", "seats"):
            assert again[key] == state[key]
        table.emulator.unplug()
        until(lambda: daemon.health()["link"][0] == "warn")
        assert daemon.stop() == 0
        assert "Traceback" not in daemon.said


def _told_in_one_line(capsys: pytest.CaptureFixture[str], *words: str) -> None:
    captured = capsys.readouterr()
    lines = captured.err.splitlines()
    assert len(lines) == 1, captured.err
    assert lines[0].startswith("queyan: ")
    for word in words:
        assert word in lines[0]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("[web]\nport = 99999\nhots = 'a'\n[camera]\nkind = 'uvc'\n", 3),
        ("[web\n", 1),
        ("[match]\nprofile = 'chess'\n", 1),
        ("\udcff", 1),
    ],
)
def test_spoiled_settings_give_a_line_a_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, lines: int
) -> None:
    settings = tmp_path / "queyan.toml"
    settings.write_bytes(text.encode(errors="surrogateescape"))
    with settings.open("ab") as file:
        file.write(f'[store]\ndata_dir = "{tmp_path}"\n'.encode())
    assert cli.guarded(["run", "--settings", str(settings)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == lines


def test_an_address_that_is_not_ours_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = write_settings(tmp_path, port=free_port())
    settings.write_text(
        settings.read_text(encoding="utf-8").replace("[web]", '[web]\nhost = "192.0.2.1"'), encoding="utf-8"
    )
    assert cli.guarded(["run", "--settings", str(settings)]) == 1
    _told_in_one_line(capsys, "192.0.2.1", "[web]")


def test_a_data_directory_that_is_a_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").write_text("in the way", encoding="utf-8")
    assert cli.guarded(["run", "--settings", str(write_settings(tmp_path, port=free_port()))]) == 1
    _told_in_one_line(capsys, str(tmp_path / "data"), "data_dir")


def test_a_refused_start_lets_go_of_the_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "queyan.sqlite3").write_bytes(b"no database at all" * 100)
    assert cli.guarded(["run", "--settings", str(write_settings(tmp_path, port=port))]) == 1
    capsys.readouterr()
    with socket.create_server(("127.0.0.1", port)):
        pass
