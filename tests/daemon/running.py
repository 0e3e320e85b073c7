"""The daemon as a process of its own, started and stopped as systemd would, and asked over HTTP."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from types import TracebackType

PATIENCE_S = 30.0
"""For a start or a change on a busy machine."""
_POLL_S = 0.02
_LISTENS = "0A"
"""The state of a listening socket in the kernel's tables."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def write_settings(folder: Path, *, port: int, more: str = "") -> Path:
    """Write a settings file whose data lie in ``folder``; ``more`` is further TOML."""
    path = folder / "queyan.toml"
    path.write_text(
        f'[web]\nport = {port}\n[store]\ndata_dir = "{folder / "data"}"\n{more}',
        encoding="utf-8",
    )
    return path


class RunningDaemon:
    """``queyan run`` in ``folder``. Leaving the block kills what was not stopped before."""

    def __init__(
        self, folder: Path, more: str = "", *, command: tuple[str, ...] = ("run",), within: tuple[str, ...] = ()
    ) -> None:
        self._command = command
        self.patience_s = PATIENCE_S
        self._within = within
        self.port = free_port()
        self.folder = folder
        self.settings = write_settings(folder, port=self.port, more=more)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def said(self) -> str:
        """Everything on its standard error."""
        return (self.folder / "stderr").read_text(encoding="utf-8")

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "stderr").open("wb") as stderr:
            self._process = subprocess.Popen(
                [
                    *self._within,
                    *(sys.executable, "-m", "table_daemon", *self._command),
                    *("--settings", str(self.settings)),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
            )
        try:
            self.until(self._answers)
        except BaseException:  # nobody else would end it
            self._end()
            raise

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self._process is not None
        return self._process.pid

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; the exit status."""
        assert self._process is not None
        self._process.send_signal(number)
        return self._process.wait(timeout=PATIENCE_S)

    def signal(self, number: int) -> None:
        """Send a signal that does not end it."""
        assert self._process is not None
        self._process.send_signal(number)

    def get(self, path: str) -> Any:
        """The JSON at a path."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", path)
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    def post(self, path: str, body: object) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def health(self) -> dict[str, tuple[str, str]]:
        """Level and message of each part."""
        items = self.get("/healthz")["health"]["items"]
        return {item["part"]: (item["level"], item["message"]) for item in items}

    def far_ends(self) -> list[str]:
        """Where its sockets lead to, as the kernel writes addresses; those that only listen lead nowhere."""
        assert self._process is not None
        folder = Path(f"/proc/{self._process.pid}")
        own = {str(path.readlink()) for path in (folder / "fd").iterdir() if path.is_symlink()}
        rows = [
            line.split()
            for table in ("tcp", "tcp6", "udp", "udp6")
            for line in (folder / "net" / table).read_text().splitlines()[1:]
        ]
        return [row[2].partition(":")[0] for row in rows if f"socket:[{row[9]}]" in own and row[3] != _LISTENS]

    def until(self, reached: Callable[[], bool], meanwhile: Callable[[], None] = lambda: None) -> None:
        """Wait until something is so."""
        end_s = time.monotonic() + self.patience_s
        while not reached():
            assert self._process is not None
            assert self._process.poll() is None, self.said
            assert time.monotonic() < end_s, self.said
            meanwhile()
            time.sleep(_POLL_S)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def _answers(self) -> bool:
        try:
            self.get("/healthz")
        except OSError:
            return False
        return True
