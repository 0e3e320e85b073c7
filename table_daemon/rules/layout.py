"""One reading of a hand: four sets and a pair, which wild stands for what, and which tile came last.

Says what lies where. How a reading is found, and what it is worth, is decided elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table_daemon.rules.tiles import Tile


class GroupKind(StrEnum):
    """Kinds of group by the names the public formats use."""

    PAIR = "pair"
    PUNG = "pung"
    CHOW = "chow"
    KONG = "kong"


@dataclass(frozen=True, slots=True)
class Group:
    """A pair or a set. ``tiles`` are the tiles as played, ``pieces`` the tiles that really lie there."""

    kind: GroupKind
    tiles: tuple[Tile, ...]
    """What each place of the group is, in rising order."""
    pieces: tuple[Tile, ...]
    """What lies in each place: the same tile, or a wild standing for it."""
    last: int | None = None
    """Place of the winning tile, when it is in this group."""
    melded: bool = False
    """Whether the group was laid open (or was a kong) before the win."""

    @property
    def wild(self) -> tuple[bool, ...]:
        """For each place, whether a wild stands there for another tile than itself."""
        return tuple(piece != tile for tile, piece in zip(self.tiles, self.pieces, strict=True))

    @property
    def others(self) -> tuple[Tile, ...]:
        """The pieces beside the winning tile; all of them when it is not here."""
        return tuple(piece for place, piece in enumerate(self.pieces) if place != self.last)


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole reading. ``dragon`` holds the places in ``groups`` of the three runs of the 龙, or nothing.

    A run that is part of the 龙 cannot serve as the 吊 as well (B15), so a hand may be read with
    its 龙 and without it; both readings are layouts.
    """

    groups: tuple[Group, ...]
    dragon: tuple[int, ...]
    wilds: tuple[Tile, ...]

    @property
    def last_group(self) -> int:
        """Place in ``groups`` of the group that holds the winning tile."""
        return next(place for place, group in enumerate(self.groups) if group.last is not None)

    @property
    def wild_pieces(self) -> tuple[Tile, ...]:
        """Every wild tile in the hand and its melds, whatever it stands for."""
        return tuple(piece for group in self.groups for piece in group.pieces if piece in self.wilds)

    @property
    def substitutions(self) -> int:
        """How many wilds stand for another tile than themselves."""
        return sum(sum(group.wild) for group in self.groups)
