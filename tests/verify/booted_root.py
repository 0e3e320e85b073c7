"""A bare Debian booted by a real systemd in a container of its own, without any network but itself."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pytest

if TYPE_CHECKING:
    from types import TracebackType

_BOOT_S = 180.0
_STEP_S = 1800.0


class BootedRoot:
    """The system in a folder, running. ``cut_power`` ends it at once; ``boot`` starts it again."""

    def __init__(self, path: Path) -> None:
        if os.geteuid() != 0 or shutil.which("systemd-nspawn") is None or shutil.which("nsenter") is None:
            pytest.skip("booting a system needs root, systemd-nspawn and nsenter: apt-get install systemd-container")
        self._path = path
        self._container: subprocess.Popen[bytes] | None = None

    def boot(self) -> None:
        """Start it and wait until it is up; skips where no container may be booted."""
        with (self._path.parent / "console").open("ab") as console:
            self._container = subprocess.Popen(
                [
                    "systemd-nspawn",
                    "--register=no",
                    "--keep-unit",
                    "--boot",
                    "--private-network",
                    "-D",
                    str(self._path),
                ],
                env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
            )
        end_s = time.monotonic() + _BOOT_S
        while self._leader() is None or self.run("systemctl is-system-running", check=False) not in {
            "running",
            "degraded",
        }:
            if self._container.poll() is not None or time.monotonic() > end_s:
                self.cut_power()
                pytest.skip("systemd cannot be booted in a container here")
            time.sleep(0.5)

    def run(self, script: str, *, check: bool = True) -> str:
        """Run a script inside, as root; what it says on both streams."""
        leader = self._leader()
        assert leader is not None
        done = subprocess.run(
            ["nsenter", "-t", str(leader), "-m", "-p", "-u", "-i", "-n", "-C", "sh", "-c", script],
            env={
                "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                "HOME": "/root",
                "LANG": "C.UTF-8",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=_STEP_S,
        )
        assert not check or done.returncode == 0, f"{script}: {done.returncode}\n{done.stdout[-4000:]}"
        return done.stdout.strip()

    def cut_power(self) -> None:
        """End everything inside at once."""
        container, self._container = self._container, None
        if container is None:
            return
        for child in self._children(container.pid):
            os.kill(child, signal.SIGKILL)
        container.kill()
        container.wait()

    def __enter__(self) -> Self:
        self.boot()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut_power()

    def _leader(self) -> int | None:
        return None if self._container is None else next(iter(self._children(self._container.pid)), None)

    @staticmethod
    def _children(pid: int) -> list[int]:
        try:
            return [
                int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
            ]
        except OSError:
            return []
