"""The HTTP server around the pages: uvicorn, made to stop at once although streams never end by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import uvicorn

if TYPE_CHECKING:
    import socket

    from fastapi import FastAPI

    from web_display.stream import Streams


class PageServer(uvicorn.Server):
    """Serves ``app`` on ``host``:``port`` (port 0: any free one) until ``should_exit`` is set."""

    def __init__(self, app: FastAPI, *, host: str, port: int) -> None:
        config = uvicorn.Config(
            app,
            host=host,
            port=port,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=3,
            limit_concurrency=None,
        )
        super().__init__(config)
        self._streams: Streams = app.state.streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then stop as uvicorn does."""
        self._streams.close()
        await super().shutdown(sockets)
