"""The arithmetic of fans: what adds is summed, what multiplies multiplies the sum (part C of the rules)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.fans.base import Part


@dataclass(frozen=True, slots=True)
class Worked:
    """A sum done: ``fan`` in 番 without kong points, and the sum as people write it, in both languages."""

    fan: int
    chinese: str
    english: str


def fan_of(parts: Sequence[Part]) -> int:
    """``max(1, sum of what adds) × product of what multiplies``, in 番; a hand with nothing is 提溜, 1."""
    added, times = 0, 1
    for part in parts:
        if part.adds:
            added += part.worth
        else:
            times *= part.worth
    return max(1, added) * times


@lru_cache(maxsize=1024)
def work_out(parts: tuple[Part, ...]) -> Worked:
    """Write out the whole sum.

    >>> from table_daemon.rules.fans import benhun, long, zhuowu
    >>> work_out((zhuowu.PART, long.PART, benhun.PART)).chinese
    '(3 捉五 + 4 龙) × 2 本混 = 14'
    >>> work_out(()).chinese
    '1 提溜 = 1'
    """
    fan = fan_of(parts)
    chinese = _sum([(part.worth, part.name, part.adds) for part in parts], "提溜")
    english = _sum([(part.worth, part.english, part.adds) for part in parts], "plain hand")
    return Worked(fan, f"{chinese} = {fan}", f"{english} = {fan}")


def _sum(parts: Sequence[tuple[int, str, bool]], plain: str) -> str:
    added = [f"{worth} {name}" for worth, name, adds in parts if adds] or [f"1 {plain}"]
    times = [f"{worth} {name}" for worth, name, adds in parts if not adds]
    base = " + ".join(added)
    if times and len(added) > 1:
        base = f"({base})"
    return " × ".join([base, *times])
