"""A service manager's end of sd_notify: a datagram socket, and the words that came in."""

from __future__ import annotations

import os
import select
import socket
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType


class FakeSupervisor:
    """Listens like systemd; gives the environment that it would give a service."""

    def __init__(self, folder: Path, *, watchdog_s: float) -> None:
        self._path = folder / "notify"
        self._watchdog_s = watchdog_s
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self._path))
        self.heard: list[str] = []

    @property
    def environ(self) -> dict[str, str]:
        """The environment of the service."""
        return {"NOTIFY_SOCKET": str(self._path), "WATCHDOG_USEC": str(int(self._watchdog_s * 1e6))}

    def hear(self, wait_s: float = 0.0) -> list[str]:
        """What came since the last call, waiting so long for a first word."""
        fresh: list[str] = []
        while select.select([self._socket], [], [], 0 if fresh else wait_s)[0]:
            fresh.append(self._socket.recv(4096).decode())
        self.heard += fresh
        return fresh

    def silent_for(self, span_s: float) -> bool:
        """Whether no sign of life comes for so long."""
        end_s = time.monotonic() + span_s
        while (left_s := end_s - time.monotonic()) > 0:
            if "WATCHDOG=1" in self.hear(left_s):
                return False
        return True

    def until(self, word: str, *, within_s: float) -> None:
        """Wait until a word has come that has not been heard before."""
        end_s = time.monotonic() + within_s
        while word not in self.hear(max(0.0, end_s - time.monotonic())):
            assert time.monotonic() < end_s, f"no {word} within {within_s} s; heard {self.heard}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with closing(self._socket):
            os.unlink(self._path)  # noqa: PTH108 -- a socket's name, not a file
