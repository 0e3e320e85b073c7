"""Fouls that cost a seat the right to win the hand: the kinds, the acts that earn them, and what they cost."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from table_daemon.rules.choices import WildDiscard

if TYPE_CHECKING:
    from collections.abc import Collection

    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.tiles import Tile


class Foul(StrEnum):
    """The two kinds of 相公, by the names the public formats use.

    >>> Foul.DA.kongs_count, Foul("xiao_xianggong").kongs_count
    (False, True)
    """

    XIAO = "xiao_xianggong"
    """小相公: a wild tile was discarded, or too few tiles are held; kongs count (A3.7, B33)."""
    DA = "da_xianggong"
    """大相公: too many tiles are held; kongs do not count (A3.8, B35)."""

    @property
    def kongs_count(self) -> bool:
        """Whether the seat is still paid for its kongs."""
        return self is Foul.XIAO

    @property
    def chinese(self) -> str:
        """The name players use."""
        return "小相公" if self is Foul.XIAO else "大相公"


class FoulAct(StrEnum):
    """What a player may do wrong that costs the right to win this hand."""

    WILD_DISCARDED = "wild_discarded"
    """A wild (混) was discarded (A3.7, B33)."""
    NO_REPLACEMENT = "no_replacement"
    """A kong was laid and no replacement taken (A3.7)."""
    TOO_FEW = "too_few"
    """Fewer tiles are held than should be (A3.7)."""
    TOO_MANY = "too_many"
    """More tiles are held than should be, as after a discard forgotten (A3.8)."""
    FALSE_WIN = "false_win"
    """和 was called on a hand that may not win (B42)."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """What an act costs: every one costs the right to win this hand."""

    foul: Foul | None
    """Which 相公 it makes; ``None`` for a false 和, which is recorded as such."""
    kongs_count: bool
    """Whether the seat is still paid for its kongs."""
    penalty: int
    """What the seat pays each other seat at the end of the hand (番), before 坐, 拉 and base."""
    chinese: str
    english: str


def consequence(act: FoulAct, profile: RuleProfile) -> Consequence:
    """Return what ``act`` costs at a table of ``profile`` (A3.7, A3.8; B33, B35, B42).

    >>> from table_daemon.rules.profile import TIANJIN
    >>> told = consequence(FoulAct.TOO_MANY, TIANJIN)
    >>> told.foul, told.kongs_count, told.english
    (<Foul.DA: 'da_xianggong'>, False, 'too many tiles: may not win this hand, kongs do not count')
    """
    match act:
        case FoulAct.WILD_DISCARDED:
            if profile.wild_discard is WildDiscard.FORBIDDEN:
                return _xiao("违规打出混牌", "a wild was discarded, which is forbidden")
            return _xiao("打出混牌", "a wild was discarded")
        case FoulAct.NO_REPLACEMENT:
            return _xiao("开杠没有补牌", "no replacement was taken for a kong")
        case FoulAct.TOO_FEW:
            return _xiao("手中少牌", "too few tiles")
        case FoulAct.TOO_MANY:
            told = "手中多牌: 大相公, 这一把不能和, 杠不算分"
            return Consequence(
                Foul.DA,
                kongs_count=False,
                penalty=0,
                chinese=told,
                english=_lost("too many tiles", "kongs do not count"),
            )
        case FoulAct.FALSE_WIN:
            return _false_win(profile.false_hu_penalty)
        case _:
            assert_never(act)


def discard_foul(tile: Tile, *, wilds: Collection[Tile], going_on_with_shangdatai: bool = False) -> FoulAct | None:
    """Return the foul that discarding ``tile`` is, if any: discarding a wild (A3.7, B33, E7).

    The wild given up when 上大台 is announced is none (O3).

    >>> from table_daemon.rules.tiles import Tile
    >>> five = Tile.parse("5p")
    >>> discard_foul(five, wilds=[five]), discard_foul(five, wilds=[five], going_on_with_shangdatai=True)
    (<FoulAct.WILD_DISCARDED: 'wild_discarded'>, None)
    """
    return FoulAct.WILD_DISCARDED if tile in wilds and not going_on_with_shangdatai else None


def count_foul(held: int, *, melds: int, to_discard: bool = False) -> FoulAct | None:
    """Return the foul that holding ``held`` concealed tiles beside so many melds is, if any (A3.7, A3.8).

    A seat holds ``13 - 3 * melds`` between its turns and one more when it is about to discard; a kong counts
    as one meld, its fourth tile having been replaced.

    >>> count_foul(12, melds=0), count_foul(10, melds=1), count_foul(12, melds=1, to_discard=True)
    (<FoulAct.TOO_FEW: 'too_few'>, None, <FoulAct.TOO_MANY: 'too_many'>)
    """
    due = 13 - 3 * melds + to_discard
    if held == due:
        return None
    return FoulAct.TOO_FEW if held < due else FoulAct.TOO_MANY


def _xiao(chinese: str, english: str) -> Consequence:
    told = f"{chinese}: 小相公, 这一把不能和, 杠照算"
    return Consequence(
        Foul.XIAO, kongs_count=True, penalty=0, chinese=told, english=_lost(english, "kongs still count")
    )


def _false_win(penalty: int) -> Consequence:
    chinese = "诈和: 这一把不能和, 杠照算" + (f", 付每家 {penalty}番" if penalty else "")
    english = "kongs still count" + (f", pays {penalty} fan to each" if penalty else "")
    return Consequence(None, kongs_count=True, penalty=penalty, chinese=chinese, english=_lost("false win", english))


def _lost(act: str, rest: str) -> str:
    return f"{act}: may not win this hand, {rest}"
