"""Turns a command into events, or says why it can't be. Pure: the log and the clock are the caller's.

What happened at the table is recorded even where it breaks the rules; only what makes no sense is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from table_daemon.game.amending import correct_fact, swap_seats, undo
from table_daemon.game.believable import still_settles
from table_daemon.game.commands import (
    Announce,
    AnswerReview,
    ChooseLa,
    ChooseZuo,
    ClaimWin,
    Correct,
    DrawHand,
    EndMatch,
    LayDownHand,
    OpenReview,
    RecordDice,
    RecordDiscard,
    RecordMeld,
    RetractDiscard,
    SetName,
    StartHand,
    StartMatch,
    SwapSeats,
    TurnIndicator,
    Undo,
    WriteFoul,
    WriteHand,
    WriteScore,
)
from table_daemon.game.concluding import deal_on
from table_daemon.game.consequences import with_consequences
from table_daemon.game.decide_enter import add_fact, announce, claim_win, draw, write_foul, write_score
from table_daemon.game.decide_hand import write_hand
from table_daemon.game.decide_match import decide_match
from table_daemon.game.decide_play import retract
from table_daemon.game.decide_review import answer_review, open_review
from table_daemon.game.decide_win import lay_down
from table_daemon.game.draft import Draft
from table_daemon.game.events import Event, Recorded, Witness
from table_daemon.game.guards import hand_named, hand_open, match_known, match_open
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.slips import slip_of_the_pen
from table_daemon.game.still_possible import still_possible
from table_daemon.rules.errors import RulesError

if TYPE_CHECKING:
    from table_daemon.game.commands import Command
    from table_daemon.game.state import GameState


def decide(state: GameState, command: Command) -> tuple[Event, ...] | Rejection:
    """The events that ``command`` brings, in order, or why it is refused.

    The k-th event (from 0) will have sequence ``state.version + 1 + k``; events refer to each other by it.
    """
    draft = Draft(state, command.t_ms)
    try:
        refused = _decide(draft, command)
        if refused is None and draft.in_hand is not None:
            deal_on(draft)
    except RulesError as error:
        return Rejection(RejectionReason.CONFLICT, "这样算不了分：请检查杠、坐拉和是谁和的", str(error))
    if refused is None and command.source.witness is Witness.PERSON:
        refused = (
            still_settles(state, draft.state)
            or slip_of_the_pen(state, draft, command)
            or still_possible(state, draft, command)
        )
    return with_consequences(state, draft) if refused is None else refused


def recorded(
    state: GameState, command: Command, events: tuple[Event, ...], *, about: str | None = None
) -> tuple[Recorded, ...]:
    """The events with their places in the log, as they are appended and applied; ``about`` is an earlier match."""
    return tuple(Recorded(seq, command.t_ms, event, about) for seq, event in enumerate(events, start=state.version + 1))


def _decide(draft: Draft, command: Command) -> Rejection | None:  # noqa: C901, PLR0911 - one line a kind of command
    match command:
        case StartMatch() | EndMatch() | SetName() | ChooseZuo() | ChooseLa() | StartHand():
            return decide_match(draft, command)
        case RecordDice() | TurnIndicator() | RecordDiscard() | RecordMeld():
            return hand_named(draft, command.in_hand) or add_fact(draft, command)
        case RetractDiscard():
            return hand_open(draft) or retract(draft, command)
        case LayDownHand():
            return hand_open(draft) or lay_down(draft, command)
        case OpenReview():
            return match_open(draft) or open_review(draft, command)
        case AnswerReview():
            return match_known(draft) or answer_review(draft, command)
        case Correct():
            return correct_fact(draft, command)
        case Undo():
            return undo(draft, command)
        case SwapSeats():
            return swap_seats(draft, command)
        case ClaimWin():
            return hand_open(draft) or claim_win(draft, command)
        case DrawHand() | WriteHand() | WriteScore() | WriteFoul() | Announce():
            return hand_named(draft, command.in_hand) or _write(draft, command)
        case _:
            assert_never(command)


def _write(draft: Draft, command: DrawHand | WriteHand | WriteScore | WriteFoul | Announce) -> Rejection | None:
    match command:
        case DrawHand():
            return draw(draft, command)
        case WriteHand():
            return write_hand(draft, command)
        case WriteScore():
            return write_score(draft, command)
        case WriteFoul():
            return write_foul(draft, command)
        case Announce():
            return announce(draft, command)
        case _:
            assert_never(command)
