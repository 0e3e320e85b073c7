"""Changing the facts of a match that is over and was followed by another. What it changes stays within that match."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from table_daemon.game.commands import (
    Announce,
    AnswerReview,
    Correct,
    DrawHand,
    RecordDice,
    RecordDiscard,
    RecordMeld,
    SwapSeats,
    TurnIndicator,
    Undo,
    WriteFoul,
    WriteHand,
    WriteScore,
)
from table_daemon.game.decide import decide
from table_daemon.game.events import MatchEnded
from table_daemon.game.rejection import Rejection, RejectionReason

if TYPE_CHECKING:
    from table_daemon.game.commands import Command
    from table_daemon.game.events import Event
    from table_daemon.game.state import GameState

_POSSIBLE: Final = (
    Announce,
    AnswerReview,
    Correct,
    DrawHand,
    RecordDice,
    RecordDiscard,
    RecordMeld,
    SwapSeats,
    TurnIndicator,
    Undo,
    WriteFoul,
    WriteHand,
    WriteScore,
)
"""What can be done to a match that is over: all that concerns its facts, nothing that would play it on."""


def decide_past(now: GameState, past: GameState, command: Command) -> tuple[Event, ...] | Rejection:
    """As ``decide``, on ``past``: the state of an earlier match, folded from all that is about it.

    ``now`` is the state of the whole log; the events will follow on its version.
    """
    if not isinstance(command, _POSSIBLE) or _ends(past, command):
        return Rejection(
            RejectionReason.MATCH_OVER,
            "那一场已经结束，又开了新的一场，只能改它的记录",
            "that match is over and another was begun: its facts can be changed, it cannot be played on",
        )
    opened = max(now.reviews_opened, past.reviews_opened)
    return decide(replace(past, version=now.version, t_ms=now.t_ms, reviews_opened=opened), command)


def no_match(match: str) -> Rejection:
    """There is no match with that id."""
    return Rejection(RejectionReason.NOT_FOUND, "记录里没有这一场", f"there is no match {match!r} in the log")


def _ends(past: GameState, command: Command) -> bool:
    """Whether the end of the match itself is to be changed."""
    if not isinstance(command, Undo | Correct) or past.match is None:
        return False
    return any(known.seq == command.of and isinstance(known.event, MatchEnded) for known in past.match.about)
