"""A false 和: what it costs, where the house makes it cost anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.payments.payment import PaymentLine, Words
from table_daemon.rules.payments.stakes import pay
from table_daemon.rules.turns import others

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.rules.payments.hand_end import HandEnd

_FALSE_HU: Final = Words("诈和", "false win")


def false_wins_paid(end: HandEnd) -> Iterator[PaymentLine]:
    """Yield what each seat with a false 和 pays the others (B42): once, however often it called."""
    for seat in dict.fromkeys(end.false_hu):
        for other in others(seat):
            yield pay(end, seat, other, points=end.profile.false_hu_penalty, what=_FALSE_HU)
