"""A camera that is another program: pictures come over a local socket. Not that program's end, which is ``server``."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from vision.camera.base import CameraImage
from vision.camera.wire import LONGEST_LINE, Header, SocketAddress, WireError, consumed_line, parse_header
from vision.errors import CameraUnavailableError, UnreadableImageError
from vision.pictures import decode

_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 2.0
"""Reconnecting starts at once and slows down to this."""

Sleep = Callable[[float], Awaitable[None]]


class SocketCamera:
    """Connects to a picture source and connects again whenever it is lost."""

    def __init__(self, address: SocketAddress, *, patience_s: float = 10.0, sleep: Sleep = asyncio.sleep) -> None:
        self._address = address
        self._patience_s = patience_s
        self._sleep = sleep
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.problem: str | None = None
        """Why the last picture or connection was lost, for the health page; None while all is well."""

    @property
    def connected(self) -> bool:
        """Tell whether a source is connected now."""
        return self._streams is not None

    async def next_image(self) -> CameraImage:
        """Wait for the next picture, connecting first if need be; spoiled pictures are acknowledged and passed over.

        Raises UnreadableImageError for one of those; asking again waits for the next. Raises CameraUnavailableError
        when no source could be reached for ``patience_s``; asking again tries again.
        """
        while True:
            reader, _ = self._streams or await self._connect()
            try:
                header, jpeg = await _receive(reader)
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError, WireError) as error:
                await self._drop(f"the picture source at {self._address} was lost: {_reason(error)}")
                continue
            try:
                pixels = await asyncio.to_thread(decode, jpeg)
            except UnreadableImageError as error:
                self.problem = f"picture {header.image_id} from {self._address} {error}"
                await self._answer(header.image_id)
                raise UnreadableImageError(self.problem) from error
            self.problem = None
            return CameraImage(header.image_id, header.t_ms, pixels, header.link_seq)

    async def consumed(self, image: CameraImage) -> None:
        """Tell the source that a picture has been dealt with; if it is gone, nothing is lost."""
        await self._answer(image.image_id)

    async def close(self) -> None:
        """Disconnect."""
        await self._drop(None)

    async def _answer(self, image_id: int) -> None:
        if self._streams is None:
            return
        _, writer = self._streams
        try:
            writer.write(consumed_line(image_id))
            await writer.drain()
        except OSError as error:
            await self._drop(f"the picture source at {self._address} was lost: {_reason(error)}")

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        pause_s, waited_s = _FIRST_PAUSE_S, 0.0
        while True:
            try:
                self._streams = await self._open()
            except OSError as error:
                self.problem = (
                    f"no picture source at {self._address} ({_reason(error)}); start it or correct the address"
                )
            else:
                return self._streams
            if waited_s >= self._patience_s:
                raise CameraUnavailableError(self.problem)
            await self._sleep(pause_s)
            waited_s += pause_s
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._address.path is not None:
            return await asyncio.open_unix_connection(self._address.path, limit=2**18)
        return await asyncio.open_connection(self._address.host, self._address.port, limit=2**18)

    async def _drop(self, problem: str | None) -> None:
        self.problem = problem or self.problem
        if self._streams is None:
            return
        _, writer = self._streams
        self._streams = None
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def _receive(reader: asyncio.StreamReader) -> tuple[Header, bytes]:
    line = await reader.readuntil(b"\n")
    if len(line) > LONGEST_LINE:
        raise WireError(f"a header of {len(line)} bytes; {LONGEST_LINE} are allowed")
    header = parse_header(line)
    return header, await reader.readexactly(header.size)


def _reason(error: Exception) -> str:
    match error:
        case asyncio.IncompleteReadError():
            return "it closed the connection"
        case OSError(strerror=str(text)):
            return text
        case _:
            return str(error) or type(error).__name__
