"""混吊: the last tile's pair (单混吊) or set (双混吊) otherwise holds only wilds (A4.4, A4.5, B10).

So any tile would have won. The last tile may be a wild itself, if all others of its group are (B9). A set
that is part of the 龙 cannot be the 吊 (B15). Doubles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans.base import Part
from table_daemon.rules.layout import GroupKind

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading

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
    layout = reading.layout
    place = layout.last_group
    group = layout.groups[place]
    if place in layout.dragon or not all(piece in layout.wilds for piece in group.others):
        return None
    return SINGLE if group.kind is GroupKind.PAIR else DOUBLE
