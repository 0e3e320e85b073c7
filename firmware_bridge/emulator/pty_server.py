"""The far end of a serial line as a pseudo-terminal (PTY) whose plug can be pulled. Knows no protocol."""

import contextlib
import errno
import os
import pty
import tty
from pathlib import Path

READ_BYTES = 4096
"""One read; a PTY holds no more."""


class PtyServer:
    """A PTY whose slave a host opens like a serial port.

    With ``link_path`` a symbolic link leads to it, as /dev/serial/by-id does, whatever its next name.
    """

    def __init__(self, *, link_path: Path | None = None) -> None:
        """Prepare; nothing is open before ``plug``."""
        self._link_path = link_path
        self._master: int | None = None
        self._slave: int | None = None
        self._name = ""

    @property
    def path(self) -> str:
        """What the host opens. Empty while unplugged and without a ``link_path``."""
        return str(self._link_path) if self._link_path is not None else self._name

    @property
    def device(self) -> str:
        """The terminal's own name, empty while unplugged."""
        return self._name

    @property
    def plugged(self) -> bool:
        """The port is there."""
        return self._master is not None

    def plug(self) -> None:
        """Make the port appear; under a name of its own each time.

        Raises FileExistsError where ``link_path`` is something else than a link: it is not ours to replace.
        """
        if self._master is not None:
            return
        if self._link_path is not None and os.path.lexists(self._link_path) and not self._link_path.is_symlink():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(self._link_path))
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._name = os.ttyname(self._slave)
        if self._link_path is not None:
            self._link_path.unlink(missing_ok=True)
            self._link_path.symlink_to(self._name)

    def unplug(self) -> None:
        """Make the port vanish; a host that holds it reads end of file or an error."""
        # The slave stays open here while plugged, so that the master lives through hosts that come and go.
        for fd in (self._slave, self._master):
            if fd is not None:
                os.close(fd)
        self._master = self._slave = None
        self._name = ""
        if self._link_path is not None:
            self._link_path.unlink(missing_ok=True)

    def fileno(self) -> int | None:
        """Return the descriptor to wait on, None while unplugged."""
        return self._master

    def read(self) -> bytes:
        """Return what the host wrote, empty when nothing waits."""
        if self._master is None:
            return b""
        with contextlib.suppress(BlockingIOError):
            return os.read(self._master, READ_BYTES)
        return b""

    def write(self, data: bytes) -> int:
        """Write what fits and return how much that was; 0 when the host does not read, or is not there."""
        if self._master is None:
            return 0
        with contextlib.suppress(BlockingIOError):
            return os.write(self._master, data)
        return 0
