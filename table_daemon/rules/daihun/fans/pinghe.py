"""平和: the base of every win; all other items come on top (E12). Adds 2, and there is no least sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.fans.base import Part

if TYPE_CHECKING:
    from table_daemon.rules.daihun.reading import Reading


def part(reading: Reading) -> Part | None:
    """平和, always.

    >>> from table_daemon.rules.daihun.score import example
    >>> example("12m1p456p78s99s234s 6s", indicator="1p").formula
    '2 平和 = 2'
    """
    return Part(name="平和", english="base", worth=reading.rules.points.base, adds=True)
