"""Server-sent events as one plain ASGI endpoint: each display gets the whole state whenever it changes.

Every client has room for one state and one heartbeat, and a newer one takes the place of an unsent older one. So
a frozen reader costs one slot, never memory and never anybody else's time, and whoever comes back late
gets the newest state at once: that is all there is to resuming, whatever ``Last-Event-ID`` says.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from table_daemon.views import to_json

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from table_daemon.views import PublicState
    from web_display.ports import Clock, StateSource

HEARTBEAT_S: Final = 1.0
"""The pages call data old after 3 s, so two heartbeats may be lost before they do."""
STALLED_BEATS: Final = 60
"""A client that takes nothing for this many heartbeats is dropped; it comes back by itself when it wakes."""
MAX_CLIENTS: Final = 1200
"""Far above a club's displays and phones; keeps strangers from using up the sockets."""

_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class _Client:
    """One open stream: the newest state and heartbeat not yet sent."""

    __slots__ = ("beat", "gone", "sending", "stalled_beats", "state", "task", "wake")

    def __init__(self, task: asyncio.Task[None] | None) -> None:
        self.task = task
        self.state: bytes | None = None
        self.beat: bytes | None = None
        self.wake = asyncio.Event()
        self.gone = False
        self.sending = False
        """Whether the server waits for the client to take what it was sent."""
        self.stalled_beats = 0

    def take(self) -> bytes:
        """Everything to send now, state first."""
        frame = (self.state or b"") + (self.beat or b"")
        self.state = self.beat = None
        self.wake.clear()
        return frame

    def end(self) -> None:
        """Close this stream as soon as it gets to run."""
        self.gone = True
        self.wake.set()


class Streams:
    """All open streams. ``run`` feeds them; without it clients get the state once and nothing more."""

    def __init__(self, states: StateSource, clock: Clock) -> None:
        self._states = states
        self._clock = clock
        self._clients: set[_Client] = set()
        self._newest: PublicState | None = None
        """The last state heard of, while the streams are fed."""
        self._frame: bytes | None = None
        """``_newest`` as sent; made once for all clients, and only when there are any."""
        self._flushing = False
        self.replaced = 0
        """States that a slow client never saw because a newer one took their place."""
        self.stalled = 0
        """Clients dropped because they took nothing for ``STALLED_BEATS``."""

    @property
    def clients(self) -> int:
        """How many streams are open."""
        return len(self._clients)

    async def run(self) -> None:
        """Listen for new states and send heartbeats until cancelled; one call only."""
        unsubscribe = self._states.subscribe(self._hear)
        self._newest = self._states.current()
        try:
            while True:
                await asyncio.sleep(HEARTBEAT_S)
                self._beat()
        finally:
            unsubscribe()
            self._newest = self._frame = None
            self.close()

    def close(self) -> None:
        """End every stream now, so that the server can stop."""
        for client in self._clients:
            client.end()

    async def serve(self, receive: Receive, send: Send) -> None:
        """Serve one client until it leaves, stalls or the server stops."""
        client = _Client(asyncio.current_task())
        client.state = b"retry: 1000\n" + self._newest_frame()
        client.beat = self._beat_frame()
        client.wake.set()
        self._clients.add(client)
        watcher = asyncio.create_task(_watch(client, receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await self._feed(client, send)
        finally:
            self._clients.discard(client)
            watcher.cancel()
            with suppress(asyncio.CancelledError):
                await watcher

    async def _feed(self, client: _Client, send: Send) -> None:
        """Send what there is whenever there is something. The loop that every display costs: keep it bare."""
        try:
            while True:
                await client.wake.wait()
                if client.gone:
                    break
                client.sending = True
                await send({"type": "http.response.body", "body": client.take(), "more_body": True})
                client.sending = False
                client.stalled_beats = 0
        except asyncio.CancelledError:
            if client.stalled_beats <= STALLED_BEATS or client.task is None:
                raise
            client.task.uncancel()
            return
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _hear(self, state: PublicState) -> None:
        """Take note of a new state; several in one turn of the loop are sent as one."""
        self._newest = state
        self._frame = None
        if self._clients and not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = False
        if not self._clients:
            return
        frame = self._newest_frame()
        for client in self._clients:
            self.replaced += client.state is not None
            client.state = frame
            client.wake.set()

    def _newest_frame(self) -> bytes:
        if self._newest is None:
            return state_frame(self._states.current())
        if self._frame is None:
            self._frame = state_frame(self._newest)
        return self._frame

    def _beat(self) -> None:
        frame = self._beat_frame()
        for client in self._clients:
            client.beat = frame
            client.wake.set()
            if client.sending:
                self._count_stalled(client)

    def _count_stalled(self, client: _Client) -> None:
        client.stalled_beats += 1
        if client.stalled_beats == STALLED_BEATS + 1 and client.task is not None:
            self.stalled += 1
            client.task.cancel()

    def _beat_frame(self) -> bytes:
        """The table's time and the newest version; also what keeps proxies from closing a quiet stream."""
        now = self._clock.now()
        state = self._states.current() if self._newest is None else self._newest
        data = {"clock": now.strftime("%H:%M"), "version": state.version}
        return b"event: beat\ndata: %s\n\n" % json.dumps(data).encode()


def state_frame(state: PublicState) -> bytes:
    """The whole state as one server-sent event; its id is the version."""
    data = json.dumps(to_json(state), ensure_ascii=False, separators=(",", ":"))
    return b"id: %d\ndata: %s\n\n" % (state.version, data.encode())


class StreamEndpoint:
    """The ASGI application at ``/api/stream``."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open a stream for a ``GET``; the route lets no other method through."""
        if scope["method"] == "HEAD" or self._streams.clients >= MAX_CLIENTS:
            status = 200 if scope["method"] == "HEAD" else 503
            await send({"type": "http.response.start", "status": status, "headers": _HEADERS})
            await send({"type": "http.response.body", "body": b""})
            return
        await self._streams.serve(receive, send)


async def _watch(client: _Client, receive: Receive) -> None:
    """Notice that the client left."""
    while (await receive())["type"] != "http.disconnect":
        pass
    client.end()
