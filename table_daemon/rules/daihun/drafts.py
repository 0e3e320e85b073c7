"""Readings being built: which faces the naturals fill and which the wilds, and where the last tile lies.

Where a reading starts from is the affair of ``four_sets`` and ``seven_pairs``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from table_daemon.rules.daihun.hand import SUITED
from table_daemon.rules.layout import Group, GroupKind
from table_daemon.rules.tiles import ALL_TILES

if TYPE_CHECKING:
    from table_daemon.rules.daihun.hand import Hand
    from table_daemon.rules.daihun.plan import Faces
    from table_daemon.rules.tiles import Tile


@dataclass(slots=True)
class GroupDraft:
    """A group by its faces (tile indices); ``gaps`` are the places that wilds fill."""

    kind: GroupKind
    faces: Faces
    gaps: list[int]
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
    suits: frozenset[int]
    """Suits that are there anyway, by first index: to lie in them costs no 缺门."""
    groups: list[GroupDraft] = field(default_factory=list)
    paired: bool = False

    @classmethod
    def of(cls, hand: Hand) -> Draft:
        """Begin with nothing laid."""
        return cls(list(hand.naturals), len(hand.wilds), hand.sets, hand.suits)

    def add(self, kind: GroupKind, faces: Faces, *, all_wild: bool = False) -> None:
        """Add a group, filled with naturals while there are any, then (``all_wild``: at once) with wilds.

        Naturals first loses nothing: a natural lies elsewhere only as its own face, so it can change places
        with the wild.
        """
        gaps = []
        for place, face in enumerate(faces):
            if self.naturals[face] and not all_wild:
                self.naturals[face] -= 1
            else:
                self.wilds -= 1
                gaps.append(place)
        self.groups.append(GroupDraft(kind, faces, gaps))
        self._count(kind)

    def add_last(self, kind: GroupKind, faces: Faces, place: int, hand: Hand, *, with_wilds: bool = False) -> None:
        """Add a group with the winning tile at ``place``; ``with_wilds`` fills all other places with wilds."""
        if hand.last_is_wild:
            self.wilds -= 1
        else:
            self.naturals[hand.last] -= 1
        rest = tuple(face for other, face in enumerate(faces) if other != place)
        self.add(kind, rest, all_wild=with_wilds)
        group = self.groups[-1]
        gaps = [gap + (gap >= place) for gap in group.gaps] + ([place] if hand.last_is_wild else [])
        self.groups[-1] = GroupDraft(kind, faces, sorted(gaps), place)

    def _count(self, kind: GroupKind) -> None:
        if kind is GroupKind.PAIR:
            self.paired = True
        else:
            self.sets -= 1

    @property
    def is_possible(self) -> bool:
        """Whether no more wilds and sets were used than there are."""
        return self.wilds >= 0 and self.sets >= 0


def spare_face(draft: Draft, hand: Hand, *, pair: bool = False) -> int:
    """Return a face for wilds that may be anything: in a suit that is there anyway, their own where it can be."""

    def rank_fits(face: int) -> bool:
        return not pair or bool(hand.pair_ranks >> face % 9 & 1)

    for face in hand.wilds:
        if face // 9 * 9 in draft.suits and face < SUITED and rank_fits(face):
            return face
    if draft.suits:
        return min(draft.suits) + 4
    if not hand.rules.wild_is_suited_only and (not pair or hand.honours_pair):
        return next((face for face in hand.wilds if face >= SUITED), SUITED)
    # All naturals are honours: any suit costs the same, as long as it stays the same.
    own = min((face for face in hand.wilds if face < SUITED), default=0)
    return own if rank_fits(own) else own // 9 * 9 + 4


def finish(draft: Draft, hand: Hand) -> tuple[Group, ...]:
    """Return the groups with the real pieces in place; a wild lies on its own face wherever it can."""
    if all(group.last is None for group in draft.groups):
        _seat_last(draft, hand)
    filled = _fill(draft, hand)
    return tuple(
        Group(
            group.kind,
            _tiles(group.faces),
            _tiles(tuple(filled.get((number, place), face) for place, face in enumerate(group.faces)))
            if group.gaps
            else _tiles(group.faces),
            group.last,
        )
        for number, group in enumerate(draft.groups)
    )


@lru_cache(maxsize=1 << 12)
def _tiles(faces: Faces) -> tuple[Tile, ...]:
    return tuple(ALL_TILES[face] for face in faces)


def _seat_last(draft: Draft, hand: Hand) -> None:
    """Choose a place for a winning tile that no item asked for: on its own face where it can be."""
    wild = hand.last_is_wild
    places = []
    for number, group in enumerate(draft.groups):
        for place, face in enumerate(group.faces):
            own = face == hand.last
            if (place in group.gaps) is wild and (own or (wild and hand.stands_for(face))):
                places.append((not own, number, place))
    _, number, place = min(places)
    draft.groups[number].last = place


def _fill(draft: Draft, hand: Hand) -> dict[tuple[int, int], int]:
    """Choose which wild lies in each gap, by number of the group and place in it."""
    filled: dict[tuple[int, int], int] = {}
    stock = list(hand.wilds)
    gaps = [(number, place) for number, group in enumerate(draft.groups) for place in group.gaps]
    for number, place in gaps:
        if place == draft.groups[number].last:
            stock.remove(hand.last)
            filled[number, place] = hand.last
    for number, place in gaps:
        face = draft.groups[number].faces[place]
        if (number, place) not in filled and face in stock:
            stock.remove(face)
            filled[number, place] = face
    for gap in gaps:
        if gap not in filled:
            filled[gap] = stock.pop()
    return filled
