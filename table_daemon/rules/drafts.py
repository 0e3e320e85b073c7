"""Readings being built: which faces the naturals fill and which the wilds, and who lies where at last.

The counterpart of ``layout``, the finished thing. Where a reading starts from is ``trials``' affair.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from table_daemon.rules.fitting import fits
from table_daemon.rules.layout import Group, GroupKind
from table_daemon.rules.partition import fewest_blocks, partition
from table_daemon.rules.tiles import ALL_TILES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.partition import Block, Counts
    from table_daemon.rules.tiles import Tile

_SUITS = ((0, 9), (9, 9), (18, 9), (27, 7))
"""First index and number of kinds of 万, 饼, 条 and the honours."""


@dataclass(slots=True)
class GroupDraft:
    """A group by its faces (tile indices); ``gaps`` are the places that wilds fill."""

    kind: GroupKind
    faces: tuple[int, ...]
    gaps: set[int]
    last: int | None = None


@dataclass(slots=True)
class Draft:
    """A reading in the making, and what is left to place. Every concealed tile ends in a group."""

    naturals: list[int]
    """Natural tiles left, by index."""
    wilds: int
    """Wild tiles left."""
    sets: int
    """Sets still to be made."""
    groups: list[GroupDraft] = field(default_factory=list)
    paired: bool = False

    def take_last(self, last: int | None) -> None:
        """Take the winning tile out of what is left; ``None`` is a wild."""
        if last is None:
            self.wilds -= 1
        else:
            self.naturals[last] -= 1

    def add(
        self,
        kind: GroupKind,
        faces: tuple[int, ...],
        *,
        last: int | None = None,
        wild_last: bool = False,
        all_wild: bool = False,
    ) -> None:
        """Add a group, filled with naturals while there are any, then (``all_wild``: at once) with wilds.

        Naturals first loses nothing: a natural lies elsewhere only as its own face, so it can change places
        with the wild. The place ``last`` holds the winning tile, which ``take_last`` has taken already.
        """
        naturals = self.naturals
        gaps = set()
        for place, face in enumerate(faces):
            if place == last:
                if wild_last:
                    gaps.add(place)
            elif naturals[face] and not all_wild:
                naturals[face] -= 1
            else:
                gaps.add(place)
        self.wilds -= len(gaps) - (wild_last and last is not None)
        self.groups.append(GroupDraft(kind, faces, gaps, last))
        if kind is GroupKind.PAIR:
            self.paired = True
        else:
            self.sets -= 1

    @property
    def is_possible(self) -> bool:
        """Whether no more wilds and sets were used than there are."""
        return self.wilds >= 0 and self.sets >= 0

    @property
    def can_be_completed(self) -> bool:
        """Whether all that is left can be placed."""
        return fits(self.naturals, sets=self.sets, pair_free=not self.paired)

    def complete(self, spare_face: int) -> None:
        """Place all that is left, which can be; wilds alone make pungs of ``spare_face``."""
        counts = [tuple(self.naturals[first : first + kinds]) for first, kinds in _SUITS]
        pair_suit = None if self.paired else _suit_of_the_pair(counts)
        for (first, _), suit in zip(_SUITS, counts, strict=True):
            for kind, faces in _whole_groups(first, suit, first == pair_suit):
                if self.wilds:
                    self.add(kind, faces)
                else:
                    self._add_natural(kind, faces)
        while self.sets:
            self.add(GroupKind.PUNG, (spare_face,) * 3)
        if not self.paired:
            self.add(GroupKind.PAIR, (spare_face,) * 2)

    def _add_natural(self, kind: GroupKind, faces: tuple[int, ...]) -> None:
        """Add a group whose tiles are all there, when no wild is left: nothing need be counted any more."""
        self.groups.append(GroupDraft(kind, faces, set()))
        if kind is GroupKind.PAIR:
            self.paired = True
        else:
            self.sets -= 1


def _suit_of_the_pair(counts: Sequence[Counts]) -> int:
    """Return the first index of the suit that saves a block by holding the pair, else of one with tiles for it."""
    for (first, _), suit in zip(_SUITS, counts, strict=True):
        alone, paired = fewest_blocks(suit)
        if paired < alone:
            return first
    return next((first for (first, _), suit in zip(_SUITS, counts, strict=True) if partition(suit, pair=True).pair), 0)


@lru_cache(maxsize=1 << 15)
def _whole_groups(
    first: int,
    suit: Counts,
    holds_pair: bool,  # noqa: FBT001 -- lru_cache is quicker by place
) -> tuple[tuple[GroupKind, tuple[int, ...]], ...]:
    """Return the whole groups that the blocks of one suit become, by tile index."""
    part = partition(suit, pair=holds_pair)
    pair = ((GroupKind.PAIR, (first + part.pair[0],) * 2),) if part.pair else ()
    return (*pair, *(_whole(block, first) for block in part.blocks))


def _whole(block: Block, first: int) -> tuple[GroupKind, tuple[int, ...]]:
    """Return the whole set a block becomes; of two possible runs the lower one that ends at 9."""
    if not block.run:
        return GroupKind.PUNG, (first + block.ranks[0],) * 3
    start = first + min(block.ranks[0], 6)
    return GroupKind.CHOW, (start, start + 1, start + 2)


def finish(draft: Draft, *, last: Tile, wild_pieces: Sequence[Tile]) -> tuple[list[Group], int]:
    """Return the groups with the real pieces in place, and how many wilds stand for another tile.

    ``wild_pieces`` are all wilds of the concealed hand. A wild lies on its own face wherever it can, the
    winning one first.
    """
    if all(group.last is None for group in draft.groups):
        _seat_last(draft, last.index, wild=last in wild_pieces)
    if not wild_pieces:
        return [Group(group.kind, _tiles(group.faces), _tiles(group.faces), group.last) for group in draft.groups], 0
    filled = _fill(draft, last, [piece.index for piece in wild_pieces])
    groups = []
    substitutions = 0
    for g, group in enumerate(draft.groups):
        tiles = _tiles(group.faces)
        pieces = list(tiles)
        for place in group.gaps:
            pieces[place] = ALL_TILES[filled[g, place]]
            substitutions += filled[g, place] != group.faces[place]
        groups.append(Group(group.kind, tiles, tuple(pieces), group.last))
    return groups, substitutions


def _fill(draft: Draft, last: Tile, stock: list[int]) -> dict[tuple[int, int], int]:
    """Choose which wild of ``stock`` lies in each gap, by place of the group and place in it."""
    filled: dict[tuple[int, int], int] = {}
    gaps = [(g, place) for g, group in enumerate(draft.groups) for place in sorted(group.gaps)]
    for g, place in gaps:
        if place == draft.groups[g].last:
            filled[g, place] = last.index
            stock.remove(last.index)
    for g, place in gaps:
        face = draft.groups[g].faces[place]
        if (g, place) not in filled and face in stock:
            stock.remove(face)
            filled[g, place] = face
    for gap in gaps:
        if gap not in filled:
            filled[gap] = stock.pop()
    return filled


@lru_cache(maxsize=256)
def _tiles(faces: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(ALL_TILES[face] for face in faces)


def _seat_last(draft: Draft, last: int, *, wild: bool) -> None:
    """Choose a place for a winning tile that no fan asked for: on its own face where it can be."""
    places = [
        (place in group.gaps and group.faces[place] != last, group, place)
        for group in draft.groups
        for place in range(len(group.faces))
        if (place in group.gaps if wild else place not in group.gaps and group.faces[place] == last)
    ]
    _, group, place = min(places, key=lambda entry: entry[0])
    group.last = place
