"""What corrections changed: scores, the next dealer, fouls, what each hand paid; and who made them, when and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from table_daemon.game.commands import ADDS, CHANGES
from table_daemon.game.events import Corrected
from table_daemon.game.match_fold import fouls_of

if TYPE_CHECKING:
    from table_daemon.game.commands import Command
    from table_daemon.game.state import Correction, GameState, MatchState, Standing

FourPoints = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulAt:
    """A foul and whose it is."""

    seat: int
    foul: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingView:
    """Scores, the next dealer, and the fouls of the hand in question."""

    scores: FourPoints
    next_dealer: int
    fouls: tuple[FoulAt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionView:
    """One correction; ``before`` and ``after`` tell what it changed, with all that followed from it."""

    event: int
    of: int | None
    """The event it changed; ``None`` for a seat swap."""
    hand: int | None
    field: str
    old: str
    value: str
    by: str
    t_ms: int
    before: StandingView
    after: StandingView


@dataclass(frozen=True, slots=True, kw_only=True)
class HandChange:
    """What a hand pays now instead of before; ``None``: it is not settled."""

    hand: int
    before: FourPoints | None
    after: FourPoints | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulChange:
    """A foul that a hand has now or has no more."""

    hand: int
    seat: int
    foul: str
    stands: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Two states of one match compared."""

    scores_before: FourPoints
    scores_after: FourPoints
    next_dealer_before: int
    next_dealer_after: int
    hands: tuple[HandChange, ...]
    fouls: tuple[FoulChange, ...]


def difference(before: GameState, after: GameState) -> Difference | None:
    """What changed in the match between two states; ``None`` when there was none, or another match was begun."""
    old, new = before.match, after.match
    if old is None or new is None or old.match != new.match:
        return None
    return Difference(
        scores_before=old.scores,
        scores_after=new.scores,
        next_dealer_before=old.next_dealer,
        next_dealer_after=new.next_dealer,
        hands=_hand_changes(old, new),
        fouls=_foul_changes(old, new),
    )


def change_to_tell(before: GameState, after: GameState, command: Command) -> Difference | None:
    """What people are told that their command changed: always where it writes over facts, else in a settled hand."""
    if isinstance(command, ADDS):
        match = before.match
        hand = None if match is None else match.hand if command.in_hand is None else match.numbered(command.in_hand)
        return None if hand is None or hand.settled is None else difference(before, after)
    return difference(before, after) if isinstance(command, CHANGES) else None


def corrections(match: MatchState) -> tuple[CorrectionView, ...]:
    """The corrections of a match, oldest first."""
    return tuple(_view(made) for made in match.corrections)


def _hand_changes(old: MatchState, new: MatchState) -> tuple[HandChange, ...]:
    had = {summary.number: summary.net for summary in old.history}
    has = {summary.number: summary.net for summary in new.history}
    return tuple(
        HandChange(hand=number, before=had.get(number), after=has.get(number))
        for number in sorted(had.keys() | has.keys())
        if had.get(number) != has.get(number)
    )


def _foul_changes(old: MatchState, new: MatchState) -> tuple[FoulChange, ...]:
    had = {(hand.number, seat, foul) for hand in old.hands for seat, foul in fouls_of(hand)}
    has = {(hand.number, seat, foul) for hand in new.hands for seat, foul in fouls_of(hand)}
    return tuple(
        FoulChange(hand=number, seat=seat, foul=foul, stands=(number, seat, foul) in has)
        for number, seat, foul in sorted(had ^ has)
    )


def _view(made: Correction) -> CorrectionView:
    change = made.change
    if isinstance(change, Corrected):
        of, field, old, value = change.of, change.field, change.old, change.value
    else:
        of, field = None, "seats"
        old = f"{change.a},{change.b}"
        value = f"{change.b},{change.a}"
    return CorrectionView(
        event=made.seq,
        of=of,
        hand=made.hand,
        field=field,
        old=old,
        value=value,
        by=change.by,
        t_ms=made.t_ms,
        before=_standing(made.before),
        after=_standing(made.after),
    )


def _standing(standing: Standing) -> StandingView:
    return StandingView(
        scores=standing.scores,
        next_dealer=standing.next_dealer,
        fouls=tuple(FoulAt(seat=seat, foul=foul) for seat, foul in standing.fouls),
    )
