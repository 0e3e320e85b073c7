"""The emulator's fault script: what goes wrong on the line, and at which line. A small text format.

One rule a line, ``WHEN: WHAT``; ``#`` begins a comment, a semicolon also ends a rule, case does not matter::

    line 115: bad crc              # one wrong digit in the check
    from 200: silent               # says nothing any more
    from 40 to 45: late by 300 ms  # and what follows waits behind it
    line 50: twice                 # the same line again
    line 60: wrong order           # after the line that follows it
    line 70: junk banner           # a boot ROM's text before it, and half a line
    line 80: reset now             # the board starts anew after it
    line 90: stuck sensor ready    # this input changes forty times in a second

Lines are counted from 1 since the emulator started, over restarts. ``now: WHAT`` means the next line.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.errors import FaultScriptError
from firmware_bridge.messages import ButtonId

MAX_RULES = 1000
"""More than any test needs; a file of another kind is refused before it is read through."""
MAX_LATE_MS = 60_000
SENSORS = ("ready", "wall0", "wall1", "wall2", "wall3", *(button.value for button in ButtonId))
"""What can be stuck."""
_WHEN = re.compile(r"now|line (?P<only>\d{1,9})|from (?P<first>\d{1,9})(?: to (?P<last>\d{1,9}))?")


@dataclass(frozen=True, slots=True)
class BadCrc:
    """One digit of the check is wrong."""


@dataclass(frozen=True, slots=True)
class Silent:
    """The line is not sent."""


@dataclass(frozen=True, slots=True)
class Reset:
    """The board starts anew after the line."""


@dataclass(frozen=True, slots=True)
class Twice:
    """The line is sent again."""


@dataclass(frozen=True, slots=True)
class Late:
    """The line waits, and what follows waits behind it."""

    by_ms: int


@dataclass(frozen=True, slots=True)
class WrongOrder:
    """The line is sent after the one that follows it."""


@dataclass(frozen=True, slots=True)
class Junk:
    """Bytes that are no line come before it."""


@dataclass(frozen=True, slots=True)
class StuckSensor:
    """An input changes again and again."""

    sensor: str


Fault = BadCrc | Silent | Reset | Twice | Late | WrongOrder | Junk | StuckSensor

_WHAT: tuple[tuple[re.Pattern[str], Callable[[str], Fault]], ...] = (
    (re.compile(r"bad crc()"), lambda _: BadCrc()),
    (re.compile(r"silent()"), lambda _: Silent()),
    (re.compile(r"reset(?: now)?()"), lambda _: Reset()),
    (re.compile(r"twice()"), lambda _: Twice()),
    (re.compile(r"late by (\d{1,5}) ms"), lambda ms: Late(int(ms))),
    (re.compile(r"wrong order()"), lambda _: WrongOrder()),
    (re.compile(r"junk banner()"), lambda _: Junk()),
    (re.compile(rf"stuck sensor ({'|'.join(SENSORS)})"), StuckSensor),
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A fault and the lines it meets, both ends included; ``last`` None means all that follow."""

    first: int
    last: int | None
    fault: Fault

    def meets(self, number: int) -> bool:
        """Whether the rule is about the line with this number.

        >>> Rule(3, None, Twice()).meets(2), Rule(3, None, Twice()).meets(9)
        (False, True)
        """
        return self.first <= number and (self.last is None or number <= self.last)


def read_script(text: str, *, next_line: int = 1) -> tuple[Rule, ...]:
    """Return the rules of a script; ``now`` means line ``next_line``. Raises FaultScriptError that names the line.

    >>> read_script("line 115: bad CRC; from 200: silent")
    (Rule(first=115, last=115, fault=BadCrc()), Rule(first=200, last=None, fault=Silent()))
    """
    rules: list[Rule] = []
    for number, line in enumerate(text.splitlines(), start=1):
        for part in line.partition("#")[0].split(";"):
            words = " ".join(part.lower().split())
            if words:
                rules.append(_rule(words, number, next_line))
        if len(rules) > MAX_RULES:
            raise FaultScriptError(number, f"more than {MAX_RULES} rules")
    return tuple(rules)


def _rule(words: str, number: int, next_line: int) -> Rule:
    when, colon, what = words.partition(":")
    matched = _WHEN.fullmatch(when.strip())
    if not colon or matched is None:
        raise FaultScriptError(
            number, f"{words[:40]!r}: write WHEN: WHAT, WHEN as line 115, from 200, from 3 to 9 or now"
        )
    first, last = _lines(matched, next_line)
    if first < 1 or (last is not None and last < first):
        raise FaultScriptError(number, f"{when.strip()!r}: lines count from 1, the first before the last")
    return Rule(first, last, _fault(what.strip(), number))


def _lines(matched: re.Match[str], next_line: int) -> tuple[int, int | None]:
    only, first, last = matched["only"], matched["first"], matched["last"]
    if only is not None:
        return int(only), int(only)
    if first is not None:
        return int(first), None if last is None else int(last)
    return next_line, next_line


def _fault(what: str, number: int) -> Fault:
    for pattern, make in _WHAT:
        matched = pattern.fullmatch(what)
        if matched is not None:
            fault = make(matched[1])
            if isinstance(fault, Late) and fault.by_ms > MAX_LATE_MS:
                raise FaultScriptError(number, f"late by at most {MAX_LATE_MS} ms")
            return fault
    raise FaultScriptError(
        number,
        f"{what[:40]!r} is no fault; there are: bad crc, silent, reset now, twice, late by N ms, wrong order, "
        f"junk banner, stuck sensor S (S: {', '.join(SENSORS)})",
    )
