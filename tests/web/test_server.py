"""The pages over real sockets: streams to many clients, some of them frozen, and a server that stops at once."""

from __future__ import annotations

import json
import socket
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from tests.web import stories
from tests.web.running import RunningPages
from tests.web.stories import Teller

if TYPE_CHECKING:
    from collections.abc import Iterator

WAIT_S = 10.0


@dataclass(slots=True)
class Subscriber:
    """A raw client of the stream."""

    pages: RunningPages
    line: socket.socket = field(init=False)
    buffer: bytes = b""

    def __post_init__(self) -> None:
        self.line = socket.create_connection(("127.0.0.1", self.pages.port), timeout=WAIT_S)
        self.line.sendall(b"GET /api/stream HTTP/1.1\r\nHost: table.local\r\nLast-Event-ID: 3\r\n\r\n")

    def until(self, version: int) -> dict[str, Any]:
        """Read on until the state of ``version`` arrives."""
        for state in self._states():
            if state["version"] >= version:
                return state
        raise AssertionError(f"the stream ended before version {version}")

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


def test_a_client_that_comes_and_goes_a_hundred_times_leaves_nothing(pages: RunningPages) -> None:
    for _ in range(100):
        Subscriber(pages).close()
    keeper = Subscriber(pages)
    assert keeper.until(pages.table.state.version)["phase"] == "playing"
    streams = pages.server.config.app.state.streams  # type: ignore[union-attr]  # it is our application
    deadline = time.monotonic() + WAIT_S
    while streams.clients > 1:
        assert time.monotonic() < deadline
        pages.do(lambda: None)
    keeper.close()


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
