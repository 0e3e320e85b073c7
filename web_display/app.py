"""The pages' application, put together from the ports the daemon passes in. Holds no global, reads no clock itself."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route

from web_display.assets import Assets
from web_display.described import completed
from web_display.guard import Guard
from web_display.hosts import OwnHosts
from web_display.i18n import load_catalogues
from web_display.roles_door import Door
from web_display.routes.api import IntentCounts, api_router
from web_display.routes.codes import codes_router
from web_display.routes.entering import entering_router
from web_display.routes.monitor import monitor_router
from web_display.routes.pages import missing_page, pages_router
from web_display.routes.reading import reading_router
from web_display.routes.setup import setup_router
from web_display.routes.waits import waits_router
from web_display.stream import StreamEndpoint, Streams

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence

    from starlette.requests import Request

    from web_display.i18n import Catalogue
    from web_display.kept import KeptPictures
    from web_display.ports import (
        Clock,
        EventSource,
        HealthSource,
        IntentSink,
        PictureSource,
        SetupDesk,
        StateSource,
        WaitsSource,
    )
    from web_display.roles import Doorkeeper

_HERE: Final = Path(__file__).parent
STREAM_PATH: Final = "/api/stream"
_IN_CHINESE: Final = {404: "没有这个地址", 405: "这个地址不能这样用"}
_REFUSED: Final = "不能这样做"


def create_app(  # noqa: PLR0913 -- one port each, all by name
    *,
    states: StateSource,
    events: EventSource,
    intents: IntentSink,
    pictures: PictureSource,
    health: HealthSource,
    clock: Clock,
    hosts: Sequence[str] = (),
    bound: str = "",
    keeper: Doorkeeper | None = None,
    setup: SetupDesk | None = None,
    waits: WaitsSource | None = None,
    kept: KeptPictures | None = None,
) -> FastAPI:
    """The application. ``app.state.streams.close()`` ends the open streams, which a stopping server must call.

    ``hosts`` are the names that this machine is known by, beside its addresses, ``localhost`` and ``*.local``;
    ``bound`` is the address that the server listens on, where that is one alone.
    Without a ``keeper`` there are no roles: everybody who reaches the pages may do everything. Without a ``setup``
    there is no camera to set up, without ``waits`` no waits helper.
    ``kept`` is what people are told of the pictures; None where there is no camera.
    """
    streams = Streams(states, clock)
    counts = IntentCounts()
    own = OwnHosts(hosts, bound=bound)
    door = Door(keeper, clock, events)
    app = FastAPI(
        title="Queyan",
        openapi_url="/api/openapi.json",
        docs_url=None,  # FastAPI's own pages load scripts from a CDN
        redoc_url=None,
        lifespan=lambda _app: _fed(streams),
        middleware=[Middleware(Guard, stream_path=STREAM_PATH, stream=StreamEndpoint(streams), hosts=own)],
    )
    app.state.streams = streams
    _describe(app)
    catalogues = load_catalogues(_HERE / "static" / "i18n")
    app.router.routes.append(Route(STREAM_PATH, StreamEndpoint(streams), methods=["GET"]))  # for HEAD and for 405
    app.include_router(
        api_router(
            states=states, events=events, intents=intents, pictures=pictures, clock=clock, counts=counts, door=door
        )
    )
    app.include_router(monitor_router(states=states, health=health, streams=streams, counts=counts))
    app.include_router(reading_router(states=states, catalogues=catalogues))
    app.include_router(setup_router(desk=setup, door=door))
    app.include_router(waits_router(source=waits, door=door))
    templates = _templates()
    templates.globals["kept"] = kept
    app.include_router(
        pages_router(templates=templates, catalogues=catalogues, door=door, waits_helper=waits is not None)
    )
    app.include_router(entering_router(door=door, states=states, templates=templates, catalogues=catalogues))
    app.include_router(codes_router(door=door, states=states, hosts=own, templates=templates, catalogues=catalogues))
    app.mount("/static", Assets(_HERE / "static"))
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(HTTPException, _http_errors(templates, catalogues))
    return app


def _describe(app: FastAPI) -> None:
    """Let the OpenAPI description tell what FastAPI cannot know, in FastAPI's own way to change it."""
    described = app.openapi
    app.openapi = lambda: completed(described(), stream_path=STREAM_PATH)  # type: ignore[method-assign]


def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@asynccontextmanager
async def _fed(streams: Streams) -> AsyncIterator[None]:
    """Keep the streams fed while the application runs."""
    task = asyncio.create_task(streams.run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _bad_request(request: Request, error: Exception) -> Response:
    """One sentence on the first thing wrong; never the client's own text back."""
    if not isinstance(error, RequestValidationError):
        raise error
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if isinstance(part, str | int))
    what = f"must be one of {first['ctx']['expected_tags']}" if first["type"] == "union_tag_invalid" else first["msg"]
    return _error(422, f"这样填不行，请检查后再试（{where}）", f"{request.url.path}: {where}: {what}")


def _http_errors(
    templates: Environment, catalogues: Mapping[str, Catalogue]
) -> Callable[[Request, Exception], Awaitable[Response]]:
    """A handler that gives people a page and programs one sentence."""

    async def http_error(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            raise error
        for_people = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
        if for_people and error.status_code == HTTPStatus.NOT_FOUND:
            return missing_page(templates, catalogues, lang=request.query_params.get("lang"))
        path = request.url.path
        zh = _IN_CHINESE.get(error.status_code, _REFUSED)
        return _error(error.status_code, f"{path}: {zh}", f"{path}: {error.detail}", error.headers)

    return http_error


def _error(status: int, zh: str, en: str, headers: Mapping[str, str] | None = None) -> Response:
    told = {"error": zh, "error_en": en}
    return JSONResponse(told, status_code=status, headers={"cache-control": "no-store", **(headers or {})})
