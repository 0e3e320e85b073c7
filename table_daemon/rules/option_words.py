"""House rules in words for people, Chinese and English: what each option is, and what each value means."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from table_daemon.rules.choices import (
    Dihe,
    DiscardPay,
    DrawDealer,
    Jiang,
    Jingang,
    Kaipai,
    MingkongPayer,
    Seating,
    Tianhe,
    WallEnd,
    WildDiscard,
    Zuozhuang,
)
from table_daemon.rules.profile import MOST_POINTS, DaihunPoints, KongPoints

if TYPE_CHECKING:
    from collections.abc import Mapping

    from table_daemon.rules.profile import Span


@dataclass(frozen=True, slots=True)
class Words:
    """One thing said in both languages."""

    zh: str
    en: str


OPTION_WORDS: Final[Mapping[str, Words]] = {
    "min_fan": Words("起和番数（杠分不算）", "least fan to win, kongs not counted"),
    "hundiao_alone_wins": Words("单有混吊可以和", "wild wait alone may win"),
    "tianhe": Words("天和", "heavenly hand, the dealer's dealt hand wins"),
    "dihe": Words("地和（闲家第一张自摸）", "earthly hand, a non-dealer wins by the first draw"),
    "tianting": Words("天听加倍", "ready from the deal doubles"),
    "suben": Words("素本龙、素本伍龙", "wilds as themselves double a dragon of the wild suit"),
    "jingang_breaks_su": Words("有金杠不算素", "a wild kong counts as having wilds"),
    "single_hundiao_zhuowu": Words("单混吊上五万也算捉五", "five wan on a single wild wait is caught five too"),
    "zhuowu_sole_wait": Words("无混的捉五必须只和五万", "caught five without wilds must wait for five wan alone"),
    "zhuowu_wild_draw": Words("摸混当五万也算捉五", "a drawn wild may be the five wan of caught five"),
    "hundiao_wild_draw": Words("摸混也算混吊", "a drawn wild completes a wild wait"),
    "benhun_adds": Words("本混龙按八番相加", "dragon of the wild suit is 8 that adds, not a doubling"),
    "gangkai_stacks": Words("连杠杠开逐杠翻倍", "kong replacement win doubles for each kong in a row"),
    "longwu_double": Words("龙五翻：有捉五或龙再翻倍", "dragon or caught five doubles once more"),
    "kong": Words("杠分", "points of kongs"),
    "jingang": Words("金杠（四个相同的混）", "wild kong, four equal wilds"),
    "yingang": Words("银杠（三个翻出的混）分数", "points of three wilds of the indicator's kind laid down"),
    "wild_kinds": Words("混的种数", "kinds of wild tile"),
    "wild_discard": Words("打出混的说法", "what a discarded wild is called"),
    "draw_dealer": Words("荒庄后的庄家", "who deals after a drawn hand"),
    "chan": Words("铲", "chan, all follow the dealer's first discard"),
    "chan_unit": Words("铲的番数", "what a chan costs, in fan"),
    "chan_rounds": Words("可以连铲的圈数", "rounds that may be a chan"),
    "zuozhuang": Words("坐庄", "zuo, the dealer's doubling"),
    "la_max": Words("最多拉几次庄", "most times to la (double against the dealer)"),
    "zuo_locked_on_lianzhuang": Words("连庄沿用上把的坐庄", "a dealer who stays keeps the zuo choice"),
    "kong_multiplied": Words("杠分也乘坐拉", "zuo and la multiply kongs"),
    "mingkong_payer": Words("直杠由谁付", "who pays an open kong of a discard"),
    "draw_cancels_kongs": Words("荒庄荒杠", "no kong is paid on a drawn hand"),
    "no_kong_draw_pays_dealer": Words(
        "荒庄无杠，每家付庄家的番数", "each pays the dealer on a drawn hand without kongs, in fan"
    ),
    "wall_end": Words("牌墙摸到哪里", "where the wall ends"),
    "last4_no_claim": Words("最后四张不许碰和明杠", "no pung or open kong on the last four tiles"),
    "kaipai": Words("开牌", "how the wall is broken"),
    "seating": Words("座位", "how seats are given out"),
    "false_hu_penalty": Words("诈和付每家的番数", "what a false win pays each other, in fan"),
    "guo_stake": Words("一锅的分数（0 为不限）", "points that end a guo (a pot), 0 for none"),
    "jiang": Words("将", "which pairs there may be"),
    "wild_is_suited_only": Words("混只能当万饼条", "a wild stands for suited tiles only"),
    "wild_as_itself": Words("混可以当本身的牌", "a wild may be its own face"),
    "hundiao_five_is_zhuowu": Words("混钓上真五万也算捉五", "a real five wan on a wild wait is caught five too"),
    "dubao_needs_declaration": Words("独抱须先报", "a single wait must be declared"),
    "dubao_all_pay": Words("放炮时独抱三家都付", "all three pay for a declared single wait when a discard wins"),
    "dubao_pays_without_win": Words("报独抱不和也收", "a declared single wait is paid without a win"),
    "quemen_counts_melds": Words("缺门连碰杠一起看", "a missing suit looks at melds too"),
    "discard_pay": Words("放炮付多少", "what the discarder pays"),
    "seven_pairs": Words("七小对", "seven pairs is a winning shape"),
    "shangdatai": Words("上大台", "playing on (discarding wilds) is allowed"),
    "points": Words("各项分数", "points of each item"),
}
"""Every option, by its public name."""

_CHOICES: Final[Mapping[type[StrEnum], Mapping[str, Words]]] = {
    Tianhe: {
        Tianhe.X4: Words("四倍", "times 4"),
        Tianhe.AS_DRAGON: Words("按龙加四番", "adds 4 as a dragon"),
        Tianhe.X6: Words("六倍", "times 6"),
        Tianhe.X8: Words("八倍", "times 8"),
        Tianhe.OFF: Words("不算", "not played"),
    },
    Dihe: {
        Dihe.OFF: Words("不算", "not played"),
        Dihe.X4: Words("四倍", "times 4"),
        Dihe.AS_DRAGON: Words("按龙加四番", "adds 4 as a dragon"),
        Dihe.X8: Words("八倍", "times 8"),
    },
    Jingang: {
        Jingang.KONG: Words("可以杠", "may be konged"),
        Jingang.OFF: Words("不许杠", "may not be konged"),
        Jingang.INSTANT_WIN: Words("亮出即和", "wins at once"),
    },
    WildDiscard: {
        WildDiscard.XIANGGONG: Words("小相公", "a xiao xianggong"),
        WildDiscard.FORBIDDEN: Words("犯规（同小相公）", "forbidden (a xiao xianggong all the same)"),
    },
    DrawDealer: {
        DrawDealer.STAY: Words("连庄", "the same dealer"),
        DrawDealer.PASS: Words("下家坐庄", "the player after the dealer"),
    },
    Zuozhuang: {
        Zuozhuang.OPTIONAL: Words("自选", "by choice"),
        Zuozhuang.ALWAYS: Words("必坐", "always"),
        Zuozhuang.NEVER: Words("不坐", "never"),
    },
    MingkongPayer: {
        MingkongPayer.ALL: Words("三家", "all three"),
        MingkongPayer.DISCARDER: Words("点杠者", "the discarder"),
    },
    WallEnd: {
        WallEnd.INDICATOR: Words("混儿前一墩", "before the indicator's stack"),
        WallEnd.ALL: Words("摸完", "the last tile"),
    },
    Kaipai: {
        Kaipai.ONE_THROW: Words("庄家掷一次", "the dealer's throw"),
        Kaipai.TWO_THROWS: Words("掷两次", "two throws"),
    },
    Seating: {
        Seating.FIXED: Words("固定", "as people sit"),
        Seating.DAFENG: Words("打风", "dafeng, by wind tiles"),
    },
    Jiang: {
        Jiang.LUAN: Words("乱将", "any pair"),
        Jiang.ONLY_258: Words("二五八将", "2, 5 or 8 of a suit"),
    },
    DiscardPay: {
        DiscardPay.FULL: Words("全额", "all of it"),
        DiscardPay.FLAT2: Words("只付二分", "2 points"),
    },
}
"""By kind, for values of two kinds may be spelled alike."""

_PARTS: Final[Mapping[str, Words]] = {
    "ming": Words("明杠", "open kong"),
    "an": Words("暗杠", "closed kong"),
    "jin": Words("金杠", "wild kong"),
    "fengtou_jian": Words("中发白风头杠", "opening kong of dragons"),
    "fengtou_feng": Words("东南西北风头杠", "opening kong of winds"),
    "base": Words("平和", "base"),
    "su": Words("素", "no wilds"),
    "dubao": Words("独抱", "declared single wait"),
    "hundiao": Words("混钓", "wild wait"),
    "shangdatai": Words("上大台", "played on"),
    "long": Words("龙", "dragon"),
    "zhuowu": Words("捉五", "caught five"),
    "duidui": Words("对对和", "all pungs"),
    "qixiaodui": Words("七小对", "seven pairs"),
    "quemen": Words("缺门", "missing suit"),
}


def value_words(value: object) -> Words:
    """Return what an option's value means; raises ``TypeError`` for what is no option's value.

    >>> value_words(True).zh, value_words(Tianhe.X4).en, value_words(KongPoints()).zh
    ('是', 'times 4', '明杠 1, 暗杠 2, 金杠 4')
    """
    match value:
        case bool():
            return Words("是", "yes") if value else Words("否", "no")
        case StrEnum():
            return _CHOICES[type(value)][value]
        case int():
            return Words(str(value), str(value))
        case KongPoints() | DaihunPoints():
            parts = [(_PARTS[part.name], getattr(value, part.name)) for part in fields(value)]
            told = [(words, points) for words, points in parts if points]
            return Words(
                ", ".join(f"{words.zh} {points}" for words, points in told),
                ", ".join(f"{words.en} {points}" for words, points in told),
            )
        case _:
            raise TypeError(f"{value!r} is not the value of an option")


def allowed_words(value: object, span: Span) -> Words:
    """Return which values an option takes, given one of them; raises ``TypeError`` for what is no option's value.

    Parts that the profile of ``value`` gives no points are another game's and are left out.

    >>> from table_daemon.rules.profile import Ruleset, option_spans
    >>> allowed_words(2, option_spans(Ruleset.CITY)["la_max"]).en
    '0 to 3'
    >>> allowed_words(Jiang.LUAN, option_spans(Ruleset.DAIHUN)["jiang"]).zh
    '`luan` 乱将; `258` 二五八将'
    """
    match value:
        case bool():
            return Words("`true`, `false`", "`true`, `false`")
        case StrEnum():
            told = _CHOICES[type(value)]
            return Words(
                "; ".join(f"`{choice.value}` {told[choice].zh}" for choice in type(value)),
                "; ".join(f"`{choice.value}` {told[choice].en}" for choice in type(value)),
            )
        case int():
            most = span.most or MOST_POINTS
            return Words(f"{span.least} 至 {most}", f"{span.least} to {most}")
        case KongPoints() | DaihunPoints():
            parts = ", ".join(f"`{part.name}`" for part in fields(value) if getattr(value, part.name))
            return Words(f"{parts}: 各 0 至 {MOST_POINTS}", f"{parts}: each 0 to {MOST_POINTS}")
        case _:
            raise TypeError(f"{value!r} is not the value of an option")
