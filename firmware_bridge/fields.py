"""The kinds of field a message may have: how each is written, and its bounds. Knows no message."""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum, IntFlag

from firmware_bridge.errors import FieldError

MAX_TEXT = 24
"""Longest text field: a board's unique id has 16 characters, a version fewer; five fit in one line."""
MAX_DICE = 4
"""Most dice a table throws at once; two are usual, some regions use one or four."""
_TEXT = re.compile(r"[A-Za-z0-9._+-]+")
_DECIMAL = re.compile(r"0|[1-9][0-9]*")
_HEX = re.compile(r"0|[1-9A-F][0-9A-F]*")


@dataclass(frozen=True, slots=True)
class Kind(ABC):
    """One field's name on the wire and the values it may take."""

    key: str

    @abstractmethod
    def parse(self, text: str) -> object:
        """Return the value written as ``text``. Raises FieldError when it is none."""

    @abstractmethod
    def write(self, value: object) -> str:
        """Return ``value`` as text. Raises FieldError when it is out of bounds."""

    @abstractmethod
    def describe(self) -> str:
        """Say for the protocol page which texts are allowed."""

    def _bad(self, value: object) -> FieldError:
        return FieldError(f"{self.key}={value!s:.40}: expected {self.describe()}")


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A decimal number without sign or leading zeros, both bounds allowed.

    >>> Number("ms", 0, 999).parse("250")
    250
    """

    low: int
    high: int
    unit: str = ""

    def parse(self, text: str) -> int:
        """Return the number."""
        # The length first: int() of a long text is slow and, past 4300 digits, an error of its own.
        if len(text) > len(str(self.high)) or not _DECIMAL.fullmatch(text):
            raise self._bad(text)
        return self._checked(int(text))

    def write(self, value: object) -> str:
        """Return the digits."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._bad(value)
        return str(self._checked(value))

    def describe(self) -> str:
        """Say the bounds."""
        return f"{self.low}..{self.high}" + (f" {self.unit}" if self.unit else "")

    def _checked(self, value: int) -> int:
        if not self.low <= value <= self.high:
            raise self._bad(value)
        return value


@dataclass(frozen=True, slots=True)
class Hex(Kind):
    """A bitmap in upper-case hexadecimal, without leading zeros."""

    bits: int

    def parse(self, text: str) -> int:
        """Return the bitmap as a number."""
        if not _HEX.fullmatch(text) or len(text) > self.bits // 4:
            raise self._bad(text)
        return int(text, 16)

    def write(self, value: object) -> str:
        """Return the digits."""
        if not isinstance(value, int) or not 0 <= value < 1 << self.bits:
            raise self._bad(value)
        return f"{int(value):X}"

    def describe(self) -> str:
        """Say the width."""
        return f"hexadecimal, up to {self.bits} bits"


@dataclass(frozen=True, slots=True)
class Flags(Kind):
    """A bitmap whose bits have names; bits of a newer firmware are kept, nameless."""

    names: type[IntFlag]
    bits: int

    def parse(self, text: str) -> IntFlag:
        """Return the flags."""
        return self.names(Hex(self.key, self.bits).parse(text))

    def write(self, value: object) -> str:
        """Return the digits."""
        return Hex(self.key, self.bits).write(value)

    def describe(self) -> str:
        """Say whose bits they are."""
        return f"hexadecimal sum of the bits of {self.names.__name__}"


@dataclass(frozen=True, slots=True)
class Word(Kind):
    """One of a closed list of words: the values of an enum."""

    words: type[Enum]

    def parse(self, text: str) -> Enum:
        """Return the member with that value."""
        try:
            return self.words(text)
        except ValueError:
            raise self._bad(text) from None

    def write(self, value: object) -> str:
        """Return the member's word."""
        if not isinstance(value, self.words):
            raise self._bad(value)
        return str(value.value)

    def describe(self) -> str:
        """List the words."""
        return " / ".join(str(member.value) for member in self.words)


@dataclass(frozen=True, slots=True)
class OnOff(Kind):
    """A yes or no, written 1 or 0."""

    def parse(self, text: str) -> bool:
        """Return the truth."""
        if text not in {"0", "1"}:
            raise self._bad(text)
        return text == "1"

    def write(self, value: object) -> str:
        """Return the digit."""
        if not isinstance(value, bool):
            raise self._bad(value)
        return "1" if value else "0"

    def describe(self) -> str:
        """Say the two digits."""
        return "0 / 1"


@dataclass(frozen=True, slots=True)
class Seat(Kind):
    """A seat 0..3, counter-clockwise; ``x`` where the table does not say which."""

    def parse(self, text: str) -> int | None:
        """Return the seat, None for ``x``."""
        if text not in {"0", "1", "2", "3", "x"}:
            raise self._bad(text)
        return None if text == "x" else int(text)

    def write(self, value: object) -> str:
        """Return the digit or ``x``."""
        if value is None:
            return "x"
        if not isinstance(value, int) or not 0 <= value <= 3:
            raise self._bad(value)
        return str(int(value))

    def describe(self) -> str:
        """Say the seats."""
        return "0..3 or x (unknown)"


@dataclass(frozen=True, slots=True)
class Text(Kind):
    """A short name: letters, digits and ``._+-`` only, so that no separator can hide in it."""

    def parse(self, text: str) -> str:
        """Return the text itself."""
        if len(text) > MAX_TEXT or not _TEXT.fullmatch(text):
            raise self._bad(text)
        return text

    def write(self, value: object) -> str:
        """Return the text itself."""
        if not isinstance(value, str):
            raise self._bad(value)
        return self.parse(value)

    def describe(self) -> str:
        """Say the characters and the length."""
        return f"1 to {MAX_TEXT} of A-Z a-z 0-9 . _ + -"


@dataclass(frozen=True, slots=True)
class Dice(Kind):
    """What one throw shows.

    >>> Dice("v").parse("3:5")
    (3, 5)
    """

    def parse(self, text: str) -> tuple[int, ...]:
        """Return the dice in the order of the wire."""
        parts = text.split(":", MAX_DICE)
        if len(parts) > MAX_DICE or any(part not in {"1", "2", "3", "4", "5", "6"} for part in parts):
            raise self._bad(text)
        return tuple(int(part) for part in parts)

    def write(self, value: object) -> str:
        """Return the dice joined by colons."""
        if not isinstance(value, tuple):
            raise self._bad(value)
        text = ":".join(str(die) for die in value)
        self.parse(text)
        return text

    def describe(self) -> str:
        """Say the shape."""
        return f"1 to {MAX_DICE} dice of 1..6, joined by colons"
