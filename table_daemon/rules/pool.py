"""A hand sorted for scoring: how many of each natural tile, and which wilds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import ALL_TILES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.melds import Meld
    from table_daemon.rules.tiles import Tile

_OF_WILDS = frozenset({MeldKind.JIN, MeldKind.YIN})


@dataclass(frozen=True, slots=True)
class Pool:
    """A concealed hand with its last tile, sorted into naturals and wilds, and the melds beside it."""

    naturals: tuple[int, ...]
    """How many of each natural tile, by index; the last tile counted."""
    wild_pieces: tuple[Tile, ...]
    """The wild tiles; the last tile counted."""
    melds: tuple[Meld, ...]
    wilds: tuple[Tile, ...]

    @classmethod
    def of(cls, tiles: Sequence[Tile], *, melds: Sequence[Meld] = (), wilds: Sequence[Tile]) -> Pool:
        """Sort concealed ``tiles`` (the last one among them) by what is wild."""
        wild = [tile.index for tile in wilds]
        naturals = [0] * 34
        pieces = []
        for tile in tiles:
            if tile.index in wild:
                pieces.append(tile)
            else:
                naturals[tile.index] += 1
        return cls(tuple(naturals), tuple(pieces), tuple(melds), tuple(wilds))

    @property
    def sets(self) -> int:
        """How many sets the concealed tiles must make beside the pair."""
        return 4 - len(self.melds)

    @property
    def kinds(self) -> tuple[Tile, ...]:
        """Every kind of tile that is held, once."""
        held = {tile for tile, count in zip(ALL_TILES, self.naturals, strict=True) if count}
        return tuple(sorted(held.union(self.wild_pieces)))

    @property
    def wild_melds(self) -> bool:
        """Whether wilds were laid down, as a 金杠 or a 银杠."""
        return any(meld.kind in _OF_WILDS for meld in self.melds)

    def swapped(self, out: Tile, into: Tile) -> Pool:
        """Return the pool with one natural ``out`` made an ``into``, taken as a natural whatever is wild."""
        naturals = list(self.naturals)
        naturals[out.index] -= 1
        naturals[into.index] += 1
        return replace(self, naturals=tuple(naturals))
