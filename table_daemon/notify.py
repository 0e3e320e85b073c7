"""Tells systemd how the service is, one datagram a word (sd_notify(3)). Knows the words, not when they are true."""

import logging
import os
import socket
from collections.abc import Mapping
from typing import Self

log = logging.getLogger(__name__)

_STATUS_LENGTH = 240
"""``systemctl status`` shows one line; what is longer is read on the health page."""


class Supervisor:
    """Whoever started this process and wants to hear of it; nobody, where no socket was named."""

    def __init__(self, address: str, *, watchdog_s: float | None = None) -> None:
        """``address`` is a socket's path, or its abstract name after ``@``; empty: nobody listens."""
        self.watchdog_s = watchdog_s
        """A sign of life is owed at least this often; ``None``: never."""
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._deaf = False
        self._status = ""

    @classmethod
    def of(cls, environ: Mapping[str, str], *, pid: int) -> Self:
        """The supervisor that a process's environment names."""
        address = environ.get("NOTIFY_SOCKET", "")
        watched = environ.get("WATCHDOG_USEC", "")
        # A child inherits the variables of a service whose watchdog is not meant for it.
        meant = environ.get("WATCHDOG_PID", str(pid)) == str(pid)
        return cls(address, watchdog_s=int(watched) / 1e6 if meant and watched.isdecimal() and int(watched) else None)

    @property
    def listens(self) -> bool:
        """Whether there is anybody to tell."""
        return bool(self._address)

    def ready(self) -> None:
        """The start is complete."""
        self._tell("READY=1")

    def alive(self) -> None:
        """A sign of life."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The end has begun."""
        self._tell("STOPPING=1")

    def status(self, text: str) -> None:
        """One line for people; told only when it is a new one."""
        line = " ".join(text.split())[:_STATUS_LENGTH]
        if line != self._status:
            self._status = line
            self._tell(f"STATUS={line}")

    def _tell(self, words: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.settimeout(0)  # a supervisor that does not read must not hold the game up
                sender.sendto(words.encode(), self._address)
        except OSError as error:
            if not self._deaf:
                log.warning("the service manager cannot be told (%s)", os.strerror(error.errno or 0))
            self._deaf = True
        else:
            self._deaf = False
