"""Kongs: every seat's are paid, the winner paying too, unless the house says otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.choices import Jingang, MingkongPayer
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.payments.payment import PaymentLine, Words
from table_daemon.rules.payments.stakes import pay
from table_daemon.rules.turns import others

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.rules.payments.hand_end import HandEnd, KongHeld

NAMES: Final = {
    MeldKind.MING: Words("明杠", "open kong"),
    MeldKind.AN: Words("暗杠", "closed kong"),
    MeldKind.JIN: Words("金杠", "wild kong"),
    MeldKind.YIN: Words("银杠", "three wilds laid down"),
    MeldKind.FENGTOU_JIAN: Words("风头杠中发白", "opening kong of dragons"),
    MeldKind.FENGTOU_FENG: Words("风头杠东南西北", "opening kong of winds"),
}
"""What may be paid as a kong, by the name players use."""


def kongs_paid(end: HandEnd) -> Iterator[PaymentLine]:
    """Yield the payments for all kongs (A5; B5, B6, B26, B27), on a 荒庄 too unless it cancels them.

    A 大相公's kongs are lost (B35); four wilds that won the hand at once are paid as the win (B6).
    """
    if end.winner is None and end.profile.draw_cancels_kongs:
        return
    for kong in end.kongs:
        foul = end.fouls.get(kong.seat)
        if foul is not None and not foul.kongs_count:
            continue
        if kong.kind is MeldKind.JIN and end.profile.jingang is Jingang.INSTANT_WIN:
            continue
        for seat in _payers(end, kong):
            points = end.profile.kong_points(kong.kind)
            yield pay(
                end, seat, kong.seat, points=points, what=NAMES[kong.kind], multiplied=end.profile.kong_multiplied
            )


def _payers(end: HandEnd, kong: KongHeld) -> tuple[int, ...]:
    """The other three, or who discarded the tile of a 明杠 where the house makes him pay alone (B27, O13)."""
    if kong.from_seat is not None and end.profile.mingkong_payer is MingkongPayer.DISCARDER:
        return (kong.from_seat,)
    return others(kong.seat)
