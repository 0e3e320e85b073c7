"""Tiles of play and their mpsz notation. What a camera saw is another vocabulary (``vision.labels``)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from table_daemon.rules.errors import BadNotationError

if TYPE_CHECKING:
    from collections.abc import Iterable

_SUITS = "mpsz"
_RANKS = "123456789"
"""The digits of the notation; other scripts' digits are none of it."""
_MOST_TOLD = 60
"""Longest piece of a wrong text that a message repeats."""
_GROUP = re.compile(r"([0-9]+)([mpsz])")


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One of the 34 kinds: 0..8 万, 9..17 饼, 18..26 条, 27..33 东南西北白发中.

    >>> Tile.parse("7z")
    Tile('7z')
    >>> Tile.parse("5m").index
    4
    """

    index: int

    def __post_init__(self) -> None:
        """Refuse an index outside 0..33."""
        if not 0 <= self.index < 34:
            raise BadNotationError(f"tile index {self.index} is not in 0..33")

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read one tile such as ``5m``; raises ``BadNotationError``."""
        rank, suit = _RANKS.find(text[:1]) + 1, text[1:]
        if len(text) != 2 or not rank or suit not in _SUITS or (suit == "z" and rank > 7):
            raise BadNotationError(f"{text[:_MOST_TOLD]!r} is not a tile: write 1m..9m, 1p..9p, 1s..9s or 1z..7z")
        return cls(_SUITS.index(suit) * 9 + rank - 1)

    @property
    def suit(self) -> str:
        """``m``, ``p``, ``s`` or ``z``."""
        return _SUITS[self.index // 9]

    @property
    def rank(self) -> int:
        """1..9, or 1..7 for an honour."""
        return self.index % 9 + 1

    @property
    def is_honour(self) -> bool:
        """Whether this is a wind or a dragon."""
        return self.index >= 27

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return f"Tile('{self}')"


ALL_TILES: tuple[Tile, ...] = tuple(Tile(i) for i in range(34))
"""One of each kind, in order of index."""

COPIES: Final = 4
"""How many of each kind a set of 136 tiles has."""

FIVE_WAN: Final = Tile(4)
"""五万, which 捉五 is named after."""


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles in mpsz notation, in the order written; raises ``BadNotationError``.

    >>> parse_tiles("46m7z")
    (Tile('4m'), Tile('6m'), Tile('7z'))
    """
    compact = "".join(text.split())
    if "".join(digits + suit for digits, suit in _GROUP.findall(compact)) != compact:
        raise BadNotationError(
            f"{text[:_MOST_TOLD]!r} is not mpsz notation: write digits followed by m, p, s or z, as in 123m55z"
        )
    return tuple(Tile.parse(digit + suit) for digits, suit in _GROUP.findall(compact) for digit in digits)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles compactly, keeping their order.

    >>> format_tiles(parse_tiles("46m 7z"))
    '46m7z'
    """
    out = ""
    for tile in tiles:
        if out.endswith(tile.suit):
            out = f"{out[:-1]}{tile}"
        else:
            out += str(tile)
    return out
