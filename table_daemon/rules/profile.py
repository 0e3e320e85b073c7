"""A rule profile: what one table plays. Holds settings only; the fans and the payments read them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, TypeVar, assert_never, cast

from table_daemon.rules.choices import (
    Dihe,
    DiscardPay,
    DrawDealer,
    Jiang,
    Jingang,
    Kaipai,
    MingkongPayer,
    Ruleset,
    Seating,
    Tianhe,
    WallEnd,
    WildDiscard,
    Zuozhuang,
)
from table_daemon.rules.errors import UnknownProfileError
from table_daemon.rules.melds import MeldKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from table_daemon.rules.melds import Meld

MOST_POINTS: Final = 10_000
"""Far above any house rule; keeps a sum within what every reader of the formats can hold."""
_T = TypeVar("_T")
_SPAN: Final = "span"
_CITY: Final = frozenset({Ruleset.CITY})
_DAIHUN: Final = frozenset({Ruleset.DAIHUN})
_BOTH: Final = frozenset(Ruleset)


@dataclass(frozen=True, slots=True)
class Span:
    """Which rulesets have an option, and the least and most of its value where that is a number."""

    rulesets: frozenset[Ruleset]
    least: int = 0
    most: int | None = None
    """None: the option has no bound of its own, only ``MOST_POINTS``."""


def _city(default: _T, *, least: int = 0, most: int | None = None) -> _T:
    return _option(default, Span(_CITY, least, most))


def _daihun(default: _T) -> _T:
    return _option(default, Span(_DAIHUN))


def _both(default: _T) -> _T:
    return _option(default, Span(_BOTH))


def _option(default: _T, span: Span) -> _T:
    made: Any = field(default=default, metadata={_SPAN: span})
    return cast("_T", made)


@dataclass(frozen=True, slots=True, kw_only=True)
class KongPoints:
    """Points (番) of one kong from each of the other three; the two 风头杠 are daihun's only."""

    ming: int = 1
    """明杠 (B5)."""
    an: int = 2
    """暗杠 (B5)."""
    jin: int = 4
    """金杠 (B6)."""
    fengtou_jian: int = 0
    """风头杠 of 中发白 (E8)."""
    fengtou_feng: int = 0
    """风头杠 of 东南西北 (E8)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DaihunPoints:
    """Points that items of a daihun hand add (E12 to E17)."""

    base: int = 2
    """平和, every win (E12)."""
    su: int = 2
    """素: no wild in the hand (E13)."""
    dubao: int = 2
    """独抱: declared single wait (E14)."""
    hundiao: int = 2
    """混钓: the wild waits as the pair (E15)."""
    shangdatai: int = 5
    """上大台, each time it is announced (E16)."""
    long: int = 4
    """龙 (E17)."""
    zhuowu: int = 2
    """捉五 (E17)."""
    duidui: int = 4
    """对对和: every set a pung or a kong (E17)."""
    qixiaodui: int = 4
    """七小对: seven pairs (E17)."""
    quemen: int = 2
    """缺门, for each suit that is missing (E17)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleProfile:
    """House rules of one table. Fields bear the options' public names; each names its source row.

    Rows are those of hardware_docs/rules_sources.md. ``ruleset`` says which game is played; options of the
    other game keep their default and are never read.

    >>> TIANJIN.min_fan, TIANJIN.kong_points(MeldKind.AN)
    (2, 2)
    """

    name: str = "tianjin"
    """The name it is chosen by."""
    ruleset: Ruleset = Ruleset.CITY
    """Which game it is a profile of."""

    min_fan: int = _city(2, least=1)
    """起和: the least fan (番) that may win, kong points not counted (B23)."""
    hundiao_alone_wins: bool = _city(default=True)
    """Whether 混吊 may win with nothing else (B23)."""
    tianhe: Tianhe = _city(Tianhe.X4)
    """What 天和 is worth (B19)."""
    dihe: Dihe = _city(Dihe.OFF)
    """What 地和, a non-dealer's win by the first draw, is worth (B21)."""
    tianting: bool = _city(default=False)
    """天听: declared ready after the dealer's first discard, the win is doubled (B22)."""
    suben: bool = _city(default=True)
    """Whether 素本 is played (B18)."""
    jingang_breaks_su: bool = _city(default=True)
    """Whether a hand with a 金杠 (or 银杠) is no longer 素 (B8)."""
    single_hundiao_zhuowu: bool = _city(default=False)
    """Whether 单混吊 completed by 五万, or by a wild, is 捉五 as well (B11)."""
    zhuowu_sole_wait: bool = _city(default=False)
    """Whether a hand without wilds must wait for 五万 alone to be 捉五 (B13)."""
    zhuowu_wild_draw: bool = _both(default=True)
    """Whether a drawn wild may be the 五万 of 捉五 (B12, E17)."""
    hundiao_wild_draw: bool = _city(default=True)
    """Whether a drawn wild completes 混吊 (B9)."""
    benhun_adds: bool = _city(default=False)
    """Whether 本混龙 is a flat 8 that 捉五 is added to, instead of doubling the sum (B16)."""
    gangkai_stacks: bool = _city(default=False)
    """Whether n kongs in a row before the win double n times (B24)."""
    longwu_double: bool = _city(default=False)
    """龙五翻: whether a hand with 捉五 or 龙 is doubled once more (B39)."""
    kong: KongPoints = _both(KongPoints())
    """Points (番) of each kind of kong (B5, B6, E21)."""
    jingang: Jingang = _city(Jingang.KONG)
    """What four equal wilds may do (B6)."""
    yingang: int = _city(0)
    """银杠: points (番) for laying down the three wilds of the indicator's kind; 0, there is none (B7)."""
    wild_kinds: int = _city(2, least=1, most=3)
    """How many kinds of tile are wild, from the indicator's face on (B40)."""
    wild_discard: WildDiscard = _city(WildDiscard.XIANGGONG)
    """How a discarded wild is spoken of (B33)."""
    draw_dealer: DrawDealer = _both(DrawDealer.STAY)
    """Who deals after a 荒庄 (B1)."""
    chan: bool = _city(default=True)
    """Whether 铲 is played (B3)."""
    chan_unit: int = _city(1, least=1, most=2)
    """What the dealer pays each for a 铲 (番), before 坐 and 拉 (B3)."""
    chan_rounds: int = _city(1, least=1, most=2)
    """How many rounds in a row may be a 铲, each paid (B3)."""
    zuozhuang: Zuozhuang = _city(Zuozhuang.OPTIONAL)
    """Whether the dealer may choose 坐庄 (B28)."""
    la_max: int = _city(2, most=3)
    """The most often a seat may 拉庄 (B28)."""
    zuo_locked_on_lianzhuang: bool = _city(default=False)
    """Whether a dealer who stays keeps the earlier choice of 坐庄 (B28)."""
    kong_multiplied: bool = _city(default=True)
    """Whether 坐 and 拉 multiply kongs (B27)."""
    mingkong_payer: MingkongPayer = _both(MingkongPayer.ALL)
    """Who pays a 明杠 made of a discard (B27, O13)."""
    draw_cancels_kongs: bool = _city(default=False)
    """荒庄荒杠: whether kongs are not paid when nobody wins (B26)."""
    no_kong_draw_pays_dealer: int = _city(0)
    """What each pays the dealer (番) when nobody wins and nobody konged (B26)."""
    wall_end: WallEnd = _city(WallEnd.INDICATOR)
    """Where the wall ends (B31)."""
    last4_no_claim: bool = _city(default=False)
    """Whether 碰 and 明杠 are forbidden on the last four tiles; 补杠 is allowed (B37)."""
    kaipai: Kaipai = _city(Kaipai.ONE_THROW)
    """How the place is found where the wall is broken (B29)."""
    seating: Seating = _city(Seating.FIXED)
    """How seats are given out (A1.2)."""
    false_hu_penalty: int = _both(0)
    """What a false 和 pays each of the others (番), with the multipliers (B42)."""
    guo_stake: int = _both(0)
    """锅: the match ends after the hand in which a seat has lost this many points; 0, never (B43)."""

    jiang: Jiang = _daihun(Jiang.LUAN)
    """Which pairs a hand may have (E9, O4)."""
    wild_is_suited_only: bool = _daihun(default=True)
    """Whether a wild stands for suited tiles only (E4, O5)."""
    wild_as_itself: bool = _daihun(default=True)
    """Whether a wild may be a plain tile of its own face, an honour too (E4, O5)."""
    hundiao_five_is_zhuowu: bool = _daihun(default=True)
    """Whether 混钓 completed by a real 五万 is 捉五 as well (E17, O7)."""
    dubao_needs_declaration: bool = _daihun(default=True)
    """Whether 独抱 counts only when declared (O15)."""
    dubao_all_pay: bool = _daihun(default=True)
    """Whether all three pay 独抱 when the hand is won on a discard (E14, O2)."""
    dubao_pays_without_win: bool = _daihun(default=False)
    """Whether a declared 独抱 is paid even if its hand does not win (O2)."""
    quemen_counts_melds: bool = _daihun(default=True)
    """Whether melds are looked at for 缺门 (E17)."""
    discard_pay: DiscardPay = _daihun(DiscardPay.FULL)
    """What the discarder of the winning tile pays (E20, O1)."""
    seven_pairs: bool = _daihun(default=True)
    """Whether 七小对 is a winning shape (E17, O9)."""
    shangdatai: bool = _daihun(default=True)
    """Whether 上大台 is played (E16, O3)."""
    points: DaihunPoints = _daihun(DaihunPoints())
    """Points of each item of a hand (E12 to E17)."""

    def kong_points(self, kind: MeldKind) -> int:
        """Points (番) each of the other three pays for one kong; 0 for any other meld.

        A 金杠 that wins at once is paid as the win it is, not as a kong (B6).
        """
        match kind:
            case MeldKind.MING:
                points = self.kong.ming
            case MeldKind.AN:
                points = self.kong.an
            case MeldKind.JIN:
                points = 0 if self.jingang is Jingang.INSTANT_WIN else self.kong.jin
            case MeldKind.YIN:
                points = self.yingang
            case MeldKind.FENGTOU_JIAN:
                points = self.kong.fengtou_jian
            case MeldKind.FENGTOU_FENG:
                points = self.kong.fengtou_feng
            case MeldKind.PUNG | MeldKind.CHOW:
                points = 0
            case _:
                assert_never(kind)
        return points

    def kong_total(self, melds: Iterable[Meld]) -> int:
        """Points (番) of all kongs among ``melds`` from each of the other three."""
        return sum(self.kong_points(meld.kind) for meld in melds)


def option_spans(ruleset: Ruleset) -> Mapping[str, Span]:
    """Return every option that a ruleset has, in the order of the fields, with its span.

    >>> "jiang" in option_spans(Ruleset.DAIHUN), "jiang" in option_spans(Ruleset.CITY)
    (True, False)
    """
    spans = {made.name: made.metadata[_SPAN] for made in fields(RuleProfile) if _SPAN in made.metadata}
    return {name: span for name, span in spans.items() if ruleset in span.rulesets}


TIANJIN: Final = RuleProfile()
"""The city's rules: the default of every open point (part B of the rules)."""

TIANJIN_CLUB: Final = RuleProfile(
    name="tianjin_club",
    dihe=Dihe.X4,
    tianting=True,
    chan_unit=2,
    kaipai=Kaipai.TWO_THROWS,
    seating=Seating.DAFENG,
    last4_no_claim=True,
    kong=KongPoints(jin=8),
)
"""The special rules that 000 tells of besides (part F)."""

DAIHUN: Final = RuleProfile(
    name="daihun",
    ruleset=Ruleset.DAIHUN,
    draw_dealer=DrawDealer.PASS,
    kong=KongPoints(ming=2, an=4, jin=0, fengtou_jian=2, fengtou_feng=4),
    chan=False,
    zuozhuang=Zuozhuang.NEVER,
    la_max=0,
    tianhe=Tianhe.OFF,
    jingang=Jingang.OFF,
)
"""The game of text 004, with 乱将 as 塘沽 plays it (part E); what E22 leaves out is switched off."""

PROFILES: Final = (TIANJIN, TIANJIN_CLUB, DAIHUN)
"""Every profile that can be chosen by name."""


def profile_named(name: str) -> RuleProfile:
    """Return the profile of that name; raises ``UnknownProfileError``.

    >>> profile_named("tianjin") is TIANJIN
    True
    """
    for profile in PROFILES:
        if profile.name == name:
            return profile
    known = ", ".join(profile.name for profile in PROFILES)
    raise UnknownProfileError(f"profile {name[:60]!r} is not known by this version: choose one of {known}")
