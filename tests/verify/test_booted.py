"""The service under a real systemd: behind all its walls, watched, updated, cut off in the middle and brought back."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.verify.bare_root import BareRoot, bare_root
from tests.verify.booted_root import BootedRoot
from tests.verify.builds import build_wheel, copy_sources
from tests.verify.test_install import wheelhouse

__all__ = ["wheelhouse"]

PACKAGES = ("python3-venv", "ca-certificates", "systemd", "systemd-sysv", "dbus", "udev", "kmod")
INSTALL = "sh /media/stick/install.sh --offline /media/stick"
AS_THE_SERVICE = (
    "sed -e 's|^\\(ExecStart=[^ ]*\\).*|\\1 demo --hands 1 --seed 3 --speed max --exit --json|'"
    " -e 's/^Type=.*/Type=oneshot/' -e '/^WatchdogSec/d;/^Restart/d;/^NotifyAccess/d'"
    " -e 's/^TimeoutStartSec=.*/TimeoutStartSec=1800/' /etc/systemd/system/queyan.service"
    " >/run/systemd/system/queyan-demo.service && systemctl daemon-reload && systemctl start queyan-demo.service"
)
"""The demo in place of the daemon, in the daemon's own unit."""
EVENTS = 63
STOPPED_S = 15.0


@pytest.mark.verify
@pytest.mark.timeout(3600)
def test_a_booted_debian_13(
    repository: Path, tmp_path: Path, figure: Callable[[str], None], request: pytest.FixtureRequest
) -> None:
    stick = request.getfixturevalue("wheelhouse")
    bare = bare_root(tmp_path, "trixie", PACKAGES)
    shutil.copytree(stick, bare.at("/media/stick"))
    shutil.copy(repository / "tests" / "data" / "db" / "version_1.sqlite", bare.at("/root/log"))
    good = _wheel(repository, tmp_path / "good", bare, version="0.1.1")
    bad = _wheel(repository, tmp_path / "bad", bare, version="0.1.2", bad_as_a_service=True)
    with BootedRoot(bare.path) as machine:
        machine.run(INSTALL)
        assert machine.run("systemctl is-active queyan.service") == "active"
        assert "max 200" in machine.run("journalctl -u systemd-journald --no-pager -o cat")
        _plays_behind_its_walls(machine, figure)
        _is_watched(machine)
        _is_updated(machine, good)
        _goes_back(machine, bad)
        _is_ended(machine, bad)
        for stage in ("installing", "saving", "starting"):
            _is_cut(machine, bare, bad, stage)
        machine.run("sh /media/stick/install.sh --uninstall")
        assert machine.run("systemctl is-active queyan.service", check=False) != "active"
        assert bare.at("/var/lib/queyan/queyan.sqlite3").is_file()


def _plays_behind_its_walls(machine: BootedRoot, figure: Callable[[str], None]) -> None:
    machine.run(AS_THE_SERVICE)
    said = machine.run("journalctl -u queyan-demo --no-pager -o cat")
    last = json.loads(next(line for line in reversed(said.splitlines()) if line.startswith('{"hands"')))
    assert (last["hands"], last["silent_errors"]) == (1, 0)
    figure(f"demo behind the unit's walls: one hand in {last['wall_s']} s, asked {last['asked']}")


def _is_watched(machine: BootedRoot) -> None:
    """A loop that stands still for fifteen seconds is started again, and the journal says where it stood."""
    assert machine.run("systemctl show queyan -p NRestarts --value") == "0"
    machine.run("kill -STOP $(systemctl show queyan -p MainPID --value)")
    time.sleep(STOPPED_S)
    _until(lambda: machine.run("systemctl show queyan -p NRestarts --value") == "1")
    _until(lambda: machine.run("systemctl is-active queyan.service", check=False) == "active")
    said = machine.run("journalctl -u queyan --no-pager -o cat")
    assert "Watchdog timeout" in said
    assert "most recent call first" in said


def _is_updated(machine: BootedRoot, wheel: str) -> None:
    """A log of the oldest form is lifted on the way."""
    machine.run(
        "systemctl stop queyan && install -o queyan -g queyan -m 600 /root/log /var/lib/queyan/queyan.sqlite3"
        " && rm -f /var/lib/queyan/queyan.sqlite3-* && systemctl start queyan"
    )
    said = machine.run(f"queyan update --wheels /media/stick {wheel}")
    assert "is kept beside it" in said
    _is_well(machine, "0.1.1-")


def _goes_back(machine: BootedRoot, wheel: str) -> None:
    said = machine.run(f"queyan update --wheels /media/stick {wheel}", check=False)
    assert "runs again" in said
    assert _outcome(machine)["result"] == "went_back"
    _is_well(machine, "0.1.1-")


def _is_ended(machine: BootedRoot, wheel: str) -> None:
    """Somebody ends the update while the service stands still or has just started: the older release runs again."""
    said = machine.run(
        f"queyan update --wheels /media/stick {wheel} & update=$!;"
        ' until grep -q "saving\\|switching\\|starting" /opt/queyan/update.json; do sleep 0.05; done 2>/dev/null;'
        " kill $update; wait $update",
        check=False,
    )
    assert "it was stopped by SIGTERM" in said
    assert _outcome(machine)["result"] in {"broken_off", "went_back"}
    _is_well(machine, "0.1.1-")


def _is_cut(machine: BootedRoot, bare: BareRoot, wheel: str, stage: str) -> None:
    """The power goes while the update is at that stage; when it comes back the older release runs."""
    updating = threading.Thread(
        target=machine.run, args=(f"queyan update --wheels /media/stick {wheel}",), kwargs={"check": False}
    )
    updating.start()
    journal = bare.at("/opt/queyan/update.json")
    _until(lambda: journal.exists() and f'"{stage}"' in journal.read_text(encoding="utf-8"), patience_s=900)
    machine.cut_power()
    updating.join()
    machine.boot()
    _until(lambda: not journal.exists())
    assert _outcome(machine)["result"] == ("went_back" if stage == "starting" else "broken_off")
    assert f"broken off while {stage}" in machine.run("journalctl -b -u queyan-update --no-pager -o cat")
    _is_well(machine, "0.1.1-")


def _is_well(machine: BootedRoot, release: str) -> None:
    _until(lambda: machine.run("systemctl is-active queyan.service", check=False) == "active")
    assert machine.run("readlink /opt/queyan/current").startswith(f"releases/{release}")
    ask = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8080/api/state').read().decode())"
    assert json.loads(machine.run(f'python3 -c "{ask}"'))["version"] == EVENTS
    assert machine.run("find /var/lib/queyan ! -user queyan") == ""


def _outcome(machine: BootedRoot) -> dict[str, str]:
    told: dict[str, str] = json.loads(machine.run("cat /opt/queyan/last_update.json"))
    return told


def _wheel(repository: Path, folder: Path, bare: BareRoot, *, version: str, bad_as_a_service: bool = False) -> str:
    """Build a wheel and put it into the system; a bad one falls over only where systemd starts it."""
    sources = copy_sources(repository, folder / "source", version=version)
    if bad_as_a_service:
        daemon = sources / "table_daemon" / "daemon.py"
        text = daemon.read_text(encoding="utf-8")
        start = "    logging.basicConfig("
        fault = f'    if os.environ.get("NOTIFY_SOCKET"):\n        raise OSError("spoiled on purpose")\n{start}'
        assert start in text
        daemon.write_text(text.replace(start, fault, 1), encoding="utf-8")
    wheel = build_wheel(sources, folder / "wheel")
    shutil.copy(wheel, bare.at("/root"))
    return f"/root/{wheel.name}"


def _until(reached: Callable[[], bool], *, patience_s: float = 300.0) -> None:
    end_s = time.monotonic() + patience_s
    while True:
        try:
            if reached():
                return
        except subprocess.TimeoutExpired:
            pass
        assert time.monotonic() < end_s
        time.sleep(0.2)
