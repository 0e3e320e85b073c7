"""The rule profiles in words: every option, what it is, what its value means, and what it could be instead."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from table_daemon.rules.option_words import OPTION_WORDS, Words, value_words
from table_daemon.rules.options import OptionValue, changes_of, options_of
from table_daemon.rules.profile import PROFILES, RuleProfile, option_spans

Plain = bool | int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceWords:
    """A value that an option may have, and what it means."""

    value: Plain
    words: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionView:
    """One option of a profile. ``value`` is ``None`` for points of several items, which only ``value_words`` tell."""

    name: str
    words: Words
    value: Plain | None
    value_words: Words
    choices: tuple[ChoiceWords, ...]
    """Every value of an option that is chosen from a few; empty for numbers."""
    least: int
    most: int | None
    changed: bool
    """Whether it differs from the profile of that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileView:
    """A rule profile by its public name."""

    name: str
    ruleset: str
    options: tuple[OptionView, ...]


def rules_view() -> tuple[ProfileView, ...]:
    """Every profile that can be chosen by name."""
    return tuple(profile_view(profile) for profile in PROFILES)


def profile_view(profile: RuleProfile) -> ProfileView:
    """The profile in words.

    >>> profile_view(PROFILES[0]).options[0].words.zh
    '起和番数（杠分不算）'
    """
    changes = changes_of(profile)
    plain = options_of(profile)
    spans = option_spans(profile.ruleset)
    return ProfileView(
        name=profile.name,
        ruleset=str(profile.ruleset),
        options=tuple(
            OptionView(
                name=name,
                words=OPTION_WORDS[name],
                value=_single(plain[name]),
                value_words=value_words(getattr(profile, name)),
                choices=_choices(getattr(profile, name)),
                least=span.least,
                most=span.most,
                changed=name in changes,
            )
            for name, span in spans.items()
        ),
    )


def _single(value: OptionValue) -> Plain | None:
    return value if isinstance(value, (bool, int, str)) else None


def _choices(value: object) -> tuple[ChoiceWords, ...]:
    match value:
        case bool():
            return tuple(ChoiceWords(value=either, words=value_words(either)) for either in (True, False))
        case StrEnum():
            return tuple(ChoiceWords(value=str(one), words=value_words(one)) for one in type(value))
        case _:
            return ()
