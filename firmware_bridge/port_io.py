"""Bytes in and out of one open port, in the event loop: no thread, no waiting, bounded memory."""

import asyncio
import os
from collections.abc import Callable

from firmware_bridge.ports import Port
from firmware_bridge.sentence import Sentence

READ_BYTES = 4096
"""One read: 0.35 s of a full 115,200-baud stream; more waits for the next turn of the loop."""
MAX_UNSENT_BYTES = 1024
"""Bytes kept while the port takes none: a few commands. A port that stays full is closed and opened anew."""


class PortIo:
    """One open port from now until ``close``. ``gone`` is set, with the reason, when it can no longer be used."""

    def __init__(self, port: Port, *, name: str, on_data: Callable[[bytes], None]) -> None:
        """Begin to listen on ``port``, which is ours now."""
        self._loop = asyncio.get_running_loop()
        self._port = port
        self._fd = port.fileno()
        self._name = name
        self._on_data = on_data
        self._unsent = b""
        self.gone: asyncio.Future[str] = self._loop.create_future()
        self._loop.add_reader(self._fd, self._readable)

    def write(self, data: bytes) -> None:
        """Send ``data`` now or when there is room."""
        if self.gone.done():
            return
        if self._unsent:
            self._unsent += data
            if len(self._unsent) > MAX_UNSENT_BYTES:
                self._lose(
                    Sentence(
                        f"{self._name} takes no more bytes. Unplug the tap board and plug it in again.",
                        zh=f"{self._name} 不再接收数据. 请拔下采集板再插上.",
                    )
                )
            return
        self._unsent = data
        self._flush()

    def close(self) -> None:
        """Let go of the port."""
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        self._port.close()

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, READ_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if data:
            self._on_data(data)
        else:
            self._vanished()

    def _flush(self) -> None:
        try:
            written = os.write(self._fd, self._unsent)
        except (BlockingIOError, InterruptedError):
            written = 0
        except OSError:
            self._vanished()
            return
        waited = written < len(self._unsent)
        self._unsent = self._unsent[written:]
        if waited:
            self._loop.add_writer(self._fd, self._room)

    def _room(self) -> None:
        self._loop.remove_writer(self._fd)
        self._flush()

    def _vanished(self) -> None:
        self._lose(
            Sentence(
                f"{self._name} has vanished. Check the cable; it is opened again as soon as it is back.",
                zh=f"{self._name} 不见了. 请检查线缆; 一恢复就会重新打开.",
            )
        )

    def _lose(self, why: str) -> None:
        if not self.gone.done():
            # A dead descriptor is readable for ever; the loop would spin on it until it is closed.
            self._loop.remove_reader(self._fd)
            self._loop.remove_writer(self._fd)
            self.gone.set_result(why)
