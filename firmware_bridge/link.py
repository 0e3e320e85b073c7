"""The port itself: opens it, reads and writes in the event loop, comes back after it vanished.

The only module that imports pyserial. What the bytes mean is the session's affair.
"""

import asyncio
import errno
import os
import termios
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import serial

from firmware_bridge.backoff import Backoff
from firmware_bridge.direction import Direction
from firmware_bridge.errors import (
    LinkError,
    PortBusyError,
    PortMissingError,
    PortPermissionError,
    PortUnusableError,
)
from firmware_bridge.messages import Command, LinkEvent, TableEvent
from firmware_bridge.session import HostSession, Phase, SessionHealth

BAUD = 115_200
"""Ignored by USB and a PTY; what a UART adapter to a maker's own board would use."""
READ_BYTES = 4096
"""One read: 0.35 s of a full 115,200-baud stream; more waits for the next turn of the loop."""
MAX_UNSENT_BYTES = 1024
"""Bytes kept while the port takes none: a few commands. A port that stays full is closed and opened anew."""
_GONE = {errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.ECONNREFUSED, errno.EHOSTUNREACH}
_HELD = {errno.EAGAIN, errno.EBUSY}
_FORBIDDEN = {errno.EACCES, errno.EPERM}


Tap = Callable[[int, Direction, bytes], None]
"""Hears every piece of the stream with the clock's time, for a recording."""


class Port(Protocol):
    """What the link uses of an open pyserial port."""

    def fileno(self) -> int:
        """Return the descriptor the event loop waits on."""
        ...

    def close(self) -> None:
        """Release the port."""
        ...


@dataclass(frozen=True, slots=True)
class LinkHealth:
    """How the link is, for the health page and ``doctor``."""

    port: str
    open: bool
    up: bool
    problem: str | None
    """One sentence with the cure; None when all is well."""
    opened: int
    """How often the port was opened."""
    heard_ms_ago: int | None
    session: SessionHealth


def open_port(name: str, *, baud: int = BAUD) -> Port:
    """Open a device's path or a pyserial URL for this program alone.

    Raises PortMissingError, PortPermissionError, PortBusyError or PortUnusableError, each with its cure.
    """
    try:
        port: Port = serial.serial_for_url(name, baudrate=baud, timeout=0, exclusive=True)
    except (OSError, ValueError) as error:
        raise _explained(name, error) from error
    try:
        os.set_blocking(port.fileno(), False)
    except (OSError, AttributeError) as error:
        port.close()
        raise PortUnusableError(name, "the event loop cannot wait on it") from error
    return port


def _explained(name: str, error: OSError | ValueError) -> LinkError:
    code = _code_of(error)
    if code in _GONE:
        return PortMissingError(name)
    if code in _FORBIDDEN:
        return PortPermissionError(name)
    if code in _HELD:
        return PortBusyError(name)
    if code == errno.ENOTTY:
        return PortUnusableError(name, "it is no serial device")
    return PortUnusableError(name, str(error))


def _code_of(error: OSError | ValueError) -> int | None:
    """Return the system's error number; pyserial keeps some only in the error beneath its own."""
    code = getattr(error, "errno", None)
    if code is None and isinstance(error.__context__, (OSError, termios.error)) and error.__context__.args:
        code = error.__context__.args[0]
    return code if isinstance(code, int) else None


class Link:
    """One controller's link, from ``run`` until that is cancelled."""

    def __init__(
        self,
        port: str,
        *,
        version: str,
        clock: Callable[[], int],
        on_event: Callable[[LinkEvent], None],
        tap: Tap | None = None,
        baud: int = BAUD,
    ) -> None:
        """Prepare; nothing is opened before ``run``.

        ``clock`` gives the milliseconds that stamp events; the link's own timers are the event loop's.
        ``on_event`` and ``tap`` are called in the loop and must neither block nor raise.
        """
        self._name = port
        self._clock = clock
        self._on_event = on_event
        self._tap = tap
        self._baud = baud
        self._session = HostSession(version=version)
        self._backoff = Backoff()
        self._port: Port | None = None
        self._gone: asyncio.Future[str] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._unsent = b""
        self._problem: str | None = f"The table's link {port} has not been opened yet."
        self._opened = 0

    async def run(self) -> None:
        """Keep the link: open, serve, and open again with growing waits, for ever."""
        while True:
            try:
                port = open_port(self._name, baud=self._baud)
            except LinkError as error:
                self._problem = str(error)
            else:
                self._problem = await self._serve(port)
            await asyncio.sleep(self._backoff.next_s())

    def ask(self, command: Command) -> bool:
        """Send a command when the link is up; False when it is not, or too many wait."""
        accepted = self._session.ask(command)
        if accepted:
            self._advance()
        return accepted

    def health(self) -> LinkHealth:
        """Return how the link is now."""
        session = self._session.health()
        heard_ms = session.last_heard_ms
        return LinkHealth(
            port=self._name,
            open=self._port is not None,
            up=self._session.phase is Phase.UP,
            problem=self._problem or session.refusal or self._silence(session),
            opened=self._opened,
            heard_ms_ago=None if heard_ms is None else _loop_ms() - heard_ms,
            session=session,
        )

    def _silence(self, session: SessionHealth) -> str | None:
        if session.phase is Phase.UP:
            return None
        return (
            f"{self._name} is open but no tap board answers. Check that it is the right port "
            "and that the board runs its firmware."
        )

    async def _serve(self, port: Port) -> str:
        """Serve an open port until it is gone; return why it went."""
        loop = asyncio.get_running_loop()
        self._port, self._gone, self._unsent = port, loop.create_future(), b""
        self._opened += 1
        self._problem = None
        self._session.opened(_loop_ms())
        try:
            loop.add_reader(port.fileno(), self._readable)
            self._advance()
            return await self._gone
        finally:
            self._release(loop, port)

    def _release(self, loop: asyncio.AbstractEventLoop, port: Port) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop.remove_reader(port.fileno())
        loop.remove_writer(port.fileno())
        port.close()
        self._port = self._gone = self._timer = None
        self._tell(self._session.closed())

    def _readable(self) -> None:
        data = self._read()
        if not data:
            return
        if self._tap is not None:
            self._tap(self._clock(), Direction.RX, data)
        self._tell(self._session.received(data, _loop_ms()))
        self._advance()

    def _read(self) -> bytes:
        if self._port is None:
            return b""
        try:
            data = os.read(self._port.fileno(), READ_BYTES)
        except (BlockingIOError, InterruptedError):
            return b""
        except OSError:
            data = b""
        if not data:
            self._lose(f"{self._name} has vanished. Check the cable; it is opened again as soon as it is back.")
        return data

    def _advance(self) -> None:
        """Write what is due and set the timer to the session's next deadline."""
        if self._port is None or self._gone is None or self._gone.done():
            return
        now_ms = _loop_ms()
        self._tell(self._session.tick(now_ms))
        line = self._session.to_send(now_ms)
        if line:
            self._write(line)
        if self._session.phase is Phase.UP:
            self._backoff.reset()
        self._set_timer(now_ms)

    def _set_timer(self, now_ms: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        deadline_ms = self._session.next_deadline_ms()
        if deadline_ms is None:
            self._timer = None
            return
        wait_s = max(0, deadline_ms - now_ms) / 1000
        self._timer = asyncio.get_running_loop().call_later(wait_s, self._advance)

    def _write(self, line: bytes) -> None:
        if self._tap is not None:
            self._tap(self._clock(), Direction.TX, line)
        self._unsent += line
        if len(self._unsent) > MAX_UNSENT_BYTES:
            self._lose(f"{self._name} takes no more bytes. Unplug the tap board and plug it in again.")
            return
        self._flush()

    def _flush(self) -> None:
        if self._port is None:
            return
        fd, loop = self._port.fileno(), asyncio.get_running_loop()
        try:
            self._unsent = self._unsent[os.write(fd, self._unsent) :]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:
            self._lose(f"{self._name} has vanished. Check the cable; it is opened again as soon as it is back.")
            return
        if self._unsent:
            loop.add_writer(fd, self._flush)
        else:
            loop.remove_writer(fd)

    def _lose(self, why: str) -> None:
        if self._gone is not None and not self._gone.done():
            self._gone.set_result(why)

    def _tell(self, events: list[TableEvent]) -> None:
        for event in events:
            self._on_event(LinkEvent(self._clock(), event))


def _loop_ms() -> int:
    return int(asyncio.get_running_loop().time() * 1000)
