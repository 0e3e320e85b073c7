"""Getting a role: by a PIN, or by the key in a scanned code."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from web_display.i18n import choose
from web_display.roles import PASS_S, TRIES_S, Use
from web_display.roles_door import COOKIE, address_of, is_from_here
from web_display.routes.codes import SEATS, names_of
from web_display.wire import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jinja2 import Environment

    from web_display.i18n import Catalogue
    from web_display.ports import StateSource
    from web_display.roles_door import Door

_NO_STORE: Final = {"cache-control": "no-store"}
_NOT_HERE: Final = {
    "error": "密码只在这台机器自己的屏幕上显示",
    "error_en": "PINs show on this machine's own screen only",
}
_ANSWERS: Final[dict[int | str, dict[str, Any]]] = {
    200: {"description": "The role, as a cookie and as a `token` for `Authorization: Bearer`."},
    403: {"description": "Sent by another site's page, or the PIN is wrong."},
    413: {"description": "The body is too large."},
    415: {"description": "The body is not JSON."},
    421: {"description": "Asked by a name that is not this machine's."},
    422: {"description": "No PIN in it."},
    429: {"description": "Too many wrong PINs; `Retry-After` says how many seconds to wait."},
}


class PinPosted(BaseModel):
    """A PIN, and for a player's the seat."""

    model_config = ConfigDict(frozen=True)

    pin: Annotated[str, Field(min_length=1, max_length=20)]
    seat: Seat | None = None


def entering_router(
    *, door: Door, states: StateSource, templates: Environment, catalogues: Mapping[str, Catalogue]
) -> APIRouter:
    """The routes."""
    router = APIRouter()
    _by_pin(router, door=door, states=states)
    _by_code(router, door=door)

    @router.get("/enter", include_in_schema=False)
    async def page(lang: _Lang = None) -> HTMLResponse:
        t = choose(catalogues, lang)
        html = templates.get_template("enter.html").render(t=t, seat=None, names=names_of(states))
        return HTMLResponse(html, headers={**_NO_STORE, "content-language": t.html_lang})

    return router


def _by_pin(router: APIRouter, *, door: Door, states: StateSource) -> None:
    @router.post("/api/enter", responses=_ANSWERS)
    async def enter(request: Request, posted: PinPosted) -> JSONResponse:
        """Give this device the role of a PIN."""
        return _let_in(door, request, posted)

    @router.get("/api/role")
    async def role(request: Request) -> JSONResponse:
        """What this device may do."""
        badge = door.badge(request)
        return JSONResponse({"role": badge.role.name.lower(), "seat": badge.seat}, headers=_NO_STORE)

    @router.get("/api/pins", responses={403: {"description": "Asked from another machine than this one."}})
    async def pins(request: Request) -> JSONResponse:
        """The PINs for phones, for this machine's own screen alone; `null` while roles are off.

        The set-up PIN is among them until the first thing is recorded: later `queyan pins` shows it.
        """
        if not is_from_here(request):
            return JSONResponse(_NOT_HERE, status_code=403, headers=_NO_STORE)
        return JSONResponse(_pins(door, is_new=states.current().version == 0), headers=_NO_STORE)


def _by_code(router: APIRouter, *, door: Door) -> None:
    @router.get("/enter/{seat}/{key}", include_in_schema=False)
    async def scanned(seat: str, key: str) -> Response:
        """Take a scanned key: it marks this device, and changes nothing of the table."""
        badge = None if door.keeper is None else door.keeper.badge(key, Use.SCAN, now_s=door.now_s())
        if seat not in SEATS:
            return RedirectResponse("/enter", HTTPStatus.SEE_OTHER, headers=_NO_STORE)
        if door.keeper is not None and badge is None:
            return RedirectResponse(f"/enter?seat={seat}&late=1", HTTPStatus.SEE_OTHER, headers=_NO_STORE)
        # A key opens the page of its own seat, whatever the address around it says.
        own = seat if badge is None or badge.seat is None else badge.seat
        answer = RedirectResponse(f"/seat/{own}", HTTPStatus.SEE_OTHER, headers=_NO_STORE)
        if door.keeper is not None and badge is not None:
            _mark(answer, door.keeper.key(badge, Use.PASS, now_s=door.now_s()))
        return answer


_Lang = Annotated[str | None, Query(max_length=16)]


def _pins(door: Door, *, is_new: bool) -> dict[str, str] | None:
    if door.keeper is None:
        return None
    secrets = door.keeper.secrets
    told = {"seat": secrets.seat_pin, "table": secrets.table_pin}
    return told | {"setup": secrets.setup_pin} if is_new else told


def _let_in(door: Door, request: Request, posted: PinPosted) -> JSONResponse:
    keeper, now_s, address = door.keeper, door.now_s(), address_of(request)
    if keeper is None:
        return JSONResponse({"role": "setup", "seat": None}, headers=_NO_STORE)
    if not keeper.may_try(address, now_s=now_s):
        said = {"error": f"错得太多，{TRIES_S // 60} 分钟后再试", "error_en": "too many wrong PINs: wait ten minutes"}
        return JSONResponse(said, status_code=429, headers={**_NO_STORE, "retry-after": str(TRIES_S)})
    badge = keeper.by_pin(posted.pin, posted.seat)
    if badge is None:
        keeper.count_wrong(address, now_s=now_s)
        said = {"error": "密码不对", "error_en": "this is not the PIN"}
        return JSONResponse(said, status_code=403, headers=_NO_STORE)
    key = keeper.key(badge, Use.PASS, now_s=now_s)
    told = {"role": badge.role.name.lower(), "seat": badge.seat, "token": key}
    answer = JSONResponse(told, headers=_NO_STORE)
    _mark(answer, key)
    return answer


def _mark(answer: Response, key: str) -> None:
    """Lax, because a phone comes from the page of its own scanner; posts from other sites are refused anyway."""
    answer.set_cookie(COOKIE, key, max_age=PASS_S, httponly=True, samesite="lax", path="/")
