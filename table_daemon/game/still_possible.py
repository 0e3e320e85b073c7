"""What a person's correction would make impossible that was possible: refused, as when it is written down at first.

What was impossible before, by a misread tile perhaps, may be corrected piece by piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.believable import fifth_copy, meld_seen_refused, win_refused
from table_daemon.game.changing import STANDS
from table_daemon.game.commands import Correct, ToldFlags
from table_daemon.game.invariants import copies_with_winner
from table_daemon.rules.tiles import COPIES

if TYPE_CHECKING:
    from table_daemon.game.commands import Command
    from table_daemon.game.draft import Draft
    from table_daemon.game.rejection import Rejection
    from table_daemon.game.state import GameState, HandState


def still_possible(before: GameState, draft: Draft, command: Command) -> Rejection | None:
    """Why a person's correction can't be: a fifth copy, a meld nobody can have laid, a win that the play rules out."""
    if not isinstance(command, Correct) or command.field == STANDS or before.match is None or draft.match.hand is None:
        return None
    now = draft.hand
    was = before.match.numbered(now.number)
    if was is None:
        return None
    return _one_too_many(was, now) or _meld_refused(was, now) or _win_refused(was, now)


def _one_too_many(was: HandState, now: HandState) -> Rejection | None:
    had, shown = copies_with_winner(was), copies_with_winner(now)
    grown = any(shown[tile] > max(COPIES, had[tile]) for tile in shown)
    return fifth_copy(now, ()) if grown else None


def _meld_refused(was: HandState, now: HandState) -> Rejection | None:
    for seat, side in enumerate(now.seats):
        stood = [lying.meld for lying in was.seats[seat].melds]
        for lying in side.melds:
            if lying.meld not in stood:
                refused = meld_seen_refused(now, seat, lying.meld)
                if refused is not None:
                    return refused
    return None


def _win_refused(was: HandState, now: HandState) -> Rejection | None:
    refused = _win_impossible(now)
    return None if refused is None or _win_impossible(was) is not None else refused


def _win_impossible(hand: HandState) -> Rejection | None:
    """What people said of a win and the play rules out; what follows from the play can't contradict it."""
    won = hand.claim
    if won is None:
        return None
    flags = ToldFlags(**{name: getattr(won.flags, name) for name in won.told if name in ToldFlags.__slots__})
    return win_refused(hand, won.winner, flags)
