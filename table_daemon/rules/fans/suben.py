"""素本 (素本龙, 素本伍龙): a 本混龙 whose wilds are used as nothing but themselves.

Exactly one of each wild is in the hand, each on its own face inside the 龙, and there is no 金杠
(A4.14, B18). Doubles once more. A hand with 素本 is never 素, for it holds wilds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans.base import LastUse, Part
from table_daemon.rules.tiles import FIVE_WAN

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading

PART: Final = Part(name="素本", english="wilds as themselves", worth=2)


def part(reading: Reading) -> Part | None:
    """素本, when each wild is there once and lies on its own face inside the 龙.

    >>> from table_daemon.rules.score import example
    >>> example("1234567s8s234p66m 9s", indicator="8s").names
    ('龙', '本混', '素本')
    """
    pool = reading.pool
    if not reading.profile.suben or reading.dragon is None or pool.wild_melds:
        return None
    first = reading.dragon
    at_home = all(first <= wild.index < first + 9 for wild in pool.wilds)
    if not at_home or sorted(pool.wild_pieces) != sorted(pool.wilds):
        return None
    # Nothing but wilds can fill the places of their faces in the 龙, so each of them lies there; which one
    # lies where is free, but for the last tile where 捉五 has asked for it.
    astray = reading.use is LastUse.MIDDLE_OF_DRAGON and reading.last_is_wild and reading.last != FIVE_WAN
    return None if astray else PART
