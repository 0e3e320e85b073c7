"""Conditions that many commands share. Each answers a rejection, or ``None`` when the way is free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.rejection import Rejection, RejectionReason

if TYPE_CHECKING:
    from table_daemon.game.draft import Draft


def match_open(draft: Draft) -> Rejection | None:
    """A match is being played."""
    if draft.state.match is None or draft.state.match.ended:
        return Rejection(RejectionReason.NO_MATCH, "现在没有牌局，请先开局", "no match is open: start one first")
    return None


def hand_open(draft: Draft) -> Rejection | None:
    """A hand is being played and not settled."""
    refused = match_open(draft)
    if refused is not None:
        return refused
    hand = draft.match.hand
    if hand is None:
        return Rejection(RejectionReason.NO_HAND, "这一把还没开始", "no hand is open: the walls are not up yet")
    if hand.settled is not None:
        return Rejection(RejectionReason.HAND_OVER, "这一把已经结算", "the hand is settled already")
    return None


def seat_exists(seat: int) -> Rejection | None:
    """The seat is one of the four."""
    if 0 <= seat < 4:
        return None
    return Rejection(RejectionReason.BAD_VALUE, f"没有{seat}号座位：座位是 0 到 3", f"seat {seat}: seats are 0..3")
