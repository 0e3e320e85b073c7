"""Profiles by name, and house rules: played, accepted as the default, or refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from table_daemon.rules import errors, options
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import TIANJIN, profile_named

if TYPE_CHECKING:
    from table_daemon.rules.options import OptionValue
    from table_daemon.rules.profile import RuleProfile


def test_a_profile_is_found_by_its_name() -> None:
    assert profile_named("tianjin") is TIANJIN
    with pytest.raises(errors.UnknownProfileError, match="choose one of tianjin"):
        profile_named("riichi")


@pytest.mark.parametrize("name", sorted(options._DEFAULTS))
def test_a_default_spelled_out_changes_nothing(name: str) -> None:
    assert with_options(TIANJIN, {name: options._DEFAULTS[name]}) == TIANJIN


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("min_fan", 2, TIANJIN),
        ("min_fan", 5, replace(TIANJIN, min_fan=5)),
        ("chan", False, replace(TIANJIN, chan=False)),
        ("chan_unit", 2, replace(TIANJIN, chan_unit=2)),
        ("la_max", 0, replace(TIANJIN, la_max=0)),
        ("tianhe", "x4", TIANJIN),
        ("tianhe", "x8", replace(TIANJIN, tianhe_factor=8)),
        ("kong", {"jin": 8}, replace(TIANJIN, kong_jin=8)),
        ("kong", {"ming": 1, "an": 2, "jin": 4}, TIANJIN),
    ],
)
def test_a_house_rule_that_is_played(name: str, value: OptionValue, expected: RuleProfile) -> None:
    assert with_options(TIANJIN, {name: value}) == expected


@pytest.mark.parametrize(
    ("name", "value"), [("suben", False), ("dihe", "x4"), ("tianhe", "as_dragon"), ("wild_kinds", 3)]
)
def test_a_house_rule_that_is_not_played_yet_is_refused(name: str, value: OptionValue) -> None:
    with pytest.raises(errors.UnsupportedOptionError, match=f"option {name} .*not supported yet"):
        with_options(TIANJIN, {name: value})


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("minfan", 2, errors.UnknownOptionError),
        ("kong", {"gold": 4}, errors.UnknownOptionError),
        ("kong", 4, errors.BadOptionError),
        ("kong", {"jin": -1}, errors.BadOptionError),
        ("min_fan", 0, errors.BadOptionError),
        ("min_fan", True, errors.BadOptionError),
        ("min_fan", "2", errors.BadOptionError),
        ("chan", 1, errors.BadOptionError),
        ("chan_unit", 3, errors.BadOptionError),
        ("la_max", 4, errors.BadOptionError),
        ("tianhe", "x5", errors.BadOptionError),
        ("suben", 1, errors.BadOptionError),
        ("suben", "on", errors.BadOptionError),
    ],
)
def test_a_house_rule_written_wrongly_is_refused(name: str, value: OptionValue, error: type[Exception]) -> None:
    with pytest.raises(error, match=f"option {name}"):
        with_options(TIANJIN, {name: value})
