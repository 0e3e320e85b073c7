"""``/api/waits``: what a player's tiles wait for, where the house rules allow the question. Changes nothing."""

from __future__ import annotations

from http import HTTPStatus
from math import ceil
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict

from table_daemon.rules.tiles import parse_tiles
from table_daemon.views import to_json
from web_display.entering import Tiles
from web_display.pace import Pace
from web_display.ports import Refused
from web_display.roles_door import address_of
from web_display.wire import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from web_display.ports import WaitsSource
    from web_display.roles_door import Door

_NO_STORE: Final = {"cache-control": "no-store"}
ASKED: Final = 30
ASKED_S: Final = 10.0
"""A fast thumb taps a tile four times a second; a question that has to be worked out may take half a second."""
_OFF: Final = Refused(
    "这张桌子不用听牌提示：[web] waits_helper 没有打开",
    "this table plays without a waits helper: [web] waits_helper is off",
    HTTPStatus.NOT_FOUND,
)
_TOO_OFTEN: Final = Refused("问得太快，等几秒再试", "asked too often: wait a few seconds", HTTPStatus.TOO_MANY_REQUESTS)
_ANSWERS: Final[dict[int | str, dict[str, Any]]] = {
    200: {"description": "`waits`: each tile with its `fan`, whether it `wins`, and how many are `left` unseen."},
    401: {"description": "Without a role, or with one that has run out: scan the code on the TV or enter a PIN."},
    403: {"description": "Sent by another site's page, or about another seat."},
    404: {"description": "The table plays without a waits helper."},
    409: {"description": "No hand is being played, or the player may not win it; `error` says why."},
    408: {"description": "The body did not arrive in time."},
    413: {"description": "The body is too large."},
    415: {"description": "The body is not JSON."},
    429: {"description": "Asked too often; `Retry-After` says how many seconds to wait."},
    422: {"description": "Not tiles that a player can hold now; `error` says what is wrong."},
}


class WaitsAsked(BaseModel):
    """Whose tiles, and which: the concealed ones, without the tile just drawn."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    seat: Seat
    tiles: Tiles


def waits_router(*, source: WaitsSource | None, door: Door) -> APIRouter:
    """The route; without a ``source`` it says that there is no helper here."""
    router = APIRouter(prefix="/api")
    pace = Pace(ASKED, per_s=ASKED_S)

    @router.post("/waits", responses=_ANSWERS)
    async def waits(request: Request, asked: WaitsAsked) -> JSONResponse:
        """What the tiles of a seat wait for in the hand being played. Nothing of it is kept."""
        refused = door.forbids_seat(request, asked.seat)
        if refused is not None:
            return _refusal(refused)
        if source is None:
            return _refusal(_OFF)
        wait_s = pace.wait_s(address_of(request), now_s=door.now_s())
        if wait_s > 0:
            return _refusal(_TOO_OFTEN, {"retry-after": str(ceil(wait_s))})
        found = await source.waits(asked.seat, parse_tiles(asked.tiles))
        if isinstance(found, Refused):
            return _refusal(found)
        return JSONResponse({"waits": to_json(tuple(found))}, headers=_NO_STORE)

    return router


def _refusal(refused: Refused, headers: Mapping[str, str] = MappingProxyType({})) -> JSONResponse:
    body = {"error": refused.reason, "error_en": refused.reason_en}
    return JSONResponse(body, status_code=refused.status, headers={**_NO_STORE, **headers})
