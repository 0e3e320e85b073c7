"""Conditions that many commands share. Each answers a rejection, or ``None`` when the way is free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.game.events import Witness
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.rules.kaipai import DICE_A_THROW, MOST_DICE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.game.draft import Draft
    from table_daemon.game.events import Source
    from table_daemon.game.state import HandState


def match_known(draft: Draft) -> Rejection | None:
    """There is a match, ended or not: its facts can be corrected."""
    if draft.state.match is None:
        return Rejection(RejectionReason.NO_MATCH, "还没有牌局", "there is no match yet")
    return None


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
        return Rejection(
            RejectionReason.HAND_OVER,
            f"第{hand.number}把已经结算；要改这一把，请指明把数",
            f"hand {hand.number} is settled already: name it (in_hand) to change it",
        )
    return None


def hand_named(draft: Draft, number: int | None) -> Rejection | None:
    """Turn to the hand with that number, whether it is over or not; to the one being played where none is named."""
    if number is None:
        return hand_open(draft)
    refused = match_known(draft)
    if refused is not None:
        return refused
    if draft.match.numbered(number) is None:
        return Rejection(RejectionReason.NOT_FOUND, f"没有第{number}把", f"there is no hand {number} in this match")
    draft.in_hand = number
    return None


def seat_exists(seat: int) -> Rejection | None:
    """The seat is one of the four."""
    if 0 <= seat < 4:
        return None
    return Rejection(RejectionReason.BAD_VALUE, f"没有{seat}号座位：座位是 0 到 3", f"seat {seat}: seats are 0..3")


def left_to_people(hand: HandState, seq: int, source: Source) -> Rejection | None:
    """What a person confirmed is never overwritten by a machine."""
    if source.witness is Witness.PERSON:
        return None
    by_person = any(recorded.seq == seq and recorded.event.source.witness is Witness.PERSON for recorded in hand.log)
    if not by_person:
        return None
    return Rejection(
        RejectionReason.CONFIRMED,
        "这一条是人确认过的，机器不改",
        f"a person confirmed event {seq}: no machine changes it",
    )


def bad_dice(dice: Sequence[int], *, by_hand: bool) -> Rejection | None:
    """Dice that no throw shows. Two are thrown; a table that throws more or fewer is believed, a person meant two."""
    shown = " ".join(map(str, dice)) or "none"
    if not 1 <= len(dice) <= MOST_DICE or not all(1 <= face <= 6 for face in dice):
        return Rejection(RejectionReason.BAD_VALUE, "骰子点数不对", f"dice are {shown}: faces are 1..6")
    if by_hand and len(dice) != DICE_A_THROW:
        return Rejection(RejectionReason.BAD_VALUE, "一次掷两颗骰子", f"dice are {shown}: two are thrown at a time")
    return None
