"""上大台: in 混钓 a wild came, and the player announced to go on, twice at most (E16). Adds 5 each time.

What was announced counts in a won hand whatever happened after, however it was won.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.daihun.reading import Reading


def part(reading: Reading) -> Part | None:
    """上大台, as often as it was announced, where it is played.

    >>> from table_daemon.rules.daihun.score import example
    >>> example("123m456p789s111z2p 8m", indicator="2p", shangdatai=2).formula
    '2 平和 + 2 混钓 + 10 上大台 = 14'
    """
    times = reading.flags.shangdatai
    if not times or not reading.rules.shangdatai:
        return None
    return Part(name="上大台", english="played on", worth=times * reading.rules.points.shangdatai, adds=True)
