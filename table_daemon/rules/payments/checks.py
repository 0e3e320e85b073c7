"""What can't be settled: seats that are none, stakes out of range, winners who may not win, kongs nobody has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_daemon.rules.choices import Jingang, Ruleset
from table_daemon.rules.errors import (
    BadFlagsError,
    BadStakeError,
    DiscarderError,
    FoulWinnerError,
    KongGiverError,
    MeldNotPlayedError,
    TooManyKongsError,
)
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.turns import SEATS, check_seat

if TYPE_CHECKING:
    from table_daemon.rules.payments.hand_end import HandEnd, KongHeld
    from table_daemon.rules.profile import RuleProfile

_KONGS_A_HAND = 4
"""A hand has four sets."""
_MOST_SHANGDATAI = 2
"""How often a hand may go on (E16)."""


def check(end: HandEnd) -> None:
    """Raise the ``RulesError`` that says what can't be settled, if anything."""
    _check_seats(end)
    _check_stakes(end)
    _check_winner(end)
    _check_discarder(end)
    _check_kongs(end)
    _check_chan(end)
    _check_announcements(end)


def _check_seats(end: HandEnd) -> None:
    check_seat(end.dealer, "dealer")
    if end.winner is not None:
        check_seat(end.winner, "winner")
    if end.discarder is not None:
        check_seat(end.discarder, "discarder")
    for seat in end.fouls:
        check_seat(seat, "seat of a foul")
    for seat in end.false_hu:
        check_seat(seat, "seat of a false 和")
    for seat in end.dubao_declared:
        check_seat(seat, "seat of a declared 独抱")
    for kong in end.kongs:
        check_seat(kong.seat, "seat of a kong")
        if kong.from_seat is not None:
            check_seat(kong.from_seat, "giver of a kong")


def _check_stakes(end: HandEnd) -> None:
    most = end.profile.la_max
    if len(end.la) != len(SEATS) or not all(0 <= times <= most for times in end.la):
        span = (
            f"four numbers from 0 to {most}, by seat" if most else f"[0, 0, 0, 0], for {end.profile.name} has no 拉庄"
        )
        raise BadStakeError(f"la is {list(end.la)}: it must be {span}")
    if end.la[end.dealer]:
        raise BadStakeError(
            f"la of seat {end.dealer} is {end.la[end.dealer]}, but that seat is the dealer: it must be 0"
        )
    if end.base < 1:
        raise BadStakeError(f"base is {end.base}: it must be at least 1")


def _check_winner(end: HandEnd) -> None:
    if end.winner is None:
        if end.fan:
            raise BadStakeError(f"fan is {end.fan} but nobody won: it must be 0")
        return
    if end.fan < 1:
        raise BadStakeError(f"fan is {end.fan}: a winning hand has at least 1")
    if end.winner in end.fouls:
        raise FoulWinnerError(f"winner {end.winner} has a {end.fouls[end.winner].chinese}: it may not win this hand")
    if end.winner in end.false_hu:
        raise FoulWinnerError(f"winner {end.winner} had a false 和: it may not win this hand")


def _check_discarder(end: HandEnd) -> None:
    if end.discarder is None:
        return
    if end.profile.ruleset is Ruleset.CITY:
        raise DiscarderError(
            f"discarder is {end.discarder}, but {end.profile.name} is won by one's own draw only: write null"
        )
    if end.winner is None:
        raise DiscarderError(f"discarder is {end.discarder}, but nobody won: write null")
    if end.discarder == end.winner:
        raise DiscarderError(f"discarder is {end.discarder}, who is the winner: write null for a tile drawn by himself")


def _check_kongs(end: HandEnd) -> None:
    for kong in end.kongs:
        _check_kind(kong, end)
        _check_giver(kong)
    for seat in SEATS:
        held = sum(kong.seat == seat for kong in end.kongs)
        if held > _KONGS_A_HAND:
            raise TooManyKongsError(f"seat {seat} has {held} kongs: a hand has room for {_KONGS_A_HAND}")


def _check_kind(kong: KongHeld, end: HandEnd) -> None:
    played = kongs_played(end.profile)
    if kong.kind not in played:
        *some, last = (kind.value for kind in played)
        raise MeldNotPlayedError(
            f"kong of kind {kong.kind.value}: in {end.profile.name} kongs are {', '.join(some)} and {last}"
        )
    instant = kong.kind is MeldKind.JIN and end.profile.jingang is Jingang.INSTANT_WIN
    if instant and kong.seat != end.winner:
        raise MeldNotPlayedError(
            f"seat {kong.seat} has a 金杠 without being the winner, but here four wilds win the hand at once"
        )


def kongs_played(profile: RuleProfile) -> tuple[MeldKind, ...]:
    """Return what a profile pays as a kong (A5, B6, B7, E8).

    >>> from table_daemon.rules.profile import DAIHUN, TIANJIN
    >>> [kind.value for kind in kongs_played(TIANJIN)], [kind.value for kind in kongs_played(DAIHUN)]
    (['ming', 'an', 'jin'], ['ming', 'an', 'fengtou_jian', 'fengtou_feng'])
    """
    kinds = (MeldKind.MING, MeldKind.AN)
    if profile.ruleset is Ruleset.DAIHUN:
        return (*kinds, MeldKind.FENGTOU_JIAN, MeldKind.FENGTOU_FENG)
    jin = () if profile.jingang is Jingang.OFF else (MeldKind.JIN,)
    return (*kinds, *jin, *((MeldKind.YIN,) if profile.yingang else ()))


def _check_giver(kong: KongHeld) -> None:
    if kong.from_seat is None:
        return
    if kong.from_seat == kong.seat:
        raise KongGiverError(f"seat {kong.seat} cannot have a kong from its own discard")
    if kong.kind is not MeldKind.MING:
        raise KongGiverError(
            f"kong {kong.kind.value} of seat {kong.seat} comes from seat {kong.from_seat}: only a ming takes a discard"
        )


def _check_chan(end: HandEnd) -> None:
    most = end.profile.chan_rounds
    if end.profile.chan and not 0 <= end.chan <= most:
        raise BadStakeError(f"chan is {end.chan} rounds: {end.profile.name} pays {most} at most")


def _check_announcements(end: HandEnd) -> None:
    announced = end.dubao or end.dubao_declared or any(end.shangdatai)
    if announced and end.profile.ruleset is Ruleset.CITY:
        raise BadFlagsError(f"dubao and shangdatai are not played in {end.profile.name}: leave them out")
    if len(end.shangdatai) != len(SEATS) or not all(0 <= times <= _MOST_SHANGDATAI for times in end.shangdatai):
        raise BadFlagsError(f"shangdatai is {list(end.shangdatai)}: it must be four numbers from 0 to 2, by seat")
    if end.dubao and end.winner is None and end.profile.dubao_pays_without_win and not end.dubao_declared:
        raise BadFlagsError("dubao is true but nobody won: say in dubao_declared which seats declared it")
