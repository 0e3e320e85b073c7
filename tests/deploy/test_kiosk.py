"""The kiosk in each kind of session: waits for the page, shows it, comes back, wakes the TV without waiting for it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.shell import KIOSK, put_program, run_script

PATIENCE_S = 30.0


class Screen:
    """A machine with a screen; each program notes how it was started in a file of its name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / "programs"
        self.release = folder / "release"
        self._process: subprocess.Popen[bytes] | None = None
        put_program(
            self.release / "bin", "python", f'echo "$*" >>{folder}/deploy\n[ "$3" = address ] && echo http://x:1/\n:'
        )
        self.program("xset", "exit 1")
        self.program("chromium", "sleep 0.05")

    def program(self, name: str, then: str = "") -> None:
        put_program(self.programs, name, f'echo "$*" >>{self.folder}/{name}\n{then}')

    def noted(self, name: str) -> list[str]:
        path = self.folder / name
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def environ(self, **more: str) -> dict[str, str]:
        return {
            # The system's own compositors and browsers are none of this machine's.
            "PATH": f"{self.programs}:{_plain_tools(self.folder)}",
            "QUEYAN_RELEASE": str(self.release),
            "QUEYAN_KIOSK_PAUSE_S": "0.01",
            "XDG_RUNTIME_DIR": str(self.folder),
            **more,
        }

    def start(self, **more: str) -> None:
        self._process = subprocess.Popen(
            ["sh", str(KIOSK)],
            env=self.environ(**more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def until(self, name: str, count: int) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while len(self.noted(name)) < count:
            assert time.monotonic() < end_s, f"{name} was started {len(self.noted(name))} times"
            time.sleep(0.01)

    def terminate(self) -> None:
        assert self._process is not None
        self._process.terminate()

    def until_gone(self, *names: str) -> None:
        """Wait until the kiosk has ended, and the programs whose numbers are noted under ``names`` as well."""
        assert self._process is not None
        self._process.wait(PATIENCE_S)
        end_s = time.monotonic() + PATIENCE_S
        for number in [number for name in names for number in self.noted(name)]:
            while _runs(int(number)):
                assert time.monotonic() < end_s, f"{number} lives on"
                time.sleep(0.01)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE_S)
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except ProcessLookupError:
                return


def _runs(number: int) -> bool:
    """Whether a program runs; one that has ended and that nobody has asked about does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _plain_tools(folder: Path) -> Path:
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    for name in ("sh", "sleep", "id", "rm", "echo"):
        if not (tools / name).exists():
            (tools / name).symlink_to(f"/bin/{name}" if Path(f"/bin/{name}").exists() else f"/usr/bin/{name}")
    return tools


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    made = Screen(tmp_path)
    yield made
    made.stop()


@pytest.mark.parametrize(
    ("session", "platform"),
    [({"WAYLAND_DISPLAY": "wayland-1"}, "wayland"), ({"DISPLAY": ":0"}, "x11")],
)
def test_in_a_session_the_page_is_waited_for_and_shown_again_and_again(
    screen: Screen, session: dict[str, str], platform: str
) -> None:
    screen.start(**session)
    screen.until("chromium", 3)
    shown = screen.noted("chromium")[0]
    assert "--kiosk --app=http://x:1/" in shown
    assert f"--ozone-platform={platform}" in shown
    assert "--noerrdialogs" in shown
    assert screen.noted("deploy")[0] == "-m table_daemon.deploy address"
    assert screen.noted("deploy").count("-m table_daemon.deploy wait http://x:1/") >= 3
    assert len(screen.noted("xset")) == (1 if platform == "x11" else 0)


def test_another_page_may_be_named(screen: Screen) -> None:
    screen.start(DISPLAY=":0", QUEYAN_PAGE="http://y:2/overlay")
    screen.until("chromium", 1)
    assert "--app=http://y:2/overlay" in screen.noted("chromium")[0]


def test_the_tv_is_woken_by_a_program_that_nobody_waits_for(screen: Screen) -> None:
    screen.program("cec-ctl", "sleep 600")
    put_program(
        screen.release / "bin",
        "python",
        f'echo "$3" >>{screen.folder}/deploy\n[ "$3" = wake-tv ] && exec sleep 600\n[ "$3" = address ] && echo http://x:1/\n:',
    )
    screen.start(DISPLAY=":0")
    screen.until("chromium", 2)
    screen.until("deploy", 4)
    assert "wake-tv" in screen.noted("deploy")


def test_the_tv_is_left_alone_where_that_is_wished(screen: Screen) -> None:
    screen.program("cec-ctl")
    screen.start(DISPLAY=":0", QUEYAN_CEC="no")
    screen.until("chromium", 2)
    assert not any("wake-tv" in line for line in screen.noted("deploy"))


@pytest.mark.parametrize(
    ("compositors", "started", "words"),
    [
        (("labwc", "cage", "wayfire", "xinit"), "labwc", f"-s /bin/sh {KIOSK}"),
        (("cage", "wayfire"), "cage", f"-s -- /bin/sh {KIOSK}"),
        (("wayfire", "xinit"), "wayfire", "-c"),
        (("xinit",), "xinit", f"/bin/sh {KIOSK} -- :0 -nocursor"),
    ],
)
def test_without_a_session_it_starts_one(
    screen: Screen, compositors: tuple[str, ...], started: str, words: str
) -> None:
    for name in compositors:
        screen.program(name)
    screen.start()
    screen.until(started, 1)
    assert words in screen.noted(started)[0]
    assert not any(screen.noted(name) for name in compositors if name != started)
    if started == "wayfire":
        assert f"queyan = /bin/sh {KIOSK}" in (screen.folder / "queyan-wayfire.ini").read_text(encoding="utf-8")


def test_a_compositor_that_gives_no_display_is_not_started_in_a_ring(screen: Screen) -> None:
    screen.program("cage", f"exec sh {KIOSK}")
    done = run_script(KIOSK, programs=screen.programs, environ=screen.environ())
    assert done.returncode == 1
    assert "gives no display" in done.stderr


def test_what_is_missing_is_named(screen: Screen) -> None:
    done = run_script(KIOSK, programs=screen.programs, environ=screen.environ())
    assert "no compositor here" in done.stderr
    (screen.programs / "chromium").unlink()
    done = run_script(KIOSK, programs=screen.programs, environ=screen.environ(DISPLAY=":0"))
    assert "no Chromium here" in done.stderr


HELPERS = """echo "$3" >>{folder}/deploy
case $3 in
address) echo http://x:1/ ;;
wake-tv) echo $$ >>{folder}/wakers; exec sleep 600 ;;
esac
"""


@pytest.fixture
def shown(screen: Screen) -> Screen:
    """A screen whose browser and TV waker run on by themselves."""
    put_program(screen.release / "bin", "python", HELPERS.format(folder=screen.folder))
    screen.program("cec-ctl")
    screen.program("chromium", f"echo $$ >>{screen.folder}/browsers; exec sleep 600")
    return screen


def test_when_the_screen_of_its_session_is_gone_it_ends_with_all_it_started(shown: Screen) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(shown.folder / "w"))
        shown.start(WAYLAND_DISPLAY="w")
        shown.until("browsers", 1)
        shown.until("wakers", 1)
        (shown.folder / "w").unlink()
        shown.until_gone("browsers", "wakers")


def test_when_the_compositor_it_started_is_killed_it_ends_with_all_it_started(shown: Screen) -> None:
    # As cage does: a child of its own, which nobody ends when the compositor is killed.
    shown.program("cage", f'echo $$ >>{shown.folder}/compositors; WAYLAND_DISPLAY=w sh "{KIOSK}" &\nwait')
    shown.start()
    shown.until("browsers", 1)
    shown.until("wakers", 1)
    os.kill(int(shown.noted("compositors")[0]), signal.SIGKILL)
    shown.until_gone("browsers", "wakers")


def test_told_to_end_it_ends_at_once_with_all_it_started(shown: Screen) -> None:
    shown.start(DISPLAY=":0")
    shown.until("browsers", 1)
    shown.until("wakers", 1)
    shown.terminate()
    shown.until_gone("browsers", "wakers")


def test_told_to_end_while_it_waits_for_the_page_it_ends_at_once(screen: Screen) -> None:
    waiting = f"echo $$ >>{screen.folder}/waiting; exec sleep 600"
    put_program(
        screen.release / "bin",
        "python",
        f"case $3 in address) echo http://x:1/ ;; *) {waiting} ;; esac",
    )
    screen.start(DISPLAY=":0")
    screen.until("waiting", 1)
    screen.terminate()
    screen.until_gone("waiting")
