"""铲: the dealer pays each of the others for the opening in which they followed his discard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.payments.payment import PaymentLine, Words
from table_daemon.rules.payments.stakes import pay
from table_daemon.rules.turns import others

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.rules.payments.hand_end import HandEnd

_ROUNDS: Final = (Words("铲", "chan"), Words("第二轮铲", "second chan"))


def chan_paid(end: HandEnd) -> Iterator[PaymentLine]:
    """Yield what the dealer pays for each 铲 (A3.9, B3), on a 荒庄 too; nothing where it is not played."""
    if not end.profile.chan:
        return
    for what in _ROUNDS[: end.chan]:
        for seat in others(end.dealer):
            yield pay(end, end.dealer, seat, points=end.profile.chan_unit, what=what)
