"""House rules as a person gives them on a command line: ``NAME=VALUE`` texts laid over a named profile."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from table_daemon.rules.errors import BadOptionError
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import profile_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.options import OptionValue
    from table_daemon.rules.profile import RuleProfile


def profile_from(name: str, options: Sequence[str]) -> RuleProfile:
    """Return the profile of that name with ``NAME=VALUE`` options; raises a ``RulesError``.

    >>> profile_from("tianjin", ["min_fan=3", "tianhe=x8", "kong.jin=8"]).kong.jin
    8
    """
    return overlaid(profile_named(name), options)


def overlaid(profile: RuleProfile, options: Sequence[str]) -> RuleProfile:
    """Return ``profile`` with ``NAME=VALUE`` options laid over it; raises a ``RulesError``."""
    for text in options:
        option, equals, value = text.partition("=")
        if not equals:
            raise BadOptionError(f"option {text[:60]!r}: write NAME=VALUE, as in min_fan=3 or kong.jin=8")
        option, dot, part = option.partition(".")
        parsed = _value(option, value)
        if not dot:
            profile = with_options(profile, {option: parsed})
        elif isinstance(parsed, int):
            profile = with_options(profile, {option: {part: parsed}})
        else:
            raise BadOptionError(f"option {option}.{part} is {value[:60]!r}: it must be a whole number")
    return profile


def _value(name: str, text: str) -> OptionValue:
    """Read a value as JSON where it is JSON, else as the text it is; 258 alone is a name, not a number."""
    if name == "jiang":
        return text
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, (bool, int, dict)) else text
