"""The only tile a daihun hand waited for, where there was just one (E14, E17).

Waits are told by faces, each taken as itself: that a face may be wild, or that others may have all four of it, changes
nothing. A face of which the player holds all four is no wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.rules.daihun import seven_pairs
from table_daemon.rules.daihun.plan import suit_costs
from table_daemon.rules.tiles import COPIES

if TYPE_CHECKING:
    from table_daemon.rules.daihun.hand import Hand

_SUITS: Final = ((0, 9), (9, 18), (18, 27), (27, 34))


def single_wait(hand: Hand) -> int | None:
    """Return the only face, by index, that completes the tiles held before the last; ``None`` for several or none."""
    naturals = list(hand.naturals)
    if not hand.last_is_wild:
        naturals[hand.last] -= 1
    costs = [suit_costs(naturals, suit, hand) for suit in range(4)]
    found = None
    for suit, (first, end) in enumerate(_SUITS):
        sets = hand.sets - sum(cost[0] for other, cost in enumerate(costs) if other != suit)
        saved = max(cost[1] for other, cost in enumerate(costs) if other != suit)
        for face in range(first, end):
            if naturals[face] == COPIES:
                continue
            naturals[face] += 1
            taken, saved_here = suit_costs(naturals, suit, hand)
            completes = taken - max(saved, saved_here) <= sets or seven_pairs.fits(naturals, hand)
            naturals[face] -= 1
            if completes and found is not None:
                return None
            if completes:
                found = face
    return found
