"""对对和: every set is a pung or a kong (E17). Adds 4.

A 风头杠 is neither (O12). Wilds may help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.fans.base import Part
from table_daemon.rules.layout import GroupKind

if TYPE_CHECKING:
    from table_daemon.rules.daihun.reading import Reading


def part(reading: Reading) -> Part | None:
    """对对和, when no set is a run or a 风头杠.

    >>> from table_daemon.rules.daihun.score import example
    >>> example("55p88s999s 8s", indicator="1z", melds="pung:7z ming:3m").formula
    '2 平和 + 2 素 + 4 对对和 = 8'
    """
    sets = [group for group in reading.groups if group.kind is not GroupKind.PAIR]
    if not sets or any(group.tiles[0] != group.tiles[-1] for group in sets):
        return None
    return Part(name="对对和", english="all pungs", worth=reading.rules.points.duidui, adds=True)
