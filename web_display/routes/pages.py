"""The HTML pages: server-made skeletons that small scripts fill from the stream. No page changes anything by GET."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from web_display.i18n import choose
from web_display.roles import Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jinja2 import Environment

    from web_display.i18n import Catalogue
    from web_display.roles_door import Door


def pages_router(  # noqa: C901 -- the sum of its small routes
    *, templates: Environment, catalogues: Mapping[str, Catalogue], door: Door, waits_helper: bool
) -> APIRouter:
    """One route a page; ``?lang=en`` gives English, anything else Chinese.

    ``waits_helper`` is whether a seat's page offers it.
    """
    router = APIRouter(include_in_schema=False)

    def page(template: str, lang: str | None, *, seat: int | None = None) -> HTMLResponse:
        t = choose(catalogues, lang)
        html = templates.get_template(template).render(t=t, seat=seat, waits_helper=waits_helper)
        return HTMLResponse(html, headers={"cache-control": "no-store", "content-language": t.html_lang})

    def ask_for_pin(wanted: str, lang: str | None) -> RedirectResponse:
        tongue = "" if lang is None else f"&lang={choose(catalogues, lang).language}"
        headers = {"cache-control": "no-store"}
        return RedirectResponse(f"/enter?next={wanted}{tongue}", HTTPStatus.SEE_OTHER, headers=headers)

    @router.api_route("/", methods=_LOOKING)
    async def tv(lang: _Lang = None) -> HTMLResponse:
        return page("tv.html", lang)

    @router.api_route("/seat/{seat}", methods=_LOOKING)
    async def phone(seat: str, lang: _Lang = None) -> HTMLResponse:
        if seat not in _SEATS:
            raise HTTPException(HTTPStatus.NOT_FOUND, "there is no such page; the seats are 0, 1, 2 and 3")
        return page("seat.html", lang, seat=int(seat))

    @router.api_route("/table", methods=_LOOKING)
    async def table(request: Request, lang: _Lang = None) -> Response:
        if not door.allows(request, Role.TABLE):
            return ask_for_pin("table", lang)
        return page("table.html", lang)

    @router.api_route("/setup", methods=_LOOKING)
    async def setup(request: Request, lang: _Lang = None) -> Response:
        if not door.allows(request, Role.SETUP):
            return ask_for_pin("setup", lang)
        return page("setup.html", lang)

    @router.api_route("/history", methods=_LOOKING)
    async def history(lang: _Lang = None) -> HTMLResponse:
        return page("history.html", lang)

    @router.api_route("/overlay", methods=_LOOKING)
    async def overlay(lang: _Lang = None) -> HTMLResponse:
        return page("overlay.html", lang)

    return router


def missing_page(templates: Environment, catalogues: Mapping[str, Catalogue], *, lang: str | None) -> HTMLResponse:
    """What a browser shows for an address that is no page."""
    t = choose(catalogues, lang)
    html = templates.get_template("missing.html").render(t=t, seat=None)
    return HTMLResponse(html, status_code=HTTPStatus.NOT_FOUND, headers={"cache-control": "no-store"})


_LOOKING: Final = ["GET", "HEAD"]
_SEATS: Final = ("0", "1", "2", "3")
_Lang = Annotated[str | None, Query(max_length=16)]
