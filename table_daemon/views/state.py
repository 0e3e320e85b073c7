"""The public state of the table, made from the folded game state. Decides nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from table_daemon.game.state import Phase
from table_daemon.views.corrections import corrections
from table_daemon.views.pictures import picture_url
from table_daemon.views.public import (
    DiceView,
    EffectView,
    NewestView,
    PaymentView,
    PublicState,
    ReviewView,
    SettlementView,
)
from table_daemon.views.seats import empty_seats, seats_of
from table_daemon.views.win import win_view

if TYPE_CHECKING:
    from table_daemon.game.events import Effect, ReviewOpened
    from table_daemon.game.state import GameState, HandState, MatchState
    from table_daemon.views.health import HealthView


def public_state(state: GameState, *, health: HealthView, now_ms: int) -> PublicState:
    """The whole public state of ``state`` at ``now_ms`` (milliseconds since 1970, UTC)."""
    match = state.match
    hand = None if match is None else match.hand
    return PublicState(
        version=state.version,
        match=None if match is None else match.match,
        profile=None if match is None else match.profile.name,
        ended=match is not None and match.ended,
        hand=None if hand is None else hand.number,
        phase=_phase(match),
        dealer=None if match is None else (match.next_dealer if hand is None else hand.dealer),
        wilds=() if hand is None else tuple(str(tile) for tile in hand.wilds),
        indicator=None if hand is None or hand.indicator is None else str(hand.indicator),
        wall_left=None if hand is None else hand.wall_left,
        dice=() if hand is None else tuple(DiceView(seat=t.seat, dice=t.dice) for t in hand.dice),
        seats=empty_seats() if match is None else seats_of(match),
        newest=None if hand is None else _newest(hand),
        win=None if hand is None or hand.won is None else win_view(hand.won, hand.wilds),
        drawn=hand is not None and hand.drawn,
        last_settlement=None if match is None else _last_settlement(match),
        reviews=tuple(_review(review) for review in (*state.reviews, *state.left)),
        health=health.summary(),
        updated_at=_iso(now_ms),
        unsettled=() if match is None else match.unsettled,
        last_correction=None if match is None or not match.corrections else corrections(match)[-1],
    )


def _phase(match: MatchState | None) -> Phase:
    if match is None or match.hand is None or match.ended:
        return Phase.IDLE
    return match.hand.phase


def _newest(hand: HandState) -> NewestView | None:
    if not hand.discard_order:
        return None
    last = hand.discard_order[-1]
    for seat, side in enumerate(hand.seats):
        if any(discard.event == last for discard in side.discards):
            return NewestView(seat=seat, event=last)
    return None


def _last_settlement(match: MatchState) -> SettlementView | None:
    if not match.history:
        return None
    past = match.history[-1]
    return SettlementView(
        hand=past.number,
        winner=past.winner,
        net=past.net,
        scores=past.scores,
        lines=tuple(
            PaymentView(from_=line.from_seat, to=line.to_seat, points=line.points, why=line.why, why_en=line.why_en)
            for line in past.lines
        ),
        next_dealer=past.next_dealer,
        by_hand=past.by_hand,
    )


def _review(review: ReviewOpened) -> ReviewView:
    picture = picture_url(review.source.picture)
    return ReviewView(
        id=review.review,
        about=review.about,
        question=review.question,
        answers=review.answers,
        pictures=() if picture is None else (picture,),
        of=review.of,
        hand=review.in_hand,
        effects=tuple(tuple(map(_effect, brings)) for brings in review.effects),
        reason=review.reason,
        seat=review.seat,
        tile=None if review.tile is None else str(review.tile),
        because=review.because,
        because_en=review.because_en,
    )


def _effect(effect: Effect) -> EffectView:
    return EffectView(kind=effect.kind, seat=effect.seat, points=effect.points, names=effect.names, foul=effect.foul)


def _iso(t_ms: int) -> str:
    return datetime.fromtimestamp(t_ms / 1000, tz=UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
