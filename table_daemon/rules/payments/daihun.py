"""Daihun's own payments: a win on a discard, and the two items that all three owe, 独抱 and 上大台."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.payments.payment import PaymentLine, Words
from table_daemon.rules.payments.stakes import pay
from table_daemon.rules.payments.win import self_drawn_win
from table_daemon.rules.turns import SEATS, others

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.rules.payments.hand_end import HandEnd

_DISCARDED: Final = Words("放炮", "discarded the winning tile")
_DUBAO: Final = Words("独抱", "declared single wait")
_SHANGDATAI: Final = (
    Words("上大台", "played on"),
    Words("上大台", "played on"),
    Words("上大台两次", "played on twice"),
)


def daihun_win(end: HandEnd) -> Iterator[PaymentLine]:
    """Yield the payments of a won hand (E20): self-drawn by all three, on a discard by the discarder.

    On a discard the other two owe only what every seat owes whoever pays: 独抱 (E14) and 上大台 (E16).
    """
    if end.winner is None or end.discarder is None:
        yield from self_drawn_win(end)
        return
    if end.discard_is_flat:
        yield pay(end, end.discarder, end.winner, points=end.profile.points.base, what=_DISCARDED)
        yield from _owed_by_all(end, end.winner, others(end.winner))
        return
    yield pay(end, end.discarder, end.winner, points=end.fan, what=_DISCARDED)
    bystanders = tuple(seat for seat in others(end.winner) if seat != end.discarder)
    yield from _owed_by_all(end, end.winner, bystanders)


def lost_announcements(end: HandEnd) -> Iterator[PaymentLine]:
    """Yield what is owed to seats that did not win: 上大台 (E16), and 独抱 where the house pays it (O2).

    A seat that has lost the right to win has no 独抱 to be paid for.
    """
    for seat in SEATS:
        for other in () if seat == end.winner else others(seat):
            yield _announced(end, other, seat)
    if not end.profile.dubao_pays_without_win:
        return
    for seat in dict.fromkeys(end.dubao_declared):
        if seat != end.winner and seat not in end.fouls and seat not in end.false_hu:
            for other in others(seat):
                yield pay(end, other, seat, points=end.profile.points.dubao, what=_DUBAO)


def _owed_by_all(end: HandEnd, winner: int, payers: tuple[int, ...]) -> Iterator[PaymentLine]:
    points = end.profile.points
    for seat in payers:
        if end.dubao and end.profile.dubao_all_pay:
            yield pay(end, seat, winner, points=points.dubao, what=_DUBAO)
        yield _announced(end, seat, winner)


def _announced(end: HandEnd, payer: int, payee: int) -> PaymentLine:
    times = end.shangdatai[payee] if end.profile.shangdatai else 0
    return pay(end, payer, payee, points=times * end.profile.points.shangdatai, what=_SHANGDATAI[times])
