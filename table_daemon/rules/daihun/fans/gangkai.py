"""杠开: the winning tile was dealt for a kong (E18). Doubles the sum of all items, the kong not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.daihun.reading import Reading


def part(reading: Reading) -> Part | None:
    """杠开, when a kong came just before the last tile.

    >>> from table_daemon.rules.daihun.score import example
    >>> example("46p789s234s99m 5p", indicator="1z", melds="an:1m", gangkai=1).formula
    '(2 平和 + 2 素) × 2 杠开 = 8'
    """
    if not reading.flags.gangkai:
        return None
    return Part(name="杠开", english="kong replacement win", worth=2)
