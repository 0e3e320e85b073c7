"""龙 (一条龙): 123 456 789 of one suit as three sets of the hand, wilds where need be (A4.8). Adds 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading

PART: Final = Part(name="龙", english="dragon", worth=4, adds=True)


def part(reading: Reading) -> Part | None:
    """龙, when the reading takes three of its sets as one.

    >>> from table_daemon.rules.score import example
    >>> example("55m234p145678s6z7z 2s", indicator="7z").names
    ('龙',)
    """
    return None if reading.dragon is None else PART
