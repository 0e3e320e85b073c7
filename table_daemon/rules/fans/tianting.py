"""天听: declared ready right after the dealer's first discard, the hand frozen since (A3.5).

Off at most tables (B22).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading

PART: Final = Part(name="天听", english="ready from the deal", worth=2)


def part(reading: Reading) -> Part | None:
    """天听, where the table plays it and it was declared. Doubles.

    >>> from table_daemon.rules.score import example
    >>> example("46m123s111z66s789p 5m", indicator="2z", tianting=True, options={"tianting": True}).names
    ('捉五', '素', '天听')
    """
    return PART if reading.profile.tianting and reading.flags.tianting else None
