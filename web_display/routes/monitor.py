"""``/healthz`` and ``/metrics`` for monitors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse

from table_daemon.views import HealthLevel, to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from web_display.ports import HealthSource, StateSource
    from web_display.routes.api import IntentCounts
    from web_display.stream import Streams

_LEVELS = {HealthLevel.OFF: 0, HealthLevel.OK: 1, HealthLevel.WARN: 2, HealthLevel.BAD: 3}


def monitor_router(*, states: StateSource, health: HealthSource, streams: Streams, counts: IntentCounts) -> APIRouter:
    """The routes for monitors."""
    router = APIRouter()

    @router.get("/healthz", responses={503: {"description": "A part is bad."}})
    async def healthz() -> JSONResponse:
        """200 while the table can be followed, 503 while a part is bad."""
        view = health.current()
        status = 503 if view.level is HealthLevel.BAD else 200
        body = {"version": states.current().version, "health": to_json(view.summary())}
        return JSONResponse(body, status_code=status, headers={"cache-control": "no-store"})

    @router.get("/metrics")
    async def metrics() -> PlainTextResponse:
        """Prometheus text."""
        lines = [
            *_metric("queyan_log_version", "gauge", "Sequence of the last event.", states.current().version),
            *_metric("queyan_stream_clients", "gauge", "Open event streams.", streams.clients),
            *_metric(
                "queyan_stream_replaced_total",
                "counter",
                "States replaced before a slow client took them.",
                streams.replaced,
            ),
            *_metric("queyan_stream_stalled_total", "counter", "Streams dropped because nobody read.", streams.stalled),
            *_metric("queyan_intents_accepted_total", "counter", "Intents carried out.", counts.accepted),
            *_metric("queyan_intents_refused_total", "counter", "Intents refused.", counts.refused),
            "# HELP queyan_health Health of a part: 0 off, 1 ok, 2 warn, 3 bad.",
            "# TYPE queyan_health gauge",
            *(f'queyan_health{{part="{item.part}"}} {_LEVELS[item.level]}' for item in health.current().items),
        ]
        return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")

    return router


def _metric(name: str, kind: str, text: str, value: int) -> Iterator[str]:
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} {kind}"
    yield f"{name} {value}"
