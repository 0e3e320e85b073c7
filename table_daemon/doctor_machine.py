"""What the doctor may ask of the machine, as values to inject; the only place of the doctor that touches it."""

from __future__ import annotations

import os
import platform
import pwd
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from table_daemon.care.clock import kernel_synchronised
from table_daemon.care.stops import this_boot

if TYPE_CHECKING:
    from collections.abc import Mapping

TOOL_TIMEOUT_S = 5.0
"""A tool of the system that answers later than this counts as one that does not answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Everything the checks ask. ``root`` stands before every absolute path, so that a test can lay out its own.

    ``run`` gives a program's output, None where it is absent, fails or hangs. ``version_of`` gives an installed
    package's version or None. ``runtime`` names the library that runs the networks. ``access`` says whether this user
    may read and write a path. ``listen``, ``open_networks``, ``check_calibration`` and ``check_database`` answer None
    when all is well, else what is wrong.
    """

    root: Path
    environ: Mapping[str, str]
    python: tuple[int, int, int]
    bits: int
    user: str
    run: Callable[[Sequence[str]], str | None]
    version_of: Callable[[str], str | None]
    access: Callable[[Path], bool]
    free_bytes: Callable[[Path], int]
    listen: Callable[[str, int], str | None]
    open_networks: Callable[[], str | None]
    runtime: Callable[[], str]
    check_calibration: Callable[[Path], str | None]
    check_database: Callable[[Path], str | None]
    boot_id: str = ""
    """Tells this start of the machine from every other."""
    kernel_synchronised: Callable[[], bool | None] = lambda: None
    """Whether the kernel takes its clock for synchronised; None where it may not be asked."""

    def at(self, path: str | Path) -> Path:
        """Return where an absolute path lies under ``root``."""
        return self.root / Path(path).relative_to("/")


def this_machine(environ: Mapping[str, str]) -> Machine:
    """Return the machine this process runs on."""
    return Machine(
        root=Path("/"),
        environ=environ,
        python=sys.version_info[:3],
        bits=int(platform.architecture()[0].removesuffix("bit")),
        user=_user(),
        run=_run,
        version_of=_version_of,
        access=lambda path: os.access(path, os.R_OK | os.W_OK),
        free_bytes=lambda path: shutil.disk_usage(path).free,
        listen=_listen,
        open_networks=_open_networks,
        runtime=_runtime,
        check_calibration=_check_calibration,
        check_database=_check_database,
        boot_id=this_boot(),
        kernel_synchronised=kernel_synchronised,
    )


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _run(command: Sequence[str]) -> str | None:
    program = shutil.which(command[0])
    if program is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 -- fixed commands of the doctor, no shell
            [program, *command[1:]],
            capture_output=True,
            text=True,
            timeout=TOOL_TIMEOUT_S,
            check=True,
            env=_environment(),
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _environment() -> dict[str, str]:
    """Ours without what systemd meant for us alone: its own tools would speak to it in our name; answers in English."""
    private = {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"}
    return {name: value for name, value in os.environ.items() if name not in private} | {"LC_ALL": "C"}


def _version_of(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _listen(host: str, port: int) -> str | None:
    """Try to listen where the pages will, the way the server does."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with closing(socket.socket(family, kind, protocol)) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(1)
    except OSError as error:
        return error.strerror or str(error)
    return None


def _open_networks() -> str | None:
    from vision.errors import VisionError  # noqa: PLC0415 -- a missing runtime is what this finds out
    from vision.runtime import FINDER, GLANCE, MODELS, NAMER, Network  # noqa: PLC0415 -- same

    try:
        for name in (FINDER, GLANCE, NAMER):
            Network(MODELS / name)
    except VisionError as error:
        return str(error)
    return None


def _runtime() -> str:
    from vision.runtime import chosen_runtime  # noqa: PLC0415 -- OpenCV takes long to load

    return chosen_runtime().value


def _check_calibration(path: Path) -> str | None:
    import json  # noqa: PLC0415 -- only where a file is set

    from vision.calibration.store import load_calibration  # noqa: PLC0415 -- OpenCV takes long to load
    from vision.errors import VisionError  # noqa: PLC0415 -- same

    try:
        side_mm = float(json.loads(path.read_text(encoding="utf-8")).get("table_side_mm", 870.0))
        load_calibration(path, size_px=None, table_side_mm=side_mm)
    except (OSError, ValueError, TypeError, AttributeError, VisionError) as error:
        return str(error)
    return None


def _check_database(path: Path) -> str | None:
    if path.stat().st_size == 0:
        return "it is empty: whatever was played is not in it"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            answer = str(database.execute("PRAGMA quick_check").fetchone()[0])
            is_log = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone() is not None
    except sqlite3.Error as error:
        return str(error)
    if answer != "ok":
        return answer
    return _unreadable_event(path) if is_log else None


def _unreadable_event(path: Path) -> str | None:
    """The first event that the daemon would stop at."""
    from table_daemon.care.errors import CareError  # noqa: PLC0415 -- heavy parts load only for their check
    from table_daemon.care.export import read_log  # noqa: PLC0415 -- same

    try:
        spoiled = read_log(path).spoiled
    except CareError as error:
        return str(error)
    return None if spoiled is None else str(spoiled)
