"""What each answer to a question would change, written behind the answer: tried out, not guessed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from table_daemon.game.commands import AnswerReview
from table_daemon.game.decide_review import answer_review
from table_daemon.game.draft import Draft
from table_daemon.game.events import Effect, EffectKind, Event, Recorded, ReviewOpened, Source, Witness
from table_daemon.game.fold import apply
from table_daemon.game.match_fold import fouls_of
from table_daemon.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.game.state import GameState, HandState, MatchState

_ARROW: Final = " → "
_PERSON: Final = Source(witness=Witness.PERSON)


def with_consequences(before: GameState, draft: Draft) -> tuple[Event, ...]:
    """The drafted events, the questions among them with what each answer would change."""
    if not any(isinstance(event, ReviewOpened) for event in draft.events):
        return tuple(draft.events)
    told: list[Event] = []
    state = before
    for event in draft.events:
        now = event
        if isinstance(event, ReviewOpened):
            asked = apply(state, Recorded(state.version + 1, draft.t_ms, event))
            now = _told(asked, draft.t_ms, event)
        state = apply(state, Recorded(state.version + 1, draft.t_ms, now))
        told.append(now)
    return tuple(told)


def _told(state: GameState, t_ms: int, review: ReviewOpened) -> ReviewOpened:
    effects = tuple(_effects(state, t_ms, review, answer) for answer in review.answers)
    match = state.match
    if match is None or not any(effects):
        return review
    answers = tuple(_in_words(match, answer, brings) for answer, brings in zip(review.answers, effects, strict=True))
    return replace(review, answers=answers, effects=effects)


def _in_words(match: MatchState, answer: str, effects: tuple[Effect, ...]) -> str:
    """The answer with what it would change, for those who read the log: the pages have words of their own."""
    words = [_words(match, effect) for effect in effects if effect.kind is not EffectKind.NO_WIN]
    return f"{answer}{_ARROW}{', '.join(words)}" if words and _ARROW not in answer else answer


def _effects(state: GameState, t_ms: int, review: ReviewOpened, answer: str) -> tuple[Effect, ...]:
    if not answer.split():
        return ()
    trial = Draft(state, t_ms)
    command = AnswerReview(t_ms=t_ms, review=review.review, choice=answer, source=_PERSON)
    try:
        refused = answer_review(trial, command)
    except RulesError:
        return ()
    match, after = state.match, trial.state.match
    if refused is not None or match is None or after is None:
        return ()
    old, new = _hand(match, review), _hand(after, review)
    effects = (*_wins(old, new), *_fouls(old, new), *_scores(match, after))
    if not effects and trial.state.reviews_opened > state.reviews_opened:
        return (Effect(kind=EffectKind.ASKS_MORE),)
    return effects


def _wins(old: HandState | None, new: HandState | None) -> Iterator[Effect]:
    if new is None:
        return
    if new.won is not None and (old is None or old.won != new.won):
        score = new.won.score
        yield Effect(kind=EffectKind.WIN, seat=new.won.winner, points=score.fan, names=score.names)
    for seat, side in enumerate(new.seats):
        if side.false_hu is not None and (old is None or old.seats[seat].false_hu != side.false_hu):
            yield Effect(kind=EffectKind.NO_WIN, seat=seat)


def _fouls(old: HandState | None, new: HandState | None) -> Iterator[Effect]:
    if old is None or new is None:
        return
    had, has = dict(fouls_of(old)), dict(fouls_of(new))
    for seat, foul in has.items():
        if had.get(seat) is not foul:
            yield Effect(kind=EffectKind.FOUL, seat=seat, foul=foul)
    for seat, foul in had.items():
        if seat not in has:
            yield Effect(kind=EffectKind.NO_FOUL, seat=seat, foul=foul)


def _scores(match: MatchState, after: MatchState) -> Iterator[Effect]:
    """Whose score changes: the winner's first."""
    changes = [(new - old, seat) for seat, (old, new) in enumerate(zip(match.scores, after.scores, strict=True))]
    for points, seat in sorted(changes, reverse=True):
        if points:
            yield Effect(kind=EffectKind.SCORE, seat=seat, points=points)


def _words(match: MatchState, effect: Effect) -> str:
    who = "" if effect.seat is None else _name(match, effect.seat)
    chinese = "" if effect.foul is None else effect.foul.chinese
    match effect.kind:
        case EffectKind.WIN:
            return f"{''.join(effect.names)} {effect.points}番"
        case EffectKind.NO_WIN:
            return f"{who} 不能和"
        case EffectKind.FOUL:
            return f"{who} {chinese}"
        case EffectKind.NO_FOUL:
            return f"{who} 不是{chinese}"
        case EffectKind.SCORE:
            return f"{who} {effect.points:+d}"
        case EffectKind.ASKS_MORE:
            return "再问这手牌"
        case _:
            assert_never(effect.kind)


def _hand(match: MatchState, review: ReviewOpened) -> HandState | None:
    return match.hand if review.in_hand is None else match.numbered(review.in_hand)


def _name(match: MatchState, seat: int) -> str:
    return match.names[seat] or f"{seat + 1}号位"
