"""Every worked hand, laid down at a table instead of handed to the scorer: the circumstances come from the play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from table_daemon.rules.tiles import Tile
from table_daemon.rules.wilds import wilds_of
from tests.game.story import Table

PLAYED_OUT = {"gangkai", "tianhe"}
"""Circumstances that play can bring about; a foul bars the claim before any hand is scored."""
HANDS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "hands_tianjin.jsonl").read_text("utf-8").splitlines()
]


def plain_tile(indicator: str) -> str:
    """A tile that may be discarded without consequence."""
    wilds = wilds_of(Tile.parse(indicator))
    return next(text for text in ("1z", "2z", "3z") if Tile.parse(text) not in wilds)


def table_before(worked: dict[str, Any]) -> tuple[Table, int]:
    """The table just before the worked hand is laid down, and the seat that will do it."""
    table = Table.dealt(worked["indicator"])
    if worked["flags"].get("tianhe"):
        return table, 0
    plain = plain_tile(worked["indicator"])
    kongs = [meld for meld in worked["melds"] if meld[0] != "pung"]
    table.rounds(plain)
    last = kongs[-1:] if worked["flags"].get("gangkai") else []
    for kind, tile in worked["melds"]:
        if [kind, tile] not in last:
            table.meld(1, kind, tile)
    for seat in (1, 2, 3, 0):
        table.discard(seat, plain)
    for kind, tile in last:
        table.meld(1, kind, tile)
    return table, 1


@pytest.mark.parametrize(
    "worked", [hand for hand in HANDS if PLAYED_OUT.issuperset(hand["flags"])], ids=lambda worked: worked["id"]
)
def test_a_worked_hand_laid_down_scores_as_worked(worked: dict[str, Any]) -> None:
    table, seat = table_before(worked)
    brought = table.lay_down(seat, worked["hand"], worked["draw"])
    if worked["fan"] == 0:
        assert brought == ["FalseHu"]
        return
    assert brought == ["HandWon", "Settled"]
    assert table.hand.won is not None
    score = table.hand.won.score
    assert (score.fan, set(score.names)) == (worked["fan"], set(worked["names"]))
