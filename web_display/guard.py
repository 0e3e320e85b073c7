"""What every request passes first: own names, size bounds, same-origin posts, headers that keep pages to themselves.

Plain ASGI, because a wrapper around each streamed message would cost every display. Knows nothing of the game.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from web_display.hosts import OwnHosts

MAX_BODY_BYTES: Final = 16 * 1024
"""The largest intent is four names of 40 characters; this leaves room and keeps a 10 MB body out of memory."""

_AWAY_BYTES: Final = 1024 * 1024
_AWAY_S: Final = 2.0
"""So much of a body that is refused is read away, for so long: a client that is still sending would never see why."""

BODY_S: Final = 10.0
"""A phone on bad Wi-Fi sends an intent well within this; whoever does not is let go."""

_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_SITE: Final = frozenset({"same-origin", "none"})
_NOT_OURS: Final = (
    "这台机器不叫这个名字：请用它的地址、它自己的名字或 [web] 的 host 打开",
    "this machine does not go by that name: open the page by its address, its own name, or the host of [web]",
)
_NOT_OUR_PAGE: Final = (
    "这是别的网站的页面发来的：请打开牌桌自己的页面",
    "this came from another site's page: open the table's own page",
)
_NO_JSON: Final = ("内容要用 application/json 发", "send the intent as application/json")
_TOO_SLOW: Final = (f"内容在 {BODY_S:g} 秒内没有到齐", f"the body did not arrive within {BODY_S:g} s")
_TOO_LARGE: Final = (f"内容超过 {MAX_BODY_BYTES} 字节", f"the body is larger than {MAX_BODY_BYTES} bytes")
_POLICY: Final = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    b"manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = (
    (b"content-security-policy", _POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """Wraps the application. ``stream`` serves ``stream_path`` itself, with nothing between it and the server."""

    def __init__(self, app: ASGIApp, *, stream_path: str, stream: ASGIApp, hosts: OwnHosts) -> None:
        self._app = app
        self._hosts = hosts
        self._stream_path = stream_path
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what must not come in, and mark what goes out."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if headers.get(b"host", "") not in self._hosts:
            await _refuse(_with_headers(send), 421, _NOT_OURS)
        elif scope["path"] == self._stream_path and scope["method"] == "GET":
            await self._stream(scope, receive, send)
        elif scope["method"] in _SAFE_METHODS:
            await self._app(scope, receive, _with_headers(send))
        else:
            await self._change(scope, headers, receive, _with_headers(send))

    async def _change(self, scope: Scope, headers: dict[bytes, str], receive: Receive, send: Send) -> None:
        """Hand on a request that may change something, if it comes from our own pages or from a program."""
        if not _same_site(headers):
            await _refuse(send, 403, _NOT_OUR_PAGE)
        elif headers.get(b"content-type", "").partition(";")[0].strip().lower() != "application/json":
            await _refuse(send, 415, _NO_JSON)
        else:
            await self._pass_on(scope, headers, receive, send)

    async def _pass_on(self, scope: Scope, headers: dict[bytes, str], receive: Receive, send: Send) -> None:
        """Hand the request on with its whole body, if that comes in time and is small enough."""
        arriving = _Arriving(receive)
        try:
            async with asyncio.timeout(BODY_S):
                body = await arriving.whole(headers)
        except TimeoutError:
            await _refuse(send, 408, _TOO_SLOW)
            return
        if body is None:
            await _refuse(send, 413, _TOO_LARGE, before_the_end=arriving.read_away)
        else:
            await self._app(scope, _replay(body, receive), send)


def _same_site(headers: dict[bytes, str]) -> bool:
    """Whether a browser says that the request is from our own pages; other programs send no such headers."""
    if headers.get(b"sec-fetch-site", "none") not in _OWN_SITE:
        return False
    origin = headers.get(b"origin")
    return origin is None or (bool(origin) and urlsplit(origin).netloc == headers.get(b"host"))


class _Arriving:
    """The body of one request."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._more = True

    async def whole(self, headers: dict[bytes, str]) -> bytes | None:
        """The whole body, or ``None`` as soon as it is known to be too large (or broken off)."""
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length) > MAX_BODY_BYTES:
            return None
        body = bytearray()
        while self._more:
            part = await self._next()
            if part is None or len(body) + len(part) > MAX_BODY_BYTES:
                return None
            body += part
        return bytes(body)

    async def read_away(self) -> None:
        """Read on, within bounds: a connection that is closed with something unread is reset, and the answer lost."""
        left = _AWAY_BYTES
        with suppress(TimeoutError):
            async with asyncio.timeout(_AWAY_S):
                while self._more and left > 0:
                    left -= len(await self._next() or b"")

    async def _next(self) -> bytes | None:
        """The next part, or ``None`` where the client has left."""
        message = await self._receive()
        if message["type"] != "http.request":
            self._more = False
            return None
        self._more = message.get("more_body", False)
        part: bytes = message.get("body", b"")
        return part


def _replay(body: bytes, receive: Receive) -> Receive:
    """A ``receive`` that gives the body once and then whatever the server says."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return pending.pop() if pending else await receive()

    return replay


def _with_headers(send: Send) -> Send:
    async def marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *_HEADERS]
        await send(message)

    return marked


async def _refuse(
    send: Send, status: int, why: tuple[str, str], *, before_the_end: Callable[[], Awaitable[None]] | None = None
) -> None:
    """Say why, in Chinese and English, and close; ``before_the_end`` is awaited once all of that is said."""
    body = json.dumps({"error": why[0], "error_en": why[1]}, ensure_ascii=False).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if before_the_end is not None:
        await send({"type": "http.response.body", "body": body, "more_body": True})
        await before_the_end()
        body = b""
    await send({"type": "http.response.body", "body": body})
