"""素本 (素本龙, 素本伍龙): a 本混龙 whose wilds are used as nothing but themselves.

Exactly one of each wild is in the hand, each on its own face inside the 龙, and there is no 金杠
(A4.14, B18). Doubles once more. A hand with 素本 is never 素, for it holds wilds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading

PART: Final = Part(name="素本", english="wilds as themselves", worth=2)


def part(reading: Reading) -> Part | None:
    """素本, when each wild is there once and lies on its own face inside the 龙.

    >>> from table_daemon.rules.score import example
    >>> example("1234567s8s234p66m 9s", indicator="8s").names
    ('龙', '本混', '素本')
    """
    layout = reading.layout
    if not layout.dragon or sorted(layout.wild_pieces) != sorted(layout.wilds):
        return None
    own = [
        piece
        for place in layout.dragon
        for piece, tile in zip(layout.groups[place].pieces, layout.groups[place].tiles, strict=True)
        if piece == tile and piece in layout.wilds
    ]
    return PART if len(own) == len(layout.wilds) else None
