"""A picture source's end of the socket: offers pictures, learns when they were dealt with.

Plain blocking code without threads, for a program that has a loop of its own.

One client at a time; a new one takes an old one's place and is given the newest picture first.
"""

import contextlib
import select
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from vision.camera.wire import LARGEST_JPEG, LONGEST_LINE, Header, SocketAddress, WireError, parse_consumed
from vision.errors import CameraUnavailableError

_SEND_TIMEOUT_S = 5.0
"""A client that takes no bytes for so long is dropped."""


@dataclass(frozen=True, slots=True)
class _Offer:
    header: Header
    jpeg: bytes


class PictureServer:
    """Listens and hands pictures to whoever connects.

    At most one picture is on its way: while a client has not dealt with one, only the newest of the later ones is kept.
    """

    def __init__(self, address: SocketAddress, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._address = address
        self._monotonic = monotonic
        self._listener = _listen(address)
        self._client: socket.socket | None = None
        self._received = b""
        self._sent: _Offer | None = None
        self._newest: _Offer | None = None
        self._consumed = -1

    @property
    def port(self) -> int:
        """Return the TCP port listened on, 0 for a Unix socket."""
        return 0 if self._address.path is not None else int(self._listener.getsockname()[1])

    @property
    def connected(self) -> bool:
        """Tell whether a client is connected."""
        return self._client is not None

    def send(self, jpeg: bytes, *, image_id: int, t_ms: int, link_seq: int | None = None) -> bool:
        """Offer a picture; return whether it went out now. Otherwise it waits, unless a newer one takes its place.

        Numbers must grow. Raises ValueError for an empty or too large picture.
        """
        if not 0 < len(jpeg) <= LARGEST_JPEG:
            raise ValueError(f"a picture of {len(jpeg)} bytes; 1 to {LARGEST_JPEG} are allowed")
        self._newest = _Offer(Header(image_id, t_ms, len(jpeg), link_seq), jpeg)
        self.poll()
        return self._sent is self._newest

    def poll(self, timeout_s: float = 0.0) -> None:
        """Serve whoever connects or answers within ``timeout_s``, and send what waits."""
        watched = [self._listener] if self._client is None else [self._listener, self._client]
        ready, _, _ = select.select(watched, [], [], timeout_s)
        if self._listener in ready:
            self._welcome()
        elif ready:
            self._hear()
        self._push()

    def wait_for_client(self, timeout_s: float) -> bool:
        """Wait until a client is connected; return whether one is."""
        return self._until(lambda: self._client is not None, timeout_s)

    def wait_consumed(self, image_id: int, timeout_s: float) -> bool:
        """Wait until a client has dealt with this picture or a later one; return whether it has."""
        return self._until(lambda: self._consumed >= image_id, timeout_s)

    def close(self) -> None:
        """Stop listening and disconnect; may be called twice."""
        self._lose_client()
        self._listener.close()
        if self._address.path is not None:
            self._address.path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _until(self, done: Callable[[], bool], timeout_s: float) -> bool:
        end = self._monotonic() + timeout_s
        self.poll()
        while not done():
            left_s = end - self._monotonic()
            if left_s <= 0:
                return False
            self.poll(left_s)
        return True

    def _welcome(self) -> None:
        with contextlib.suppress(OSError):
            client, _ = self._listener.accept()
            self._lose_client()
            client.settimeout(_SEND_TIMEOUT_S)
            self._client = client

    def _lose_client(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client, self._received, self._sent = None, b"", None

    def _hear(self) -> None:
        if self._client is None:
            return
        try:
            data = self._client.recv(4096)
            self._received += data
            while b"\n" in self._received:
                line, _, self._received = self._received.partition(b"\n")
                self._consumed = max(self._consumed, parse_consumed(line))
        except (OSError, WireError):
            data = b""
        if not data or len(self._received) > LONGEST_LINE:
            self._lose_client()

    def _push(self) -> None:
        """Send the newest picture if none is on its way and it has not been dealt with."""
        offer = self._newest
        if self._client is None or offer is None or offer.header.image_id <= self._consumed or offer is self._sent:
            return
        if self._sent is not None and self._sent.header.image_id > self._consumed:
            return
        try:
            self._client.sendall(offer.header.to_line() + offer.jpeg)
        except OSError:
            self._lose_client()
        else:
            self._sent = offer


def _listen(address: SocketAddress) -> socket.socket:
    """Return a listening socket.

    Raises CameraUnavailableError when the address is taken or cannot be used.
    """
    try:
        if address.path is None:
            return socket.create_server((address.host, address.port), backlog=4)
        if address.path.is_socket():  # left by a run that was killed
            address.path.unlink()
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listener.bind(str(address.path))
            listener.listen(4)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise CameraUnavailableError(
            f"pictures cannot be offered at {address} ({error.strerror or error}); choose another address"
        ) from error
    return listener
