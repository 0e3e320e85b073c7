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
    "hundiao_alone_wins": Words("单有混吊可以和", "混吊 alone may win"),
    "tianhe": Words("天和", "天和, the dealer's dealt hand wins"),
    "dihe": Words("地和（闲家第一张自摸）", "地和, a non-dealer wins by the first draw"),
    "tianting": Words("天听加倍", "天听 doubles"),
    "suben": Words("素本龙、素本伍龙", "素本龙 and 素本伍龙 are played"),
    "jingang_breaks_su": Words("有金杠不算素", "a 金杠 breaks 素"),
    "single_hundiao_zhuowu": Words("单混吊上五万也算捉五", "五万 on a 单混吊 is 捉五 too"),
    "zhuowu_sole_wait": Words("无混的捉五必须只和五万", "捉五 without wilds must wait for 五万 alone"),
    "zhuowu_wild_draw": Words("摸混当五万也算捉五", "a drawn wild may be the 五万 of 捉五"),
    "hundiao_wild_draw": Words("摸混也算混吊", "a drawn wild completes 混吊"),
    "benhun_adds": Words("本混龙按八番相加", "本混龙 is 8 that adds, not a doubling"),
    "gangkai_stacks": Words("连杠杠开逐杠翻倍", "杠开 doubles for each kong in a row"),
    "longwu_double": Words("龙五翻：有捉五或龙再翻倍", "龙五翻, 捉五 or 龙 doubles once more"),
    "kong": Words("杠分", "points of kongs"),
    "jingang": Words("金杠（四个相同的混）", "金杠, four equal wilds"),
    "yingang": Words("银杠（三个翻出的混）分数", "points of a 银杠, three wilds of the indicator's kind"),
    "wild_kinds": Words("混的种数", "kinds of wild tile"),
    "wild_discard": Words("打出混的说法", "what a discarded wild is called"),
    "draw_dealer": Words("荒庄后的庄家", "who deals after a 荒庄"),
    "chan": Words("铲", "铲, all follow the dealer's first discard"),
    "chan_unit": Words("铲的番数", "what a 铲 costs, in fan"),
    "chan_rounds": Words("可以连铲的圈数", "rounds that may be a 铲"),
    "zuozhuang": Words("坐庄", "坐庄, the dealer's doubling"),
    "la_max": Words("最多拉几次庄", "most times to 拉庄"),
    "zuo_locked_on_lianzhuang": Words("连庄沿用上把的坐庄", "a dealer who stays keeps the 坐庄 choice"),
    "kong_multiplied": Words("杠分也乘坐拉", "坐 and 拉 multiply kongs"),
    "mingkong_payer": Words("直杠由谁付", "who pays a 明杠 of a discard"),
    "draw_cancels_kongs": Words("荒庄荒杠", "no kong is paid on a 荒庄"),
    "no_kong_draw_pays_dealer": Words(
        "荒庄无杠，每家付庄家的番数", "each pays the dealer on a 荒庄 without kongs, in fan"
    ),
    "wall_end": Words("牌墙摸到哪里", "where the wall ends"),
    "last4_no_claim": Words("最后四张不许碰和明杠", "no 碰 or 明杠 on the last four tiles"),
    "kaipai": Words("开牌", "how the wall is broken"),
    "seating": Words("座位", "how seats are given out"),
    "false_hu_penalty": Words("诈和付每家的番数", "what a false 和 pays each other, in fan"),
    "guo_stake": Words("一锅的分数（0 为不限）", "points that end a 锅, 0 for none"),
    "jiang": Words("将", "which pairs there may be"),
    "wild_is_suited_only": Words("混只能当万饼条", "a wild stands for suited tiles only"),
    "wild_as_itself": Words("混可以当本身的牌", "a wild may be its own face"),
    "hundiao_five_is_zhuowu": Words("混钓上真五万也算捉五", "a real 五万 on 混钓 is 捉五 too"),
    "dubao_needs_declaration": Words("独抱须先报", "独抱 must be declared"),
    "dubao_all_pay": Words("放炮时独抱三家都付", "all three pay 独抱 when a discard wins"),
    "dubao_pays_without_win": Words("报独抱不和也收", "a declared 独抱 is paid without a win"),
    "quemen_counts_melds": Words("缺门连碰杠一起看", "缺门 looks at melds too"),
    "discard_pay": Words("放炮付多少", "what the discarder pays"),
    "seven_pairs": Words("七小对", "七小对 is a winning shape"),
    "shangdatai": Words("上大台", "上大台 is played"),
    "points": Words("各项分数", "points of each item"),
}
"""Every option, by its public name."""

_CHOICES: Final[Mapping[type[StrEnum], Mapping[str, Words]]] = {
    Tianhe: {
        Tianhe.X4: Words("四倍", "times 4"),
        Tianhe.AS_DRAGON: Words("按龙加四番", "adds 4 as a 龙"),
        Tianhe.X6: Words("六倍", "times 6"),
        Tianhe.X8: Words("八倍", "times 8"),
        Tianhe.OFF: Words("不算", "not played"),
    },
    Dihe: {
        Dihe.OFF: Words("不算", "not played"),
        Dihe.X4: Words("四倍", "times 4"),
        Dihe.AS_DRAGON: Words("按龙加四番", "adds 4 as a 龙"),
        Dihe.X8: Words("八倍", "times 8"),
    },
    Jingang: {
        Jingang.KONG: Words("可以杠", "may be konged"),
        Jingang.OFF: Words("不许杠", "may not be konged"),
        Jingang.INSTANT_WIN: Words("亮出即和", "wins at once"),
    },
    WildDiscard: {
        WildDiscard.XIANGGONG: Words("小相公", "a 小相公"),
        WildDiscard.FORBIDDEN: Words("犯规（同小相公）", "forbidden (a 小相公 all the same)"),
    },
    DrawDealer: {
        DrawDealer.STAY: Words("连庄", "the same dealer"),
        DrawDealer.PASS: Words("下家坐庄", "the dealer's 下家"),
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
        Seating.DAFENG: Words("打风", "打风, by wind tiles"),
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
    "ming": Words("明杠", "明杠"),
    "an": Words("暗杠", "暗杠"),
    "jin": Words("金杠", "金杠"),
    "fengtou_jian": Words("中发白风头杠", "风头杠 of dragons"),
    "fengtou_feng": Words("东南西北风头杠", "风头杠 of winds"),
    "base": Words("平和", "平和"),
    "su": Words("素", "素"),
    "dubao": Words("独抱", "独抱"),
    "hundiao": Words("混钓", "混钓"),
    "shangdatai": Words("上大台", "上大台"),
    "long": Words("龙", "龙"),
    "zhuowu": Words("捉五", "捉五"),
    "duidui": Words("对对和", "对对和"),
    "qixiaodui": Words("七小对", "七小对"),
    "quemen": Words("缺门", "缺门"),
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
