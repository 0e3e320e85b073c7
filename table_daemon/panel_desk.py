"""The panel's meaning: lamps and buzzer from the game's state, presses back into it. No pins of its own."""

import logging
from collections.abc import Callable
from typing import Protocol, assert_never

from firmware_bridge.panel import Key, Lamp, Sound
from firmware_bridge.panel_buttons import Push
from table_daemon.game.asking import ReviewReason
from table_daemon.game.commands import AnswerReview, Command, DrawHand, OpenReview, RetractDiscard
from table_daemon.game.decide_win import FALSE_HU, NOT_A_CLAIM
from table_daemon.game.events import ReviewKind, ReviewOpened, Source, Witness
from table_daemon.game.rejection import Rejection
from table_daemon.game.state import GameState, HandState, Phase
from table_daemon.views import HealthLevel, PublicState

log = logging.getLogger(__name__)

_PERSON = Source(witness=Witness.PERSON)
_BY_SEAT = frozenset({ReviewKind.WHO_DISCARDED, ReviewKind.MELD, ReviewKind.HAND_END})
"""Questions whose answer is a seat: whose button is pressed, answers."""
_NO_CONFIRMATION = frozenset({FALSE_HU, NOT_A_CLAIM})
"""Answers that are never meant by a press in passing; they take the page."""
_TURNS = frozenset({Phase.DEALING, Phase.PLAYING})
"""Phases in which it is somebody's turn: the dealer's to throw, a player's to discard."""
_WON = "这一局怎么结束的?"
_DRAWN = "荒庄"


class Signals(Protocol):
    """Lamps and buzzer."""

    def lamp(self, seat: int, show: Lamp) -> None:
        """Set one seat's lamp."""

    def sound(self, sound: Sound) -> None:
        """Sound the buzzer."""


class Game(Protocol):
    """What the desk uses of the game's service."""

    @property
    def state(self) -> GameState:
        """The state as folded so far."""

    def carry_out(self, command: Command) -> Rejection | None:
        """Decide a command; ``None`` when it was accepted."""


class PanelDesk:
    """Shows the game on the panel, and brings what is pressed there into the game.

    A seat's button answers the open question: by its seat where a seat is asked for, else it confirms the first
    answer. Held for a second it says 和. Undo takes back: a claim to 和 that is being asked about, else the last
    discard. Undo held for a second says 荒庄.
    """

    def __init__(self, signals: Signals, game: Game, now_ms: Callable[[], int]) -> None:
        self._signals = signals
        self._game = game
        self._now_ms = now_ms
        self._before = game.state
        self._lamps: list[Lamp | None] = [None] * 4

    def show(self, public: PublicState) -> None:
        """Bring lamps and buzzer up to date with the game and the machine's health."""
        state = self._game.state
        broken = public.health.level is HealthLevel.BAD
        for seat in range(4):
            show = lamp_of(state, seat, broken=broken)
            if self._lamps[seat] is not show:
                self._lamps[seat] = show
                self._signals.lamp(seat, show)
        sound = sound_of(self._before, state)
        self._before = state
        if sound is not None:
            self._signals.sound(sound)

    def pushed(self, key: Key, push: Push) -> None:
        """Act on a press; what cannot be done sends people to the screen."""
        match push:
            case Push.SHORT:
                command = self._undo() if key is Key.UNDO else self._confirm(key.value)
            case Push.LONG:
                command = self._drawn() if key is Key.UNDO else self._won(key.value)
            case Push.STUCK | Push.FREED:
                return
            case _:
                assert_never(push)
        heard = command is not None and self._carry_out(command)
        self._signals.sound(Sound.SHORT if heard else Sound.LOOK)

    def _carry_out(self, command: Command) -> bool:
        rejection = self._game.carry_out(command)
        if rejection is not None:
            log.info("the panel: %s", rejection.message_en)
        return rejection is None

    def _confirm(self, seat: int) -> Command | None:
        """Answer the oldest question."""
        if not self._game.state.reviews:
            return None
        review = self._game.state.reviews[0]
        if review.about in _BY_SEAT:
            return self._answer(review, str(seat))
        first = _word(review.answers[0]) if review.answers else ""
        return self._answer(review, first) if first and first not in _NO_CONFIRMATION else None

    def _won(self, seat: int) -> Command | None:
        """Say that a seat has won: answer the question how the hand ended, asking it first where nobody has."""
        if self._playing() is None:
            return None
        asked = self._asked(ReviewKind.HAND_END)
        if asked is None:
            answers = (_DRAWN, "0", "1", "2", "3")
            about = ReviewKind.HAND_END
            question = OpenReview(
                t_ms=self._now_ms(),
                about=about,
                question=_WON,
                answers=answers,
                of=None,
                source=_PERSON,
                reason=ReviewReason.END_UNSEEN,
            )
            asked = self._asked(about) if self._carry_out(question) else None
        return None if asked is None else self._answer(asked, str(seat))

    def _undo(self) -> Command | None:
        """Take back a claim to 和 that is asked about, else the last discard."""
        claim = self._asked(ReviewKind.WINNING_HAND)
        if claim is not None:
            return self._answer(claim, NOT_A_CLAIM)
        match = self._game.state.match
        if match is None or match.hand is None or not match.hand.discard_order:
            return None
        return RetractDiscard(t_ms=self._now_ms(), of=match.hand.discard_order[-1], source=_PERSON)

    def _drawn(self) -> Command | None:
        """Say that nobody has won."""
        asked = self._asked(ReviewKind.HAND_END)
        if asked is not None:
            return self._answer(asked, _DRAWN)
        return None if self._playing() is None else DrawHand(t_ms=self._now_ms(), source=_PERSON)

    def _playing(self) -> HandState | None:
        match = self._game.state.match
        hand = None if match is None or match.ended else match.hand
        return None if hand is None or hand.settled is not None else hand

    def _asked(self, about: ReviewKind) -> ReviewOpened | None:
        return next((review for review in self._game.state.reviews if review.about is about), None)

    def _answer(self, review: ReviewOpened, choice: str) -> Command:
        return AnswerReview(t_ms=self._now_ms(), review=review.review, choice=choice, source=_PERSON)


def _word(answer: str) -> str:
    """The word that is answered; what follows it is for people."""
    words = answer.split()
    return words[0] if words else ""


def lamp_of(state: GameState, seat: int, *, broken: bool = False) -> Lamp:
    """A seat's lamp.

    All flash: something is broken. All blink: people are asked. One blinks: its foul stands. One is lit: its turn.
    All are lit: ready, no hand is being played.
    """
    if broken:
        return Lamp.FLASH
    if state.reviews:
        return Lamp.BLINK
    hand = None if state.match is None or state.match.ended else state.match.hand
    if hand is None or hand.settled is not None:
        return Lamp.ON
    if hand.seats[seat].foul is not None:
        return Lamp.BLINK
    return Lamp.ON if hand.phase in _TURNS and hand.to_act == seat else Lamp.OFF


def sound_of(before: GameState, now: GameState) -> Sound | None:
    """Long for a new foul, three short for a new question, short for a discard read; the gravest alone."""
    if _fouls(now) > _fouls(before):
        return Sound.LONG
    if now.reviews_opened > before.reviews_opened:
        return Sound.LOOK
    return Sound.SHORT if _discards(now) > _discards(before) else None


def _fouls(state: GameState) -> int:
    hand = None if state.match is None else state.match.hand
    return 0 if hand is None else sum(side.foul is not None for side in hand.seats)


def _discards(state: GameState) -> int:
    hand = None if state.match is None else state.match.hand
    return 0 if hand is None else len(hand.discard_order)
