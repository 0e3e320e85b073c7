"""Logs to store: a played hand, and runs of plain events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.events import Discarded, Recorded
from table_daemon.rules.tiles import Tile
from tests.game.story import CAMERA, Table

if TYPE_CHECKING:
    from table_daemon.game.state import GameState


def run(count: int, *, first: int = 1) -> list[Recorded]:
    """That many discards in a row."""
    return [
        Recorded(seq, seq * 10, Discarded(seat=seq % 4, tile=Tile(seq % 34), sure=True, source=CAMERA))
        for seq in range(first, first + count)
    ]


def played_hand() -> tuple[list[Recorded], GameState]:
    """A whole hand with a foul, a kong, a refused claim, a question and a win."""
    table = Table.dealt("8p")
    table.rounds("1z", "9p", "3z", "4z", "5z")
    table.meld(1, "an", "2m")
    table.lay_down(1, "123s111z77m45s", "6s")
    table.rounds("6z")
    table.lay_down(2, "123456789m234p55s")
    table.answer(1, "5m")
    return table.log, table.state
