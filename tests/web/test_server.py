"""The pages over real sockets: streams to many clients, some of them frozen, and a server that stops at once."""

from __future__ import annotations

import json
import socket
import struct
import time
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web import stories
from tests.web.running import RunningPages
from tests.web.stories import Teller

if TYPE_CHECKING:
    from collections.abc import Iterator

WAIT_S = 10.0
ASK = b"GET /api/stream HTTP/1.1\r\nHost: table.local\r\nLast-Event-ID: 3\r\n\r\n"


@dataclass(slots=True)
class Subscriber:
    """A raw client of the stream."""

    pages: RunningPages
    ask: bytes = ASK
    line: socket.socket = field(init=False)
    buffer: bytes = b""

    def __post_init__(self) -> None:
        self.line = socket.create_connection(("127.0.0.1", self.pages.port), timeout=WAIT_S)
        self.line.sendall(self.ask)

    def until(self, version: int) -> dict[str, Any]:
        """Read on until the state of ``version`` arrives."""
        for state in self._states():
            if state["version"] >= version:
                return state
        raise AssertionError(f"the stream ended before version {version}")

    def versions(self, last: int) -> Iterator[int]:
        """Read on to the state ``last``; the version of each state that comes."""
        for state in self._states():
            yield state["version"]
            if state["version"] >= last:
                return

    def _states(self) -> Iterator[dict[str, Any]]:
        while True:
            while b"\n\n" not in self.buffer:
                more = self.line.recv(65536)
                if not more:
                    return
                self.buffer += more
            event, _, self.buffer = self.buffer.partition(b"\n\n")
            lines = event.splitlines()
            if any(line.startswith(b"id: ") for line in lines):
                yield json.loads(next(line for line in lines if line.startswith(b"data: "))[6:])

    def close(self) -> None:
        self.line.close()


@pytest.fixture
def pages() -> Iterator[RunningPages]:
    with RunningPages(stories.playing()) as running:
        yield running


def test_fifty_clients_ten_of_them_frozen_all_others_get_every_push(pages: RunningPages) -> None:
    start = pages.table.state.version
    clients = [Subscriber(pages) for _ in range(50)]
    frozen, lively = clients[:10], clients[10:]
    for client in lively:
        client.until(start)
    for turn in range(30):
        tile = f"{turn % 9 + 1}s"
        pages.do(partial(Teller(pages.table).discard, turn % 4, tile))
        if turn % 10 == 5:
            lively.pop().close()
            lively.append(Subscriber(pages))
    final = pages.table.state.version
    for client in lively:
        assert client.until(final)["version"] == final
    for client in (*lively, *frozen):
        client.close()


def left_with(pages: RunningPages, *, clients: int, files: int) -> None:
    """Wait until only so many streams and files are open."""
    streams = pages.server.config.app.state.streams  # type: ignore[union-attr]  # it is our application
    deadline = time.monotonic() + WAIT_S
    while streams.clients > clients or open_files() > files:
        assert time.monotonic() < deadline, f"{streams.clients} streams and {open_files()} files are open"
        pages.do(lambda: None)


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def rudely(line: socket.socket) -> None:
    """Close with a reset, as a phone does that goes out of range and comes back."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def test_a_thousand_connects_and_drops_leave_nothing(pages: RunningPages) -> None:
    before = pages.table.state
    keeper = Subscriber(pages)
    keeper.until(before.version)
    files = open_files()
    for wave in range(10):
        clients = [Subscriber(pages) for _ in range(80)]
        mute = [socket.create_connection(("127.0.0.1", pages.port), timeout=WAIT_S) for _ in range(20)]
        for line in mute[:10]:
            line.sendall(b"GET /api/stream HTTP/1.1\r\nHost: tab")
        for client in clients[:: wave + 1]:
            client.until(before.version)
        for client in clients[:40]:
            rudely(client.line)
        for line in (*mute, *(client.line for client in clients[40:])):
            line.close()
    left_with(pages, clients=1, files=files)
    pages.do(partial(Teller(pages.table).discard, 3, "9p"))
    assert keeper.until(pages.table.state.version)["version"] == before.version + 1
    keeper.close()
    left_with(pages, clients=0, files=files - 2)


@pytest.mark.parametrize("chunked", [True, False], ids=["chunked", "with its length"])
def test_a_client_that_sends_too_much_is_told_so_and_not_reset(pages: RunningPages, *, chunked: bool) -> None:
    parts = [b"x" * 16_384] * 24
    size = b"transfer-encoding: chunked" if chunked else b"content-length: %d" % sum(map(len, parts))
    head = b"POST /api/intents HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n" + size
    with socket.create_connection(("127.0.0.1", pages.port), timeout=WAIT_S) as line:
        line.sendall(head + b"\r\n\r\n")
        for part in parts:
            line.sendall(b"%x\r\n%b\r\n" % (len(part), part) if chunked else part)
        if chunked:
            line.sendall(b"0\r\n\r\n")
        told = b""
        while more := line.recv(65_536):
            told += more
    assert told.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in told.lower()
    assert json.loads(told.partition(b"\r\n\r\n")[2])["error_en"].startswith("the body is larger than")


def test_a_stream_may_follow_another_answer_on_the_same_connection(pages: RunningPages) -> None:
    client = Subscriber(pages, ask=b"")
    client.line.sendall(b"GET /healthz HTTP/1.1\r\nHost: table.local\r\n\r\n")
    while b'"version"' not in client.buffer:
        client.buffer += client.line.recv(65536)
    client.buffer = b""
    client.line.sendall(ASK)
    assert client.until(pages.table.state.version)["phase"] == "playing"
    client.close()


def test_a_reader_that_wakes_is_not_shown_an_old_evening_first(pages: RunningPages) -> None:
    sleeper = Subscriber(pages)
    state = pages.table.current()
    last = state.version + 1000

    def push(version: int) -> None:
        for listener in pages.table.listeners:
            listener(replace(state, version=version))

    for version in range(state.version + 1, last + 1):
        pages.do(partial(push, version))
    seen = list(sleeper.versions(last))
    assert seen[-1] == last
    assert len(seen) < 200
    sleeper.close()


def test_the_server_stops_at_once_although_streams_are_open() -> None:
    running = RunningPages(stories.playing())
    with running:
        clients = [Subscriber(running) for _ in range(5)]
        for client in clients:
            client.until(1)
        began = time.monotonic()
    assert time.monotonic() - began < 2.0
    for client in clients:
        client.close()
