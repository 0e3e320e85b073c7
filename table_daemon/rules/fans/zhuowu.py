"""捉五 (捉5, 捉伍儿): the last tile is the 五万 in the middle of a 四五六万.

四万 and 六万 may be wilds, and the last tile may be a wild standing for 五万 (A4.7, B12). The set must really
be part of the reading; 五万 need not be the only wait, unless the table says so (``zhuowu_sole_wait``, for hands
without wilds, B13). It may be part of the 龙 (A4.16). Where ``single_hundiao_zhuowu`` is played, 五万 that
completes a 单混吊 is 捉五 as well (B11). Adds 3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from table_daemon.rules.fans import hundiao
from table_daemon.rules.fans.base import LastUse, Part
from table_daemon.rules.fitting import completes
from table_daemon.rules.tiles import ALL_TILES, COPIES, FIVE_WAN

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading
    from table_daemon.rules.pool import Pool

PART: Final = Part(name="捉五", english="caught five", worth=3, adds=True)


def part(reading: Reading) -> Part | None:
    """捉五, when the last tile is the middle of a 四五六万.

    >>> from table_daemon.rules.score import example
    >>> example("46m123s111z66s789p 5m", indicator="2z").names
    ('捉五', '素')
    """
    profile = reading.profile
    if reading.last_is_wild and not profile.zhuowu_wild_draw:
        return None
    match reading.use:
        case LastUse.MIDDLE_OF_DRAGON | LastUse.MIDDLE | LastUse.MIDDLE_OF_WILDS:
            return None if profile.zhuowu_sole_wait and _waits_for_more(reading.pool) else PART
        case LastUse.PAIR_OF_WILD:
            fits = profile.single_hundiao_zhuowu and (reading.last_is_wild or reading.last == FIVE_WAN)
            return PART if fits and hundiao.part(reading) else None
        case LastUse.SET_OF_WILDS | LastUse.ANY:
            return None
        case _:
            assert_never(reading.use)


def _waits_for_more(pool: Pool) -> bool:
    """Whether a hand without wilds, 五万 taken out of it, is completed by any other tile too.

    A tile that is held four times is no wait.
    """
    return not pool.wild_pieces and any(
        completes(pool.swapped(FIVE_WAN, tile), sets=pool.sets)
        for tile in ALL_TILES
        if tile != FIVE_WAN and pool.naturals[tile.index] < COPIES
    )
