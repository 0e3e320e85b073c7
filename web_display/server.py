"""The HTTP server around the pages: uvicorn, made to stop at once although streams never end by themselves."""

from __future__ import annotations

import resource
from typing import TYPE_CHECKING, Final

import uvicorn

from web_display.connection import PageConnection
from web_display.stream import MAX_CLIENTS

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from fastapi import FastAPI

    from web_display.stream import Streams


OTHER_FILES: Final = 512
"""Files that the rest of the daemon may have open, and connections that ask something short."""


class PageServer(uvicorn.Server):
    """Serves ``app`` on ``host``:``port`` (port 0: any free one) until ``should_exit`` is set.

    ``on_served`` is called once, when the first request can be answered.
    """

    def __init__(self, app: FastAPI, *, host: str, port: int, on_served: Callable[[], None] | None = None) -> None:
        config = uvicorn.Config(
            app,
            host=host,
            port=port,
            http=PageConnection,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # who asks is who connects: a forwarded address would grant the machine's own rights
            timeout_graceful_shutdown=3,
            limit_concurrency=None,
        )
        super().__init__(config)
        self._streams: Streams = app.state.streams
        self._on_served = on_served

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start as uvicorn does, then say so."""
        _allow_files(MAX_CLIENTS + OTHER_FILES)
        await super().startup(sockets)
        if self.started and self._on_served is not None:
            self._on_served()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then stop as uvicorn does."""
        self._streams.close()
        await super().shutdown(sockets)


def _allow_files(wanted: int) -> None:
    """Have this process open ``wanted`` files at once, or as many as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
