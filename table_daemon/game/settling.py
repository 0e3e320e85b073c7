"""The end of a hand: gathers what the rules need to settle it. The arithmetic is the rules'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.events import Discarded, MatchEnded, MeldMade, Settled, Source, Witness
from table_daemon.rules.chan import chan_rounds
from table_daemon.rules.guo import Guo
from table_daemon.rules.payments.checks import kongs_played
from table_daemon.rules.settle import KongHeld, settle

if TYPE_CHECKING:
    from table_daemon.game.draft import Draft
    from table_daemon.game.state import HandState, MatchState
    from table_daemon.rules.tiles import Tile

RULES = Source(witness=Witness.RULES)


def settlement(match: MatchState, hand: HandState) -> Settled:
    """The payments of a hand that was won or drawn: the win, everyone's kongs, 铲."""
    result = settle(
        dealer=hand.dealer,
        zuo=hand.zuo,
        la=hand.la,
        winner=None if hand.won is None else hand.won.winner,
        fan=0 if hand.won is None else hand.won.score.fan,
        kongs=kongs_held(hand),
        chan=_chan(hand, match.profile.chan_rounds),
        fouls={i: seat.foul.foul for i, seat in enumerate(hand.seats) if seat.foul is not None},
        false_hu=[i for i, seat in enumerate(hand.seats) if seat.false_hu is not None],
        profile=match.profile,
    )
    return Settled(net=result.net, lines=result.lines, next_dealer=result.next_dealer, source=RULES)


def pay(draft: Draft) -> None:
    """Add the settlement of the hand, and the end of the match where a seat has lost the 锅's stake (B43)."""
    draft.add(settlement(draft.match, draft.hand))
    if Guo(draft.match.profile.guo_stake, draft.match.scores).is_over:
        draft.add(MatchEnded(source=RULES))


def kongs_held(hand: HandState) -> list[KongHeld]:
    """Every kong on the table."""
    return [
        KongHeld(i, lying.meld.kind, None if lying.meld.from_seat == i else lying.meld.from_seat)
        for i, seat in enumerate(hand.seats)
        for lying in seat.melds
        if lying.meld.kind in kongs_played(hand.profile)
    ]


def _chan(hand: HandState, most: int) -> int:
    """In how many rounds all followed, ``most`` at the most."""
    discards: list[tuple[int, Tile]] = []
    claims = []
    for recorded in hand.log:
        event = recorded.event
        if isinstance(event, Discarded):
            discards.append((event.seat, event.tile))
        elif isinstance(event, MeldMade) and event.claimed is not None:
            claims.append(len(discards))
    return chan_rounds(dealer=hand.dealer, discards=discards, claims=claims, most=most)
