"""``/api/setup``: the live picture, calibration and tile sets, for whoever sets the table up and nobody else."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from table_daemon.views import to_json
from table_daemon.views.setup import SightView
from web_display.ports import CalibrationWish, Refused
from web_display.roles import Role

if TYPE_CHECKING:
    from web_display.ports import SetupDesk
    from web_display.roles_door import Door

_NO_STORE: Final = {"cache-control": "no-store"}
_RIGHTS: Final[dict[int | str, dict[str, Any]]] = {
    401: {"description": "Without a role, or with one that has run out: enter the setup PIN at /enter."},
    403: {"description": "The role is not enough, or it was sent by another site's page."},
}
_CHANGES: Final[dict[int | str, dict[str, Any]]] = {
    **_RIGHTS,
    409: {"description": "It can't be; `error` says why, `error_en` in English."},
    408: {"description": "The body did not arrive in time."},
    413: {"description": "The body is too large."},
    415: {"description": "The body is not JSON."},
    422: {"description": "`error` says what is wrong."},
}
_NO_CAMERA: Final = Refused("这里没有相机可以设置", "there is no camera to set up here", HTTPStatus.CONFLICT)
_NOT_HELD: Final = Refused("这张画面已经不在了", "this picture is no longer held", HTTPStatus.NOT_FOUND)
_Number = Annotated[int, Field(ge=0, le=2**53)]
_Pixel = Annotated[float, Field(ge=-20_000, le=20_000, allow_inf_nan=False)]


class _Posted(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class CalibrationPosted(_Posted):
    """How to find the table in the newest picture."""

    by: Literal["corners", "tags", "felt"]
    corners_px: Annotated[list[tuple[_Pixel, _Pixel]], Field(min_length=4, max_length=4)] | None = None
    """Clockwise from the top left, in pixels of the whole picture."""
    tag_mm: Annotated[float, Field(ge=15, le=80)] = 40.0
    height_mm: Annotated[float, Field(ge=300, le=5000)] | None = None


class KeptPosted(_Posted):
    """Which try to keep."""

    number: _Number


class TileSetKeptPosted(_Posted):
    """Which tries of the same tiles to keep, and what to call the set."""

    numbers: Annotated[list[_Number], Field(min_length=1, max_length=3)]
    name: Annotated[str, Field(min_length=1, max_length=40)]


class ForgetPosted(_Posted):
    """What to go back from."""

    what: Literal["calibration", "tile_set"]


def setup_router(*, desk: SetupDesk | None, door: Door) -> APIRouter:
    """The routes; without a ``desk`` there is nothing to set up and they say so."""
    router = APIRouter(prefix="/api/setup")
    _sights(router, desk, door)
    _tag_sheet(router, desk, door)
    _calibrations(router, desk, door)
    _tile_sets(router, desk, door)
    return router


def _sights(router: APIRouter, desk: SetupDesk | None, door: Door) -> None:
    @router.get("/sight", responses=_RIGHTS)
    async def sight(request: Request) -> JSONResponse:
        """The newest picture's number, and what is made of it: the table's place, its zones, the tiles."""
        refused = _unfit(door, request)
        return refused or _told(SightView() if desk is None else await desk.sight())

    @router.get(
        "/pictures/{number}.jpg",
        response_class=Response,
        responses={
            **_RIGHTS,
            200: {"content": {"image/jpeg": {}}, "description": "The picture, no wider than a screen."},
            404: {"description": "The picture is no longer held; ask for the newest number."},
        },
    )
    async def picture(request: Request, number: Annotated[int, Path(ge=0, le=2**53)]) -> Response:
        """A held picture of the camera. It may show concealed tiles."""
        refused = _unfit(door, request)
        if refused is not None:
            return refused
        jpeg = None if desk is None else await desk.picture(number)
        if jpeg is None:
            return _told(_NOT_HELD)
        return Response(jpeg, media_type="image/jpeg", headers=_NO_STORE)


def _tag_sheet(router: APIRouter, desk: SetupDesk | None, door: Door) -> None:
    @router.get(
        "/tags.pdf",
        response_class=Response,
        responses={
            **_RIGHTS,
            200: {"content": {"application/pdf": {}}, "description": "A page of A4."},
            404: {"description": "There is no camera to set up."},
        },
    )
    async def tags(request: Request) -> Response:
        """The corner tags to print at 100 %."""
        refused = _unfit(door, request)
        if refused is not None:
            return refused
        if desk is None:
            return _told(replace(_NO_CAMERA, status=HTTPStatus.NOT_FOUND))
        headers = {**_NO_STORE, "content-disposition": 'inline; filename="queyan-tags.pdf"'}
        return Response(await desk.tag_sheet(), media_type="application/pdf", headers=headers)


def _calibrations(router: APIRouter, desk: SetupDesk | None, door: Door) -> None:
    @router.post("/calibration/try", responses=_CHANGES)
    async def try_calibration(request: Request, posted: CalibrationPosted) -> JSONResponse:
        """Work a calibration out of a picture of the camera at rest; nothing is kept of it."""
        refused = _unfit(door, request)
        if refused is not None:
            return refused
        wish = CalibrationWish(
            by=posted.by,
            corners_px=None if posted.corners_px is None else tuple(posted.corners_px),
            tag_mm=posted.tag_mm,
            height_mm=posted.height_mm,
        )
        if wish.by == "corners" and wish.corners_px is None:
            return _told(Refused("四个角在哪里？", "corners_px is missing", HTTPStatus.UNPROCESSABLE_ENTITY))
        return _told(_NO_CAMERA if desk is None else await desk.try_calibration(wish))

    @router.post("/calibration", responses=_CHANGES)
    async def keep_calibration(request: Request, posted: KeptPosted) -> JSONResponse:
        """Keep a calibration that passed, and use it from now on."""
        refused = _unfit(door, request)
        return refused or _told(_NO_CAMERA if desk is None else await desk.keep_calibration(posted.number))


def _tile_sets(router: APIRouter, desk: SetupDesk | None, door: Door) -> None:
    @router.post("/tile_set/try", responses=_CHANGES)
    async def try_tile_set(request: Request) -> JSONResponse:
        """Read the 34 laid-out tiles in a picture of the camera at rest; nothing is kept of it."""
        refused = _unfit(door, request)
        return refused or _told(_NO_CAMERA if desk is None else await desk.try_tile_set())

    @router.post("/tile_set", responses=_CHANGES)
    async def keep_tile_set(request: Request, posted: TileSetKeptPosted) -> JSONResponse:
        """Keep the tiles that were read, and use them from now on."""
        refused = _unfit(door, request)
        if refused is not None:
            return refused
        return _told(_NO_CAMERA if desk is None else await desk.keep_tile_set(posted.numbers, posted.name))

    @router.post("/forget", responses=_CHANGES)
    async def forget(request: Request, posted: ForgetPosted) -> JSONResponse:
        """Go back from what was made on the setup page to what the settings name."""
        refused = _unfit(door, request)
        if refused is not None:
            return refused
        if desk is None:
            return _told(_NO_CAMERA)
        await desk.forget(posted.what)
        return _told(None)


def _unfit(door: Door, request: Request) -> JSONResponse | None:
    """Why the request may not set the table up."""
    role = door.badge(request).role
    if role is Role.SETUP:
        return None
    status = HTTPStatus.UNAUTHORIZED if role is Role.VIEWER else HTTPStatus.FORBIDDEN
    return _told(Refused("要用设置的密码，在 /enter 输入", "enter the setup PIN at /enter", status))


def _told(result: object) -> JSONResponse:
    if isinstance(result, Refused):
        body = {"error": result.reason, "error_en": result.reason_en}
        return JSONResponse(body, status_code=result.status, headers=_NO_STORE)
    return JSONResponse({"ok": True} if result is None else to_json(result), headers=_NO_STORE)
