"""What each answer to a question would change, written behind the answer: tried out, not guessed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from table_daemon.game.commands import AnswerReview
from table_daemon.game.decide_review import answer_review
from table_daemon.game.draft import Draft
from table_daemon.game.events import Event, Recorded, ReviewOpened, Source, Witness
from table_daemon.game.fold import apply
from table_daemon.game.match_fold import fouls_of
from table_daemon.rules.errors import RulesError

if TYPE_CHECKING:
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
            now = replace(event, answers=tuple(_told(asked, draft.t_ms, event, answer) for answer in event.answers))
        state = apply(state, Recorded(state.version + 1, draft.t_ms, now))
        told.append(now)
    return tuple(told)


def _told(state: GameState, t_ms: int, review: ReviewOpened, answer: str) -> str:
    if _ARROW in answer or not answer.split():
        return answer
    trial = Draft(state, t_ms)
    command = AnswerReview(t_ms=t_ms, review=review.review, choice=answer, source=_PERSON)
    try:
        refused = answer_review(trial, command)
    except RulesError:
        return answer
    match, after = state.match, trial.state.match
    if refused is not None or match is None or after is None:
        return answer
    words = [*_win_words(match, after, review), *_foul_words(match, after, review), *_score_words(match, after)]
    if not words and trial.state.reviews_opened > state.reviews_opened:
        words = ["再问这手牌"]
    return f"{answer}{_ARROW}{', '.join(words)}" if words else answer


def _win_words(match: MatchState, after: MatchState, review: ReviewOpened) -> list[str]:
    old, new = _hand(match, review), _hand(after, review)
    if new is None or new.won is None or (old is not None and old.won == new.won):
        return []
    return [f"{''.join(new.won.score.names)} {new.won.score.fan}番"]


def _foul_words(match: MatchState, after: MatchState, review: ReviewOpened) -> list[str]:
    old, new = _hand(match, review), _hand(after, review)
    if old is None or new is None:
        return []
    had, has = dict(fouls_of(old)), dict(fouls_of(new))
    words = [f"{_name(after, seat)} {foul.chinese}" for seat, foul in has.items() if had.get(seat) is not foul]
    return words + [f"{_name(after, seat)} 不是{foul.chinese}" for seat, foul in had.items() if seat not in has]


def _score_words(match: MatchState, after: MatchState) -> list[str]:
    """Whose score changes: the winner's first."""
    changes = [(new - old, seat) for seat, (old, new) in enumerate(zip(match.scores, after.scores, strict=True))]
    return [f"{_name(after, seat)} {points:+d}" for points, seat in sorted(changes, reverse=True) if points]


def _hand(match: MatchState, review: ReviewOpened) -> HandState | None:
    return match.hand if review.in_hand is None else match.numbered(review.in_hand)


def _name(match: MatchState, seat: int) -> str:
    return match.names[seat] or f"{seat + 1}号位"
