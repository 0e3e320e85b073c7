"""Makes the environment of a release: a venv of its own with the wheel and what it needs, from the net or a folder."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from table_daemon.deploy.errors import EnvironmentBuildError
from table_daemon.deploy.releases import Releases
from table_daemon.deploy.wheels import Wheel

_PATIENCE_S = 3600
"""A small board on a slow line."""
_SYSTEM_PACKAGES = Path("usr/lib/python3/dist-packages")
"""Where Debian's own Python packages lie."""
_PINS = ("lgpio.py", "_lgpio*.so")
"""The panel's pins: Raspberry Pi OS packages lgpio, PyPI has none for every Python. It stands on nothing else, so it
can be lent to an environment that otherwise sees none of the system's packages."""
_FILES = "table_daemon/deploy/files"


def make_release(releases: Releases, wheel: Wheel, *, wheels: Path | None, root: Path) -> None:
    """Install a wheel as a release, complete or not at all; with ``wheels`` that folder gives all that it needs.

    Raises ``EnvironmentBuildError``.
    """
    folder = releases.begin(wheel.release)
    try:
        _run([sys.executable, "-m", "venv", str(folder)], "make an environment")
        source = ["--no-index", "--find-links", str(wheels.absolute())] if wheels is not None else []
        _run([*pip(folder), "install", *source, str(wheel.path)], "install the wheel and what it needs")
        site = _site_packages(folder)
        _lend_pins(site, root)
        # One name for the files, whatever the Python's number is.
        (folder / "files").symlink_to(os.path.relpath(site / _FILES, folder))
        _run([str(folder / "bin" / "queyan"), "--version"], "start what was installed")
        releases.complete(wheel.release, version=wheel.version, wheel=wheel.path.name)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def pip(folder: Path) -> list[str]:
    """Return the command line of an environment's installer, quiet and asking nothing."""
    return [str(folder / "bin" / "python"), "-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check"]


def _run(command: Sequence[str], what: str) -> None:
    environ = os.environ | {"PIP_ROOT_USER_ACTION": "ignore"}
    environ.pop("PYTHONPATH", None)  # the wheel that this runs out of is no part of the environment
    try:
        done = subprocess.run(  # noqa: S603 -- our own command lines, no shell
            command, capture_output=True, text=True, check=False, timeout=_PATIENCE_S, env=environ, cwd="/"
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise EnvironmentBuildError(f"could not {what}: {error}") from error
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip() or f"exit status {done.returncode}").splitlines()
        raise EnvironmentBuildError(f"could not {what}: {' '.join(said[-3:])}")


def _site_packages(folder: Path) -> Path:
    return next(folder.glob("lib/python3*/site-packages"))


def _lend_pins(site: Path, root: Path) -> None:
    for pattern in _PINS:
        for path in (root / _SYSTEM_PACKAGES).glob(pattern):
            if not (site / path.name).exists():
                (site / path.name).symlink_to(path)
