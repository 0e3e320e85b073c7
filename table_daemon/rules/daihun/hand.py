"""A daihun hand sorted for scoring: how many of each natural tile, and which wilds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from table_daemon.rules.choices import Jiang

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.melds import Meld
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.tiles import Tile

SUITED: Final = 27
"""Tile indices below this are 万, 饼 and 条."""
ANY_RANK: Final = (1 << 9) - 1
"""Ranks that may be the pair, a bit for each, where every rank may."""
RANKS_258: Final = 1 << 1 | 1 << 4 | 1 << 7


@dataclass(frozen=True, slots=True)
class Hand:
    """Concealed tiles with the last one among them, the melds beside them, and the table's rules."""

    naturals: tuple[int, ...]
    """How many of each natural tile, by index."""
    wilds: tuple[int, ...]
    """The wild tiles, by index."""
    kinds: frozenset[int]
    """Which kinds are wild."""
    last: int
    """The winning tile, by index; it is in ``naturals`` or in ``wilds``."""
    melds: tuple[Meld, ...]
    rules: RuleProfile

    @classmethod
    def of(
        cls, tiles: Sequence[Tile], draw: Tile, *, melds: Sequence[Meld], wilds: Sequence[Tile], rules: RuleProfile
    ) -> Hand:
        """Sort ``tiles`` (without ``draw``) and ``draw`` by what is wild."""
        kinds = frozenset(tile.index for tile in wilds)
        naturals = [0] * 34
        pieces = []
        for tile in (*tiles, draw):
            if tile.index in kinds:
                pieces.append(tile.index)
            else:
                naturals[tile.index] += 1
        return cls(tuple(naturals), tuple(pieces), kinds, draw.index, tuple(melds), rules)

    @property
    def sets(self) -> int:
        """How many sets the concealed tiles must make beside the pair."""
        return 4 - len(self.melds)

    @property
    def last_is_wild(self) -> bool:
        """Whether the winning tile is a wild."""
        return self.last in self.kinds

    @property
    def standing(self) -> tuple[int, ...]:
        """The wilds held before the winning tile came."""
        if not self.last_is_wild:
            return self.wilds
        others = list(self.wilds)
        others.remove(self.last)
        return tuple(others)

    @property
    def pair_ranks(self) -> int:
        """Ranks of a suit that may be the pair, a bit for each (E9)."""
        return RANKS_258 if self.rules.jiang is Jiang.ONLY_258 else ANY_RANK

    @property
    def honours_pair(self) -> bool:
        """Whether honours may be the pair (E9)."""
        return self.rules.jiang is Jiang.LUAN

    @property
    def suits(self) -> frozenset[int]:
        """Suits, by first index, that 缺门 finds whatever the wilds stand for (E17)."""
        suits = {first for first in (0, 9, 18) if any(self.naturals[first : first + 9])}
        if self.rules.quemen_counts_melds:
            suits |= {meld.tile.index // 9 * 9 for meld in self.melds if all(t.index < SUITED for t in meld.tiles)}
        return frozenset(suits)

    def may_pair(self, face: int) -> bool:
        """Whether two of ``face`` may be the pair (E9)."""
        return bool(self.pair_ranks >> face % 9 & 1) if face < SUITED else self.honours_pair

    def stands_for(self, face: int) -> bool:
        """Whether any wild may stand for ``face`` (E4, O5); its own face is another matter."""
        return face < SUITED or not self.rules.wild_is_suited_only
