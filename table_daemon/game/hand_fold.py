"""One hand folded from its events, and folded again when one of them is taken back or corrected.

Knows nothing of scores over a match or of open questions.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from table_daemon.game.amend import amended, said
from table_daemon.game.events import (
    Announced,
    Corrected,
    DiceThrown,
    Discarded,
    DiscardRetracted,
    FalseHu,
    FoulFound,
    HandDrawn,
    HandStarted,
    HandWon,
    IndicatorTurned,
    MeldMade,
    Recorded,
    Settled,
)
from table_daemon.game.flow import (
    after_claim,
    after_discard,
    after_late_claim,
    after_opening_kong,
    after_own_meld,
    after_win,
)
from table_daemon.game.hand_desk import EMPTY_SEAT
from table_daemon.game.state import DiscardOnTable, FoulOnTable, HandState, Phase
from table_daemon.rules.fengtou import replacements_due
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import KONGS, MeldKind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from table_daemon.game.flow import Turn
    from table_daemon.game.hand_desk import HandDesk
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.tiles import Tile

OPENING_KONGS: Final = frozenset({MeldKind.FENGTOU_JIAN, MeldKind.FENGTOU_FENG})
HandEvent: TypeAlias = (
    DiceThrown
    | IndicatorTurned
    | Discarded
    | DiscardRetracted
    | MeldMade
    | FoulFound
    | Announced
    | HandWon
    | FalseHu
    | HandDrawn
    | Settled
    | Corrected
)


def begin(
    recorded: Recorded,
    event: HandStarted,
    profile: RuleProfile,
    places: tuple[int, int, int, int] = (0, 1, 2, 3),
) -> HandState:
    """The hand at the moment its walls are up, played by the match's rules."""
    return HandState(
        number=event.hand,
        dealer=event.dealer,
        zuo=event.zuo,
        la=event.la,
        phase=Phase.DEALING,
        seats=(EMPTY_SEAT, EMPTY_SEAT, EMPTY_SEAT, EMPTY_SEAT),
        profile=profile,
        to_act=event.dealer,
        log=(recorded,),
        places=places,
    )


def lay(desk: HandDesk, recorded: Recorded) -> None:
    """Lay one event of the hand on its desk. Total: what makes no sense changes nothing."""
    event = recorded.event
    if isinstance(event, DiscardRetracted | Corrected):
        _fold_again(desk, [*(desk.facts or desk.log), recorded])
        return
    if desk.facts:
        desk.facts.append(recorded)
    _step(desk, recorded)


def _fold_again(desk: HandDesk, raw: list[Recorded]) -> None:
    """Fold the hand from its amended events; its beginning can be corrected, never taken away."""
    now = amended(raw)
    first = next((recorded for recorded in now.log if isinstance(recorded.event, HandStarted)), desk.log[0])
    if isinstance(first.event, HandStarted):
        desk.dealer, desk.zuo, desk.la = first.event.dealer, first.event.zuo, first.event.la
    desk.pardoned, desk.net_by_hand, desk.dealer_by_hand = now.pardoned, now.net_by_hand, now.dealer_by_hand
    desk.clear()
    desk.log = [first]
    for recorded in now.log:
        if recorded.seq != first.seq:
            _step(desk, recorded)
    desk.facts = raw


def _step(desk: HandDesk, recorded: Recorded) -> None:
    desk.log.append(recorded)
    step = _STEPS.get(type(recorded.event))
    if step is not None:
        step(desk, recorded.seq, recorded.event)


def _dice(desk: HandDesk, _: int, event: DiceThrown) -> None:
    desk.dice = (*desk.dice, event)


def _indicator(desk: HandDesk, _: int, event: IndicatorTurned) -> None:
    desk.indicator, desk.wilds = event.tile, event.wilds
    desk.play_on()


def _discarded(desk: HandDesk, seq: int, event: Discarded) -> None:
    if not 0 <= event.seat < 4:
        return
    lying = DiscardOnTable(
        event=seq, tile=event.tile, sure=event.sure, picture=event.source.picture, second=event.second
    )
    desk.seat_discard(event.seat, lying)
    desk.discard_order.append(seq)
    if not desk.ended:
        desk.turn = after_discard(desk.turn, event.seat)
        desk.play_on()


def _melded(desk: HandDesk, seq: int, event: MeldMade) -> None:
    if not 0 <= event.seat < 4:
        return
    turn = _turn_after_meld(desk, event)
    if desk.ended:  # a fact that was missing: nobody's turn comes of it
        turn = desk.turn._replace(kong_draws=turn.kong_draws, claims=turn.claims)
    else:
        desk.play_on()
    if event.claimed is not None:
        desk.mark_claimed(event.claimed, event.seat)
    desk.lay_meld(seq, event)
    desk.turn = turn


def _turn_after_meld(desk: HandDesk, event: MeldMade) -> Turn:
    turn, kong = desk.turn, event.meld.kind in KONGS
    if event.meld.kind in OPENING_KONGS:
        return after_opening_kong(turn, event.seat, replaced=bool(replacements_due(event.meld.kind)))
    if event.claimed is None and (event.added or event.meld.from_seat is None):
        return after_own_meld(turn, event.seat, kong=kong)
    if event.claimed is None or event.claimed not in desk.discard_order[:-1]:
        return after_claim(turn, event.seat, kong=kong)
    following = desk.discard_order[desk.discard_order.index(event.claimed) + 1]
    own = any(discard.event == following for discard in desk.seats[event.seat].discards)
    return after_late_claim(turn, kong=kong, discarded_since=own)


def _fouled(desk: HandDesk, seq: int, event: FoulFound) -> None:
    """Set the foul unless what it rests on has turned out otherwise, or a worse one stands."""
    if not 0 <= event.seat < 4:
        return
    for index, side in enumerate(desk.seats):
        for discard in side.discards:
            if discard.event == event.of and (index != event.seat or discard.tile not in desk.wilds):
                return
    old = desk.seats[event.seat]
    if old.foul is not None and (old.foul.foul is Foul.DA or event.foul is Foul.XIAO):
        return
    desk.seats[event.seat] = replace(old, foul=FoulOnTable(foul=event.foul, event=seq, of=event.of))


def _announced(desk: HandDesk, _: int, event: Announced) -> None:
    if not 0 <= event.seat < 4:
        return
    a, b, c, d = (event.dubao if seat == event.seat else had for seat, had in enumerate(desk.dubao))
    desk.dubao = (a, b, c, d)
    e, f, g, h = (event.shangdatai if seat == event.seat else had for seat, had in enumerate(desk.shangdatai))
    desk.shangdatai = (e, f, g, h)


def _won(desk: HandDesk, seq: int, event: HandWon) -> None:
    if not 0 <= event.winner < 4:
        return
    if event.of is not None:
        _won_after_all(desk, event, event.of)
        return
    desk.claim, desk.claim_seq, desk.won, desk.drawn = event, seq, event, False
    desk.turn = after_win(desk.turn, event.winner, drawn=event.discarder is None)
    desk.phase = Phase.READING_HAND


def _won_after_all(desk: HandDesk, event: HandWon, of: int) -> None:
    """The hand that was laid down then is scored anew, unless it has turned out to be another hand since."""
    claim = desk.claim
    if desk.claim_seq == of and claim is not None:
        if facts_of(claim) != facts_of(event):
            return
    else:
        refused = next((recorded.event for recorded in desk.log if recorded.seq == of), None)
        if not isinstance(refused, FalseHu) or desk.ended:
            return
        if (refused.seat, _tiles(refused)) != (event.winner, _tiles(event)):
            return
        desk.claim, desk.claim_seq = event, of
        desk.turn = after_win(desk.turn, event.winner, drawn=event.discarder is None)
    desk.won = event
    desk.seats[event.winner] = replace(desk.seats[event.winner], false_hu=None, false_hu_en="")
    desk.phase = Phase.READING_HAND if desk.settled is None else Phase.SETTLED


def facts_of(won: HandWon) -> tuple[object, ...]:
    """What was seen or said of a winning hand, without what the rules make of it."""
    said = tuple((name, getattr(won.flags, name)) for name in sorted(won.told))
    return (won.winner, won.hand, won.draw, won.discarder, said)


def _tiles(laid: HandWon | FalseHu) -> list[Tile]:
    return sorted(laid.hand if laid.draw is None else (*laid.hand, laid.draw))


def _false_hu(desk: HandDesk, _: int, event: FalseHu) -> None:
    """Record the reason; a win that turned out to be none is taken back with it."""
    if not 0 <= event.seat < 4 or (event.of is not None and event.of != desk.claim_seq):
        return
    if desk.won is not None and desk.won.winner == event.seat:
        desk.won = None
    refused = replace(desk.seats[event.seat], false_hu=event.reason, false_hu_en=event.reason_en)
    desk.seats[event.seat] = refused
    desk.play_on()


def _drawn(desk: HandDesk, _: int, event: HandDrawn) -> None:
    del event  # that it is there says it all
    desk.drawn = True
    desk.claim = desk.claim_seq = desk.won = None


def _settled(desk: HandDesk, _: int, event: Settled) -> None:
    """Take over the payments, unless the end of the hand that they are for was taken back."""
    if said(event):
        desk.net_by_hand = event.net
    if desk.ended or desk.net_by_hand is not None:
        desk.settled = event
        desk.phase = Phase.SETTLED


_STEPS: Final[Mapping[type, Callable[[HandDesk, int, Any], None]]] = MappingProxyType(
    {
        DiceThrown: _dice,
        IndicatorTurned: _indicator,
        Discarded: _discarded,
        MeldMade: _melded,
        FoulFound: _fouled,
        Announced: _announced,
        HandWon: _won,
        FalseHu: _false_hu,
        HandDrawn: _drawn,
        Settled: _settled,
    }
)
