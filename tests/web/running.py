"""The pages served for real on a free port of this machine, from a table in memory."""

from __future__ import annotations

import asyncio
import socket
import threading
from typing import TYPE_CHECKING, Self

from web_display.server import PageServer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from starlette.types import ASGIApp, Receive, Scope, Send

    from tests.web.service import MemoryTable

WAIT_S = 15.0


class From:
    """Lets every request come from one address; the connection itself is real."""

    def __init__(self, app: ASGIApp, *, address: str) -> None:
        self._app = app
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope["client"] = (self._address, 50_000)
        await self._app(scope, receive, send)


class RunningPages:
    """A server in a thread with its own loop; ``do`` changes the table on that loop, where the ports live.

    The socket listens from the start, so a client may connect at once and waits until it is served.
    """

    def __init__(
        self,
        table: MemoryTable,
        *,
        port: int = 0,
        phone: str | None = None,
        hosts: Sequence[str] = (),
        bound: str = "",
    ) -> None:
        """Everybody who asks comes from this machine itself, or from ``phone``, an address in the house."""
        self.table = table
        app = table.app(hosts=hosts, bound=bound)
        if phone is not None:
            app.add_middleware(From, address=phone)
        self._socket = socket.create_server(("127.0.0.1", port))
        self.port = int(self._socket.getsockname()[1])
        self.base = f"http://127.0.0.1:{self.port}"
        self.server = PageServer(app, host="127.0.0.1", port=self.port)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="pages")

    def do(self, change: Callable[[], object]) -> None:
        """Run ``change`` on the pages' loop and wait for it."""

        async def on_loop() -> None:
            change()

        asyncio.run_coroutine_threadsafe(on_loop(), self._loop).result(timeout=WAIT_S)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server.should_exit = True
        self._thread.join(timeout=WAIT_S)
        self._loop.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self.server.serve(sockets=[self._socket]))
