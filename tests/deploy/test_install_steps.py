"""Single steps of the installer, in a machine of folders: users, packages, and taking everything away."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.shell import INSTALL, put_program, run_script

UNIT = "/etc/systemd/system/queyan.service"
KIOSK_UNIT = "/etc/systemd/system/queyan-kiosk.service"
DROP_INS = (f"{UNIT}.d/override.conf", f"{KIOSK_UNIT}.d/screen.conf")
GONE = ("/opt/queyan", "/etc/queyan", "/var/lib/queyan", "/var/lib/queyan-kiosk", f"{UNIT}.d", f"{KIOSK_UNIT}.d")


class Machine:
    """An installation in a folder; the system's programs note what they were told."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.programs = folder / "programs"
        self.notes = folder / "notes"
        self.notes.touch()
        for name in ("systemctl", "loginctl", "userdel", "useradd", "usermod", "install"):
            self.program(name)
        self.program("sleep", f"rm -rf {self.root}/proc")  # by then what was told to end has ended
        self.program("getent")
        self.program("id", "echo 4711")
        for path in (UNIT, KIOSK_UNIT, *DROP_INS, "/etc/queyan/queyan.toml", "/var/lib/queyan/log"):
            self.lay(path)
        self.lay("/opt/queyan/system_files", f"{UNIT}\n{KIOSK_UNIT}\n")
        self.lay("/var/lib/queyan-kiosk/cache")

    def lay(self, path: str, text: str = "") -> None:
        target = self.root / path.removeprefix("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def there(self, path: str) -> bool:
        return (self.root / path.removeprefix("/")).exists()

    def program(self, name: str, then: str = "") -> None:
        put_program(self.programs, name, f'echo "{name} $*" >>{self.notes}\n{then}')

    def told(self) -> list[str]:
        return self.notes.read_text(encoding="utf-8").splitlines()

    def take(self, step: str) -> subprocess.CompletedProcess[str]:
        """Take one step of the installer: all its functions, and then that in place of its own course."""
        functions, course, _ = INSTALL.read_text(encoding="utf-8").partition("\nwhile [ $# -gt 0 ]; do\n")
        assert course
        script = self.programs / "step.sh"
        script.write_text(f"{functions}\nsystemd_runs() {{ true; }}\n{step}\n", encoding="utf-8")
        return run_script(script, programs=self.programs, environ={"QUEYAN_ROOT": str(self.root)})


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def left_running(machine: Machine) -> Iterator[subprocess.Popen[bytes]]:
    """What a kiosk's login session leaves: a process of its user's."""
    process = subprocess.Popen(["/bin/sleep", "600"])
    machine.lay(f"/proc/{process.pid}/status", f"Name:\tsystemd\nPid:\t{process.pid}\nUid:\t4711\t4711\t4711\t4711\n")
    machine.lay("/proc/1/status", "Name:\tinit\nPid:\t1\nUid:\t0\t0\t0\t0\n")
    yield process
    process.kill()
    process.wait()


def test_a_users_session_and_processes_end_before_the_user_goes(
    machine: Machine, left_running: subprocess.Popen[bytes]
) -> None:
    done = machine.take("purge=yes; uninstall")
    assert (done.returncode, done.stderr) == (0, "")
    assert left_running.wait(30) == -signal.SIGTERM
    told = machine.told()
    assert told.index("loginctl terminate-user queyan-kiosk") < told.index("userdel queyan-kiosk")
    assert told.index("systemctl stop queyan-kiosk.service") < told.index("loginctl terminate-user queyan-kiosk")
    assert "userdel queyan" in told
    assert not any(machine.there(path) for path in (*GONE, UNIT, KIOSK_UNIT))


def test_changes_to_the_units_go_with_a_purge_and_it_is_said(machine: Machine) -> None:
    machine.lay("/etc/systemd/system/queyanic.service.d/of_somebody_else.conf")
    done = machine.take("purge=yes; uninstall")
    assert f"{UNIT}.d, your own changes" in done.stdout
    assert f"{KIOSK_UNIT}.d, your own changes" in done.stdout
    assert machine.there("/etc/systemd/system/queyanic.service.d")


def test_without_purge_settings_data_users_and_changes_stay(machine: Machine) -> None:
    done = machine.take("uninstall")
    assert done.returncode == 0
    assert all(machine.there(path) for path in ("/etc/queyan", "/var/lib/queyan/log", *DROP_INS))
    assert not machine.there("/opt/queyan")
    assert not any(line.startswith("userdel") for line in machine.told())


def test_a_step_that_fails_is_said_and_the_others_are_taken(machine: Machine) -> None:
    machine.program("userdel", '[ "$1" != queyan-kiosk ]')
    machine.program("systemctl", "exit 1")
    done = machine.take("purge=yes; uninstall")
    assert done.returncode == 1
    assert "this did not work: userdel queyan-kiosk" in done.stderr
    assert "this did not work: systemctl stop queyan.service" in done.stderr
    assert "Put them right and run it again" in done.stderr
    assert "users are gone" not in done.stdout
    assert "userdel queyan" in machine.told()
    assert not any(machine.there(path) for path in GONE)


def test_a_kiosk_user_whose_home_is_gone_gets_one(machine: Machine) -> None:
    (machine.root / "var/lib/queyan-kiosk/cache").unlink()
    (machine.root / "var/lib/queyan-kiosk").rmdir()
    done = machine.take("kiosk=yes; make_users")
    assert done.returncode == 0
    home = machine.root / "var/lib/queyan-kiosk"
    assert f"install -d -o queyan-kiosk -g queyan-kiosk -m 0755 {home}" in machine.told()
    assert not any(line.startswith("useradd") for line in machine.told())
    home.mkdir()
    machine.notes.write_text("", encoding="utf-8")
    assert machine.take("kiosk=yes; make_users").returncode == 0
    assert not any(line.startswith("install") for line in machine.told())


@pytest.mark.parametrize("wheels", ["", "/media/stick"])
def test_only_a_network_needs_certificates(machine: Machine, wheels: str) -> None:
    machine.program("dpkg-query", "case $* in *ca-certificates*) exit 1 ;; esac\nprintf installed")
    machine.program("apt-get")
    machine.program("apt-cache")
    done = machine.take(f"wheels={wheels}; packages")
    assert (done.returncode, done.stderr) == (0, "")
    assert any("ca-certificates" in line for line in machine.told() if line.startswith("apt-get")) == (not wheels)


def test_what_an_offline_machine_needs_is_named(machine: Machine) -> None:
    machine.program("dpkg-query", "case $* in *python3-venv*) exit 1 ;; esac\nprintf installed")
    done = machine.take("wheels=/media/stick; packages")
    assert done.returncode == 1
    assert "python3-venv is missing and --offline fetches nothing" in done.stderr
