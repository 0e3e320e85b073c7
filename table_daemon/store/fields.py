"""Reading one JSON object field by field, each with its type; the error names the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, TypeAlias, TypeVar

from table_daemon.rules.errors import BadNotationError
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.store.errors import EventFormatError

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import StrEnum

    from table_daemon.rules.options import OptionValue

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = "dict[str, Json]"
E = TypeVar("E", bound="StrEnum")
T = TypeVar("T")


class Fields:
    """One JSON object being read; every method raises ``EventFormatError`` when its field is not as it must be."""

    def __init__(self, value: Json, *, of: str) -> None:
        if not isinstance(value, dict):
            raise EventFormatError(f"{of}: an object is needed, not {value!r}")
        self._values = value
        self._of = of

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self._values.get(name) is not None

    def text(self, name: str) -> str:
        """A string."""
        value = self._values.get(name)
        return value if isinstance(value, str) else self._wrong(name, "a string")

    def whole(self, name: str) -> int:
        """A whole number."""
        return self._whole(self._values.get(name), name)

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self._values.get(name)
        return value if isinstance(value, bool) else self._wrong(name, "true or false")

    def number(self, name: str) -> float:
        """Any number."""
        return self._number(self._values.get(name), name)

    def point(self, name: str) -> tuple[float, float]:
        """Two numbers."""
        x, y = self._exactly(name, 2)
        return self._number(x, name), self._number(y, name)

    def tile(self, name: str) -> Tile:
        """One tile, as in ``5m``."""
        return self._tile(self._values.get(name), name)

    def tiles(self, name: str) -> tuple[Tile, ...]:
        """A list of tiles."""
        return tuple(self._tile(value, name) for value in self._list(name))

    def hand(self, name: str) -> tuple[Tile, ...]:
        """Tiles in one string, as in ``123m77z``."""
        try:
            return parse_tiles(self.text(name))
        except BadNotationError as error:
            raise EventFormatError(f"{self._of}: {name}: {error}") from error

    def wholes(self, name: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        return tuple(self._whole(value, name) for value in self._list(name))

    def four(self, name: str) -> tuple[int, int, int, int]:
        """One whole number a seat."""
        a, b, c, d = (self._whole(value, name) for value in self._exactly(name, 4))
        return a, b, c, d

    def flags(self, name: str) -> tuple[bool, ...]:
        """A list of true and false."""
        return tuple(value if isinstance(value, bool) else self._wrong(name, "booleans") for value in self._list(name))

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings."""
        return tuple(value if isinstance(value, str) else self._wrong(name, "strings") for value in self._list(name))

    def options(self, name: str) -> dict[str, OptionValue]:
        """House rules by name; none where the field is absent. Their values are checked by the rules."""
        value = self._values.get(name) or {}
        if not isinstance(value, dict):
            self._wrong(name, "an object")
        return {option: self._option(chosen, name) for option, chosen in value.items()}

    def choice(self, name: str, kinds: type[E]) -> E:
        """One of the values of an enumeration."""
        text = self.text(name)
        try:
            return kinds(text)
        except ValueError as error:
            known = ", ".join(kinds)
            raise EventFormatError(f"{self._of}: {name} is {text!r}: it must be one of {known}") from error

    def inner(self, name: str) -> Fields:
        """An object within."""
        return Fields(self._values.get(name), of=f"{self._of}.{name}")

    def inners(self, name: str) -> tuple[Fields, ...]:
        """A list of objects."""
        return tuple(Fields(value, of=f"{self._of}.{name}") for value in self._list(name))

    def nested(self, name: str) -> tuple[tuple[Fields, ...], ...]:
        """A list of lists of objects."""
        rows = [row if isinstance(row, list) else self._wrong(name, "a list of lists") for row in self._list(name)]
        return tuple(tuple(Fields(value, of=f"{self._of}.{name}") for value in row) for row in rows)

    def optional(self, name: str, read: Callable[[str], T]) -> T | None:
        """``read(name)``, or ``None`` where the field is absent or null."""
        return read(name) if self.has(name) else None

    def _option(self, value: Json, name: str) -> OptionValue:
        if isinstance(value, bool | int | str):
            return value
        if not isinstance(value, dict):
            self._wrong(name, "an object of house rules")
        return {part: self._whole(points, name) for part, points in value.items()}

    def _list(self, name: str) -> list[Json]:
        value = self._values.get(name)
        return value if isinstance(value, list) else self._wrong(name, "a list")

    def _exactly(self, name: str, count: int) -> list[Json]:
        values = self._list(name)
        return values if len(values) == count else self._wrong(name, f"a list of {count}")

    def _whole(self, value: Json, name: str) -> int:
        good = isinstance(value, int) and not isinstance(value, bool)
        return int(value) if good and isinstance(value, int) else self._wrong(name, "a whole number")

    def _number(self, value: Json, name: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._wrong(name, "a number")
        return float(value)

    def _tile(self, value: Json, name: str) -> Tile:
        if not isinstance(value, str):
            self._wrong(name, "a tile such as 5m")
        try:
            return Tile.parse(value)
        except BadNotationError as error:
            raise EventFormatError(f"{self._of}: {name}: {error}") from error

    def _wrong(self, name: str, wanted: str) -> NoReturn:
        raise EventFormatError(f"{self._of}: {name} is {self._values.get(name)!r}: it must be {wanted}")
