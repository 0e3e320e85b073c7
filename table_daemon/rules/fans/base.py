"""What a fan is: a function from a reading of a hand to what it adds or multiplies. Knows no fan."""

from __future__ import annotations

from dataclasses import dataclass

from table_daemon.rules.reading import LastUse, Reading

__all__ = ["LastUse", "Part", "Reading"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one fan brings: ``worth`` is added (番) or multiplies the sum of all that is added."""

    name: str
    english: str
    worth: int
    adds: bool = False
