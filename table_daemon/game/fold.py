"""The state of the table folded from its log: ``apply`` for one event, ``fold`` for many. Pure and total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.game_desk import GameDesk
from table_daemon.game.state import GameState

if TYPE_CHECKING:
    from collections.abc import Iterable

    from table_daemon.game.events import Recorded


def fold(log: Iterable[Recorded], state: GameState | None = None) -> GameState:
    """The state after ``log``, beginning at ``state`` (an empty table when ``None``)."""
    desk = GameDesk(GameState() if state is None else state)
    for recorded in log:
        desk.lay(recorded)
    return desk.state()


def apply(state: GameState, recorded: Recorded) -> GameState:
    """The state after one event. Never raises: an event that makes no sense here only moves the version."""
    return fold((recorded,), state)
