"""混钓: a wild stood alone for the pair, and the winning tile was drawn to it (E15). Adds 2.

Any tile the wild may stand for completes it, another wild too. Self-drawn only. Seven pairs whose last pair
waits with a wild are 混钓 as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.daihun.reading import Reading


def part(reading: Reading) -> Part | None:
    """混钓, when a standing wild got its partner by a draw.

    >>> from table_daemon.rules.daihun.score import example
    >>> example("123m456p789s111z2p 8m", indicator="2p").formula
    '2 平和 + 2 混钓 = 4'
    >>> example("123m456p789s111z2p 8m", indicator="2p", discard=True).formula
    '2 平和 = 2'
    """
    if reading.flags.discard or not reading.completes_wild:
        return None
    return Part(name="混钓", english="wild pair wait", worth=reading.rules.points.hundiao, adds=True)
