"""Melds: sets laid open on the table (and the 暗杠, laid face down)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from table_daemon.rules.tiles import Tile

if TYPE_CHECKING:
    from typing import Self


class MeldKind(StrEnum):
    """Kinds of meld by the names the public formats use."""

    PUNG = "pung"
    MING = "ming"
    """明杠: a kong of a discard and three, or of a 碰 and the drawn fourth (补杠)."""
    AN = "an"
    """暗杠: four from the hand."""
    JIN = "jin"
    """金杠: four equal wild tiles."""
    YIN = "yin"
    """银杠: the three wilds of the indicator's kind, where a table plays it; takes no replacement."""
    CHOW = "chow"
    """吃 (daihun only), named by its first tile."""
    FENGTOU_JIAN = "fengtou_jian"
    """风头杠 of 中发白 (daihun only)."""
    FENGTOU_FENG = "fengtou_feng"
    """风头杠 of 东南西北 (daihun only)."""


KONGS = frozenset({MeldKind.MING, MeldKind.AN, MeldKind.JIN})
"""Kinds that are four equal tiles and take a replacement draw."""


@dataclass(frozen=True, slots=True)
class Meld:
    """One meld; ``tile`` is the repeated tile, or the first of a chow.

    >>> Meld.of("ming", "9p").tiles
    (Tile('9p'), Tile('9p'), Tile('9p'), Tile('9p'))
    """

    kind: MeldKind
    tile: Tile

    @classmethod
    def of(cls, kind: str, tile: str) -> Self:
        """Make a meld from the names used in the public formats; raises ``ValueError``."""
        return cls(MeldKind(kind), Tile.parse(tile))

    @property
    def is_kong(self) -> bool:
        """Whether it is four equal tiles."""
        return self.kind in KONGS

    @property
    def takes_replacement(self) -> bool:
        """Whether laying it down draws a tile in its stead: it holds four tiles in the place of three."""
        return len(self.tiles) == 4

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that lie in it."""
        match self.kind:
            case MeldKind.PUNG | MeldKind.YIN:
                return (self.tile,) * 3
            case MeldKind.MING | MeldKind.AN | MeldKind.JIN:
                return (self.tile,) * 4
            case MeldKind.CHOW:
                return tuple(Tile(self.tile.index + k) for k in range(3))
            case MeldKind.FENGTOU_JIAN:
                return tuple(Tile(i) for i in (31, 32, 33))
            case MeldKind.FENGTOU_FENG:
                return tuple(Tile(i) for i in (27, 28, 29, 30))
