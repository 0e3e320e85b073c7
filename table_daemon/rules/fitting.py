"""Whether natural tiles can be laid at all, wilds filling every gap. Lays nothing.

Enough wilds are always there: the tiles of a hand are as many as the places of its sets and pair, so what is
to be known is only whether the naturals fall into that few blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.partition import fewest_blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.pool import Pool


def completes(pool: Pool, *, sets: int) -> bool:
    """Whether the concealed tiles make that many sets and a pair at all, whatever that is worth."""
    return fits(pool.naturals, sets=sets, pair_free=True)


def fits(naturals: Sequence[int], *, sets: int, pair_free: bool) -> bool:
    """Whether naturals (counts by tile index) lie in ``sets`` sets, and in a pair where ``pair_free``."""
    wan, wan_paired = fewest_blocks(tuple(naturals[:9]))
    bing, bing_paired = fewest_blocks(tuple(naturals[9:18]))
    tiao, tiao_paired = fewest_blocks(tuple(naturals[18:27]))
    zi, zi_paired = fewest_blocks(tuple(naturals[27:]))
    blocks = wan + bing + tiao + zi
    if pair_free:
        blocks -= max(wan - wan_paired, bing - bing_paired, tiao - tiao_paired, zi - zi_paired)
    return blocks <= sets
