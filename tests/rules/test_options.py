"""Profiles by name, house rules laid over them, and the same read back."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_daemon.rules import errors
from table_daemon.rules.choices import Dihe, Jingang, Ruleset, Tianhe
from table_daemon.rules.options import changes_of, options_of, with_options
from table_daemon.rules.profile import (
    DAIHUN,
    PROFILES,
    TIANJIN,
    TIANJIN_CLUB,
    KongPoints,
    RuleProfile,
    option_spans,
    profile_named,
)

if TYPE_CHECKING:
    from table_daemon.rules.options import OptionValue

# Part F of the rules, by name: every value there, the default first.
CITY_VALUES: dict[str, tuple[OptionValue, ...]] = {
    "min_fan": (2, 1, 7),
    "hundiao_alone_wins": (True, False),
    "tianhe": ("x4", "as_dragon", "x6", "x8", "off"),
    "dihe": ("off", "x4", "as_dragon", "x8"),
    "tianting": (False, True),
    "suben": (True, False),
    "jingang_breaks_su": (True, False),
    "single_hundiao_zhuowu": (False, True),
    "zhuowu_sole_wait": (False, True),
    "zhuowu_wild_draw": (True, False),
    "hundiao_wild_draw": (True, False),
    "benhun_adds": (False, True),
    "gangkai_stacks": (False, True),
    "longwu_double": (False, True),
    "jingang": ("kong", "off", "instant_win"),
    "yingang": (0, 3),
    "wild_kinds": (2, 1, 3),
    "wild_discard": ("xiangong", "forbidden"),
    "draw_dealer": ("stay", "pass"),
    "chan": (True, False),
    "chan_unit": (1, 2),
    "chan_rounds": (1, 2),
    "zuozhuang": ("optional", "always", "never"),
    "la_max": (2, 0, 1, 3),
    "zuo_locked_on_lianzhuang": (False, True),
    "kong_multiplied": (True, False),
    "mingkong_payer": ("all", "discarder"),
    "draw_cancels_kongs": (False, True),
    "no_kong_draw_pays_dealer": (0, 2),
    "wall_end": ("indicator", "all"),
    "last4_no_claim": (False, True),
    "kaipai": ("one_throw", "two_throws"),
    "seating": ("fixed", "dafeng"),
    "false_hu_penalty": (0, 4),
    "guo_stake": (0, 100),
}
DAIHUN_VALUES: dict[str, tuple[OptionValue, ...]] = {
    "jiang": ("luan", "258"),
    "wild_is_suited_only": (True, False),
    "wild_as_itself": (True, False),
    "zhuowu_wild_draw": (True, False),
    "hundiao_five_is_zhuowu": (True, False),
    "dubao_needs_declaration": (True, False),
    "dubao_all_pay": (True, False),
    "dubao_pays_without_win": (False, True),
    "quemen_counts_melds": (True, False),
    "discard_pay": ("full", "flat2"),
    "seven_pairs": (True, False),
    "shangdatai": (True, False),
    "mingkong_payer": ("all", "discarder"),
    "draw_dealer": ("pass", "stay"),
}
TABLES = ((TIANJIN, CITY_VALUES), (DAIHUN, DAIHUN_VALUES))
CASES = [(profile, name, value) for profile, table in TABLES for name, values in table.items() for value in values]


def test_a_profile_is_found_by_its_name() -> None:
    assert profile_named("tianjin") is TIANJIN
    with pytest.raises(errors.UnknownProfileError, match="choose one of tianjin, tianjin_club, daihun"):
        profile_named("riichi")


def test_every_option_of_the_city_is_in_the_table() -> None:
    assert set(option_spans(Ruleset.CITY)) == {*CITY_VALUES, "kong"}


def test_every_field_is_an_option_of_some_game() -> None:
    known = {*option_spans(Ruleset.CITY), *option_spans(Ruleset.DAIHUN)}
    assert {made.name for made in fields(RuleProfile)} - known == {"name", "ruleset"}


@pytest.mark.parametrize(("profile", "name", "value"), CASES)
def test_a_value_is_taken_and_read_back(profile: RuleProfile, name: str, value: OptionValue) -> None:
    changed = with_options(profile, {name: value})
    assert options_of(changed)[name] == value
    assert with_options(profile, options_of(changed)) == changed
    json.dumps(options_of(changed))


@pytest.mark.parametrize(("profile", "table"), [(TIANJIN, CITY_VALUES), (DAIHUN, DAIHUN_VALUES)])
def test_a_default_spelled_out_changes_nothing(profile: RuleProfile, table: dict[str, tuple[OptionValue, ...]]) -> None:
    assert with_options(profile, {name: values[0] for name, values in table.items()}) == profile


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("min_fan", 5, replace(TIANJIN, min_fan=5)),
        ("tianhe", "x8", replace(TIANJIN, tianhe=Tianhe.X8)),
        ("kong", {"jin": 8}, replace(TIANJIN, kong=KongPoints(jin=8))),
        ("kong", {"ming": 1, "an": 2, "jin": 4}, TIANJIN),
        ("jingang", "instant_win", replace(TIANJIN, jingang=Jingang.INSTANT_WIN)),
    ],
)
def test_a_house_rule_becomes_a_field(name: str, value: OptionValue, expected: RuleProfile) -> None:
    assert with_options(TIANJIN, {name: value}) == expected


def test_the_club_is_the_city_with_its_special_rules() -> None:
    assert changes_of(replace(TIANJIN_CLUB, name="tianjin")) == {
        "dihe": "x4",
        "tianting": True,
        "chan_unit": 2,
        "kaipai": "two_throws",
        "seating": "dafeng",
        "last4_no_claim": True,
        "kong": {"ming": 1, "an": 2, "jin": 8, "fengtou_jian": 0, "fengtou_feng": 0},
    }


def test_daihun_points_are_changed_in_part() -> None:
    assert with_options(DAIHUN, {"points": {"long": 6}, "kong": {"an": 6}}).points.long == 6
    assert with_options(DAIHUN, {"kong": {"an": 6}}).kong == replace(DAIHUN.kong, an=6)


@given(st.sampled_from(PROFILES))
def test_changes_are_what_differs(profile: RuleProfile) -> None:
    assert changes_of(profile) == {}
    if profile.ruleset is Ruleset.CITY:
        assert changes_of(with_options(profile, {"dihe": "as_dragon"})) == {"dihe": Dihe.AS_DRAGON.value}


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("minfan", 2, errors.UnknownOptionError),
        ("jiang", "258", errors.UnknownOptionError),
        ("kong", {"gold": 4}, errors.UnknownOptionError),
        ("kong", {"jin": -1}, errors.BadOptionError),
        ("kong", 4, errors.BadOptionError),
        ("min_fan", 0, errors.BadOptionError),
        ("min_fan", True, errors.BadOptionError),
        ("min_fan", "2", errors.BadOptionError),
        ("la_max", 4, errors.BadOptionError),
        ("wild_kinds", 0, errors.BadOptionError),
        ("chan", 1, errors.BadOptionError),
        ("chan_unit", 3, errors.BadOptionError),
        ("tianhe", "x5", errors.BadOptionError),
        ("tianhe", 4, errors.BadOptionError),
        ("suben", "false", errors.BadOptionError),
        ("guo_stake", 10**9, errors.BadOptionError),
    ],
)
def test_a_wrong_option_says_so(name: str, value: OptionValue, error: type[errors.RulesError]) -> None:
    with pytest.raises(error, match=f"option {name}"):
        with_options(TIANJIN, {name: value})
