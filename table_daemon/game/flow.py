"""Whose turn it is and how many tiles were drawn, as discards and melds imply. Scores nothing, refuses nothing.

Nobody sees a draw: it follows from what is done next. The dealer's first discard and the discard after a 碰 take no
draw, a kong takes a replacement draw, every other discard or kong in hand follows one ordinary draw.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from table_daemon.rules.melds import KONGS
from table_daemon.rules.turns import next_seat

if TYPE_CHECKING:
    from table_daemon.game.events import MeldMade
    from table_daemon.game.state import HandState


def after_discard(hand: HandState, seat: int) -> HandState:
    """The turn after ``seat`` discarded, in turn or (recorded all the same) out of it."""
    drew = hand.must_draw or seat != hand.to_act
    return replace(
        hand,
        draws=hand.draws + drew,
        kongs_in_a_row=0,
        to_act=next_seat(seat),
        must_draw=True,
    )


def after_meld(hand: HandState, meld: MeldMade) -> HandState:
    """The turn after a meld was laid down. ``hand`` still shows the claimed discard where it lay."""
    kong = meld.meld.kind in KONGS
    if meld.claimed is not None or (meld.meld.from_seat is not None and not meld.added):
        return _after_claim(hand, meld, kong=kong)
    if meld.seat != hand.to_act:
        return replace(hand, kong_draws=hand.kong_draws + kong)
    return replace(
        hand,
        draws=hand.draws + hand.must_draw,
        kong_draws=hand.kong_draws + kong,
        kongs_in_a_row=hand.kongs_in_a_row + kong,
        must_draw=False,
    )


def after_win(hand: HandState, winner: int) -> HandState:
    """Count the ordinary draw that a win in turn implies."""
    drew = hand.must_draw and hand.to_act == winner
    return replace(hand, draws=hand.draws + drew, must_draw=hand.must_draw and not drew)


def _after_claim(hand: HandState, meld: MeldMade, *, kong: bool) -> HandState:
    claimed = replace(hand, claims=hand.claims + 1, kong_draws=hand.kong_draws + kong)
    if meld.claimed is not None and meld.claimed in hand.discard_order[:-1]:
        return _after_late_claim(claimed, meld.seat, meld.claimed)
    return replace(claimed, kongs_in_a_row=int(kong), to_act=meld.seat, must_draw=False)


def _after_late_claim(hand: HandState, seat: int, claimed: int) -> HandState:
    """A claim learned only after its claimant had discarded: that discard took no ordinary draw after all."""
    following = hand.discard_order[hand.discard_order.index(claimed) + 1]
    own = any(discard.event == following for discard in hand.seats[seat].discards)
    return replace(hand, draws=max(0, hand.draws - own))
