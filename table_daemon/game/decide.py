"""Turns a command into events, or says why it can't be. Pure: the log and the clock are the caller's.

What happened at the table is recorded even where it breaks the rules; only what makes no sense is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from table_daemon.game.commands import (
    AnswerReview,
    ChooseLa,
    ChooseZuo,
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
    TurnIndicator,
)
from table_daemon.game.decide_match import decide_match
from table_daemon.game.decide_play import decide_play
from table_daemon.game.decide_review import answer_review, open_review
from table_daemon.game.decide_win import draw_hand, lay_down
from table_daemon.game.draft import Draft
from table_daemon.game.events import Event, Recorded
from table_daemon.game.guards import hand_open, match_open
from table_daemon.game.rejection import Rejection

if TYPE_CHECKING:
    from table_daemon.game.commands import Command
    from table_daemon.game.state import GameState


def decide(state: GameState, command: Command) -> tuple[Event, ...] | Rejection:
    """The events that ``command`` brings, in order, or why it is refused.

    The k-th event (from 0) will have sequence ``state.version + 1 + k``; events refer to each other by it.
    """
    draft = Draft(state, command.t_ms)
    refused = _decide(draft, command)
    return tuple(draft.events) if refused is None else refused


def recorded(state: GameState, command: Command, events: tuple[Event, ...]) -> tuple[Recorded, ...]:
    """The events with their places in the log, as they are appended and applied."""
    return tuple(Recorded(seq, command.t_ms, event) for seq, event in enumerate(events, start=state.version + 1))


def _decide(draft: Draft, command: Command) -> Rejection | None:
    match command:
        case StartMatch() | EndMatch() | SetName() | ChooseZuo() | ChooseLa() | StartHand():
            return decide_match(draft, command)
        case RecordDice() | TurnIndicator() | RecordDiscard() | RetractDiscard() | RecordMeld():
            return hand_open(draft) or decide_play(draft, command)
        case LayDownHand():
            return hand_open(draft) or lay_down(draft, command)
        case DrawHand():
            return hand_open(draft) or draw_hand(draft, command)
        case OpenReview():
            return match_open(draft) or open_review(draft, command)
        case AnswerReview():
            return match_open(draft) or answer_review(draft, command)
        case _:
            assert_never(command)
