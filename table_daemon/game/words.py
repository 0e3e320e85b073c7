"""Words for questions and reasons. Knows tile names and nothing of when a question is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from table_daemon.rules.tiles import Tile

_DIGITS: Final = "一二三四五六七八九"
_SUITS: Final = {"m": "万", "p": "饼", "s": "条"}
_HONOURS: Final = ("东风", "南风", "西风", "北风", "白板", "发财", "红中")
_SUITS_EN: Final = {"m": "wan", "p": "dots", "s": "bamboo"}
_HONOURS_EN: Final = ("East", "South", "West", "North", "White", "Green", "Red")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not so, for people, in both languages."""

    zh: str
    en: str


def tile_zh(tile: Tile) -> str:
    """The tile as players say it.

    >>> from table_daemon.rules.tiles import Tile
    >>> tile_zh(Tile.parse("8p")), tile_zh(Tile.parse("7z"))
    ('八饼', '红中')
    """
    if tile.is_honour:
        return _HONOURS[tile.rank - 1]
    return f"{_DIGITS[tile.rank - 1]}{_SUITS[tile.suit]}"


def tile_en(tile: Tile) -> str:
    """The tile in English, as the pages call it.

    >>> from table_daemon.rules.tiles import Tile
    >>> tile_en(Tile.parse("8p")), tile_en(Tile.parse("7z"))
    ('8 dots', 'Red')
    """
    return _HONOURS_EN[tile.rank - 1] if tile.is_honour else f"{tile.rank} {_SUITS_EN[tile.suit]}"


def tiles_zh(tiles: Iterable[Tile]) -> str:
    """Several tiles, as players say them."""
    return "、".join(tile_zh(tile) for tile in tiles)
