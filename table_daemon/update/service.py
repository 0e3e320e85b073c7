"""The service that an update stops and starts: systemd's, or none where systemd does not run."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from table_daemon.update.asking import wait_for
from table_daemon.update.errors import StartFailedError

UNIT = "queyan.service"
PATIENCE_S = 180.0
"""As long as the unit gives a start: a long log on a slow card, on a board with other work."""
STEADY_S = 5.0
"""A release that falls over its first look at camera or line does so within this."""
_SYSTEMCTL_S = 200.0
"""Longer than the unit's own patience at the start."""


class Service(Protocol):
    """The daemon as a service."""

    @property
    def runs_here(self) -> bool:
        """Whether this machine can run it now; where not, starting it is left to the next start of the machine."""

    def stop(self) -> None:
        """End it and wait for its end; harmless when it does not run."""

    def start(self) -> None:
        """Take up changed units and start it; raises ``StartFailedError``."""

    def check(self, base: str, *, log_end: int) -> None:
        """Return once it is well, has the whole log and stays up; raises ``StartFailedError``."""


class Systemd:
    """The unit of this machine's systemd."""

    @property
    def runs_here(self) -> bool:
        """Whether systemd runs."""
        return True

    def stop(self) -> None:
        """Stop the unit."""
        _systemctl("stop", UNIT)

    def start(self) -> None:
        """Start the unit anew, as its file is now; returns when the daemon says that it is ready."""
        _systemctl("daemon-reload")
        _systemctl("reset-failed", UNIT)
        if _systemctl("start", UNIT).returncode != 0:
            raise StartFailedError(f"the service does not start; journalctl -u {UNIT} says why")

    def check(self, base: str, *, log_end: int) -> None:
        """Watch the unit until it is well, and a little longer."""
        check_steady(base, log_end=log_end, lives=self._lives, starts=self._starts)

    def _lives(self) -> bool:
        return _systemctl("is-active", "--quiet", UNIT).returncode == 0

    def _starts(self) -> str:
        return _systemctl("show", "--property=NRestarts,MainPID", UNIT).stdout


class NoService:
    """A machine on which systemd does not run: a chroot, an image being made."""

    @property
    def runs_here(self) -> bool:
        """Never."""
        return False

    def stop(self) -> None:
        """Nothing runs."""

    def start(self) -> None:
        """Nothing is started."""

    def check(self, base: str, *, log_end: int) -> None:
        """Nothing can be asked; the trial has shown that the release runs."""


def this_service() -> Service:
    """Return the service of the machine this process runs on."""
    return Systemd() if Path("/run/systemd/system").is_dir() else NoService()


def check_steady(
    base: str,
    *,
    log_end: int,
    lives: Callable[[], bool],
    starts: Callable[[], str],
    patience_s: float = PATIENCE_S,
    steady_s: float = STEADY_S,
) -> None:
    """Wait until the daemon is well, and see that it stays up; ``starts`` differs after each start of it."""
    trouble = wait_for(base, log_end=log_end, patience_s=patience_s, lives=lives) if base else ""
    before = starts()
    time.sleep(steady_s)
    if not trouble and (not lives() or starts() != before):
        trouble = "it does not stay up"
    if not trouble and base:
        trouble = wait_for(base, log_end=log_end, patience_s=steady_s, lives=lives)
    if trouble:
        raise StartFailedError(trouble)


def _systemctl(*arguments: str) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(  # noqa: S603 -- our own words to the system's own program
            ["systemctl", *arguments],  # noqa: S607 -- same
            capture_output=True,
            text=True,
            check=False,
            timeout=_SYSTEMCTL_S,
        )
    except subprocess.TimeoutExpired as error:
        raise StartFailedError(f"systemctl {arguments[0]} does not end within {_SYSTEMCTL_S:.0f} s") from error
