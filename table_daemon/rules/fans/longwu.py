"""龙五翻: a hand with 捉五 or 龙 is doubled once more (B39). Off at most tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans import long, zhuowu
from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Reading

PART: Final = Part(name="龙五翻", english="dragon or caught five", worth=2)


def part(reading: Reading) -> Part | None:
    """龙五翻, where the table plays it and the reading has 捉五 or 龙; both together double once.

    >>> from table_daemon.rules.score import example
    >>> example("46m123s111z66s789p 5m", indicator="2z", options={"longwu_double": True}).formula
    '3 捉五 × 2 素 × 2 龙五翻 = 12'
    """
    if not reading.profile.longwu_double:
        return None
    return PART if long.part(reading) or zhuowu.part(reading) else None
