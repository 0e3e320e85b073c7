"""独抱: declared, and the hand waited for one tile alone, by 坎张 or as the pair (E14). Adds 2.

Seven pairs always wait so (O10). It is not counted undeclared, unless the table does without declaring (O15),
nor beside 混钓 (E15). That it came by a discard takes nothing away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.daihun.reading import Reading


def part(reading: Reading) -> Part | None:
    """独抱, when the declared single wait came.

    >>> from table_daemon.rules.daihun.score import example
    >>> example("123m46p789s234s99m 5p", indicator="1z", dubao=True).formula
    '2 平和 + 2 素 + 2 独抱 = 6'
    """
    declared = reading.flags.dubao or not reading.rules.dubao_needs_declaration
    if not declared or not reading.completes_single_wait or reading.completes_wild:
        return None
    return Part(name="独抱", english="single wait", worth=reading.rules.points.dubao, adds=True)
