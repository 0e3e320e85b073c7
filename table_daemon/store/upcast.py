"""Events of older formats lifted to the present one, version by version, before their fields are read.

A released step is never changed; a new format is a new step. The log itself keeps what was written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from table_daemon.store.fields import JsonObject

_FLAG_OF: Final = {"杠开": ("gangkai", 1), "天和": ("tianhe", True), "地和": ("dihe", True), "天听": ("tianting", True)}
"""How a hand was won by the fan that it scored for it."""


def _with_flags(event: JsonObject) -> JsonObject:
    """1 to 2: a won hand says how it was won; before, only the fans that came of it told."""
    score = event.get("score")
    if event.get("kind") != "hand_won" or not isinstance(score, dict):
        return event
    names = score.get("names")
    found = (
        [_FLAG_OF[name] for name in names if isinstance(name, str) and name in _FLAG_OF]
        if isinstance(names, list)
        else []
    )
    return {**event, "flags": dict(found), "told": [], "discarder": None}


def _about_its_own_match(event: JsonObject) -> JsonObject:
    """2 to 3: an event may be about an earlier match; before, each was about the one being played."""
    return event


LIFTS: Final[Sequence[Callable[[JsonObject], JsonObject]]] = (_with_flags, _about_its_own_match)
"""``LIFTS[n - 1]`` leads from format n to n + 1."""

FORMAT_VERSION: Final = len(LIFTS) + 1
"""The format that events are written in. It rises when a field changes its meaning or a reader needs a new one."""


def lifted(event: JsonObject, version: int) -> JsonObject:
    """The event of format ``version`` (1 or later) in the present format."""
    for lift in LIFTS[version - 1 :]:
        event = lift(event)
    return event
