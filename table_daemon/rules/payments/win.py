"""The win of the city's game: every win is self-drawn, and the three others pay it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.payments.payment import PaymentLine, Words
from table_daemon.rules.payments.stakes import pay
from table_daemon.rules.turns import others

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.rules.payments.hand_end import HandEnd

WIN: Final = Words("和", "win")


def self_drawn_win(end: HandEnd) -> Iterator[PaymentLine]:
    """Yield what the three others pay a winner who drew the tile himself (A3.6, A5)."""
    if end.winner is None:
        return
    for seat in others(end.winner):
        yield pay(end, seat, end.winner, points=end.fan, what=WIN)
