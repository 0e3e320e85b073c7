"""素: no wild in the hand, the last tile counted, not even as itself (E13). Adds 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.daihun.reading import Reading


def part(reading: Reading) -> Part | None:
    """素, when no wild is there.

    >>> from table_daemon.rules.daihun.score import example
    >>> example("123m46p789s234s99m 5p", indicator="1z").formula
    '2 平和 + 2 素 = 4'
    """
    if reading.hand.wilds:
        return None
    return Part(name="素", english="no wilds", worth=reading.rules.points.su, adds=True)
