"""The HTML pages: server-made skeletons that small scripts fill from the stream. No page changes anything by GET."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import HTMLResponse

from web_display.i18n import choose

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jinja2 import Environment

    from web_display.i18n import Catalogue


def pages_router(*, templates: Environment, catalogues: Mapping[str, Catalogue]) -> APIRouter:
    """One route a page; ``?lang=en`` gives English, anything else Chinese."""
    router = APIRouter(include_in_schema=False)

    def page(template: str, lang: str | None, *, seat: int | None = None) -> HTMLResponse:
        t = choose(catalogues, lang)
        html = templates.get_template(template).render(t=t, seat=seat)
        return HTMLResponse(html, headers={"cache-control": "no-store", "content-language": t.html_lang})

    @router.get("/")
    async def tv(lang: _Lang = None) -> HTMLResponse:
        return page("tv.html", lang)

    @router.get("/seat/{seat}")
    async def phone(seat: Annotated[int, Path(ge=0, le=3)], lang: _Lang = None) -> HTMLResponse:
        return page("seat.html", lang, seat=seat)

    @router.get("/table")
    async def table(lang: _Lang = None) -> HTMLResponse:
        return page("table.html", lang)

    @router.get("/setup")
    async def setup(lang: _Lang = None) -> HTMLResponse:
        return page("setup.html", lang)

    @router.get("/history")
    async def history(lang: _Lang = None) -> HTMLResponse:
        return page("history.html", lang)

    @router.get("/overlay")
    async def overlay(lang: _Lang = None) -> HTMLResponse:
        return page("overlay.html", lang)

    return router


_Lang = Annotated[str | None, Query(max_length=16)]
