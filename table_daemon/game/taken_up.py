"""A hand that was laid down, did not win and was taken up again, as people tell of it after the fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.amending import undo
from table_daemon.game.commands import Undo
from table_daemon.game.concluding import conclude
from table_daemon.game.decide_win import FALSE_HU, NOT_A_CLAIM, refuse_hand
from table_daemon.game.events import HandWon, LaidHand
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.words import Reason

if TYPE_CHECKING:
    from table_daemon.game.draft import Draft
    from table_daemon.game.events import Source

_SEATS = frozenset("0123")
_SEEN = Reason("大家看过，不能和", "people looked: it may not win")


def taken_up(draft: Draft, of: int | None, word: str, source: Source) -> Rejection | None:
    """What people answered: that there was none, whose it was, or that the win ``of`` was none."""
    if word == NOT_A_CLAIM:
        return None
    if of is None:
        return _unseen(draft, word, source)
    if word != FALSE_HU:
        return Rejection(
            RejectionReason.BAD_VALUE, "请回答和了还是没有和成", f"{word!r} says neither {FALSE_HU} nor {NOT_A_CLAIM}"
        )
    return _was_none(draft, of, source)


def _unseen(draft: Draft, word: str, source: Source) -> Rejection | None:
    if word not in _SEATS:
        return Rejection(RejectionReason.BAD_VALUE, "座位是 0 到 3", f"{word!r} is no seat: seats are 0..3")
    refuse_hand(draft, LaidHand(seat=int(word), hand=(), draw=None), _SEEN, source)
    if draft.hand.ended:
        conclude(draft)
    return None


def _was_none(draft: Draft, of: int, source: Source) -> Rejection | None:
    """Take the win back, so that play goes on; a win that is none any more needs nothing."""
    won = next((known.event for known in draft.hand.log if known.seq == of), None)
    if not isinstance(won, HandWon):
        return None
    refused = undo(draft, Undo(t_ms=draft.t_ms, of=of, why="回答提问", source=source))
    if refused is None:
        laid = LaidHand(seat=won.winner, hand=won.hand, draw=won.draw, discarder=won.discarder)
        refuse_hand(draft, laid, _SEEN, source)
    return refused
