"""The link on ports that behave badly or are no device files: full, slow, over a socket."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from firmware_bridge.codec import decode_from_host
from firmware_bridge.device_session import DeviceSession
from firmware_bridge.emulator import PtyServer
from firmware_bridge.framing import MAX_BODY_TO_DEVICE, LineDecoder
from firmware_bridge.link import Link
from firmware_bridge.messages import AskSnapshot, LinkEvent, LinkLost, LinkUp, Snapshot, TableEvent
from firmware_bridge.port_io import MAX_UNSENT_BYTES
from tests.firmware_bridge.joined import IDENTITY, STANDING

PATIENCE_S = 8.0
FILL_BYTES = 1 << 20
"""Far more than any terminal takes unread."""


class Listening:
    """A running link and what it tells; ``heard_one`` wakes the test."""

    def __init__(self, port: str) -> None:
        self.events: list[TableEvent] = []
        self.sent = asyncio.Event()
        self._heard = asyncio.Event()
        self.link = Link(port, version="test", clock=lambda: 5, on_event=self._hear, tap=lambda *_: self.sent.set())

    def _hear(self, heard: LinkEvent) -> None:
        self.events.append(heard.event)
        self._heard.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                self._heard.clear()
                await self._heard.wait()


@contextlib.asynccontextmanager
async def listening(port: str) -> AsyncIterator[Listening]:
    made = Listening(port)
    running = asyncio.ensure_future(made.link.run())
    try:
        async with asyncio.timeout(PATIENCE_S):
            await made.sent.wait()  # the greeting is out: the port is open
        yield made
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def test_a_port_that_takes_nothing_is_given_up() -> None:
    async def play() -> None:
        server = PtyServer()
        server.plug()
        async with listening(server.path) as made:
            io = made.link._io
            assert io is not None
            for _ in range(FILL_BYTES // 512):
                io.write(b"x" * 512)
                if io.gone.done():
                    break
            assert "takes no more bytes" in await io.gone
            assert len(io._unsent) <= MAX_UNSENT_BYTES + 512
        server.unplug()

    asyncio.run(play())


def test_what_a_full_port_did_not_take_follows_when_there_is_room() -> None:
    async def play() -> None:
        server = PtyServer()
        server.plug()
        async with listening(server.path) as made:
            io = made.link._io
            assert io is not None
            written = 0
            while not io._unsent:
                io.write(b"%08d\n" % written)
                written += 1
            got = b""
            async with asyncio.timeout(PATIENCE_S):
                while b"%08d\n" % (written - 1) not in got:
                    got += server.read()
                    await asyncio.sleep(0)
            numbers = [int(line) for line in got.splitlines() if line.isdigit()]
            assert numbers == list(range(written))
        server.unplug()

    asyncio.run(play())


def test_a_board_behind_a_socket() -> None:
    async def board(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        device = DeviceSession(IDENTITY, lambda: STANDING)
        decoder, asked = LineDecoder(max_body=MAX_BODY_TO_DEVICE), set[type]()
        while AskSnapshot not in asked:
            data = await reader.read(512)
            device.received(data, ms=0)
            asked |= {type(decode_from_host(body).command) for body in decoder.feed(data)}
            while (line := device.next_line()) is not None:
                writer.write(line)
        await writer.drain()
        writer.close()

    async def play() -> None:
        server = await asyncio.start_server(board, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()
        async with server, listening(f"socket://{host}:{port}") as made:
            await made.until(lambda: LinkLost() in made.events)
            assert made.events[:3] == [LinkUp(), STANDING, LinkLost()]

    asyncio.run(play())


def test_the_end_of_run_tells_the_loss(tmp_path: Path) -> None:
    async def play() -> list[TableEvent]:
        server = PtyServer(link_path=tmp_path / "board")
        server.plug()
        device = DeviceSession(IDENTITY, lambda: STANDING)
        async with listening(server.path) as made:
            async with asyncio.timeout(PATIENCE_S):
                while not any(isinstance(event, Snapshot) for event in made.events):
                    device.received(server.read(), ms=0)
                    while (line := device.next_line()) is not None:
                        server.write(line)
                    await asyncio.sleep(0)
        server.unplug()
        return made.events

    assert asyncio.run(play()) == [LinkUp(), STANDING, LinkLost()]
