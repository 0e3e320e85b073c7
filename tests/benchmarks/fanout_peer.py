"""A server with many listeners, in a process of its own: ``python fanout_peer.py full|bare``.

``full`` serves the pages as the daemon does; ``bare`` is an asyncio server that writes ready bytes to every writer.
Each line on stdin is an order and each line on stdout its answer: first the port; ``push`` sends the next update and
answers when (in ns of the monotonic clock) it began; ``rss`` answers the bytes of memory in use.
"""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from table_daemon import event_loop
from tests.web import stories
from web_display.server import PageServer
from web_display.stream import state_frame

STATE = stories.playing().current()


class Pages:
    """The real server with the real streams, told of ready states."""

    def __init__(self, listener: socket.socket) -> None:
        self._table = stories.playing()
        self._server = PageServer(self._table.app(), host="127.0.0.1", port=listener.getsockname()[1])
        self._listener = listener

    async def serve(self) -> None:
        await self._server.serve(sockets=[self._listener])

    def push(self, version: int) -> int:
        state = replace(STATE, version=version)
        began_ns = time.perf_counter_ns()
        for listener in self._table.listeners:
            listener(state)
        return began_ns

    def told(self) -> int:
        """How many states a slow client never saw."""
        return int(self._server.config.app.state.streams.replaced)  # type: ignore[union-attr]  # our application

    def stop(self) -> None:
        self._server.should_exit = True


class Bare:
    """What the figures are measured by: nothing but asyncio and a loop over its writers."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._writers: set[asyncio.StreamWriter] = set()
        self._stopped = asyncio.Event()

    async def serve(self) -> None:
        server = await asyncio.start_server(self._met, sock=self._listener, backlog=2048)
        await self._stopped.wait()
        server.close()
        for writer in self._writers:
            writer.transport.abort()

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(state_frame(STATE))
        self._writers.add(writer)

    def push(self, version: int) -> int:
        frame = state_frame(replace(STATE, version=version))
        began_ns = time.perf_counter_ns()
        for writer in self._writers:
            writer.write(frame)
        return began_ns

    def told(self) -> int:
        return 0

    def stop(self) -> None:
        self._stopped.set()


def say(answer: int) -> None:
    sys.stdout.write(f"{answer}\n")
    sys.stdout.flush()


def resident_bytes() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def obey(make: Callable[[socket.socket], Pages | Bare]) -> None:
    """Serve, and follow the orders until their end."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    peer, version = make(listener), 1_000_000
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    serving = asyncio.create_task(peer.serve())
    say(listener.getsockname()[1])
    while order := (await orders.readline()).strip():
        match order:
            case b"push":
                version += 1
                say(peer.push(version))
            case b"rss":
                say(resident_bytes())
            case b"replaced":
                say(peer.told())
    peer.stop()
    await serving


if __name__ == "__main__":
    if sys.argv[1] == "full":
        event_loop.run(obey(Pages))
    else:
        asyncio.run(obey(Bare))
