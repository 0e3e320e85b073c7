"""Sets of house rules that the engine and the oracles are compared under, and hands to go with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.random_hands import city_hand

if TYPE_CHECKING:
    import random

    from tests.rules.random_hands import Dealt

    Options = dict[str, Any]

CITY_SETS: dict[str, Options] = {
    "default": {},
    "any fan": {"min_fan": 1},
    "club": {"dihe": "x4", "tianting": True, "kong": {"jin": 8}},
    "strict 捉五": {"zhuowu_sole_wait": True, "zhuowu_wild_draw": False, "min_fan": 1},
    "strict 混吊": {"hundiao_wild_draw": False, "hundiao_alone_wins": False},
    "mild 混吊": {"single_hundiao_zhuowu": True, "min_fan": 1},
    "mild 混吊 by naturals": {"single_hundiao_zhuowu": True, "zhuowu_wild_draw": False},
    "mild 混吊, none by wilds": {"single_hundiao_zhuowu": True, "hundiao_wild_draw": False},
    "as dragons": {"tianhe": "as_dragon", "dihe": "as_dragon", "benhun_adds": True},
    "flat 本混": {"benhun_adds": True, "suben": False, "min_fan": 3},
    "large": {"tianhe": "x6", "dihe": "x8", "longwu_double": True, "gangkai_stacks": True},
    "larger": {"tianhe": "x8", "tianting": True, "longwu_double": True, "single_hundiao_zhuowu": True, "min_fan": 6},
    "no 天和": {"tianhe": "off", "jingang_breaks_su": False, "kong": {"ming": 2, "an": 3}},
    "one wild": {"wild_kinds": 1, "yingang": 2, "min_fan": 1},
    "three wilds": {"wild_kinds": 3, "yingang": 3, "jingang_breaks_su": False},
    "three wilds, 天和 as 龙": {
        "wild_kinds": 3,
        "tianhe": "as_dragon",
        "benhun_adds": True,
        "hundiao_alone_wins": False,
    },
    "no 金杠": {"jingang": "off", "gangkai_stacks": True, "zhuowu_sole_wait": True},
    "金杠 wins": {"jingang": "instant_win", "yingang": 1},
    "金杠 wins 8": {"jingang": "instant_win", "kong": {"jin": 8}, "min_fan": 9, "wild_kinds": 3},
}

DAIHUN_SETS: dict[str, Options] = {
    "default": {},
    "258": {"jiang": "258"},
    "no 七小对": {"seven_pairs": False, "dubao_needs_declaration": False},
    "free wilds": {"wild_is_suited_only": False},
    "free wilds, 258": {"wild_is_suited_only": False, "wild_as_itself": False, "jiang": "258"},
    "never itself": {"wild_as_itself": False, "quemen_counts_melds": False},
    "strict 捉五": {"zhuowu_wild_draw": False, "hundiao_five_is_zhuowu": False},
    "concealed 缺门": {"quemen_counts_melds": False, "dubao_needs_declaration": False},
    "other points": {"points": {"base": 1, "su": 3, "long": 10, "duidui": 6, "qixiaodui": 9, "quemen": 1}},
    "other kongs": {"kong": {"ming": 1, "an": 2, "fengtou_jian": 3, "fengtou_feng": 6}, "points": {"hundiao": 5}},
    "no 上大台": {"shangdatai": False, "jiang": "258", "zhuowu_wild_draw": False},
    "dear waits": {"points": {"dubao": 7, "zhuowu": 5, "hundiao": 1}, "dubao_needs_declaration": False},
}

_CITY_VALUES: Options = {
    "min_fan": (1, 2, 3, 4),
    "hundiao_alone_wins": (True, False),
    "tianhe": ("x4", "as_dragon", "x6", "x8", "off"),
    "dihe": ("off", "x4", "as_dragon", "x8"),
    "jingang": ("kong", "off", "instant_win"),
    "yingang": (0, 2),
    "wild_kinds": (1, 2, 3),
}
_SWITCHES: tuple[str, ...] = ("tianting", "suben", "jingang_breaks_su", "single_hundiao_zhuowu", "zhuowu_sole_wait")
_SWITCHES += ("zhuowu_wild_draw", "hundiao_wild_draw", "benhun_adds", "gangkai_stacks", "longwu_double")


def city_options(rng: random.Random) -> Options:
    """A named set, or as often a mixture that has no name."""
    if rng.random() < 0.5:
        return CITY_SETS[rng.choice(list(CITY_SETS))]
    mixed = {name: rng.choice(values) for name, values in _CITY_VALUES.items() if rng.random() < 0.4}
    return mixed | {name: rng.random() < 0.5 for name in _SWITCHES if rng.random() < 0.4}


def daihun_options(rng: random.Random) -> Options:
    """Two named sets laid over each other."""
    first, second = rng.choices(list(DAIHUN_SETS), k=2)
    return DAIHUN_SETS[first] | DAIHUN_SETS[second]


def city_hand_for(rng: random.Random, options: Options, *, wilds: int) -> Dealt:
    """A hand that those house rules allow."""
    jingang = options.get("jingang", "kong")
    return city_hand(
        rng,
        wilds=wilds,
        kinds=options.get("wild_kinds", 2),
        jin=jingang != "off",
        yin=bool(options.get("yingang", 0)),
    )
