"""捉五: the hand waited for 五万 alone, by 坎张 or as the pair, and it came (E17, O6). Adds 2.

It need not be declared. A wild drawn may be the 五万, unless the table says otherwise. 混钓 completed by a
real 五万 (one that is not wild itself) counts too, where the table has it so (O7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.fans.base import Part
from table_daemon.rules.tiles import FIVE_WAN

if TYPE_CHECKING:
    from table_daemon.rules.daihun.reading import Reading


def part(reading: Reading) -> Part | None:
    """捉五, by the single wait for 五万 or by 混钓.

    >>> from table_daemon.rules.daihun.score import example
    >>> example("5m123p456p789s234s 5m", indicator="1z", dubao=True).formula
    '2 平和 + 2 素 + 2 独抱 + 2 捉五 = 8'
    >>> example("123m456p789s111z2p 5m", indicator="2p").names
    ('平和', '混钓', '捉五')
    """
    if not _waited_for_it(reading) and not _drawn_to_a_wild(reading):
        return None
    return Part(name="捉五", english="caught five", worth=reading.rules.points.zhuowu, adds=True)


def _waited_for_it(reading: Reading) -> bool:
    if reading.hand.last_is_wild and not reading.rules.zhuowu_wild_draw:
        return False
    return reading.single == FIVE_WAN.index and reading.completes_single_wait


def _drawn_to_a_wild(reading: Reading) -> bool:
    if not reading.rules.hundiao_five_is_zhuowu or reading.flags.discard or reading.hand.last_is_wild:
        return False
    return reading.hand.last == FIVE_WAN.index and reading.completes_wild
