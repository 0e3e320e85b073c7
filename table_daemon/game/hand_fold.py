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
from table_daemon.game.flow import after_discard, after_meld, after_win
from table_daemon.game.state import DiscardOnTable, FoulOnTable, HandState, MeldOnTable, Phase, SeatState
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind

if TYPE_CHECKING:
    from collections.abc import Callable

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


def begin(recorded: Recorded, event: HandStarted) -> HandState:
    """The hand at the moment its walls are up."""
    return HandState(
        number=event.hand,
        dealer=event.dealer,
        zuo=event.zuo,
        la=event.la,
        phase=Phase.DEALING,
        seats=(SeatState(), SeatState(), SeatState(), SeatState()),
        to_act=event.dealer,
        log=(recorded,),
    )


def advance(hand: HandState, recorded: Recorded, event: HandEvent) -> HandState:
    """The hand after ``event``, which is what ``recorded`` holds. Total: what makes no sense changes nothing."""
    if isinstance(event, DiscardRetracted | Corrected):
        phase = hand.phase
        hand = replace(_refold(amended(hand.log, event), hand), phase=phase)
    elif _seat_exists(event):
        hand = _step(hand, recorded.seq, event)
    return replace(hand, log=(*hand.log, recorded))


def _seat_exists(event: HandEvent) -> bool:
    match event:
        case Discarded() | MeldMade() | FoulFound() | FalseHu():
            return 0 <= event.seat < 4
        case HandWon():
            return 0 <= event.winner < 4
        case _:
            return True


def _refold(log: tuple[Recorded, ...], hand: HandState) -> HandState:
    """Fold the hand again from its amended events."""
    again = replace(
        hand,
        phase=Phase.DEALING,
        seats=(SeatState(), SeatState(), SeatState(), SeatState()),
        dice=(),
        indicator=None,
        wilds=(),
        discard_order=(),
        draws=0,
        kong_draws=0,
        kongs_in_a_row=0,
        to_act=hand.dealer,
        must_draw=False,
        claims=0,
        won=None,
        drawn=False,
        settled=None,
    )
    for recorded in log:
        if isinstance(recorded.event, HAND_EVENTS) and _seat_exists(recorded.event):
            again = _step(again, recorded.seq, recorded.event)
    return replace(again, log=log)


def _step(hand: HandState, seq: int, event: HandEvent) -> HandState:  # noqa: C901, PLR0911 - one short case a kind of event
    match event:
        case DiceThrown():
            return replace(hand, dice=(*hand.dice, event))
        case IndicatorTurned():
            return replace(hand, indicator=event.tile, wilds=event.wilds, phase=_playing(hand))
        case Discarded():
            return _discarded(hand, seq, event)
        case MeldMade():
            return _melded(hand, seq, event)
        case FoulFound():
            return _fouled(hand, seq, event)
        case HandWon():
            return replace(after_win(hand, event.winner), won=event, phase=Phase.READING_HAND)
        case FalseHu():
            return _false_hu(hand, event)
        case HandDrawn():
            return replace(hand, drawn=True)
        case Settled():
            return replace(hand, settled=event, phase=Phase.SETTLED)
        case DiscardRetracted() | Corrected():
            return hand  # their effect is in the amended log already
        case _:
            assert_never(event)


def _discarded(hand: HandState, seq: int, event: Discarded) -> HandState:
    lying = DiscardOnTable(event=seq, tile=event.tile, sure=event.sure, picture=event.source.picture)
    seats = _with_seat(hand.seats, event.seat, lambda seat: replace(seat, discards=(*seat.discards, lying)))
    moved = after_discard(hand, event.seat)
    return replace(moved, seats=seats, discard_order=(*hand.discard_order, seq), phase=_playing(hand))


def _melded(hand: HandState, seq: int, event: MeldMade) -> HandState:
    moved = after_meld(hand, event)
    seats = tuple(_with_claim(seat, event) for seat in hand.seats)
    made = MeldOnTable(event=seq, meld=event.meld)
    placed = _with_seat(
        (seats[0], seats[1], seats[2], seats[3]),
        event.seat,
        lambda seat: replace(seat, melds=_with_meld(seat.melds, made, added=event.added)),
    )
    return replace(moved, seats=placed, phase=_playing(hand))


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


def _fouled(hand: HandState, seq: int, event: FoulFound) -> HandState:
    """Set the foul unless what it rests on has turned out otherwise, or a worse one stands."""
    for index, seat in enumerate(hand.seats):
        for discard in seat.discards:
            if discard.event == event.of and (index != event.seat or discard.tile not in hand.wilds):
                return hand
    standing = hand.seats[event.seat].foul
    if standing is not None and (standing.foul is Foul.DA or event.foul is Foul.XIAO):
        return hand
    foul = FoulOnTable(foul=event.foul, event=seq, of=event.of)
    return replace(hand, seats=_with_seat(hand.seats, event.seat, lambda seat: replace(seat, foul=foul)))


def _false_hu(hand: HandState, event: FalseHu) -> HandState:
    """Record the reason; a win that turned out to be none is taken back with it."""
    won = None if hand.won is not None and hand.won.winner == event.seat else hand.won
    seats = _with_seat(hand.seats, event.seat, lambda seat: replace(seat, false_hu=event.reason))
    return replace(hand, seats=seats, won=won, phase=_playing(hand))


def _playing(hand: HandState) -> Phase:
    """Play goes on, unless the hand is over."""
    return Phase.SETTLED if hand.settled is not None else Phase.PLAYING


def _with_seat(seats: Seats, index: int, change: Callable[[SeatState], SeatState]) -> Seats:
    changed = [change(seat) if place == index else seat for place, seat in enumerate(seats)]
    return (changed[0], changed[1], changed[2], changed[3])
