"""Server-sent events: each display gets the whole state whenever it changes.

A state is encoded once, and the same bytes are written straight to the socket of every client. A client that does
not take them keeps the newest state and heartbeat waiting, a newer one in the place of the older. So a frozen reader
costs one slot, never memory and never anybody else's time, and whoever comes back late gets the newest state at once:
that is all there is to resuming, whatever ``Last-Event-ID`` says.
"""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from table_daemon.views import json_text
from web_display.connection import hand_over_of

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from table_daemon.views import PublicState
    from web_display.connection import HandOver
    from web_display.ports import Clock, StateSource

HEARTBEAT_S: Final = 1.0
"""The pages call data old after 3 s, so two heartbeats may be lost before they do."""
STALLED_BEATS: Final = 60
"""A client that takes nothing for this many heartbeats is dropped; it comes back by itself when it wakes."""
MAX_CLIENTS: Final = 1200
"""Far above a club's displays and phones; keeps strangers from using up the sockets."""
UNSENT_BYTES: Final = 16 * 1024
"""What the system may hold of a stream that the network does not take yet: two or three states, not megabytes."""

_HEADERS: Final = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
)
_HEAD: Final = b"\r\n".join(
    (b"HTTP/1.1 200 OK", *(name + b": " + value for name, value in _HEADERS), b"connection: close", b"", b"")
)
"""The answer's head. Its body ends with the connection, so that frames need no framing of their own."""


class Line(asyncio.Protocol):
    """One open stream: the client's socket, and what it did not take yet."""

    __slots__ = ("_beat", "_lines", "_state", "_transport", "behind", "stalled_beats", "write")

    def __init__(self, lines: set[Line]) -> None:
        self._lines = lines
        self._state: bytes | None = None
        self._beat: bytes | None = None
        self.behind = False
        """Whether the client has yet to take what was written."""
        self.stalled_beats = 0

    def begin(self, transport: asyncio.Transport, first: bytes) -> None:
        """Write ``first`` and belong to the open lines until the client leaves."""
        self._transport = transport
        self.write = transport.write
        _hold_little(transport)
        self.behind = transport.get_write_buffer_size() > 0
        transport.set_write_buffer_limits(high=0)
        self._lines.add(self)
        self.write(first)

    def keep(self, state: bytes) -> bool:
        """Have the client get ``state`` when it is ready for it; whether that replaced an older one."""
        replaced = self._state is not None
        self._state = state
        return replaced

    def beat(self, beat: bytes) -> None:
        """Send the heartbeat, now or later."""
        if self.behind:
            self._beat = beat
            self.stalled_beats += 1
        else:
            self.write(beat)

    def end(self) -> None:
        """Close the stream; what the client does not take now it never gets."""
        if self.behind:
            self._transport.abort()
        else:
            self._transport.close()

    def pause_writing(self) -> None:
        """The client did not take all of it."""
        self.behind = True

    def resume_writing(self) -> None:
        """The client took everything: send what came meanwhile."""
        self.behind = False
        self.stalled_beats = 0
        waiting = (self._state or b"") + (self._beat or b"")
        self._state = self._beat = None
        if waiting:
            self.write(waiting)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 -- why it left does not matter
        """The client left."""
        self._lines.discard(self)


class Streams:
    """All open streams. ``run`` feeds them; without it clients get the state once and nothing more."""

    def __init__(self, states: StateSource, clock: Clock) -> None:
        self._states = states
        self._clock = clock
        self._lines: set[Line] = set()
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
        return len(self._lines)

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
        for line in self._lines:
            line.end()

    def open(self, hand_over: HandOver) -> None:
        """Serve the client of a connection until it leaves, stalls or the server stops."""
        line = Line(self._lines)
        transport = hand_over(line)
        if transport is not None:
            line.begin(transport, _HEAD + b"retry: 1000\n" + self._newest_frame() + self._beat_frame())

    def _hear(self, state: PublicState) -> None:
        """Take note of a new state; several in one turn of the loop are sent as one."""
        self._newest = state
        self._frame = None
        if self._lines and not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """Write the newest state to everybody. What every display costs is this loop: keep it bare."""
        self._flushing = False
        if not self._lines:
            return
        frame = self._newest_frame()
        for line in self._lines:
            if line.behind:
                self.replaced += line.keep(frame)
            else:
                line.write(frame)

    def _newest_frame(self) -> bytes:
        if self._newest is None:
            return state_frame(self._states.current())
        if self._frame is None:
            self._frame = state_frame(self._newest)
        return self._frame

    def _beat(self) -> None:
        frame = self._beat_frame()
        for line in self._lines:
            line.beat(frame)
            if line.stalled_beats == STALLED_BEATS + 1:
                self.stalled += 1
                line.end()

    def _beat_frame(self) -> bytes:
        """The table's time and the newest version; also what keeps proxies from closing a quiet stream."""
        now = self._clock.now()
        state = self._states.current() if self._newest is None else self._newest
        data = {"clock": now.strftime("%H:%M"), "version": state.version}
        return b"event: beat\ndata: %s\n\n" % json.dumps(data).encode()


def state_frame(state: PublicState) -> bytes:
    """The whole state as one server-sent event; its id is the version."""
    return b"id: %d\ndata: %s\n\n" % (state.version, json_text(state).encode())


class StreamEndpoint:
    """The ASGI application at ``/api/stream``, for a server that hands its connections over."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 -- as ASGI calls it
        """Open a stream for a ``GET``; the route lets no other method through."""
        hand_over = hand_over_of(scope)
        if scope["method"] == "HEAD":
            await _answer(send, 200)
        elif self._streams.clients >= MAX_CLIENTS:
            await _answer(send, 503)
        elif hand_over is None:
            await _answer(send, 501)
        else:
            self._streams.open(hand_over)


async def _answer(send: Send, status: int) -> None:
    await send({"type": "http.response.start", "status": status, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": b""})


def _hold_little(transport: asyncio.Transport) -> None:
    """Bound what the system keeps of this stream, where it can be bounded: whoever wakes then gets what is new."""
    line: socket.socket | None = transport.get_extra_info("socket")
    with suppress(AttributeError, OSError):
        if line is not None:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
