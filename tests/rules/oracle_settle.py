"""An independent settlement: what flows between each pair of seats, worked out from the rules' text alone.

Shares nothing with ``table_daemon.rules.payments`` but the profile's values; thinks in pairs of seats, not in lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind

if TYPE_CHECKING:
    from tests.rules.settling import Hand


def net_by_pairs(hand: Hand) -> list[int]:
    """Each seat's gain: for each other seat, what it owes this one less what this one owes it."""
    return [sum(_owed(hand, b, a) - _owed(hand, a, b) for b in range(4) if b != a) for a in range(4)]


def _owed(hand: Hand, payer: int, payee: int) -> int:
    factor = 1
    if hand.dealer in (payer, payee):
        sits = {"optional": hand.zuo, "always": True, "never": False}[hand.profile.zuozhuang.value]
        factor = (2 if sits else 1) << (hand.la[payer] + hand.la[payee])
    plain = _drawn_hand_due(hand, payer, payee)
    multiplied = _chan_due(hand, payer, payee) + _false_hu_due(hand, payer) + _announced_due(hand, payer, payee)
    if payee == hand.winner:
        multiplied += _win_due(hand, payer)
    kongs = _kongs_due(hand, payer, payee)
    return hand.base * (factor * multiplied + plain + kongs * (factor if hand.profile.kong_multiplied else 1))


def _win_due(hand: Hand, payer: int) -> int:
    """What ``payer`` owes the winner for the hand; with a discarder, all owe what is owed whoever pays."""
    profile = hand.profile
    if hand.discarder is None or (payer == hand.discarder and profile.discard_pay.value == "full"):
        return hand.fan
    assert hand.winner is not None
    by_all = hand.shangdatai[hand.winner] * profile.points.shangdatai if profile.shangdatai else 0
    by_all += profile.points.dubao if hand.dubao and profile.dubao_all_pay else 0
    return by_all + (profile.points.base if payer == hand.discarder else 0)


def _kongs_due(hand: Hand, payer: int, payee: int) -> int:
    profile = hand.profile
    if hand.fouls.get(payee) is Foul.DA or (hand.winner is None and profile.draw_cancels_kongs):
        return 0
    worth = {
        MeldKind.MING: profile.kong.ming,
        MeldKind.AN: profile.kong.an,
        MeldKind.JIN: profile.kong.jin,
        MeldKind.YIN: profile.yingang,
        MeldKind.FENGTOU_JIAN: profile.kong.fengtou_jian,
        MeldKind.FENGTOU_FENG: profile.kong.fengtou_feng,
    }
    due = 0
    for kong in hand.kongs:
        giver_alone = profile.mingkong_payer.value == "discarder" and kong.from_seat is not None
        if kong.seat == payee and (not giver_alone or kong.from_seat == payer):
            due += worth[kong.kind]
    return due


def _chan_due(hand: Hand, payer: int, _payee: int) -> int:
    return int(hand.chan) * hand.profile.chan_unit if hand.profile.chan and payer == hand.dealer else 0


def _false_hu_due(hand: Hand, payer: int) -> int:
    return hand.profile.false_hu_penalty if payer in hand.false_hu else 0


def _announced_due(hand: Hand, _payer: int, payee: int) -> int:
    """上大台 and 独抱 of a seat that did not win."""
    if payee == hand.winner:
        return 0
    due = hand.shangdatai[payee] * hand.profile.points.shangdatai if hand.profile.shangdatai else 0
    barred = payee in hand.fouls or payee in hand.false_hu
    if hand.profile.dubao_pays_without_win and payee in hand.dubao_declared and not barred:
        due += hand.profile.points.dubao
    return due


def _drawn_hand_due(hand: Hand, _payer: int, payee: int) -> int:
    empty = hand.winner is None and not hand.kongs and payee == hand.dealer
    return hand.profile.no_kong_draw_pays_dealer if empty else 0
