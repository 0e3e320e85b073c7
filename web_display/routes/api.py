"""``/api``: the public state and log for programs, pictures, and the intents of people."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, Final, assert_never

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

from table_daemon.views import to_json
from web_display.intents import AnyIntent, to_intent
from web_display.ports import Accepted, Refused
from web_display.roles import Role

if TYPE_CHECKING:
    from table_daemon.views import JsonValue
    from web_display.ports import Clock, EventSource, IntentSink, PictureSource, StateSource
    from web_display.roles_door import Door

MAX_EVENTS: Final = 1000
"""Events in one answer; ask again after the last one for more."""

_PICTURE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}")
_PICTURE_FIELD: Final = "picture"
_OWN_REASONS: Final = frozenset({"corrected", "seats_swapped"})
"""The kinds of event whose ``why`` is a person's own words; elsewhere ``why`` is the rules' reason of a payment."""


MatchId = Annotated[str | None, Query(max_length=80, description="a match by its id; absent: the newest")]
NO_MATCH: Final[dict[str, JsonValue]] = {"error": "没有这一场", "error_en": "there is no such match"}

_NO_PICTURE: Final[dict[str, JsonValue]] = {
    "error": "没有这张照片，可能为了腾地方删掉了",
    "error_en": "there is no such picture; it may have been cleared to make room",
}
_NOT_ALL: Final[dict[str, JsonValue]] = {
    "error": "全部记录只给管桌的人看：在 /enter 输入牌桌的密码",
    "error_en": "the full log is for the table's role: enter its PIN at /enter",
}


@dataclass(slots=True)
class IntentCounts:
    """How many intents came to what, since the start."""

    accepted: int = 0
    refused: int = 0
    by_reason: dict[str, int] = field(default_factory=dict)


def api_router(
    *,
    states: StateSource,
    events: EventSource,
    intents: IntentSink,
    pictures: PictureSource,
    clock: Clock,
    counts: IntentCounts,
    door: Door,
) -> APIRouter:
    """The routes under ``/api``, but for the stream."""
    router = APIRouter(prefix="/api")
    _states(router, states)
    _log(router, events, door)
    _pictures(router, pictures)
    _intents(router, states=states, intents=intents, clock=clock, counts=counts, door=door)
    return router


def _states(router: APIRouter, states: StateSource) -> None:
    @router.get("/state")
    async def state() -> JSONResponse:
        """The whole public state."""
        return _json(to_json(states.current()))

    @router.get("/matches")
    async def matches() -> JSONResponse:
        """Every match in the log, newest first."""
        return _json({"matches": to_json(await states.matches())})

    @router.get("/history", responses=_HISTORY_ANSWERS)
    async def history(match: MatchId = None) -> JSONResponse:
        """The finished hands of the sitting, or of an earlier match."""
        found = states.history() if match is None else await states.history_of(match)
        return _json(NO_MATCH, status=HTTPStatus.NOT_FOUND) if found is None else _json(to_json(found))


def _log(router: APIRouter, events: EventSource, door: Door) -> None:
    @router.get("/events", responses=_LOG_ANSWERS)
    async def log(
        request: Request,
        after: Annotated[int, Query(ge=0, le=2**53)] = 0,
        match: MatchId = None,
        *,
        full: Annotated[bool, Query(description="with pictures and people's reasons; for the table's role")] = False,
    ) -> JSONResponse:
        """The log after sequence ``after``, or what of it is about one match: the public part, or for the table all."""
        if full and not door.allows(request, Role.TABLE):
            return _json(_NOT_ALL, status=HTTPStatus.UNAUTHORIZED)
        if match is None:
            found = await events.after(after, limit=MAX_EVENTS)
        else:
            found = [event for event in await events.of_match(match) if _seq(event) > after][:MAX_EVENTS]
        return _json([event if full else _public(event) for event in found])


def _pictures(router: APIRouter, pictures: PictureSource) -> None:
    @router.get("/pictures/{name}", responses={404: {"description": "There is no such picture."}})
    async def picture(name: str) -> Response:
        """A kept picture."""
        jpeg = await pictures.picture(name) if _PICTURE_NAME.fullmatch(name) else None
        if jpeg is None:
            return _json(_NO_PICTURE, status=HTTPStatus.NOT_FOUND)
        headers = {"cache-control": "private, max-age=86400, immutable"}
        return Response(jpeg, media_type="image/jpeg", headers=headers)


def _intents(
    router: APIRouter, *, states: StateSource, intents: IntentSink, clock: Clock, counts: IntentCounts, door: Door
) -> None:
    @router.post("/intents", responses=_INTENT_ANSWERS)
    async def intent(request: Request, wish: AnyIntent) -> JSONResponse:
        """Carry out what a person wants, once."""
        forbidden = await door.forbids(request, wish)
        if forbidden is not None:
            return _refusal(wish.id, forbidden, counts)
        result = await intents.submit(
            to_intent(wish, t_ms=int(clock.now().timestamp() * 1000), by=_sender(door, states, request))
        )
        match result:
            case Accepted(version, changed):
                counts.accepted += 1
                told = {} if changed is None else {"changed": to_json(changed)}
                return _json({"id": wish.id, "version": version, **told})
            case Refused():
                return _refusal(wish.id, result, counts)
            case _:
                assert_never(result)


_HISTORY_ANSWERS: Final[dict[int | str, dict[str, Any]]] = {404: {"description": "There is no such match."}}
_LOG_ANSWERS: Final[dict[int | str, dict[str, Any]]] = {
    401: {"description": "The full log needs the table's role."},
    422: {"description": "`error` says what is wrong."},
}
_INTENT_ANSWERS: Final[dict[int | str, dict[str, Any]]] = {
    200: {"description": "Done; the log's new version."},
    401: {"description": "Without a role, or with one that has run out: scan the code on the TV or enter a PIN."},
    403: {"description": "Sent by another site's page, or not for this seat to ask."},
    409: {"description": "It can't be; `error` says why, `error_en` in English."},
    503: {"description": "The log can't be read now; ask again later."},
    413: {"description": "The body is too large."},
    408: {"description": "The body did not arrive in time."},
    415: {"description": "The body is not JSON."},
    421: {"description": "Asked by a name that is not this machine's."},
    422: {"description": "Not an intent; `error` says what is wrong."},
}


def _seq(event: dict[str, JsonValue]) -> int:
    seq = event.get("seq")
    return seq if isinstance(seq, int) else 0


def _sender(door: Door, states: StateSource, request: Request) -> str:
    """Who asks, by the key the request carries: a player by name, else the role; empty while roles are off."""
    if door.keeper is None:
        return ""
    badge = door.badge(request)
    if badge.seat is None:
        return badge.role.name.lower()
    return states.current().seats[badge.seat].name or f"seat {badge.seat}"


def _refusal(intent_id: str, refused: Refused, counts: IntentCounts) -> JSONResponse:
    counts.refused += 1
    body: JsonValue = {"id": intent_id, "error": refused.reason, "error_en": refused.reason_en}
    return _json(body, status=refused.status)


def _public(event: dict[str, JsonValue]) -> JsonValue:
    """The event without what only the table's own people may see: pictures, and why somebody corrected it."""
    hidden = {"why"} if event.get("kind") in _OWN_REASONS else set()
    return _without_pictures({key: value for key, value in event.items() if key not in hidden})


def _without_pictures(value: JsonValue) -> JsonValue:
    match value:
        case dict():
            return {key: _without_pictures(inner) for key, inner in value.items() if key != _PICTURE_FIELD}
        case list():
            return [_without_pictures(inner) for inner in value]
        case _:
            return value


def _json(content: JsonValue, *, status: int = HTTPStatus.OK) -> JSONResponse:
    return JSONResponse(content, status_code=status, headers={"cache-control": "no-store"})
