from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from table_daemon.views import to_json
from tests.web import stories
from tests.web.stories import Teller
from web_display import stream
from web_display.stream import StreamEndpoint, Streams

if TYPE_CHECKING:
    from starlette.types import Message

    from tests.web.service import MemoryTable

SCOPE = {"type": "http", "method": "GET", "path": "/api/stream", "headers": []}


class Reader:
    """A client of the endpoint that takes messages only while it is not frozen."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.status = 0
        self.ended = False
        self.flowing = asyncio.Event()
        self.flowing.set()
        self.left = asyncio.Event()

    async def receive(self) -> Message:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        await self.flowing.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.frames.append(message["body"])
            self.ended = not message.get("more_body", False)

    def states(self) -> list[dict[str, Any]]:
        """Every state received so far, in order."""
        found = []
        for event in b"".join(self.frames).decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in event.splitlines())
            if "data" in fields and "event" not in fields:
                state = json.loads(fields["data"])
                assert fields["id"] == str(state["version"])
                found.append(state)
        return found

    def versions(self) -> list[int]:
        return [state["version"] for state in self.states()]


async def turns(count: int = 20) -> None:
    """Let every task run as far as it gets."""
    for _ in range(count):
        await asyncio.sleep(0)


class Running:
    """Streams of a table, fed, with helpers to open readers."""

    def __init__(self, table: MemoryTable) -> None:
        self.table = table
        self.streams = Streams(table, table.clock)
        self.endpoint = StreamEndpoint(self.streams)
        self.feeding = asyncio.create_task(self.streams.run())
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> Reader:
        reader = Reader()
        self.tasks.append(asyncio.create_task(self.endpoint(SCOPE, reader.receive, reader.send)))
        await turns()
        return reader

    async def stop(self) -> None:
        self.feeding.cancel()
        await asyncio.wait([self.feeding, *self.tasks], timeout=5)
        assert all(task.done() for task in self.tasks)


def test_the_first_message_is_the_whole_state(table: MemoryTable) -> None:
    async def scenario() -> None:
        running = Running(table)
        reader = await running.open()
        assert reader.status == 200
        assert reader.states() == [to_json(table.current())]
        await running.stop()

    asyncio.run(scenario())


def test_every_change_reaches_every_reader_in_order(table: MemoryTable) -> None:
    async def scenario() -> None:
        running = Running(table)
        readers = [await running.open() for _ in range(3)]
        start = table.state.version
        for tile in ("9p", "1s", "7z"):
            Teller(table).discard(3, tile)
            await turns()
        for reader in readers:
            assert reader.versions() == sorted({start, *reader.versions()})
            assert reader.versions()[-1] == table.state.version
            assert len(reader.versions()) == 4
        await running.stop()

    asyncio.run(scenario())


def test_a_frozen_reader_holds_nobody_up_and_wakes_to_the_newest_state(table: MemoryTable) -> None:
    async def scenario() -> None:
        running = Running(table)
        frozen, lively = await running.open(), await running.open()
        frozen.flowing.clear()
        for tile in ("9p", "1s", "7z", "9s", "6z"):
            Teller(table).discard(3, tile)
            await turns()
        assert len(lively.versions()) == 6
        assert len(frozen.versions()) == 1
        frozen.flowing.set()
        await turns()
        assert frozen.versions()[-1] == table.state.version
        assert len(frozen.versions()) <= 3
        assert running.streams.replaced == 3
        await running.stop()

    asyncio.run(scenario())


def test_who_comes_back_gets_the_newest_state_at_once(table: MemoryTable) -> None:
    async def scenario() -> None:
        running = Running(table)
        first = await running.open()
        first.left.set()
        await turns()
        assert running.streams.clients == 0
        Teller(table).discard(3, "9p")
        second = await running.open()
        assert second.versions() == [table.state.version]
        await running.stop()

    asyncio.run(scenario())


def test_what_happens_in_one_turn_of_the_loop_is_sent_once(table: MemoryTable) -> None:
    async def scenario() -> None:
        running = Running(table)
        reader = await running.open()
        start = table.state.version
        for tile in ("9p", "1s", "7z"):
            Teller(table).discard(3, tile)
        await turns()
        assert reader.versions() == [start, table.state.version]
        assert running.streams.replaced == 0
        await running.stop()

    asyncio.run(scenario())


def test_a_heartbeat_tells_the_tables_own_time(table: MemoryTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0.0)

    async def scenario() -> None:
        running = Running(table)
        reader = await running.open()
        before = len(reader.frames)
        await turns()
        assert len(reader.frames) > before
        clock = table.clock.now().strftime("%H:%M")
        expected = f'event: beat\ndata: {{"clock": "{clock}", "version": {table.state.version}}}\n\n'
        assert reader.frames[-1].decode() == expected
        await running.stop()

    asyncio.run(scenario())


def test_a_reader_that_takes_nothing_is_dropped_in_the_end(table: MemoryTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "STALLED_BEATS", 3)
    monkeypatch.setattr(stream, "HEARTBEAT_S", 0.0)

    async def scenario() -> None:
        running = Running(table)
        reader = await running.open()
        reader.flowing.clear()
        Teller(table).discard(3, "9p")
        await asyncio.wait(running.tasks, timeout=5)
        assert (running.streams.clients, running.streams.stalled) == (0, 1)
        await running.stop()

    asyncio.run(scenario())


def test_no_more_than_the_bound_are_served(table: MemoryTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MAX_CLIENTS", 1)

    async def scenario() -> None:
        running = Running(table)
        await running.open()
        assert (await running.open()).status == 503
        await running.stop()

    asyncio.run(scenario())


def test_closing_ends_every_stream_properly(table: MemoryTable) -> None:
    async def scenario() -> None:
        running = Running(table)
        readers = [await running.open() for _ in range(2)]
        running.streams.close()
        await turns()
        assert [reader.ended for reader in readers] == [True, True]
        assert running.streams.clients == 0
        await running.stop()

    asyncio.run(scenario())


def test_new_health_is_pushed_without_a_new_version() -> None:
    async def scenario() -> None:
        table = stories.playing()
        running = Running(table)
        reader = await running.open()
        table.health = type(table.health)()
        table.publish()
        await turns()
        first, second = reader.states()
        assert first["version"] == second["version"]
        assert (len(first["health"]["items"]), second["health"]["items"]) == (3, [])
        await running.stop()

    asyncio.run(scenario())
