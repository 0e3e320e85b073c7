"""What multiplies a payment: 坐 and 拉 between the dealer and one other seat, and the base."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple

from table_daemon.rules.payments.payment import PaymentLine, Words

if TYPE_CHECKING:
    from table_daemon.rules.payments.hand_end import HandEnd

_SITS: Final = "庄家坐庄"
_PULLS: Final = ("不拉庄", "拉一庄", "拉两庄", "拉三庄")


class _Factor(NamedTuple):
    words: Words
    times: int


def pay(end: HandEnd, payer: int, payee: int, *, points: int, what: Words, multiplied: bool = True) -> PaymentLine:
    """Work out one payment (A5.2 to A5.4): ``points`` 番 times 坐, 拉 and the base.

    Not ``multiplied``, 坐 and 拉 are left out; the base never is.
    """
    factors = [*(_table_factors(end, payer, payee) if multiplied else ()), _Factor(Words("底分", "base"), end.base)]
    factors = [factor for factor in factors if factor.times > 1]
    product = prod(factor.times for factor in factors)
    zh, en = (_reason([(f.words[i], f.times) for f in factors], product, f"{what[i]} {points}") for i in (0, 1))
    return PaymentLine(payer, payee, product * points, zh, en)


def _table_factors(end: HandEnd, payer: int, payee: int) -> list[_Factor]:
    """坐 and 拉: between the dealer and another seat only (A5.4)."""
    if end.dealer not in {payer, payee}:
        return []
    other = payee if payer == end.dealer else payer
    times = end.la[other]
    return [
        _Factor(Words(_SITS, "zuo"), 2 if end.sits else 1),
        _Factor(Words(_PULLS[times], "la"), 2**times),
    ]


def _reason(factors: list[tuple[str, int]], product: int, what: str) -> str:
    if not factors:
        return what
    told = ", ".join(f"{name} ×{times}" for name, times in factors)
    return f"{told}: {product} × {what}"
