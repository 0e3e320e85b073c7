"""Addresses of kept pictures. The pictures themselves are served by the pages."""

from __future__ import annotations

from urllib.parse import quote

_BASE = "/api/pictures/"


def picture_url(name: str | None) -> str | None:
    """The address of the kept picture ``name``, or ``None`` where there is none.

    >>> picture_url("tile 7.jpg")
    '/api/pictures/tile%207.jpg'
    """
    return None if name is None else _BASE + quote(name, safe="")
