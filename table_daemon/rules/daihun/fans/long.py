"""龙: 123 456 789 of one suit as three sets, 吃 counted, wilds where need be (E17). Adds 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans.base import Part
from table_daemon.rules.layout import GroupKind

if TYPE_CHECKING:
    from table_daemon.rules.daihun.reading import Reading


_DRAGONS: Final = ((0, 3, 6), (9, 12, 15), (18, 21, 24))
"""First tiles of the three runs, for each suit."""


def part(reading: Reading) -> Part | None:
    """龙, when the three runs are there.

    >>> from table_daemon.rules.daihun.score import example
    >>> example("45678s234m66p 9s", indicator="1z", melds="chow:1s").formula
    '2 平和 + 2 素 + 4 龙 = 8'
    """
    runs = {group.tiles[0].index for group in reading.groups if group.kind is GroupKind.CHOW}
    if not any(runs.issuperset(dragon) for dragon in _DRAGONS):
        return None
    return Part(name="龙", english="dragon", worth=reading.rules.points.long, adds=True)
