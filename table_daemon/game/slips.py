"""Slips of the pen: what a person changed so that the winning hand would not win. It makes nobody's false 和.

Only a hand that was seen to lie so, or that people say was false, is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.commands import Correct, RecordMeld, TurnIndicator, Undo
from table_daemon.game.concluding import judged_now, why_not
from table_daemon.game.decide_win import fouled
from table_daemon.game.events import Witness
from table_daemon.game.hand_fold import facts_of
from table_daemon.game.rejection import Rejection, RejectionReason

if TYPE_CHECKING:
    from table_daemon.game.commands import Command
    from table_daemon.game.draft import Draft
    from table_daemon.game.state import GameState, HandState
    from table_daemon.game.words import Reason


def slip_of_the_pen(before: GameState, draft: Draft, command: Command) -> Rejection | None:
    """Why a person's change can't be: with it the hand that ended this one would not win."""
    if not isinstance(command, Correct | Undo | TurnIndicator | RecordMeld):
        return None
    if command.source.witness is not Witness.PERSON or before.match is None or draft.match.hand is None:
        return None
    now = draft.hand
    was = before.match.numbered(now.number)
    if was is None or now.claim is None or now.won is not None or not _by_the_change(was, now):
        return None
    why = _why(draft, now)
    return Rejection(
        RejectionReason.BAD_VALUE,
        f"这样改，{draft.name_of(now.claim.winner)}的牌不能和：{why.zh}；若几处都记错，请重写这手牌",
        f"changed so, the hand of seat {now.claim.winner} does not win: {why.en}; "
        "where several things are wrong, enter the hand anew",
    )


def _by_the_change(was: HandState, now: HandState) -> bool:
    """Whether the hand does not win because of what was changed; a foul of its player is a fact of its own."""
    if was.claim is None or now.claim is None:
        return False
    if facts_of(was.claim) != facts_of(now.claim):
        return was.won is not None or now.seats[now.claim.winner].foul is None
    written = now.claim.source.witness is Witness.PERSON
    return written and was.won is not None and now.seats[now.claim.winner].foul is None


def _why(draft: Draft, now: HandState) -> Reason:
    assert now.claim is not None  # noqa: S101 -- asked by the caller
    foul = now.seats[now.claim.winner].foul
    return fouled(foul.foul) if foul is not None else why_not(judged_now(draft.match, now, now.claim)[1])
