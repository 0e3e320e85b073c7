"""The codes for phones, drawn as SVG, and the page and the list of where the pages are found."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Annotated, Any, Final

import segno
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from web_display.i18n import choose
from web_display.roles import Badge, Role, Use

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jinja2 import Environment

    from web_display.hosts import OwnHosts
    from web_display.i18n import Catalogue
    from web_display.ports import StateSource
    from web_display.roles_door import Door

_NO_STORE: Final = {"cache-control": "no-store"}
SEATS: Final = ("0", "1", "2", "3")
_DRAW_AGAIN: Final = {"refresh": "600"}
"""Seconds after which the page of codes draws new ones: well within their life."""
_CODE: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"image/svg+xml": {}}, "description": "The code."},
    404: {"description": "There is no such seat or address, or no phone reaches this machine."},
}
_ONLY_HERE: Final = (
    "页面只给这台机器自己看：要让手机进来，请设 [web] 的 host",
    "the pages are served to this machine alone: set the host of [web] to let phones in",
)
_NO_SEAT: Final = ("座位是 0 到 3", "the seats are 0, 1, 2 and 3")
_NO_ADDRESS: Final = ("没有这个地址", "there is no such address")


def codes_router(
    *, door: Door, states: StateSource, hosts: OwnHosts, templates: Environment, catalogues: Mapping[str, Catalogue]
) -> APIRouter:
    """The routes."""
    router = APIRouter()
    _codes(router, door=door, hosts=hosts)

    @router.get("/api/addresses")
    async def addresses(request: Request) -> JSONResponse:
        """Where others in the house find the pages: by this machine's name, then by its addresses.

        `only_here`: they are served to this machine alone, and the address is of use on it only.
        """
        told = {"addresses": hosts.addresses(_port(request)), "only_here": hosts.only_here}
        return JSONResponse(told, headers=_NO_STORE)

    @router.get("/join", include_in_schema=False)
    async def join(request: Request, lang: _Lang = None) -> HTMLResponse:
        t = choose(catalogues, lang)
        html = templates.get_template("join.html").render(
            t=t,
            seat=None,
            names=names_of(states),
            addresses=hosts.addresses(_port(request)),
            only_here=hosts.only_here,
        )
        return HTMLResponse(html, headers={**_NO_STORE, **_DRAW_AGAIN, "content-language": t.html_lang})

    return router


def _codes(router: APIRouter, *, door: Door, hosts: OwnHosts) -> None:
    @router.get("/api/qr/seat/{seat}.svg", response_class=Response, responses=_CODE)
    async def seat_code(request: Request, seat: str) -> Response:
        """The code of a player's phone; it holds a key only for who looks after the table, such as the TV."""
        if seat not in SEATS:
            return _none(_NO_SEAT)
        return _none(_ONLY_HERE) if hosts.only_here else _svg(_seat_link(door, request, hosts, int(seat)))

    @router.get("/api/qr/address/{number}.svg", response_class=Response, responses=_CODE)
    async def address_code(request: Request, number: str) -> Response:
        """The code of one of this machine's addresses: first its name, then its numbers."""
        found = hosts.addresses(_port(request))
        if not number.isdecimal() or len(number) > 2 or int(number) >= len(found):
            return _none(_NO_ADDRESS)
        return _none(_ONLY_HERE) if hosts.only_here else _svg(found[int(number)])


_Lang = Annotated[str | None, Query(max_length=16)]


def names_of(states: StateSource) -> tuple[str, ...]:
    """Who sits at each seat, as far as anybody does: a number alone tells nobody which code is theirs."""
    return tuple(seat.name for seat in states.current().seats)


def _none(why: tuple[str, str]) -> JSONResponse:
    return JSONResponse({"error": why[0], "error_en": why[1]}, status_code=404, headers=_NO_STORE)


def _seat_link(door: Door, request: Request, hosts: OwnHosts, seat: int) -> str:
    base = hosts.reachable(request.headers.get("host", ""), _port(request))
    if door.keeper is None or not door.allows(request, Role.TABLE):
        return f"{base}/seat/{seat}"
    return f"{base}/enter/{seat}/{door.keeper.key(Badge(Role.SEAT, seat), Use.SCAN, now_s=door.now_s())}"


def _port(request: Request) -> int:
    server = request.scope.get("server")
    return 80 if server is None or server[1] is None else int(server[1])


def _svg(link: str) -> Response:
    drawn = io.BytesIO()
    segno.make(link, error="m", micro=False).save(drawn, kind="svg", scale=8, border=4, light="#fff", xmldecl=False)
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers=_NO_STORE)
