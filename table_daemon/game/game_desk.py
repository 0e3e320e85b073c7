"""The table while events are laid on it. ``table_daemon.game.fold`` is what others use."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from table_daemon.game.events import (
    Announced,
    Corrected,
    DiceThrown,
    Discarded,
    DiscardRetracted,
    Event,
    FalseHu,
    FoulFound,
    HandDrawn,
    HandStarted,
    IndicatorTurned,
    LaChosen,
    MatchEnded,
    MatchStarted,
    MeldMade,
    NameSet,
    ReviewAnswered,
    ReviewKind,
    ReviewOpened,
    SeatsSwapped,
    ZuoChosen,
)
from table_daemon.game.hand_desk import HandDesk
from table_daemon.game.hand_fold import begin, lay
from table_daemon.game.match_fold import (
    about_match,
    booked,
    corrected_match,
    followed,
    noted,
    places_of,
    with_choice,
)
from table_daemon.game.state import GameState, HandState, MatchState, Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_daemon.game.events import Recorded

LAID_DOWN: Final = frozenset({ReviewKind.WINNING_HAND, ReviewKind.WINNING_TILE})
"""Questions while which the table waits with a hand laid down."""
ABOUT_THE_END: Final = LAID_DOWN | {ReviewKind.HAND_END}
"""Questions that a settled hand has answered."""
_PLAY: Final = frozenset({DiceThrown, IndicatorTurned, Discarded, MeldMade, Announced, FalseHu, FoulFound, HandDrawn})
"""Facts of a hand that touch neither the scores nor the open questions."""


class GameDesk:
    """The state in pieces: the hand being played lies open, everything else is replaced as it changes."""

    def __init__(self, state: GameState) -> None:
        self._version, self._t_ms = state.version, state.t_ms
        self._match = state.match
        self._hand = None if state.match is None or state.match.hand is None else HandDesk.of(state.match.hand)
        self._reviews, self._left = state.reviews, state.left
        self._opened = state.reviews_opened

    def state(self) -> GameState:
        """The state as it is now."""
        return GameState(
            version=self._version,
            t_ms=self._t_ms,
            match=self._whole_match(),
            reviews=self._reviews,
            left=self._left,
            reviews_opened=self._opened,
        )

    def lay(self, recorded: Recorded) -> None:
        """Lay the next event on the desk."""
        self._version, self._t_ms = recorded.seq, recorded.t_ms
        event = recorded.event
        if recorded.about is not None and (self._match is None or recorded.about != self._match.match):
            self._pass_over(event)
            return
        kind = type(event)
        if kind in _PLAY and self._hand is not None and self._hand.settled is None:
            number: int | None = event.in_hand  # type: ignore[union-attr]  # every kind of _PLAY has it
            if number is None or number == self._hand.number:
                lay(self._hand, recorded)
                if self._match is not None and self._match.corrections:
                    self._follow(recorded)
                return
        match event:
            case MatchStarted():
                self._begin_match(event, recorded.seq)
            case ReviewOpened():
                self._open_review(event)
            case ReviewAnswered():
                self._close(lambda review: review.review == event.review)
            case _:
                self._in_match(recorded, event)

    def _whole_match(self) -> MatchState | None:
        if self._match is None or self._hand is None:
            return self._match
        return replace(self._match, hand=self._hand.hand())

    def _pass_over(self, event: Event) -> None:
        """What belongs to another match changes nothing here, but that a question has taken its number."""
        if isinstance(event, ReviewOpened):
            self._opened = max(self._opened, event.review)

    def _begin_match(self, event: MatchStarted, seq: int) -> None:
        self._match = MatchState(
            match=event.match, names=event.names, profile=event.profile, next_dealer=event.first_dealer, began=seq
        )
        self._hand, self._reviews, self._left = None, (), ()

    def _in_match(self, recorded: Recorded, event: Event) -> None:
        if self._match is None:
            return
        match event:
            case HandStarted():
                self._begin_hand(self._match, recorded, event)
            case NameSet() | ZuoChosen() | LaChosen():
                self._match = with_choice(self._match, event)
            case MatchEnded():
                self._match = about_match(self._match, recorded)
            case SeatsSwapped():
                self._about_match(recorded)
            case Corrected() if event.of in {known.seq for known in self._match.about}:
                self._about_match(recorded)
            case MatchStarted() | ReviewOpened() | ReviewAnswered():
                pass
            case _:
                self._in_hand(self._match, recorded, event)

    def _begin_hand(self, match: MatchState, recorded: Recorded, event: HandStarted) -> None:
        """Questions about the hand before stay open: it can be settled whenever people answer them."""
        if not 0 <= event.dealer < 4:
            return
        if self._hand is not None:
            self._match = match = replace(match, past=(*match.past, self._hand.hand()))
        self._left, self._reviews = (*self._left, *self._reviews), ()
        self._hand = HandDesk.of(begin(recorded, event, match.profile, places_of(match, event.hand)))

    def _about_match(self, recorded: Recorded) -> None:
        """A swap of seats, or the taking back of one or of the match's end: every hand may count otherwise."""
        match = self._whole_match()
        if match is None:
            return
        match = corrected_match(match, recorded)
        self._match, self._hand = match, None if match.hand is None else HandDesk.of(match.hand)

    def _in_hand(self, match: MatchState, recorded: Recorded, event: Event) -> None:
        """A fact of the hand being played or of an earlier one."""
        number: int | None = getattr(event, "in_hand", None)
        current = self._hand
        if current is None:
            return
        earlier = next((hand for hand in match.past if hand.number == number), None)
        desk = current if earlier is None or number == current.number else HandDesk.of(earlier)
        before = desk.settled, desk.hand() if isinstance(event, Corrected) else None
        lay(desk, recorded)
        if desk is not current:
            past = tuple(desk.hand() if hand.number == number else hand for hand in match.past)
            self._match = match = replace(match, past=past)
        if isinstance(event, DiscardRetracted):
            self._close(lambda review: review.of == event.of)
        if desk.settled is not None or before[0] is not None:
            self._book(match, desk.hand())
        if isinstance(event, Corrected) and before[1] is not None:
            self._note(match, recorded, event, before[1], desk.hand())
        else:
            self._follow(recorded)
        if desk is current:
            self._show_phase()

    def _book(self, match: MatchState, hand: HandState) -> None:
        """Bring scores and history in line with a hand that was settled, anew perhaps, or is open again."""
        self._match = booked(match, hand)
        if hand.settled is not None:
            self._close(
                lambda review: (
                    review.in_hand == hand.number and (review.about in ABOUT_THE_END or review.laid is not None)
                )
            )

    def _note(self, before: MatchState, recorded: Recorded, event: Corrected, old: HandState, new: HandState) -> None:
        if self._match is not None:
            self._match = noted(self._match, before, recorded, event, (old, new))

    def _follow(self, recorded: Recorded) -> None:
        """What follows from a correction in the same breath counts to what it changed."""
        if self._match is None or not self._match.corrections:
            return
        last = self._match.corrections[-1]
        if recorded.seq == last.through + 1 and recorded.t_ms == last.t_ms:
            match = self._whole_match()
            if match is not None:
                self._match = replace(match, corrections=followed(match, recorded.seq))

    def _open_review(self, event: ReviewOpened) -> None:
        if event.in_hand is None and self._hand is not None:
            event = replace(event, in_hand=self._hand.number)
        self._opened = max(self._opened, event.review)
        if self._hand is None or event.in_hand == self._hand.number:
            self._reviews = (*self._reviews, event)
        else:
            self._left = (*self._left, event)
        self._show_phase()

    def _close(self, closed: Callable[[ReviewOpened], bool]) -> None:
        self._reviews = tuple(review for review in self._reviews if not closed(review))
        self._left = tuple(review for review in self._left if not closed(review))
        self._show_phase()

    def _show_phase(self) -> None:
        """Reading a hand while a question about one is open, back to play when there is none."""
        hand = self._hand
        if hand is None or hand.phase is Phase.SETTLED or hand.won is not None:
            return
        if any(review.about in LAID_DOWN or review.laid is not None for review in self._reviews):
            hand.phase = Phase.READING_HAND
        elif hand.phase is Phase.READING_HAND:
            hand.phase = Phase.PLAYING
