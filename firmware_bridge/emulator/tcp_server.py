"""The far end of a line as a TCP port, one host at a time. Knows no protocol."""

import contextlib
import socket

READ_BYTES = 4096


class TcpServer:
    """A TCP port that serves a board's bytes to the one host that is connected."""

    def __init__(self, host: str, port: int) -> None:
        """Prepare; nothing listens before ``plug``. ``port`` 0 takes any free one."""
        self._address = (host, port)
        self._listener: socket.socket | None = None
        self._client: socket.socket | None = None

    @property
    def path(self) -> str:
        """What the host opens; empty while unplugged."""
        if self._listener is None:
            return ""
        host, port = self._listener.getsockname()[:2]
        return f"socket://{f'[{host}]' if ':' in host else host}:{port}"

    @property
    def plugged(self) -> bool:
        """The port is there."""
        return self._listener is not None

    def plug(self) -> None:
        """Begin to listen, on the same port as before."""
        if self._listener is not None:
            return
        family = socket.AF_INET6 if ":" in self._address[0] else socket.AF_INET
        self._listener = socket.create_server(self._address, family=family)
        self._listener.settimeout(0)
        self._address = self._listener.getsockname()[:2]

    def unplug(self) -> None:
        """Let the port and whoever is connected go."""
        for each in (self._client, self._listener):
            if each is not None:
                each.close()
        self._client = self._listener = None

    def fileno(self) -> int | None:
        """Return the descriptor to wait on, None while unplugged."""
        waiting = self._client or self._listener
        return None if waiting is None else waiting.fileno()

    def read(self) -> bytes:
        """Return what the host wrote, empty when nothing waits."""
        self._accept()
        if self._client is None:
            return b""
        try:
            data = self._client.recv(READ_BYTES)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._client.close()
            self._client = None
        return data

    def write(self, data: bytes) -> int:
        """Write what fits and return how much that was; 0 when nobody is connected or reads."""
        if self._client is not None:
            with contextlib.suppress(OSError):
                return self._client.send(data)
        return 0

    def _accept(self) -> None:
        """Take the host that knocks. A second one is shown out: a serial line has two ends."""
        if self._listener is None:
            return
        with contextlib.suppress(BlockingIOError):
            client, _ = self._listener.accept()
            if self._client is None:
                client.settimeout(0)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._client = client
            else:
                client.close()
