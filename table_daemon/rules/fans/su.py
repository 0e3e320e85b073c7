"""素 (没混儿): no wild tile in the hand, the last tile counted (A4.6). Doubles.

A 金杠 breaks it, at most tables (B8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading

PART: Final = Part(name="素", english="no wilds", worth=2)


def part(reading: Reading) -> Part | None:
    """素, when neither the hand nor a 金杠 holds a wild.

    >>> from table_daemon.rules.score import example
    >>> example("345m123s111z77m45s 6s", indicator="8p").names
    ('素',)
    """
    pool = reading.pool
    broken = pool.wild_pieces or (reading.profile.jingang_breaks_su and pool.wild_melds)
    return None if broken else PART
