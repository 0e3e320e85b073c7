"""A bare Debian in a folder: made by debootstrap, entered by chroot in namespaces of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

MIRROR = "http://deb.debian.org/debian"
_NEEDED = ("debootstrap", "unshare", "chroot", "mount")
_ENTER = """
set -e
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs tmpfs "$1/run"
root=$1
shift
exec chroot "$root" "$@"
"""
_STEP_S = 1800.0


@dataclass(frozen=True, slots=True)
class BareRoot:
    """One bare system. Every ``run`` ends with all that it started: as if its power were cut."""

    path: Path

    def at(self, path: str) -> Path:
        return self.path / path.removeprefix("/")

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command inside, as root, with nothing of our own environment."""
        environ = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C"}
        environ |= {name: value for name, value in os.environ.items() if name.endswith(("_proxy", "_PROXY"))}
        done = subprocess.run(
            [
                "unshare",
                "--mount",
                "--pid",
                "--fork",
                "--kill-child",
                "sh",
                "-c",
                _ENTER,
                "enter",
                str(self.path),
                *command,
            ],
            env=environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=_STEP_S,
        )
        assert not check or done.returncode == 0, (
            f"{command}: {done.returncode}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
        )
        return done

    def shell(self, script: str, *, check: bool = True) -> subprocess.CompletedProcess[str]:
        return self.run("sh", "-c", script, check=check)


def bare_root(folder: Path, suite: str, packages: Sequence[str] = ()) -> BareRoot:
    """Make a bare system of that suite; skips with the reason where that is not possible."""
    missing = [name for name in _NEEDED if shutil.which(name) is None]
    if os.geteuid() != 0 or missing:
        pytest.skip(f"a bare system needs root and {', '.join(_NEEDED)}; missing: {', '.join(missing) or 'root'}")
    probe = subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True, check=False)
    if probe.returncode != 0:
        pytest.skip("no namespaces may be made here")
    root = BareRoot(folder / suite)
    made = subprocess.run(
        ["debootstrap", "--variant=minbase", suite, str(root.path), MIRROR],
        capture_output=True,
        text=True,
        check=False,
        timeout=_STEP_S,
    )
    if made.returncode != 0:
        pytest.skip(f"debootstrap cannot make {suite} here: {(made.stdout + made.stderr).strip().splitlines()[-1]}")
    shutil.copy("/etc/resolv.conf", root.at("/etc/resolv.conf"))
    _trust_as_here(root)
    if packages:
        root.run("apt-get", "update", "-qq")
        root.shell(
            f"DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends {' '.join(packages)}"
        )
    return root


def _trust_as_here(root: BareRoot) -> None:
    """Where a network of this machine's stands between, its certificates and package index are used inside as well."""
    settings = Path("/etc/pip.conf")
    if settings.is_file():
        shutil.copy(settings, root.at("/etc/pip.conf"))
    own = sorted(Path("/usr/local/share/ca-certificates").glob("**/*.crt"))
    for certificate in own:
        target = root.at("/usr/local/share/ca-certificates") / certificate.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(certificate, target)
