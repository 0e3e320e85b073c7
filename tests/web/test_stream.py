from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
import uvloop

from table_daemon.views import to_json
from tests.web import stories
from tests.web.stories import Teller
from web_display import stream
from web_display.connection import offering
from web_display.stream import StreamEndpoint, Streams

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from starlette.types import Message

    from tests.web.service import MemoryTable

Run: TypeAlias = "Callable[[Coroutine[None, None, None]], None]"

SCOPE = {"type": "http", "method": "GET", "path": "/api/stream", "headers": []}
LOOPS = (asyncio.new_event_loop, uvloop.new_event_loop)
"""The plain loop, and the one the daemon runs on."""


class Reader:
    """A client of the endpoint, at the other end of a real socket; it takes messages only when it looks."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.taken = b""
        self.ended = False
        self.frozen = False

    def look(self) -> bytes:
        """Take all that has come; everything taken so far."""
        with suppress(BlockingIOError):
            while more := self.line.recv(1 << 20):
                self.taken += more
            self.ended = True
        return self.taken

    def states(self) -> list[dict[str, Any]]:
        """Every state received so far, in order."""
        _head, _, body = self.look().partition(b"\r\n\r\n")
        found = []
        for event in body.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in event.splitlines())
            if "data" in fields and "event" not in fields:
                state = json.loads(fields["data"])
                assert fields["id"] == str(state["version"])
                found.append(state)
        return found

    def versions(self) -> list[int]:
        return [state["version"] for state in self.states()]


class Running:
    """Streams of a table, fed, with helpers to open readers."""

    def __init__(self, table: MemoryTable) -> None:
        self.table = table
        self.streams = Streams(table, table.clock)
        self.endpoint = StreamEndpoint(self.streams)
        self.feeding = asyncio.create_task(self.streams.run())
        self.readers: list[Reader] = []
        self.answers: list[int] = []

    async def open(self, method: str = "GET") -> Reader:
        """Ask for the stream as a connection of the server does."""
        ours, theirs = socket.socketpair()
        for line in (ours, theirs):
            line.setblocking(False)  # noqa: FBT003 -- the library's own way
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        transport, _ = await asyncio.get_running_loop().create_connection(asyncio.Protocol, sock=ours)

        def hand_over(line: asyncio.Protocol) -> asyncio.Transport:
            transport.set_protocol(line)
            return transport

        await self.endpoint(offering(SCOPE | {"method": method}, hand_over), never, self.answer)
        if self.answers:
            transport.abort()
        self.readers.append(Reader(theirs))
        await self.turns()
        return self.readers[-1]

    async def turns(self, count: int = 40) -> None:
        """Let everything run as far as it gets, and every reader that is not frozen take what comes."""
        for _ in range(count):
            await asyncio.sleep(0)
            for reader in self.readers:
                if not reader.frozen and not reader.ended:
                    reader.look()

    async def answer(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.answers.append(message["status"])

    async def stop(self) -> None:
        self.feeding.cancel()
        await asyncio.wait([self.feeding], timeout=5)
        await self.turns()
        assert self.streams.clients == 0
        for reader in self.readers:
            reader.line.close()


async def never() -> Message:
    raise AssertionError("a stream has nothing to ask its client")


@pytest.fixture(params=LOOPS, ids=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    """Return what runs a scenario to its end on a loop of its own."""

    def on_loop(scenario: Coroutine[None, None, None]) -> None:
        with asyncio.Runner(loop_factory=request.param) as runner:
            runner.run(scenario)

    return on_loop


def test_the_first_message_is_the_whole_state(table: MemoryTable, run: Run) -> None:
    async def scenario() -> None:
        running = Running(table)
        reader = await running.open()
        assert reader.taken.startswith(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream")
        assert reader.states() == [to_json(table.current())]
        await running.stop()

    run(scenario())


def test_every_change_reaches_every_reader_in_order(table: MemoryTable, run: Run) -> None:
    async def scenario() -> None:
        running = Running(table)
        readers = [await running.open() for _ in range(3)]
        start = table.state.version
        for tile in ("9p", "1s", "7z"):
            Teller(table).discard(3, tile)
            await running.turns()
        for reader in readers:
            assert reader.versions() == sorted({start, *reader.versions()})
            assert reader.versions()[-1] == table.state.version
            assert len(reader.versions()) == 4
        await running.stop()

    run(scenario())


def test_a_frozen_reader_holds_nobody_up_and_wakes_to_the_newest_state(table: MemoryTable, run: Run) -> None:
    async def scenario() -> None:
        running = Running(table)
        frozen, lively = await running.open(), await running.open()
        frozen.frozen = True
        for turn in range(20):
            Teller(table).discard(3, f"{turn % 9 + 1}s")
            await running.turns()
        frozen.frozen = False
        await running.turns()
        assert len(lively.versions()) == 21
        assert frozen.versions()[-1] == table.state.version
        assert len(frozen.versions()) <= 8
        assert running.streams.replaced == 21 - len(frozen.versions())
        await running.stop()

    run(scenario())


def test_who_comes_back_gets_the_newest_state_at_once(table: MemoryTable, run: Run) -> None:
    async def scenario() -> None:
        running = Running(table)
        first = await running.open()
        first.line.close()
        first.ended = True
        await running.turns()
        assert running.streams.clients == 0
        Teller(table).discard(3, "9p")
        second = await running.open()
        assert second.versions() == [table.state.version]
        await running.stop()

    run(scenario())


def test_what_happens_in_one_turn_of_the_loop_is_sent_once(table: MemoryTable, run: Run) -> None:
    async def scenario() -> None:
        running = Running(table)
        reader = await running.open()
        start = table.state.version
        for tile in ("9p", "1s", "7z"):
            Teller(table).discard(3, tile)
        await running.turns()
        assert reader.versions() == [start, table.state.version]
        assert running.streams.replaced == 0
        await running.stop()

    run(scenario())


def test_a_heartbeat_tells_the_tables_own_time(table: MemoryTable, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0.0)

    async def scenario() -> None:
        running = Running(table)
        reader = await running.open()
        before = len(reader.taken)
        await running.turns()
        assert len(reader.taken) > before
        clock = table.clock.now().strftime("%H:%M")
        expected = f'event: beat\ndata: {{"clock": "{clock}", "version": {table.state.version}}}\n\n'
        assert reader.taken.decode().endswith(expected)
        await running.stop()

    run(scenario())


def test_a_reader_that_takes_nothing_is_dropped_in_the_end(
    table: MemoryTable, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "STALLED_BEATS", 3)
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0.0)

    async def scenario() -> None:
        running = Running(table)
        reader = await running.open()
        reader.frozen = True
        for tile in ("9p", "1s", "7z"):
            Teller(table).discard(3, tile)
            await running.turns()
        assert (running.streams.clients, running.streams.stalled) == (0, 1)
        await running.stop()

    run(scenario())


def test_no_more_than_the_bound_are_served(table: MemoryTable, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MAX_CLIENTS", 1)

    async def scenario() -> None:
        running = Running(table)
        await running.open()
        await running.open()
        assert running.answers == [503]
        await running.stop()

    run(scenario())


def test_asking_for_the_head_opens_no_stream(table: MemoryTable, run: Run) -> None:
    async def scenario() -> None:
        running = Running(table)
        await running.open("HEAD")
        assert (running.answers, running.streams.clients) == ([200], 0)
        await running.stop()

    run(scenario())


def test_a_server_that_hands_no_connection_over_is_told_so(table: MemoryTable, run: Run) -> None:
    async def scenario() -> None:
        running = Running(table)
        await running.endpoint(SCOPE, never, running.answer)
        assert (running.answers, running.streams.clients) == ([501], 0)
        await running.stop()

    run(scenario())


def test_who_left_before_the_connection_was_handed_over_is_not_counted(table: MemoryTable, run: Run) -> None:
    async def scenario() -> None:
        running = Running(table)
        await running.endpoint(offering(SCOPE, lambda _line: None), never, running.answer)
        assert (running.answers, running.streams.clients) == ([], 0)
        await running.stop()

    run(scenario())


def test_closing_ends_every_stream_properly(table: MemoryTable, run: Run) -> None:
    async def scenario() -> None:
        running = Running(table)
        readers = [await running.open() for _ in range(2)]
        running.streams.close()
        await running.turns()
        assert [reader.ended for reader in readers] == [True, True]
        assert running.streams.clients == 0
        await running.stop()

    run(scenario())


def test_new_health_is_pushed_without_a_new_version(run: Run) -> None:
    async def scenario() -> None:
        table = stories.playing()
        running = Running(table)
        reader = await running.open()
        table.health = type(table.health)()
        table.publish()
        await running.turns()
        first, second = reader.states()
        assert first["version"] == second["version"]
        assert (len(first["health"]["items"]), second["health"]["items"]) == (3, [])
        await running.stop()

    run(scenario())
