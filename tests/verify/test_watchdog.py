"""The watchdog at its real length: fifteen seconds of a stopped loop against a minute of a hung camera."""

from __future__ import annotations

import re
import signal
import socket
from pathlib import Path

import pytest

from tests.daemon.running import RunningDaemon
from tests.daemon.supervising import FakeSupervisor

UNIT = Path("table_daemon/deploy/files/queyan.service")
STOPPED_S = 15.0
HUNG_S = 60.0


def _watchdog_s(repository: Path) -> float:
    found = re.search(r"^WatchdogSec=(\d+)$", (repository / UNIT).read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return float(found[1])


@pytest.mark.verify
@pytest.mark.timeout(3600)
def test_a_loop_stopped_for_fifteen_seconds_misses_its_watchdog(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = tmp_path / "camera.sock"
    watchdog_s = _watchdog_s(repository)
    assert watchdog_s < STOPPED_S
    more = f'[camera]\nkind = "socket"\nurl = "unix:{camera}"\n'
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener,
        FakeSupervisor(tmp_path, watchdog_s=watchdog_s) as supervisor,
    ):
        listener.bind(str(camera))
        listener.listen()
        for name, value in supervisor.environ.items():
            monkeypatch.setenv(name, value)
        with RunningDaemon(tmp_path, more) as daemon:
            supervisor.until("READY=1", within_s=60)
            for _ in range(int(HUNG_S // watchdog_s)):
                assert not supervisor.silent_for(watchdog_s)
            daemon.signal(signal.SIGSTOP)
            supervisor.hear()
            assert supervisor.silent_for(watchdog_s)
            daemon.signal(signal.SIGCONT)
            supervisor.until("WATCHDOG=1", within_s=STOPPED_S)
            assert daemon.stop() == 0
