"""荒庄: what a hand costs that nobody won, apart from the kongs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.payments.payment import PaymentLine, Words
from table_daemon.rules.payments.stakes import pay
from table_daemon.rules.turns import others

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.rules.payments.hand_end import HandEnd

_NO_KONG: Final = Words("荒庄无杠", "drawn hand without a kong")


def draw_without_kongs_paid(end: HandEnd) -> Iterator[PaymentLine]:
    """Yield what each pays the dealer when nobody won and nobody konged (B26), without 坐 and 拉."""
    if end.winner is not None or end.kongs:
        return
    for seat in others(end.dealer):
        points = end.profile.no_kong_draw_pays_dealer
        yield pay(end, seat, end.dealer, points=points, what=_NO_KONG, multiplied=False)
