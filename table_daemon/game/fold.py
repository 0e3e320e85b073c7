"""The state of the table folded from its log: ``apply`` for one event, ``fold`` for many. Pure and total."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

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
    LaChosen,
    MatchEnded,
    MatchStarted,
    MeldMade,
    NameSet,
    ReviewAnswered,
    ReviewKind,
    ReviewOpened,
    Settled,
    ZuoChosen,
)
from table_daemon.game.hand_fold import advance, begin
from table_daemon.game.state import GameState, HandState, HandSummary, MatchState, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    from table_daemon.game.events import Recorded
    from table_daemon.game.hand_fold import HandEvent

    Value = TypeVar("Value")

_LAID_DOWN = frozenset({ReviewKind.WINNING_HAND, ReviewKind.WINNING_TILE})
"""Questions while which the table waits with a hand laid down."""
_ABOUT_THE_END = _LAID_DOWN | {ReviewKind.HAND_END}
"""Questions that a settled hand has answered."""


def fold(log: Iterable[Recorded], state: GameState | None = None) -> GameState:
    """The state after ``log``, beginning at ``state`` (an empty table when ``None``)."""
    state = GameState() if state is None else state
    for recorded in log:
        state = apply(state, recorded)
    return state


def apply(state: GameState, recorded: Recorded) -> GameState:
    """The state after one event. Never raises: an event that makes no sense here only moves the version."""
    event = recorded.event
    state = GameState(
        version=recorded.seq,
        t_ms=recorded.t_ms,
        match=state.match,
        reviews=state.reviews,
        reviews_opened=state.reviews_opened,
    )
    match event:
        case MatchStarted():
            return _match_started(state, event)
        case ReviewOpened():
            return _review_opened(state, event)
        case ReviewAnswered():
            return _review_closed(state, event.review)
        case MatchEnded() | NameSet() | ZuoChosen() | LaChosen():
            return _with_match(state, event)
        case HandStarted():
            return _hand_started(state, recorded, event)
        case (
            DiceThrown()
            | IndicatorTurned()
            | Discarded()
            | DiscardRetracted()
            | MeldMade()
            | FoulFound()
            | HandWon()
            | FalseHu()
            | HandDrawn()
            | Settled()
            | Corrected()
        ):
            return _with_hand(state, recorded, event)
        case _:
            assert_never(event)


def _match_started(state: GameState, event: MatchStarted) -> GameState:
    match = MatchState(match=event.match, names=event.names, profile=event.profile, next_dealer=event.first_dealer)
    return replace(state, match=match, reviews=())


def _with_match(state: GameState, event: MatchEnded | NameSet | ZuoChosen | LaChosen) -> GameState:
    match = state.match
    if match is None:
        return state
    match event:
        case MatchEnded():
            match = replace(match, ended=True)
        case NameSet():
            match = replace(match, names=_set(match.names, event.seat, event.name))
        case ZuoChosen():
            match = replace(match, zuo=_set(match.zuo, event.seat, event.value))
        case LaChosen():
            match = replace(match, la=_set(match.la, event.seat, event.value))
        case _:
            assert_never(event)
    return replace(state, match=match)


def _hand_started(state: GameState, recorded: Recorded, event: HandStarted) -> GameState:
    """Open questions about the hand before are closed: nothing can follow from them any more."""
    if state.match is None or not 0 <= event.dealer < 4:
        return state
    return replace(state, match=replace(state.match, hand=begin(recorded, event, state.match.profile)), reviews=())


def _with_hand(state: GameState, recorded: Recorded, event: HandEvent) -> GameState:
    match = state.match
    if match is None or match.hand is None:
        return state
    hand = advance(match.hand, recorded, event)
    state = replace(state, match=replace(match, hand=hand))
    if isinstance(event, DiscardRetracted):
        return replace(state, reviews=tuple(r for r in state.reviews if r.of != event.of))
    if isinstance(event, Settled):
        return _settled(state, hand, before=match.hand.settled, event=event)
    return state


def _settled(state: GameState, hand: HandState, *, before: Settled | None, event: Settled) -> GameState:
    """Book the payments. A hand settled anew (a fact of it was corrected) replaces what it had paid."""
    match = state.match
    if match is None:
        return state
    paid = before.net if before is not None else (0, 0, 0, 0)
    a, b, c, d = (score - old + new for score, old, new in zip(match.scores, paid, event.net, strict=True))
    history = match.history
    if history and history[-1].number == hand.number:
        history = history[:-1]
    summary = HandSummary(
        number=hand.number,
        dealer=hand.dealer,
        winner=None if hand.won is None else hand.won.winner,
        names=() if hand.won is None else tuple(hand.won.score.names),
        fan=0 if hand.won is None else hand.won.score.fan,
        net=event.net,
        scores=(a, b, c, d),
        fouls=tuple((i, seat.foul.foul) for i, seat in enumerate(hand.seats) if seat.foul is not None),
        lines=event.lines,
        next_dealer=event.next_dealer,
    )
    settled = replace(match, scores=(a, b, c, d), next_dealer=event.next_dealer, history=(*history, summary))
    open_still = tuple(review for review in state.reviews if review.about not in _ABOUT_THE_END)
    return replace(state, match=settled, reviews=open_still)


def _review_opened(state: GameState, event: ReviewOpened) -> GameState:
    state = replace(
        state,
        reviews=(*state.reviews, event),
        reviews_opened=max(state.reviews_opened, event.review),
    )
    return _with_phase(state)


def _review_closed(state: GameState, review: int) -> GameState:
    return _with_phase(replace(state, reviews=tuple(r for r in state.reviews if r.review != review)))


def _with_phase(state: GameState) -> GameState:
    """Reading a hand while a question about one is open, back to play when there is none."""
    match = state.match
    if match is None or match.hand is None or match.hand.phase is Phase.SETTLED or match.hand.won is not None:
        return state
    reading = any(review.about in _LAID_DOWN for review in state.reviews)
    phase = Phase.READING_HAND if reading else match.hand.phase
    if phase is Phase.READING_HAND and not reading:
        phase = Phase.PLAYING
    return replace(state, match=replace(match, hand=replace(match.hand, phase=phase)))


def _set(values: tuple[Value, Value, Value, Value], seat: int, value: Value) -> tuple[Value, Value, Value, Value]:
    a, b, c, d = (value if place == seat else old for place, old in enumerate(values))
    return a, b, c, d
