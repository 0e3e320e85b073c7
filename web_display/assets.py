"""The files of ``static/``: served with the right type whatever the system's own table says, revalidated each time."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import Scope

_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}


class Assets(StaticFiles):
    """Static files; a browser asks again each time and gets 304 where nothing changed."""

    def __init__(self, folder: PurePath) -> None:
        super().__init__(directory=folder)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file at ``path``, or the usual 404."""
        response = await super().get_response(path, scope)
        kind = _TYPES.get(PurePath(path).suffix)
        if kind is not None and response.status_code == 200:
            response.headers["content-type"] = kind
        response.headers["cache-control"] = "no-cache"
        return response
