"""Read models: what the pages, streams and exports show of a match. Never how the facts were learned or kept.

``public_state`` is the whole public state of ``GET /api/state``; ``history`` the finished hands; ``to_json`` gives any
of these values its JSON form, ``json_text`` the same written out. Nothing here shows a concealed tile: there is none in
the game's state.
"""

from table_daemon.views.corrections import CorrectionView, Difference, change_to_tell, corrections, difference
from table_daemon.views.health import HealthFigure, HealthItem, HealthLevel, HealthPart, HealthSummary, HealthView
from table_daemon.views.history import HandRow, HistoryView, history
from table_daemon.views.json_form import JsonValue, json_text, to_json
from table_daemon.views.matches import MatchRow
from table_daemon.views.public import PublicState
from table_daemon.views.seats import SeatView
from table_daemon.views.state import public_state

__all__ = [
    "CorrectionView",
    "Difference",
    "HandRow",
    "HealthFigure",
    "HealthItem",
    "HealthLevel",
    "HealthPart",
    "HealthSummary",
    "HealthView",
    "HistoryView",
    "JsonValue",
    "MatchRow",
    "PublicState",
    "SeatView",
    "change_to_tell",
    "corrections",
    "difference",
    "history",
    "json_text",
    "public_state",
    "to_json",
]
