"""Which claims and kongs are legal: on a discard, on one's own turn, with a wild, on the last four tiles.

Knows the table, not the hands: whether a player holds the tiles is seen when they are laid down.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, assert_never

from table_daemon.rules.choices import Jingang, Ruleset
from table_daemon.rules.turns import check_seat, nearest, next_seat

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.tiles import Tile

LAST_TILES: Final = 4
"""So many ordinary draws left are the last tiles of B37."""


class Claim(StrEnum):
    """What may be done with another's discard, weakest first."""

    CHI = "chi"
    """吃: a run with it (daihun only)."""
    PENG = "peng"
    """碰: a pung with it."""
    GANG = "gang"
    """明杠: a kong of it and three from the hand."""
    WIN = "win"
    """和: a win on it, 放炮 (daihun only)."""


class OwnKong(StrEnum):
    """What may be laid on one's own turn."""

    ADDED = "added"
    """补杠: the fourth tile put to a 碰."""
    AN = "an"
    """暗杠: four from the hand."""
    JIN = "jin"
    """金杠: four equal wilds."""
    YIN = "yin"
    """银杠: the three wilds of the indicator's kind."""


class Illegal(StrEnum):
    """Why an act is not legal."""

    NOT_PLAYED = "not_played"
    OWN_DISCARD = "own_discard"
    NOT_FROM_UPPER = "not_from_upper"
    WILD = "wild"
    NOT_WILD = "not_wild"
    NOT_INDICATOR = "not_indicator"
    LAST_TILES = "last_tiles"
    NOT_AFTER_DRAW = "not_after_draw"
    NOT_OPENING = "not_opening"

    @property
    def chinese(self) -> str:
        """The reason in Chinese."""
        return _WORDS[self][0]

    @property
    def english(self) -> str:
        """The reason in English."""
        return _WORDS[self][1]


_WORDS: Final = {
    Illegal.NOT_PLAYED: ("这里没有这种打法", "this is not played here"),
    Illegal.OWN_DISCARD: ("不能要自己打的牌", "one's own discard can't be claimed"),
    Illegal.NOT_FROM_UPPER: ("只能吃上家的牌", "吃 takes the 上家's discard only"),
    Illegal.WILD: ("混不能碰、吃、明杠", "a wild takes no part in it"),
    Illegal.NOT_WILD: ("金杠、银杠只能用混", "only wilds make it"),
    Illegal.NOT_INDICATOR: ("银杠只能用翻开的那种混", "only wilds of the indicator's kind make it"),
    Illegal.LAST_TILES: ("最后四张牌不能碰、不能明杠", "碰 and 明杠 are not allowed on the last four tiles"),
    Illegal.NOT_OPENING: ("风头杠只能在首次摸牌以前亮", "a 风头杠 is laid before the first draw only"),
    Illegal.NOT_AFTER_DRAW: ("摸牌以后才能开杠", "a kong is laid after a draw only"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNow:
    """What the legality of an act hangs on: the wilds, the indicator's kind first, and the wall."""

    wilds: tuple[Tile, ...]
    draws_left: int
    """Ordinary draws left until 荒庄."""


def claim_illegal(
    claim: Claim, *, seat: int, discarder: int, tile: Tile, now: TableNow, profile: RuleProfile
) -> Illegal | None:
    """Return why ``seat`` may not claim the discard, or ``None`` when it may (A3.1 to A3.3, A3.6; B34, B37).

    Raises ``BadSeatError``.

    >>> from table_daemon.rules.profile import TIANJIN, TIANJIN_CLUB
    >>> from table_daemon.rules.tiles import Tile
    >>> now = TableNow(wilds=(Tile.parse("8p"), Tile.parse("9p")), draws_left=4)
    >>> print(claim_illegal(Claim.PENG, seat=1, discarder=0, tile=Tile.parse("1z"), now=now, profile=TIANJIN))
    None
    >>> claim_illegal(Claim.PENG, seat=1, discarder=0, tile=Tile.parse("1z"), now=now, profile=TIANJIN_CLUB).english
    '碰 and 明杠 are not allowed on the last four tiles'
    """
    check_seat(seat)
    if seat == check_seat(discarder, "discarder"):
        return Illegal.OWN_DISCARD
    match claim:
        case Claim.WIN:
            return None if profile.ruleset is Ruleset.DAIHUN else Illegal.NOT_PLAYED
        case Claim.CHI:
            if profile.ruleset is Ruleset.CITY:
                return Illegal.NOT_PLAYED
            if seat != next_seat(discarder):
                return Illegal.NOT_FROM_UPPER
        case Claim.PENG | Claim.GANG:
            if profile.last4_no_claim and now.draws_left <= LAST_TILES:
                return Illegal.LAST_TILES
        case _:
            assert_never(claim)
    return Illegal.WILD if tile in now.wilds else None


def own_kong_illegal(
    kong: OwnKong, *, tile: Tile, after_draw: bool, now: TableNow, profile: RuleProfile
) -> Illegal | None:
    """Return why a kong may not be laid on one's own turn, or ``None`` when it may (A2.7, A3.4; B6, B7, B36).

    ``after_draw`` tells that the seat has just drawn, for a kong too, and not claimed. A 补杠 is allowed on the
    last four tiles (B37).

    >>> from table_daemon.rules.profile import TIANJIN
    >>> from table_daemon.rules.tiles import Tile
    >>> now = TableNow(wilds=(Tile.parse("8p"), Tile.parse("9p")), draws_left=40)
    >>> own_kong_illegal(OwnKong.AN, tile=Tile.parse("9p"), after_draw=True, now=now, profile=TIANJIN)
    <Illegal.WILD: 'wild'>
    """
    match kong:
        case OwnKong.ADDED | OwnKong.AN:
            if tile in now.wilds:
                return Illegal.WILD
        case OwnKong.JIN:
            if profile.ruleset is Ruleset.DAIHUN or profile.jingang is Jingang.OFF:
                return Illegal.NOT_PLAYED
            if tile not in now.wilds:
                return Illegal.NOT_WILD
        case OwnKong.YIN:
            if not profile.yingang:
                return Illegal.NOT_PLAYED
            if tile != now.wilds[0]:
                return Illegal.NOT_INDICATOR if tile in now.wilds else Illegal.NOT_WILD
        case _:
            assert_never(kong)
    return None if after_draw else Illegal.NOT_AFTER_DRAW


def who_takes(claims: Mapping[int, Claim], *, discarder: int) -> int | None:
    """Return the seat that gets the discard when several want it; ``None`` when nobody does (A3.2, E10).

    和 goes before 碰 and 明杠, these before 吃; of two who want the same the nearest in turn has it.

    >>> who_takes({1: Claim.CHI, 3: Claim.PENG}, discarder=0), who_takes({1: Claim.WIN, 3: Claim.WIN}, discarder=2)
    (3, 3)
    """
    for rank in (frozenset({Claim.WIN}), frozenset({Claim.GANG, Claim.PENG}), frozenset({Claim.CHI})):
        wanting = _seats_of(claims, rank)
        if wanting:
            return nearest(wanting, after=discarder)
    return None


def _seats_of(claims: Mapping[int, Claim], rank: Collection[Claim]) -> list[int]:
    return [seat for seat, claim in claims.items() if claim in rank]
