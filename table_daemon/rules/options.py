"""House rules by the names and values of the public formats, laid over a profile.

Knows every option of the ``tianjin`` profile with its default. An option this version does not play is an
error, never passed over; given with its default value it is accepted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from table_daemon.rules.errors import BadOptionError, UnknownOptionError, UnsupportedOptionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from table_daemon.rules.profile import RuleProfile

OptionValue: TypeAlias = "bool | int | str | Mapping[str, int]"
"""A value as JSON gives it."""

_DEFAULTS: Final[Mapping[str, bool | int | str]] = {
    "hundiao_alone_wins": True,
    "dihe": "off",
    "tianting": False,
    "suben": True,
    "jingang_breaks_su": True,
    "single_hundiao_zhuowu": False,
    "zhuowu_sole_wait": False,
    "zhuowu_wild_draw": True,
    "hundiao_wild_draw": True,
    "benhun_adds": False,
    "gangkai_stacks": False,
    "longwu_double": False,
    "jingang": "kong",
    "yingang": 0,
    "wild_kinds": 2,
    "wild_discard": "xiangong",
    "draw_dealer": "stay",
    "chan_rounds": 1,
    "zuozhuang": "optional",
    "zuo_locked_on_lianzhuang": False,
    "kong_multiplied": True,
    "mingkong_payer": "all",
    "draw_cancels_kongs": False,
    "no_kong_draw_pays_dealer": 0,
    "wall_end": "indicator",
    "last4_no_claim": False,
    "kaipai": "one_throw",
    "seating": "fixed",
    "false_hu_penalty": 0,
    "guo_stake": 0,
}
"""Options that are played with their default value only (part F of the rules)."""

_TIANHE: Final = {"x4": 4, "x6": 6, "x8": 8}
_KONGS: Final = ("ming", "an", "jin")


def with_options(profile: RuleProfile, options: Mapping[str, OptionValue]) -> RuleProfile:
    """Return ``profile`` with the house rules of ``options``.

    Raises ``UnknownOptionError``, ``BadOptionError`` or ``UnsupportedOptionError``.

    >>> from table_daemon.rules.profile import TIANJIN
    >>> with_options(TIANJIN, {"min_fan": 3, "suben": True}).min_fan
    3
    """
    for name, value in options.items():
        profile = _with_option(profile, name, value)
    return profile


def _with_option(profile: RuleProfile, name: str, value: OptionValue) -> RuleProfile:
    match name:
        case "min_fan" | "la_max":
            return _with_number(profile, name, value)
        case "chan":
            return replace(profile, chan=_switch(name, value))
        case "chan_unit":
            return replace(profile, chan_unit=_number(name, value, least=1, most=2))
        case "tianhe":
            return replace(profile, tianhe_factor=_tianhe(value))
        case "kong":
            return _with_kong_points(profile, value)
        case _:
            _require_default(name, value)
            return profile


def _require_default(name: str, value: OptionValue) -> None:
    if name not in _DEFAULTS:
        raise UnknownOptionError(f"option {name} is not known: hardware_docs/rules_sources.md names those there are")
    default = _DEFAULTS[name]
    shown = str(default).lower() if isinstance(default, bool) else repr(default)
    if type(value) is not type(default):
        raise BadOptionError(f"option {name} is {value!r}: its value is of the kind of {shown}")
    if value != default:
        raise UnsupportedOptionError(
            f"option {name} is not supported yet by this version: leave it out or write {shown}"
        )


def _with_number(profile: RuleProfile, name: Literal["min_fan", "la_max"], value: OptionValue) -> RuleProfile:
    if name == "min_fan":
        return replace(profile, min_fan=_number(name, value, least=1))
    return replace(profile, la_max=_number(name, value, least=0, most=3))


def _number(name: str, value: OptionValue, *, least: int, most: int | None = None) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= (most or value):
        return value
    span = f"at least {least}" if most is None else f"from {least} to {most}"
    raise BadOptionError(f"option {name} is {value!r}: it must be a whole number {span}")


def _switch(name: str, value: OptionValue) -> bool:
    if isinstance(value, bool):
        return value
    raise BadOptionError(f"option {name} is {value!r}: it must be true or false")


def _tianhe(value: OptionValue) -> int:
    if value in {"as_dragon", "off"}:
        raise UnsupportedOptionError(
            f"option tianhe {value!r} is not supported yet by this version: write 'x4', 'x6' or 'x8'"
        )
    if isinstance(value, str) and value in _TIANHE:
        return _TIANHE[value]
    raise BadOptionError(f"option tianhe is {value!r}: it must be 'x4', 'as_dragon', 'x6', 'x8' or 'off'")


def _with_kong_points(profile: RuleProfile, value: OptionValue) -> RuleProfile:
    if isinstance(value, (bool, int, str)):
        raise BadOptionError(f'option kong is {value!r}: it must be an object such as {{"jin": 8}}')
    for kind in value:
        if kind not in _KONGS:
            raise UnknownOptionError(f"option kong.{kind} is not known: its parts are ming, an and jin")
    points = {kind: _number(f"kong.{kind}", amount, least=0) for kind, amount in value.items()}
    return replace(
        profile,
        kong_ming=points.get("ming", profile.kong_ming),
        kong_an=points.get("an", profile.kong_an),
        kong_jin=points.get("jin", profile.kong_jin),
    )
