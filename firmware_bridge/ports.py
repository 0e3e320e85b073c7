"""Opens a port, or says in one sentence why it can't be. The only module that imports pyserial.

A device's path or pattern, a ``socket://`` address, or one of pyserial's URLs whose port has a descriptor of its own
(``hwgrep://``, ``spy://``). ``rfc2217://`` is refused: pyserial reads it with a thread and blocks while it negotiates;
a server that speaks it also serves plain bytes, which is ``socket://``.
"""

import asyncio
import errno
import fcntl
import grp
import os
import socket
import termios
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import serial

from firmware_bridge.errors import (
    LinkError,
    PortBusyError,
    PortMissingError,
    PortOpenTwiceError,
    PortPermissionError,
    PortUnusableError,
)
from firmware_bridge.holders import holders_of
from firmware_bridge.port_names import device_of, is_url, plugged_in

BAUD = 115_200
"""Ignored by USB and a PTY; what a UART adapter to a maker's own board would use."""
CONNECT_WITHIN_S = 3.0
"""A server in the house answers in milliseconds; one that is off is asked again."""
_GONE = {errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ENETUNREACH}
_HELD = {errno.EAGAIN, errno.EBUSY}
_FORBIDDEN = {errno.EACCES, errno.EPERM}
_PSEUDO_TERMINALS = "/dev/pts/"
_SOCKET = "socket"
_NOT_WAITED_ON = {
    "rfc2217": "pyserial serves rfc2217:// with a thread of its own; let the server pass plain bytes (raw) and give "
    "its address as socket://",
    "loop": "the event loop cannot wait on loop://, which leads nowhere",
}


class Port(Protocol):
    """What the link uses of an open port."""

    def fileno(self) -> int:
        """Return the descriptor the event loop waits on."""
        ...

    def close(self) -> None:
        """Release the port."""
        ...


async def connect_port(name: str, *, baud: int = BAUD) -> Port:
    """Open any port without keeping the event loop waiting. Raises LinkError, with the cure.

    Only a host's name (not its number) is looked up in a thread, as the system offers no other way.
    """
    if not name.startswith(f"{_SOCKET}://"):
        return open_port(name, baud=baud)
    loop = asyncio.get_running_loop()
    host, port = _address(name)
    try:
        async with asyncio.timeout(CONNECT_WITHIN_S):
            family, kind, protocol, _, address = (
                await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=_lookup_flags(host))
            )[0]
            return await _connected(loop, socket.socket(family, kind, protocol), address)
    except TimeoutError as error:
        raise PortMissingError(name) from error
    except OSError as error:
        raise _explained(name, error) from error


async def _connected(loop: asyncio.AbstractEventLoop, made: socket.socket, address: tuple[object, ...]) -> Port:
    try:
        made.settimeout(0)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        await loop.sock_connect(made, address)
    except BaseException:
        made.close()
        raise
    return made


def open_port(name: str, *, baud: int = BAUD) -> Port:
    """Open a device's path, a pattern, or a pyserial URL that opens at once, for this program alone.

    Raises one of the LinkErrors, each with its cure.
    """
    scheme = urlsplit(name).scheme if is_url(name) else ""
    if scheme in _NOT_WAITED_ON:
        raise PortUnusableError(name, _NOT_WAITED_ON[scheme])
    device = name if scheme else device_of(name)
    try:
        port: Port = serial.serial_for_url(device, baudrate=baud, timeout=0, exclusive=True)
    except (OSError, ValueError) as error:
        raise _explained(device, error) from error
    try:
        os.set_blocking(port.fileno(), False)
        _tell_nothing_from_gone(port)
        if not scheme:
            _claim(device, port)
    except (OSError, AttributeError, termios.error) as error:
        port.close()
        raise PortUnusableError(name, "the event loop cannot wait on it") from error
    except LinkError:
        port.close()
        raise
    return port


def _tell_nothing_from_gone(port: Port) -> None:
    """Let a read without data fail instead of returning nothing, which is what a vanished port returns."""
    fd = port.fileno()
    attributes = termios.tcgetattr(fd)
    attributes[6][termios.VMIN] = 1
    termios.tcsetattr(fd, termios.TCSANOW, attributes)


def _claim(device: str, port: Port) -> None:
    """Keep out programs that do not heed a file lock, and notice one that has the port open already.

    Not on a pseudo-terminal: its far end keeps it open, so that the mark would outlive us.
    """
    if os.path.realpath(device).startswith(_PSEUDO_TERMINALS):
        return
    fcntl.ioctl(port.fileno(), termios.TIOCEXCL)
    others = [holder for holder in holders_of(device) if holder.pid != os.getpid()]
    if others:
        raise PortBusyError(device, [str(holder) for holder in others])


def _explained(name: str, error: OSError | ValueError) -> LinkError:
    code = _code_of(error)
    if code in _GONE:
        return PortMissingError(name, () if is_url(name) else plugged_in())
    if code in _FORBIDDEN:
        return PortPermissionError(name, group_of(name))
    if code in _HELD:
        return _held(name)
    if code == errno.ENOTTY:
        return PortUnusableError(name, "it is no serial device")
    return PortUnusableError(name, str(error) if code is None else os.strerror(code).lower())


def _held(name: str) -> LinkError:
    holders = holders_of(name)
    others = [str(holder) for holder in holders if holder.pid != os.getpid()]
    # The far end of a pseudo-terminal is no rival, but it cannot be told from one; a lock of our own can.
    if holders and not others:
        return PortOpenTwiceError(name)
    return PortBusyError(name, others)


def group_of(device: str) -> str:
    """Return the group whose members may open ``device``; the usual one where that cannot be told."""
    try:
        name = grp.getgrgid(Path(device).stat().st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"
    return "dialout" if name == "root" else name


def _code_of(error: OSError | ValueError) -> int | None:
    """Return the system's error number; pyserial keeps some only in the error beneath its own."""
    code = getattr(error, "errno", None)
    if code is None and isinstance(error.__context__, (OSError, termios.error)) and error.__context__.args:
        code = error.__context__.args[0]
    return code if isinstance(code, int) else None


def _address(name: str) -> tuple[str, int]:
    parts = urlsplit(name)
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise PortUnusableError(name, "a socket's address is socket://HOST:PORT")
    return host, port


def _lookup_flags(host: str) -> int:
    numeric = host.replace(".", "").isdigit() or ":" in host
    return socket.AI_NUMERICHOST if numeric else 0
