"""缺门: a suit is missing; honours are no suit, and wilds count as what they stand for (E17, O8). Adds 2 a suit.

Melds are looked at too, unless the table leaves them out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.daihun.reading import Reading


def part(reading: Reading) -> Part | None:
    """缺门, for each of 万 饼 条 that is nowhere.

    >>> from table_daemon.rules.daihun.score import example
    >>> example("123m456m78p11z234p 9p", indicator="6z").formula
    '2 平和 + 2 素 + 2 缺门 = 6'
    """
    melds = reading.rules.quemen_counts_melds
    suits = {group.tiles[0].suit for group in reading.groups if melds or not group.melded}
    missing = len({"m", "p", "s"} - suits)
    if not missing:
        return None
    return Part(name="缺门", english="missing suit", worth=missing * reading.rules.points.quemen, adds=True)
