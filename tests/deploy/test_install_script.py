"""The installer finds and names what is in the way, and leaves a machine that cannot be installed on as it was."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.shell import INSTALL, KIOSK, REPOSITORY, put_program, run_script

ROOMY = "echo 'Filesystem 1024-blocks Used Available Capacity Mounted'; echo '/dev/a 9 1 9000000 1% /'"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"


class Machine:
    """A machine of folders, as it should be unless the test changes it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.programs = folder / "programs"
        self.lay("/opt/nothing", "")
        self.lay("/tmp/nothing", "")  # noqa: S108 -- below the root of the test
        self.lay("/proc/mounts", "/dev/mmcblk0p2 / ext4 rw 0 0\n")
        self.lay("/proc/cmdline", "console=tty1 root=/dev/mmcblk0p2\n")
        self.program("dpkg", "echo arm64")
        self.program("uname", "echo aarch64")
        self.program("df", ROOMY)
        self.program("python3", f'exec {sys.executable} "$@"')

    def lay(self, path: str, text: str) -> None:
        target = self.root / path.removeprefix("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def program(self, name: str, script: str) -> None:
        put_program(self.programs, name, script)

    def check(self) -> subprocess.CompletedProcess[str]:
        return run_script(INSTALL, "--check", programs=self.programs, environ={"QUEYAN_ROOT": str(self.root)})


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_good_machine_has_nothing_in_the_way(machine: Machine) -> None:
    done = machine.check()
    assert (done.returncode, done.stderr) == (0, "")
    assert "nothing stands in the way" in done.stdout


@pytest.mark.parametrize(
    ("program", "script", "words"),
    [
        ("dpkg", "echo armhf", "64-bit Raspberry Pi OS"),
        ("dpkg", "echo i386", "arm64 or amd64"),
        ("df", ROOMY.replace("9000000", "900000"), "has 878 MB left"),
        ("python3", 'case $1 in -V) echo "Python 3.9.2" ;; *) exit 1 ;; esac', "has Python 3.9.2: use Debian 12"),
    ],
)
def test_what_makes_it_impossible_stops_it_with_the_cure(
    machine: Machine, program: str, script: str, words: str
) -> None:
    machine.program(program, script)
    done = machine.check()
    assert done.returncode == 1
    assert words in done.stderr
    assert "nothing was changed" in done.stderr


def test_a_full_folder_for_what_is_needed_on_the_way_stops_it(machine: Machine) -> None:
    full = ROOMY.replace("9000000", "9000")
    machine.program("df", f"case $2 in */tmp) {full} ;; *) {ROOMY} ;; esac")
    done = machine.check()
    assert done.returncode == 1
    assert "has 8 MB left and an installation needs 300 MB there" in done.stderr
    assert "TMPDIR=/var/tmp" in done.stderr
    assert len([line for line in done.stderr.splitlines() if "!!" in line]) == 2


@pytest.mark.parametrize(
    ("mounts", "point"),
    [
        ("/dev/a / ext4 ro,relatime 0 0\n", "/"),
        ("/dev/a / ext4 rw 0 0\n/dev/b /opt ext4 ro 0 0\n", "/opt"),
        ("/dev/a / ext4 ro 0 0\n/dev/b /opt ext4 rw 0 0\n", "/"),
        ("/dev/a / ext4 rw,errors=remount-ro 0 0\n/dev/b /op ext4 ro 0 0\n/dev/c /media ext4 ro 0 0\n", ""),
        ("/dev/a / ext4 rw 0 0\n/dev/b /opt ext4 ro 0 0\n/dev/c /opt ext4 rw 0 0\n", ""),
    ],
)
def test_what_cannot_be_written_to_stops_it(machine: Machine, mounts: str, point: str) -> None:
    machine.lay("/proc/mounts", mounts)
    done = machine.check()
    assert done.returncode == (1 if point else 0)
    assert (f"mount -o remount,rw {point})" in done.stderr) == bool(point)
    assert done.stderr.count("read-only") == (1 if point else 0)


def test_without_dpkg_the_kernel_says_how_many_bits(machine: Machine) -> None:
    machine.program("dpkg", "exit 1")
    machine.program("uname", "echo armv7l")
    assert "this system is armv7l" in machine.check().stderr


def test_an_overlay_that_forgets_everything_stops_it(machine: Machine) -> None:
    machine.lay("/proc/mounts", "overlay / overlay rw,lowerdir=/lower 0 0\n")
    machine.lay("/boot/firmware/config.txt", "")
    done = machine.check()
    assert done.returncode == 1
    assert "do_overlayfs 1" in done.stderr


@pytest.mark.parametrize(
    ("laid", "words"),
    [
        ({"/usr/lib/udev/rules.d/85-brltty.rules": ""}, "apt-get remove brltty"),
        ({"/usr/sbin/ModemManager": ""}, "disable --now ModemManager"),
        ({"/proc/device-tree/model": "Raspberry Pi 4 Model B"}, "apt-get install rpicam-apps-lite"),
        (
            {
                "/proc/device-tree/model": PI_5,
                "/usr/bin/rpicam-vid": "",
                "/etc/queyan/queyan.toml": '[link]\nurl = "/dev/serial0"\n',
            },
            "debug connector",
        ),
        (
            {
                "/etc/queyan/queyan.toml": '[web]\nport = 1\n[link]\n# url = "x"\nurl = "/dev/ttyAMA0"\n',
                "/proc/cmdline": "console=ttyAMA0,115200 console=tty1",
            },
            "do_serial_cons 1",
        ),
        ({"/proc/cmdline": "console=ttyUSB0,115200"}, "a console is on a USB adapter"),
    ],
)
def test_what_only_hampers_is_named_with_the_cure_and_does_not_stop(
    machine: Machine, laid: dict[str, str], words: str
) -> None:
    for path, text in laid.items():
        machine.lay(path, text)
        (machine.root / path.removeprefix("/")).chmod(0o755)
    done = machine.check()
    assert done.returncode == 0
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("laid", "is_console"),
    [("/dev/serial/by-id/usb-x", False), ("/dev/mahjong-tap", False), ("/dev/serial0", True)],
)
def test_a_console_matters_only_on_the_line_that_is_used(machine: Machine, laid: str, is_console: bool) -> None:  # noqa: FBT001
    machine.lay("/etc/queyan/queyan.toml", f'[link]\nurl = "{laid}"\n')
    machine.lay("/proc/cmdline", "console=serial0,115200")
    assert ("do_serial_cons" in machine.check().stderr) == is_console


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--help"], 0, "--offline DIR"),
        (["--frobnicate"], 2, "--offline DIR"),
        (["--offline"], 1, "needs a folder"),
        (["--offline", "/no/such/folder"], 1, "needs a folder"),
        (["--purge"], 1, "goes with --uninstall"),
    ],
)
def test_options(machine: Machine, arguments: list[str], status: int, words: str) -> None:
    done = run_script(INSTALL, *arguments, programs=machine.programs)
    assert done.returncode == status
    assert words in done.stdout + done.stderr


def test_without_the_rights_of_root_it_says_so(machine: Machine) -> None:
    machine.program("id", "echo 1000")
    done = run_script(INSTALL, programs=machine.programs)
    assert done.returncode == 1
    assert "sudo" in done.stderr


def test_a_root_of_a_test_is_never_installed_on(machine: Machine) -> None:
    done = run_script(INSTALL, programs=machine.programs, environ={"QUEYAN_ROOT": str(machine.root)})
    assert done.returncode == 1
    assert "--check alone" in done.stderr


@pytest.mark.parametrize(
    "script", [INSTALL, KIOSK, REPOSITORY / "tests" / "verify" / "systemctl"], ids=lambda p: p.name
)
def test_shellcheck_finds_nothing(script: Path) -> None:
    checker = shutil.which("shellcheck", path=f"{Path(sys.executable).parent}:/usr/bin")
    if checker is None:
        pytest.skip("no shellcheck here")
    done = subprocess.run([checker, str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
