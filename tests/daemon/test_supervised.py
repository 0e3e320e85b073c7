"""The real daemon under a service manager: what it is told at the start, in trouble and at the end."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.daemon.running import RunningDaemon
from tests.daemon.supervising import FakeSupervisor

WATCHDOG_S = 0.6
LONG_S = 3 * WATCHDOG_S
"""A silence that a service manager would act on."""


@pytest.fixture
def supervisor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeSupervisor]:
    with FakeSupervisor(tmp_path, watchdog_s=WATCHDOG_S) as fake:
        for name, value in fake.environ.items():
            monkeypatch.setenv(name, value)
        yield fake


@pytest.fixture
def hung_camera(tmp_path: Path) -> Iterator[Path]:
    """The socket of a picture source that takes connections and never says a word."""
    path = tmp_path / "camera.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(path))
        listener.listen()
        yield path


def test_ready_alive_stopping(tmp_path: Path, supervisor: FakeSupervisor) -> None:
    with RunningDaemon(tmp_path) as daemon:
        supervisor.until("READY=1", within_s=30)
        supervisor.until("WATCHDOG=1", within_s=30)
        assert daemon.stop(signal.SIGTERM) == 0
        supervisor.hear()
        words = [word for word in supervisor.heard if not word.startswith(("STATUS", "WATCHDOG"))]
        assert words == ["READY=1", "STOPPING=1"]
        assert "STATUS=all is well" in supervisor.heard


def test_a_stopped_loop_is_noticed_and_a_hung_camera_is_not(
    tmp_path: Path, supervisor: FakeSupervisor, hung_camera: Path
) -> None:
    more = f"""
[camera]
kind = "socket"
url = "unix:{hung_camera}"
[calibration]
felt_corners_px = [[10, 10], [90, 10], [90, 90], [10, 90]]
[link]
url = "{tmp_path / "no port"}"
"""
    with RunningDaemon(tmp_path, more) as daemon:
        daemon.until(lambda: daemon.health()["camera"][0] != "ok" and "no port" in daemon.health()["link"][1])
        supervisor.hear()
        assert not supervisor.silent_for(LONG_S)
        assert daemon.health()["camera"][0] == "warn"
        daemon.signal(signal.SIGSTOP)
        supervisor.hear()
        assert supervisor.silent_for(LONG_S)
        daemon.signal(signal.SIGCONT)
        supervisor.until("WATCHDOG=1", within_s=30)
        assert daemon.stop() == 0
