"""uvicorn's HTTP connection, made so that an endpoint can take the socket over and write to it itself."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Receive, Scope, Send

HandOver: TypeAlias = "Callable[[asyncio.Protocol], asyncio.Transport | None]"
"""Makes the given protocol the connection's own; ``None`` where the client has left already."""
_EXTENSION: Final = "queyan.hand_over"


def hand_over_of(scope: Scope) -> HandOver | None:
    """What takes over the connection of this request, or ``None`` on a server that does not offer it."""
    found: HandOver | None = scope.get("extensions", {}).get(_EXTENSION)
    return found


def offering(scope: Scope, hand_over: HandOver) -> Scope:
    """The scope with ``hand_over`` in it."""
    return {**scope, "extensions": {**scope.get("extensions", {}), _EXTENSION: hand_over}}


class PageConnection(H11Protocol):
    """Speaks HTTP until a request's endpoint takes the connection over; from then on it knows nothing of it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.app = self._asked

    async def _asked(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.config.loaded_app(offering(scope, self._hand_over), receive, send)

    def _hand_over(self, line: asyncio.Protocol) -> asyncio.Transport | None:
        """Go the way that uvicorn itself goes when a connection becomes a WebSocket."""
        if self.cycle.disconnected:
            return None
        self.connections.discard(self)
        self.cycle.disconnected = True  # whatever HTTP would still say is dropped
        self.flow.resume_reading()
        self.transport.set_protocol(line)
        self._forget()
        return self.transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Part from the client as uvicorn does."""
        super().connection_lost(exc)
        self._forget()

    def _forget(self) -> None:
        """Hold no reference to itself, so that it goes as soon as nobody needs it."""
        self.app = self.config.loaded_app
