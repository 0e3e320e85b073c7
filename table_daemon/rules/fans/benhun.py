"""本混 (本混龙): the 龙 is in the suit of the wilds (A4.9).

Doubles the sum of 捉五 and 龙; where it adds
(``benhun_adds``) 本混龙 is a flat 8 instead (B16).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading

PART: Final = Part(name="本混", english="dragon of the wild suit", worth=2)
FLAT: Final = Part(name="本混", english="dragon of the wild suit", worth=4, adds=True)


def part(reading: Reading) -> Part | None:
    """本混, when the 龙 has the suit of a wild.

    >>> from table_daemon.rules.score import example
    >>> example("1234567s88s23p66m 4p", indicator="8s").names
    ('龙', '本混')
    """
    if reading.dragon is None or reading.pool.wilds[0].index // 9 != reading.dragon // 9:
        return None
    return FLAT if reading.profile.benhun_adds else PART
