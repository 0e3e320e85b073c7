"""Every reading of a hand that could be the best: with and without each 龙, with each use of the last tile.

Finds layouts; what they are worth is asked of the fans. The list is not every layout there is, but for
every layout it holds one worth at least as much (checked against brute force in the tests): the fans ask for
no more than the three runs of the 龙 and the group of the last tile, so those are laid first and the rest is
completed in any way that fits.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, assert_never

from table_daemon.rules.drafts import Draft, finish
from table_daemon.rules.layout import Group, GroupKind, Layout
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import ALL_TILES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from table_daemon.rules.melds import Meld
    from table_daemon.rules.tiles import Tile

_FIVE_WAN = 4
_WAN_456 = (3, 4, 5)
_DRAGONS = (None, 0, 9, 18)
_OPEN_SETS = {MeldKind.PUNG: GroupKind.PUNG, MeldKind.CHOW: GroupKind.CHOW}


class LastUse(Enum):
    """What the last tile is laid for, first choice first where two are worth the same."""

    MIDDLE_OF_DRAGON = auto()
    """The middle of 四五六万 within the 龙."""
    MIDDLE = auto()
    """The middle of a 四五六万 of its own."""
    MIDDLE_OF_WILDS = auto()
    """The middle of 四五六万 whose other two are wilds."""
    SET_OF_WILDS = auto()
    """A set whose other two are wilds."""
    PAIR_OF_WILD = auto()
    """The pair, the other being a wild."""
    ANY = auto()
    """Wherever it fits."""


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
        indices = [tile.index for tile in tiles]
        wild = {tile.index for tile in wilds}
        return cls(
            tuple(0 if kind in wild else indices.count(kind) for kind in range(34)),
            tuple(ALL_TILES[index] for index in indices if index in wild),
            tuple(melds),
            tuple(wilds),
        )

    @property
    def kinds(self) -> tuple[Tile, ...]:
        """Every kind of tile that is held, once."""
        held = {tile for tile, count in zip(ALL_TILES, self.naturals, strict=True) if count}
        return tuple(sorted(held.union(self.wild_pieces)))

    def draft(self) -> Draft:
        """Start a reading with nothing placed yet."""
        return Draft(list(self.naturals), len(self.wild_pieces), 4 - len(self.melds))


def completes(pool: Pool, *, sets: int) -> bool:
    """Whether the concealed tiles make that many sets and a pair at all, whatever that is worth."""
    return Draft(list(pool.naturals), len(pool.wild_pieces), sets).complete(spare_face=0)


def readings(pool: Pool, last: Tile) -> Iterator[Layout]:
    """Yield layouts of ``pool`` with ``last`` as the winning tile, the best among them; none if none fits."""
    if not completes(pool, sets=4 - len(pool.melds)):
        return
    for dragon in _DRAGONS:
        for use in LastUse:
            layout = _read(pool, last, dragon, use)
            if layout is not None:
                yield layout


def _read(pool: Pool, last: Tile, dragon: int | None, use: LastUse) -> Layout | None:
    wild_last = last in pool.wilds
    draft = pool.draft()
    if not _place_last(draft, None if wild_last else last.index, use):
        return None
    if dragon is not None and not _place_dragon(draft, dragon, use, wild_last=wild_last):
        return None
    if use is LastUse.MIDDLE_OF_DRAGON and dragon != 0:
        return None
    if not draft.is_possible or not draft.complete(pool.wilds[0].index):
        return None
    groups = finish(draft, last=last, wild_pieces=pool.wild_pieces)
    groups += [_meld_group(meld) for meld in pool.melds]
    return Layout(tuple(groups), draft.dragon, pool.wilds)


def _place_dragon(draft: Draft, first: int, use: LastUse, *, wild_last: bool) -> bool:
    """Lay 123 456 789 of the suit that begins at ``first``."""
    start = len(draft.groups)
    draft.dragon = (start, start + 1, start + 2)
    for low in (first, first + 3, first + 6):
        middle = use is LastUse.MIDDLE_OF_DRAGON and low == _WAN_456[0]
        faces = (low, low + 1, low + 2)
        draft.add(GroupKind.CHOW, faces, last=1 if middle else None, wild_last=wild_last)
    return draft.is_possible


def _place_last(draft: Draft, last: int | None, use: LastUse) -> bool:
    """Lay the group the last tile is wanted for; ``last`` is ``None`` for a wild. False if it cannot be."""
    if use is LastUse.ANY:
        return True
    if not draft.take_last(last):
        return False
    wild_last = last is None
    match use:
        case LastUse.MIDDLE_OF_DRAGON:
            return last in {None, _FIVE_WAN}
        case LastUse.MIDDLE | LastUse.MIDDLE_OF_WILDS:
            if last not in {None, _FIVE_WAN}:
                return False
            all_wild = use is LastUse.MIDDLE_OF_WILDS
            draft.add(GroupKind.CHOW, _WAN_456, last=1, wild_last=wild_last, all_wild=all_wild)
        case LastUse.SET_OF_WILDS:
            face = 0 if last is None else last
            draft.add(GroupKind.PUNG, (face,) * 3, last=2, wild_last=wild_last, all_wild=True)
        case LastUse.PAIR_OF_WILD:
            face = 0 if last is None else last
            draft.add(GroupKind.PAIR, (face,) * 2, last=1, wild_last=wild_last, all_wild=True)
        case _:
            assert_never(use)
    return draft.is_possible


def _meld_group(meld: Meld) -> Group:
    kind = GroupKind.KONG if meld.is_kong else _OPEN_SETS[meld.kind]
    return Group(kind, meld.tiles, meld.tiles, melded=True)
