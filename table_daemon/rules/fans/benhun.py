"""本混 (本混龙): the 龙 is in the suit of the wilds (A4.9). Doubles the sum of 捉五 and 龙 (B16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading

PART: Final = Part(name="本混", english="dragon of the wild suit", worth=2)


def part(reading: Reading) -> Part | None:
    """本混, when the 龙 has the suit of a wild.

    >>> from table_daemon.rules.score import example
    >>> example("1234567s88s23p66m 4p", indicator="8s").names
    ('龙', '本混')
    """
    layout = reading.layout
    if not layout.dragon:
        return None
    suit = layout.groups[layout.dragon[0]].tiles[0].suit
    return PART if any(wild.suit == suit for wild in layout.wilds) else None
