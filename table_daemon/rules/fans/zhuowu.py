"""捉五 (捉5, 捉伍儿): the last tile is the 五万 in the middle of a 四五六万.

四万 and 六万 may be wilds, and the last tile may be a wild standing for 五万 (A4.7, B12). The set must really
be part of the reading; 五万 need not be the only wait (B13). It may be part of the 龙 (A4.16). Adds 3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans.base import Part
from table_daemon.rules.layout import GroupKind
from table_daemon.rules.tiles import Tile

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading

PART: Final = Part(name="捉五", english="caught five", worth=3, adds=True)
_SET: Final = (Tile(3), Tile(4), Tile(5))


def part(reading: Reading) -> Part | None:
    """捉五, when the last tile is the middle of a 四五六万.

    >>> from table_daemon.rules.score import example
    >>> example("46m123s111z66s789p 5m", indicator="2z").names
    ('捉五', '素')
    """
    group = reading.layout.groups[reading.layout.last_group]
    caught = group.kind is GroupKind.CHOW and group.tiles == _SET and group.last == 1
    return PART if caught else None
