"""七小对: seven pairs, nothing laid open (E17). Adds 4.

Wilds may help, and four equal tiles are two pairs (O9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.fans.base import Part
from table_daemon.rules.layout import GroupKind

if TYPE_CHECKING:
    from table_daemon.rules.daihun.reading import Reading


def part(reading: Reading) -> Part | None:
    """七小对, when the reading is seven pairs.

    >>> from table_daemon.rules.daihun.score import example
    >>> example("1122m3344p5566s7z 7z", indicator="1z").formula
    '2 平和 + 2 素 + 4 七小对 = 8'
    """
    if any(group.kind is not GroupKind.PAIR for group in reading.groups):
        return None
    return Part(name="七小对", english="seven pairs", worth=reading.rules.points.qixiaodui, adds=True)
