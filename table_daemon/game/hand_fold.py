"""One hand folded from its events, and folded again when one of them is taken back or corrected.

Knows nothing of scores over a match or of open questions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from table_daemon.game.amend import amended
from table_daemon.game.events import (
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
    Turn,
    after_claim,
    after_discard,
    after_late_claim,
    after_own_meld,
    after_win,
)
from table_daemon.game.state import DiscardOnTable, FoulOnTable, HandState, MeldOnTable, Phase, SeatState
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import KONGS, MeldKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_daemon.rules.profile import RuleProfile

Seats: TypeAlias = tuple[SeatState, SeatState, SeatState, SeatState]
HandEvent: TypeAlias = (
    DiceThrown
    | IndicatorTurned
    | Discarded
    | DiscardRetracted
    | MeldMade
    | FoulFound
    | HandWon
    | FalseHu
    | HandDrawn
    | Settled
    | Corrected
)
HAND_EVENTS: Final = HandEvent.__args__


def begin(recorded: Recorded, event: HandStarted, profile: RuleProfile) -> HandState:
    """The hand at the moment its walls are up, played by the match's rules."""
    return HandState(
        number=event.hand,
        dealer=event.dealer,
        zuo=event.zuo,
        la=event.la,
        phase=Phase.DEALING,
        seats=(SeatState(), SeatState(), SeatState(), SeatState()),
        profile=profile,
        to_act=event.dealer,
        log=(recorded,),
    )


def advance(hand: HandState, recorded: Recorded, event: HandEvent) -> HandState:
    """The hand after ``event``, which is what ``recorded`` holds. Total: what makes no sense changes nothing."""
    if isinstance(event, DiscardRetracted | Corrected):
        again = _refold(hand, (*amended(hand.log, event), recorded))
        return replace(again, phase=hand.phase)
    return _step(hand, recorded, event)


def _seat_exists(event: HandEvent) -> bool:
    match event:
        case Discarded() | MeldMade() | FoulFound() | FalseHu():
            return 0 <= event.seat < 4
        case HandWon():
            return 0 <= event.winner < 4
        case _:
            return True


def _refold(hand: HandState, log: tuple[Recorded, ...]) -> HandState:
    """Fold the hand again from its amended events."""
    again = HandState(
        number=hand.number,
        dealer=hand.dealer,
        zuo=hand.zuo,
        la=hand.la,
        phase=Phase.DEALING,
        seats=(SeatState(), SeatState(), SeatState(), SeatState()),
        profile=hand.profile,
        to_act=hand.dealer,
        log=log[:1],
    )
    for recorded in log[1:]:
        if isinstance(recorded.event, HAND_EVENTS):
            again = _step(again, recorded, recorded.event)
    return again


def _step(hand: HandState, recorded: Recorded, event: HandEvent) -> HandState:  # noqa: C901, PLR0911 - one short case a kind of event
    log = (*hand.log, recorded)
    if not _seat_exists(event):
        return replace(hand, log=log)
    match event:
        case DiceThrown():
            return replace(hand, log=log, dice=(*hand.dice, event))
        case IndicatorTurned():
            return replace(hand, log=log, indicator=event.tile, wilds=event.wilds, phase=_playing(hand))
        case Discarded():
            return _discarded(hand, log, event)
        case MeldMade():
            return _melded(hand, log, event)
        case FoulFound():
            return _fouled(hand, log, event)
        case HandWon():
            won = after_win(_turn_of(hand), event.winner)
            return replace(hand, **won._asdict(), log=log, won=event, phase=Phase.READING_HAND)
        case FalseHu():
            return _false_hu(hand, log, event)
        case HandDrawn():
            return replace(hand, log=log, drawn=True)
        case Settled():
            return replace(hand, log=log, settled=event, phase=Phase.SETTLED)
        case DiscardRetracted() | Corrected():
            return replace(hand, log=log)  # their effect is in the amended log already
        case _:
            assert_never(event)


def _discarded(hand: HandState, log: tuple[Recorded, ...], event: Discarded) -> HandState:
    seq = log[-1].seq
    lying = DiscardOnTable(event=seq, tile=event.tile, sure=event.sure, picture=event.source.picture)
    return replace(
        hand,
        **after_discard(_turn_of(hand), event.seat)._asdict(),
        log=log,
        seats=_with_seat(hand.seats, event.seat, lambda seat: replace(seat, discards=(*seat.discards, lying))),
        discard_order=(*hand.discard_order, seq),
        phase=_playing(hand),
    )


def _melded(hand: HandState, log: tuple[Recorded, ...], event: MeldMade) -> HandState:
    made = MeldOnTable(event=log[-1].seq, meld=event.meld)
    a, b, c, d = (_with_claim(seat, event) for seat in hand.seats)
    return replace(
        hand,
        **_turn_after_meld(hand, event)._asdict(),
        log=log,
        seats=_with_seat(
            (a, b, c, d),
            event.seat,
            lambda seat: replace(seat, melds=_with_meld(seat.melds, made, added=event.added)),
        ),
        phase=_playing(hand),
    )


def _turn_after_meld(hand: HandState, event: MeldMade) -> Turn:
    turn, kong = _turn_of(hand), event.meld.kind in KONGS
    if event.claimed is None and (event.added or event.meld.from_seat is None):
        return after_own_meld(turn, event.seat, kong=kong)
    if event.claimed is None or event.claimed not in hand.discard_order[:-1]:
        return after_claim(turn, event.seat, kong=kong)
    following = hand.discard_order[hand.discard_order.index(event.claimed) + 1]
    own = any(discard.event == following for discard in hand.seats[event.seat].discards)
    return after_late_claim(turn, kong=kong, discarded_since=own)


def _turn_of(hand: HandState) -> Turn:
    return Turn(
        draws=hand.draws,
        kong_draws=hand.kong_draws,
        kongs_in_a_row=hand.kongs_in_a_row,
        to_act=hand.to_act,
        must_draw=hand.must_draw,
        claims=hand.claims,
    )


def _with_claim(seat: SeatState, event: MeldMade) -> SeatState:
    if event.claimed is None or all(discard.event != event.claimed for discard in seat.discards):
        return seat
    return replace(
        seat,
        discards=tuple(
            replace(discard, claimed_by=event.seat) if discard.event == event.claimed else discard
            for discard in seat.discards
        ),
    )


def _with_meld(melds: tuple[MeldOnTable, ...], made: MeldOnTable, *, added: bool) -> tuple[MeldOnTable, ...]:
    """Put a 补杠 in the place of its 碰, anything else at the end."""
    for place, old in enumerate(melds):
        same = old.meld.tiles[:1] == made.meld.tiles[:1]
        if added and same and old.meld.kind is MeldKind.PUNG:
            return (*melds[:place], made, *melds[place + 1 :])
    return (*melds, made)


def _fouled(hand: HandState, log: tuple[Recorded, ...], event: FoulFound) -> HandState:
    """Set the foul unless what it rests on has turned out otherwise, or a worse one stands."""
    for index, seat in enumerate(hand.seats):
        for discard in seat.discards:
            if discard.event == event.of and (index != event.seat or discard.tile not in hand.wilds):
                return replace(hand, log=log)
    standing = hand.seats[event.seat].foul
    if standing is not None and (standing.foul is Foul.DA or event.foul is Foul.XIAO):
        return replace(hand, log=log)
    foul = FoulOnTable(foul=event.foul, event=log[-1].seq, of=event.of)
    return replace(hand, log=log, seats=_with_seat(hand.seats, event.seat, lambda seat: replace(seat, foul=foul)))


def _false_hu(hand: HandState, log: tuple[Recorded, ...], event: FalseHu) -> HandState:
    """Record the reason; a win that turned out to be none is taken back with it."""
    won = None if hand.won is not None and hand.won.winner == event.seat else hand.won
    seats = _with_seat(hand.seats, event.seat, lambda seat: replace(seat, false_hu=event.reason))
    return replace(hand, log=log, seats=seats, won=won, phase=_playing(hand))


def _playing(hand: HandState) -> Phase:
    """Play goes on, unless the hand is over."""
    return Phase.SETTLED if hand.settled is not None else Phase.PLAYING


def _with_seat(seats: Seats, index: int, change: Callable[[SeatState], SeatState]) -> Seats:
    changed = [change(seat) if place == index else seat for place, seat in enumerate(seats)]
    return (changed[0], changed[1], changed[2], changed[3])
