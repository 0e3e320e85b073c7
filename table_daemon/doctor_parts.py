"""What the doctor finds out about one part: a state, what was seen, the cure; and its two ways of being printed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a part stands."""

    OK = "ok"
    MISSING = "missing"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of the machine. ``needed`` says whether the daemon, as it is set, cannot do its work without it."""

    name: str
    state: State
    needed: bool
    text: str
    cure: str = ""

    @property
    def fails(self) -> bool:
        """Return whether this part keeps the daemon from its work."""
        return self.needed and self.state is not State.OK

    def line(self) -> str:
        """Return the line a person reads.

        >>> Part(name="web port", state=State.OK, needed=True, text="127.0.0.1:8080 is free").line()
        'ok       web port         127.0.0.1:8080 is free'
        """
        optional = "" if self.needed or self.state is State.OK else " (optional)"
        cure = f" -> {self.cure}" if self.cure else ""
        return f"{self.state:<8} {self.name:<16} {self.text}{optional}{cure}"

    def to_json(self) -> str:
        """Return the line a program reads."""
        record = {
            "part": self.name,
            "state": self.state.value,
            "needed": self.needed,
            "text": self.text,
            "cure": self.cure,
        }
        return json.dumps(record, ensure_ascii=False)


def ok(name: str, text: str, *, needed: bool = True) -> Part:
    """Return a part that is as it should be."""
    return Part(name=name, state=State.OK, needed=needed, text=text)


def missing(name: str, text: str, cure: str, *, needed: bool = True) -> Part:
    """Return a part that is not there."""
    return Part(name=name, state=State.MISSING, needed=needed, text=text, cure=cure)


def wrong(name: str, text: str, cure: str, *, needed: bool = True) -> Part:
    """Return a part that is there but cannot be used as it is."""
    return Part(name=name, state=State.WRONG, needed=needed, text=text, cure=cure)
