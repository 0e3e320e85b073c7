"""The daemon beside the simulated table: its settings, its process, and starting it again when it dies."""

from __future__ import annotations

import ctypes
import json
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from table_daemon.simulator.errors import DaemonLostError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from table_daemon.demo_http import DaemonPages
    from vision.geometry import TableCamera

DAEMON = (sys.executable, "-m", "table_daemon")
"""The command line of which the daemon is a part."""
_START_PATIENCE_S = 60.0
"""Loading the networks takes a few seconds, many on a small board."""
_PAUSES_S = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Before each further start of a daemon that dies at once, as systemd would."""
_STEADY_S = 10.0
"""A daemon that lived so long gets the short pauses again."""
_STOP_PATIENCE_S = 10.0
_LOG_LINES = 8
_HEARS_WITH_GAPS = "telemetry"
"""So begins what the daemon says of a line that it hears well now, though not in all of this hand."""
_PR_SET_PDEATHSIG = 1
"""From linux/prctl.h."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DaemonFiles:
    """Where the daemon beside the table finds and keeps things."""

    data_dir: Path
    run_dir: Path

    @property
    def settings(self) -> Path:
        """Its settings file."""
        return self.run_dir / "queyan.toml"

    @property
    def calibration(self) -> Path:
        """The camera's calibration."""
        return self.run_dir / "calibration.json"

    @property
    def pictures(self) -> Path:
        """The socket of the table's camera."""
        return self.run_dir / "camera.sock"

    @property
    def link(self) -> Path:
        """The name of the table's serial port."""
        return self.run_dir / "table-link"

    @property
    def log(self) -> Path:
        """What it says."""
        return self.data_dir / "daemon.log"


def write_settings(files: DaemonFiles, *, port: int, camera: TableCamera, game_time: bool, linked: bool) -> None:
    """Write the settings and calibration of a daemon at this table; ``game_time`` lets the pictures be its clock."""
    calibration = camera.to_json(table_side_mm=870.0)
    files.calibration.write_text(json.dumps(calibration), encoding="utf-8")
    text = f"""\
# Written by `queyan demo` for the daemon beside its simulated table.
[camera]
kind = "socket"
url = {_quoted(f"unix:{files.pictures}")}

[calibration]
file = {_quoted(str(files.calibration))}

[link]
url = {_quoted(str(files.link) if linked else "")}

[web]
port = {port}

[store]
data_dir = {_quoted(str(files.data_dir))}

[backup]
enabled = false

[clock]
source = "{"pictures" if game_time else "system"}"
"""
    files.settings.write_text(text, encoding="utf-8")


def _quoted(text: str) -> str:
    """Return a TOML string; JSON's escapes are TOML's too."""
    return json.dumps(text, ensure_ascii=False)


def _die_with_parent() -> Callable[[], object] | None:
    """What a child calls to be told to end when its parent is gone; ``None`` where the system has no such thing."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(_PR_SET_PDEATHSIG, signal.SIGTERM.value)


class DaemonProcess:
    """The child process. ``keep_alive`` is called often and restarts it when it has died."""

    def __init__(self, files: DaemonFiles, pages: DaemonPages, command: Sequence[str] = DAEMON) -> None:
        self._files = files
        self._command = command
        self._pages = pages
        self._process: subprocess.Popen[bytes] | None = None
        self._started_s = 0.0
        self._start_at_s = 0.0
        self._deaths = 0
        self._answered = False
        self.restarts = 0

    @property
    def pid(self) -> int | None:
        """The running daemon's process id."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start it and wait until it answers; raises ``DaemonLostError`` with its last words."""
        self._spawn()
        patience = Patience(self, _START_PATIENCE_S)
        while not self._pages.alive():
            self.keep_alive()
            if patience.over():
                raise DaemonLostError(self._lost(f"does not answer within {_START_PATIENCE_S:.0f} s"))
            time.sleep(0.05)
        self._answered = True

    def keep_alive(self) -> None:
        """Start it again when it has died; raises ``DaemonLostError`` when it dies again and again."""
        now_s = time.monotonic()
        if self._process is None:
            if now_s >= self._start_at_s:
                self.restarts += 1
                self._spawn()
            return
        status = self._process.poll()
        if status is None:
            return
        self._process = None
        if status < 0:  # killed from outside: none of its doing, however often
            self._start_at_s = now_s + _PAUSES_S[0]
            return
        if not self._answered:
            raise DaemonLostError(self._lost(f"cannot start (exit status {status})"))
        self._deaths = 0 if now_s - self._started_s > _STEADY_S else self._deaths + 1
        if self._deaths >= len(_PAUSES_S):
            raise DaemonLostError(self._lost(f"keeps dying (exit status {status})"))
        self._start_at_s = now_s + _PAUSES_S[self._deaths]

    def ready(self) -> bool:
        """Whether it answers, and hears the line now if it has one."""
        level, message = self._pages.health().get("link", ("", ""))
        return level in {"ok", "off"} or message.startswith(_HEARS_WITH_GAPS)

    def kill(self) -> None:
        """Take its power away."""
        if self._process is not None:
            self._process.kill()

    def stop(self) -> None:
        """End it in an orderly way; may be called twice."""
        process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return
        process.terminate()
        try:
            process.wait(_STOP_PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _spawn(self) -> None:
        # A session of its own: Ctrl-C at the terminal reaches the table only, which then ends the daemon. Should the
        # table be killed, the kernel ends the daemon, or it would go on holding port and data directory.
        with self._files.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own program with our own arguments
                [*self._command, "run", "--settings", str(self._files.settings)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_die_with_parent(),  # noqa: PLW1509 - one system call, prepared before the fork
            )
        self._started_s = time.monotonic()

    def _lost(self, what: str) -> str:
        try:
            last = self._files.log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LOG_LINES:]
        except OSError:
            last = []
        said = "".join(f"\n  {line}" for line in last)
        return f"the daemon beside the table {what}; its log {self._files.log} ends:{said or ' (empty)'}"


class Patience:
    """How long something may take a daemon that may be killed meanwhile: each start of it is given the whole time."""

    def __init__(
        self, daemon: DaemonProcess, limit_s: float, *, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._daemon = daemon
        self._limit_s = limit_s
        self._monotonic = monotonic
        self._restarts = daemon.restarts
        self._since_s = monotonic()

    def over(self) -> bool:
        """Whether the daemon has had its time since this began or, if that was later, since its last start."""
        if self._restarts != self._daemon.restarts:
            self._restarts = self._daemon.restarts
            self._since_s = self._monotonic()
        return self._monotonic() - self._since_s > self._limit_s
