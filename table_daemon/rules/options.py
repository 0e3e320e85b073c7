"""House rules by the names and values of the public formats, laid over a profile and read back from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from table_daemon.rules.errors import BadOptionError, UnknownOptionError
from table_daemon.rules.profile import MOST_POINTS, DaihunPoints, KongPoints, option_spans, profile_named

if TYPE_CHECKING:
    from table_daemon.rules.profile import RuleProfile, Span

OptionValue: TypeAlias = "bool | int | str | Mapping[str, int]"
"""A value as JSON gives it."""

_PointsT = TypeVar("_PointsT", KongPoints, DaihunPoints)
_MOST_TOLD = 60
"""Longest piece of a wrong value that a message repeats."""


def with_options(profile: RuleProfile, options: Mapping[str, OptionValue]) -> RuleProfile:
    """Return ``profile`` with the house rules of ``options`` (part F).

    Raises ``UnknownOptionError`` for a name its ruleset does not have, ``BadOptionError`` for a wrong value.

    >>> from table_daemon.rules.profile import TIANJIN
    >>> with_options(TIANJIN, {"min_fan": 3, "kong": {"jin": 8}}).kong.jin
    8
    """
    spans = option_spans(profile.ruleset)
    for name, value in options.items():
        if name not in spans:
            raise UnknownOptionError(
                f"option {name[:_MOST_TOLD]} is not known in profile {profile.name}: it has {', '.join(sorted(spans))}"
            )
        changed: dict[str, Any] = {name: _parsed(name, value, getattr(profile, name), spans[name])}
        profile = replace(profile, **changed)
    return profile


def options_of(profile: RuleProfile) -> dict[str, OptionValue]:
    """Return every option of ``profile`` as the public formats write it; the inverse of ``with_options``.

    >>> from table_daemon.rules.profile import TIANJIN
    >>> options_of(TIANJIN)["tianhe"]
    'x4'
    """
    return {name: _plain(getattr(profile, name)) for name in option_spans(profile.ruleset)}


def changes_of(profile: RuleProfile) -> dict[str, OptionValue]:
    """Return the options in which ``profile`` differs from the named profile it was made of.

    >>> from table_daemon.rules.profile import TIANJIN
    >>> changes_of(with_options(TIANJIN, {"suben": False, "min_fan": 2}))
    {'suben': False}
    """
    base = options_of(profile_named(profile.name))
    return {name: value for name, value in options_of(profile).items() if value != base[name]}


def _plain(value: object) -> OptionValue:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, (bool, int, str)):
        return value
    assert is_dataclass(value)  # noqa: S101 -- narrows for mypy; options are these kinds and nothing else
    assert not isinstance(value, type)  # noqa: S101 -- as above
    return asdict(value)


def _parsed(name: str, value: OptionValue, present: object, span: Span) -> object:
    """Return ``value`` as the kind of thing ``present`` is."""
    match present:
        case bool():
            return _switch(name, value)
        case StrEnum():
            return _choice(name, value, type(present))
        case int():
            return _number(name, value, least=span.least, most=span.most)
        case KongPoints():
            return _with_points(name, value, present)
        case DaihunPoints():
            return _with_points(name, value, present)
        case _:
            raise TypeError(f"option {name} is of a kind that no format has")


def _switch(name: str, value: OptionValue) -> bool:
    if isinstance(value, bool):
        return value
    raise BadOptionError(f"option {name} is {_told(value)}: it must be true or false")


def _choice(name: str, value: OptionValue, kind: type[StrEnum]) -> StrEnum:
    if isinstance(value, str) and value in {member.value for member in kind}:
        return kind(value)
    *others, last = (f"'{member.value}'" for member in kind)
    raise BadOptionError(f"option {name} is {_told(value)}: it must be {', '.join(others)} or {last}")


def _number(name: str, value: OptionValue, *, least: int, most: int | None = None) -> int:
    highest = most or MOST_POINTS
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= highest:
        return value
    raise BadOptionError(f"option {name} is {_told(value)}: it must be a whole number from {least} to {highest}")


def _with_points(name: str, value: OptionValue, present: _PointsT) -> _PointsT:
    parts = [part.name for part in fields(present)]
    if not isinstance(value, Mapping):
        raise BadOptionError(f'option {name} is {_told(value)}: it must be an object such as {{"{parts[0]}": 8}}')
    for part in value:
        if part not in parts:
            raise UnknownOptionError(
                f"option {name}.{str(part)[:_MOST_TOLD]} is not known: its parts are {', '.join(parts)}"
            )
    return replace(present, **{part: _number(f"{name}.{part}", points, least=0) for part, points in value.items()})


def _told(value: object) -> str:
    """Return a wrong value as a person wrote it, JSON's words for what Python calls otherwise."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value)[:_MOST_TOLD]
