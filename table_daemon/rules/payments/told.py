"""A settlement in words for people, Chinese first and English beside it. Works nothing out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table_daemon.rules.payments.payment import Settlement


def tell_settlement(settlement: Settlement, *, winner: int | None) -> str:
    """Tell who pays whom and why, a payment a line, then what each seat gains; no newline at the end.

    >>> from table_daemon.rules.settle import settle
    >>> print(tell_settlement(settle(dealer=0, zuo=True, winner=1, fan=3), winner=1))
    和 win: 座 seat 1
      0 → 1      6   庄家坐庄 ×2: 2 × 和 3  (zuo ×2: 2 × win 3)
      2 → 1      3   和 3  (win 3)
      3 → 1      3   和 3  (win 3)
    净 net:   座 0 −6   座 1 +12   座 2 −3   座 3 −3
    下局庄家 next dealer: 座 seat 1
    """
    head = "荒庄 drawn hand: nobody won" if winner is None else f"和 win: 座 seat {winner}"
    lines = [head]
    lines += [
        f"  {line.from_seat} → {line.to_seat} {line.points:6}   {line.why}  ({line.why_en})"
        for line in settlement.lines
    ]
    lines.append("净 net:   " + "   ".join(f"座 {seat} {_signed(net)}" for seat, net in enumerate(settlement.net)))
    lines.append(f"下局庄家 next dealer: 座 seat {settlement.next_dealer}")
    return "\n".join(lines)


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else f"+{points}" if points else "0"
