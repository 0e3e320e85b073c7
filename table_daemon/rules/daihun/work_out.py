"""The sum of a daihun hand: all items added, then doubled by 杠开 (E12, E18)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from table_daemon.rules.formula import Worked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.fans.base import Part


def points_of(parts: Sequence[Part]) -> int:
    """Points (分) each payer owes for items: what adds, times what multiplies."""
    added, times = 0, 1
    for part in parts:
        if part.adds:
            added += part.worth
        else:
            times *= part.worth
    return added * times


@lru_cache(maxsize=1024)
def work_out(parts: tuple[Part, ...]) -> Worked:
    """Write out the whole sum.

    >>> from table_daemon.rules.fans.base import Part
    >>> work_out((Part(name="平和", english="base", worth=2, adds=True),)).english
    '2 base = 2'
    """
    points = points_of(parts)
    chinese = _sum([(part.worth, part.name, part.adds) for part in parts])
    english = _sum([(part.worth, part.english, part.adds) for part in parts])
    return Worked(points, f"{chinese} = {points}", f"{english} = {points}")


def _sum(parts: Sequence[tuple[int, str, bool]]) -> str:
    added = [f"{worth} {name}" for worth, name, adds in parts if adds]
    times = [f"{worth} {name}" for worth, name, adds in parts if not adds]
    base = " + ".join(added)
    if times and len(added) > 1:
        base = f"({base})"
    return " × ".join([base, *times])
