"""Commands of the host, from a line's body to checked values, by the table of messages."""

from firmware_bridge.pico.table import COMMANDS, SEQ_MODULUS

_MAX_FIELDS = 16
"""Most fields looked at; the longest command has four, a newer host may add some."""
_HEX = "0123456789ABCDEF"
_TEXT = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-"
_MAX_NAME = 16


class Command:
    """One command of the host."""

    def __init__(self, seq: int, name: str, values: dict[str, int | str] | None) -> None:
        self.seq = seq
        self.name = name
        self.readable = values is not None
        """Whether the name is known and every value within its bounds."""
        self._values: dict[str, int | str] = values or {}

    def has(self, key: str) -> bool:
        """Whether the host gave a value for ``key``."""
        return key in self._values

    def number(self, key: str) -> int:
        """Return the value of a field that is a number."""
        return int(self._values[key])

    def text(self, key: str) -> str:
        """Return the value of a field that is a word or a text."""
        return str(self._values[key])


def parse(body: str) -> Command | None:
    """Return the command in ``body``; None where not even its number and name can be read."""
    parts = body.split(",")
    if len(parts) < 3 or parts[0] != "C" or len(parts) > 3 + _MAX_FIELDS:
        return None
    seq, name = _number(parts[1], 0, SEQ_MODULUS - 1), parts[2]
    if seq is None or not 0 < len(name) <= _MAX_NAME or not all("A" <= one <= "Z" for one in name):
        return None
    return Command(seq, name, _values(name, parts[3:]))


def _values(name: str, pairs: list[str]) -> dict[str, int | str] | None:
    fields = COMMANDS.get(name)
    if fields is None:
        return None
    given: dict[str, str] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or key in given:
            return None
        given[key] = text
    values: dict[str, int | str] = {}
    for key, kind, bounds, needed in fields:
        if key in given:
            value = _value(given[key], kind, bounds)
            if value is None:
                return None
            values[key] = value
        elif needed:
            return None
    return values


def _value(text: str, kind: str, bounds: tuple) -> int | str | None:  # type: ignore[type-arg]  # bounds differ by kind
    if kind == "n":
        return _number(text, bounds[0], bounds[1])
    if kind == "o":
        return int(text) if text in ("0", "1") else None
    if kind == "w":
        return text if text in bounds else None
    if kind == "h":
        good = 0 < len(text) <= bounds[0] and all(digit in _HEX for digit in text) and (text[0] != "0" or text == "0")
        return int(text, 16) if good else None
    return text if 0 < len(text) <= bounds[0] and all(one in _TEXT for one in text) else None


def _number(text: str, low: int, high: int) -> int | None:
    """Return a number without sign or leading zeros between both bounds, else None."""
    # The length first: turning a long text into a number is slow.
    if not 0 < len(text) <= len(str(high)) or not all("0" <= digit <= "9" for digit in text):
        return None
    if text[0] == "0" and text != "0":
        return None
    value = int(text)
    return value if low <= value <= high else None
