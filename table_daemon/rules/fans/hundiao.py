"""混吊: the last tile's pair (单混吊) or set (双混吊) otherwise holds only wilds (A4.4, A4.5, B10).

So any tile would have won. The last tile may be a wild itself, if all others of its group are (B9),
unless the table says otherwise (``hundiao_wild_draw``). A set
that is part of the 龙 cannot be the 吊 (B15). Doubles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from table_daemon.rules.fans.base import LastUse, Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.fans.base import Reading
    from table_daemon.rules.profile import RuleProfile

SINGLE: Final = Part(name="单混吊", english="wild pair wait", worth=2)
DOUBLE: Final = Part(name="双混吊", english="double wild wait", worth=2)


def part(reading: Reading) -> Part | None:
    """单混吊 or 双混吊, when only wilds waited for the last tile.

    >>> from table_daemon.rules.score import example
    >>> example("345m123s111z456s8p 5z", indicator="8p").names
    ('单混吊',)
    >>> example("345m123s111z66s8p9p 7p", indicator="8p").names
    ('双混吊',)
    """
    if reading.last_is_wild and not reading.profile.hundiao_wild_draw:
        return None
    match reading.use:
        case LastUse.PAIR_OF_WILD:
            return SINGLE
        case LastUse.SET_OF_WILDS | LastUse.MIDDLE_OF_WILDS:
            return DOUBLE
        case LastUse.MIDDLE_OF_DRAGON | LastUse.MIDDLE | LastUse.ANY:
            return None
        case _:
            assert_never(reading.use)


def stands_alone(parts: Sequence[Part], profile: RuleProfile) -> bool:
    """Whether 混吊 is all there is, at a table where that may not win (``hundiao_alone_wins`` false, B23)."""
    return not profile.hundiao_alone_wins and len(parts) == 1 and parts[0] in {SINGLE, DOUBLE}
