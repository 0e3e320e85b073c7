"""What is only read: the house rules in words, and the match as a spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response

from table_daemon.views import to_json
from table_daemon.views.cells import BOM, safe_cell
from table_daemon.views.rules import rules_view
from web_display.i18n import choose
from web_display.routes.api import NO_MATCH, MatchId

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from table_daemon.views import HandRow, HistoryView
    from web_display.i18n import Catalogue
    from web_display.ports import StateSource


def reading_router(*, states: StateSource, catalogues: Mapping[str, Catalogue]) -> APIRouter:
    """The routes."""
    router = APIRouter(prefix="/api")

    @router.get("/rules")
    async def rules() -> JSONResponse:
        """Every rule profile in words."""
        return JSONResponse({"profiles": to_json(rules_view())}, headers={"cache-control": "no-cache"})

    @router.get(
        "/history.csv",
        response_class=Response,
        responses={
            200: {"content": {"text/csv": {}}, "description": "A row a hand."},
            404: {"description": "There is no such match."},
        },
    )
    async def spreadsheet(lang: Annotated[str | None, Query(max_length=16)] = None, match: MatchId = None) -> Response:
        """The finished hands of the sitting, or of an earlier match, for Excel and WPS."""
        found = states.history() if match is None else await states.history_of(match)
        if found is None:
            return JSONResponse(NO_MATCH, status_code=404, headers={"cache-control": "no-store"})
        text = BOM + history_csv(found, choose(catalogues, lang))
        headers = {"cache-control": "no-store", "content-disposition": 'attachment; filename="queyan.csv"'}
        return Response(text.encode(), media_type="text/csv; charset=utf-8", headers=headers)

    return router


def history_csv(history: HistoryView, t: Catalogue) -> str:
    """The finished hands as CSV: a row a hand, what each player won or lost in it, and the standing after it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    players = [safe_cell(name) for name in history.players]
    totals = [f"{name} {t('total')}" for name in players]
    heads = ("col_hand", "dealer_long", "col_winner", "col_fans", "col_fan", "col_fouls")
    writer.writerow([*(t(head) for head in heads), *players, *totals])
    for hand in history.hands:
        writer.writerow([*_told(hand, players, t), *hand.net, *hand.scores])
    return out.getvalue()


def _told(hand: HandRow, players: list[str], t: Catalogue) -> Iterator[str | int]:
    yield hand.hand
    yield players[hand.dealer]
    yield t("draw_game") if hand.winner is None else players[hand.winner]
    yield t("fans_apart").join(t.messages.get(f"fan.{name}", name) for name in hand.names)
    yield hand.fan if hand.winner is not None else ""
    yield " ".join(f"{players[foul.seat]} {t(f'foul.{foul.foul}')}" for foul in hand.fouls)
