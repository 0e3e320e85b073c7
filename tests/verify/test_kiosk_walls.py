"""The kiosk under a real systemd: behind its unit's walls it shows the TV page, on a screen that is in memory only."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import cv2
import pytest

from tests.verify.bare_root import bare_root
from tests.verify.booted_root import BootedRoot
from tests.verify.test_booted import INSTALL, PACKAGES, _until
from tests.verify.test_install import wheelhouse

__all__ = ["wheelhouse"]

SHOWS = (
    *PACKAGES,
    "libpam-systemd",
    "dbus-user-session",
    "cage",
    "chromium",
    "fonts-noto-cjk",
    "grim",
    "curl",
    "procps",
)
NO_SCREEN = """
[Unit]
ConditionPathExists=
[Service]
TTYPath=/dev/console
StandardInput=null
TTYReset=no
TTYVHangup=no
Environment=WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1
"""
"""A container has neither a screen nor a first terminal; the walls stay as they are."""
PATIENCE_S = 600.0
AS_KIOSK = (
    "cd /tmp && id=$(id -u queyan-kiosk) && setpriv --reuid=queyan-kiosk --regid=queyan-kiosk --clear-groups"
    " env XDG_RUNTIME_DIR=/run/user/$id WAYLAND_DISPLAY=wayland-0 "
)


@pytest.mark.verify
@pytest.mark.timeout(3600)
def test_the_page_is_shown_behind_the_walls(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    stick = request.getfixturevalue("wheelhouse")
    bare = bare_root(tmp_path, "trixie", SHOWS)
    shutil.copytree(stick, bare.at("/media/stick"))
    drop_in = bare.at("/etc/systemd/system/queyan-kiosk.service.d/no_screen.conf")
    drop_in.parent.mkdir(parents=True)
    drop_in.write_text(NO_SCREEN, encoding="utf-8")
    with BootedRoot(bare.path) as machine:
        machine.run(f"{INSTALL} --kiosk")
        _until(lambda: _screens(machine) == "1", patience_s=PATIENCE_S)
        _until(lambda: _is_drawn(machine, bare.at("/root/shot.png")), patience_s=PATIENCE_S)
        spaces = machine.run("for page in $(pgrep -f '[t]ype=renderer'); do readlink /proc/$page/ns/user; done").split()
        assert spaces
        assert machine.run("readlink /proc/1/ns/user") not in spaces, "Chromium's own walls stand as well"
        began_s = time.monotonic()
        machine.run("systemctl stop queyan-kiosk")
        assert time.monotonic() - began_s < 60.0, "a machine that is switched off does not wait for it"


def _screens(machine: BootedRoot) -> str:
    """How many pages hang on the daemon's stream."""
    return machine.run("curl -s http://127.0.0.1:8080/metrics | sed -n 's/^queyan_stream_clients //p'", check=False)


def _is_drawn(machine: BootedRoot, shot: Path) -> bool:
    """Whether something is on the screen: dark felt, and bright writing on it."""
    machine.run(f"{AS_KIOSK} grim /tmp/shot.png && mv /tmp/shot.png /root/shot.png", check=False)
    picture = cv2.imread(str(shot)) if shot.exists() else None
    return picture is not None and picture.min() < 40 and picture.max() > 200 and picture.std() > 10
