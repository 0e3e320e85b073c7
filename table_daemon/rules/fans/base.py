"""What a fan is: a function from a reading of a hand to what it adds or multiplies. Knows no fan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table_daemon.rules.flags import WinFlags
    from table_daemon.rules.layout import Layout
    from table_daemon.rules.profile import RuleProfile


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one fan brings: ``worth`` is added (番) or multiplies the sum of all that is added."""

    name: str
    english: str
    worth: int
    adds: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What every fan is read from: ONE layout with the last tile in ONE place, and how the hand was won."""

    layout: Layout
    flags: WinFlags
    profile: RuleProfile
