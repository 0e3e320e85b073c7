"""The rules in words: every option and value has them, every row is known, and the pages are fresh."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

import pytest

from table_daemon.rules.choices import Dihe, Jingang, Tianhe
from table_daemon.rules.errors import BadOptionError
from table_daemon.rules.fan_table import FAN_TABLE
from table_daemon.rules.formula import fan_of
from table_daemon.rules.option_words import OPTION_WORDS, allowed_words, value_words
from table_daemon.rules.options import OptionValue, with_options
from table_daemon.rules.profile import PROFILES, TIANJIN, RuleProfile, option_spans
from table_daemon.rules_page import PAGES, field_docs, markdown_page, source_rows, terminal_table

DOCS = Path(__file__).parents[1] / "hardware_docs"
OPTIONS = sorted({name for profile in PROFILES for name in option_spans(profile.ruleset)})


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_has_words_and_a_source_row(name: str) -> None:
    assert OPTION_WORDS[name].zh
    assert OPTION_WORDS[name].en
    rows = re.findall(r"[A-Z][0-9.]+", source_rows(name))
    assert rows, field_docs()[name]
    listed = (DOCS / "rules_sources.md").read_text(encoding="utf-8")
    for row in rows:
        assert re.search(rf"^\| (?:\S+, )*{re.escape(row)}(?:, \S+)* \|", listed, re.MULTILINE), row


def test_no_words_without_an_option() -> None:
    assert set(OPTION_WORDS) == set(OPTIONS)


def test_equal_spellings_of_two_options_have_their_own_words() -> None:
    assert value_words(Jingang.OFF) != value_words(Dihe.OFF) == value_words(Tianhe.OFF)


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_a_profile_is_told_whole(profile: RuleProfile) -> None:
    table = terminal_table(profile)
    assert "*" not in table
    assert all(f"    {name}: " in table for name in option_spans(profile.ruleset))


def test_a_change_is_marked() -> None:
    assert "* 荒庄荒杠" in terminal_table(replace(TIANJIN, draw_cancels_kongs=True))


def test_the_printed_table_is_whole_and_its_least_sum_is_two() -> None:
    assert len(FAN_TABLE) == 63
    assert min(fan_of(row.parts) for row in FAN_TABLE) == 2


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_the_values_that_the_page_names_are_those_that_are_taken(profile: RuleProfile) -> None:
    for name, span in option_spans(profile.ruleset).items():
        present = getattr(profile, name)
        told = allowed_words(present, span).en
        for value in taken_of(told, present):
            with_options(profile, {name: value})
        if isinstance(present, int) and not isinstance(present, bool):
            least, most = map(int, told.split(" to "))
            for beyond in (least - 1, most + 1):
                with pytest.raises(BadOptionError, match=f"from {least} to {most}"):
                    with_options(profile, {name: beyond})
        if isinstance(present, StrEnum):
            assert set(re.findall("`([^`]+)`", told)) == {choice.value for choice in type(present)}


def taken_of(told: str, present: object) -> list[OptionValue]:
    """Read the values out of a cell of the page."""
    words = re.findall("`([^`]+)`", told)
    match present:
        case bool():
            return [word == "true" for word in words]
        case StrEnum():
            return list(words)
        case int():
            return [int(bound) for bound in told.split(" to ")]
        case _:
            return [{word: bound} for word in words for bound in (0, 10_000)]


@pytest.mark.parametrize(("file", "chinese"), PAGES.items())
def test_the_pages_are_fresh(file: str, *, chinese: bool) -> None:
    assert (DOCS / file).read_text(encoding="utf-8") == markdown_page(chinese=chinese), "run make docs"
