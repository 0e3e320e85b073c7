"""One payment between two seats, and the settlement they make up. Works nothing out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """One payment and its reason, as in ``庄家坐庄 ×2, 拉两庄 ×4: 8 × 明杠 1``. Points are 番 times the base."""

    from_seat: int
    to_seat: int
    points: int
    why: str
    why_en: str = ""
    """The reason in English; empty where an older log did not keep it."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled hand; ``net`` by seat, in points, sums to zero."""

    net: tuple[int, int, int, int]
    next_dealer: int
    lines: tuple[PaymentLine, ...]


class Words(NamedTuple):
    """What something is called in the two languages."""

    zh: str
    en: str


def net_of(lines: Iterable[PaymentLine]) -> tuple[int, int, int, int]:
    """Return what each seat gains by ``lines``, in points.

    >>> net_of([PaymentLine(0, 1, 8, "和 8"), PaymentLine(2, 1, 8, "和 8")])
    (-8, 16, -8, 0)
    """
    net = [0, 0, 0, 0]
    for line in lines:
        net[line.from_seat] -= line.points
        net[line.to_seat] += line.points
    return net[0], net[1], net[2], net[3]
