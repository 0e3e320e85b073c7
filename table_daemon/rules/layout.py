"""The groups of a hand as it is laid out: which wild stands for what, and which tile came last.

Says what lies where. How a layout is found, and what it is worth, is decided elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from table_daemon.rules.melds import MeldKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.rules.melds import Meld
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


def meld_group(meld: Meld) -> Group:
    """Return a meld as a group of the layout."""
    match meld.kind:
        case MeldKind.MING | MeldKind.AN | MeldKind.JIN | MeldKind.FENGTOU_FENG:
            kind = GroupKind.KONG
        case MeldKind.PUNG | MeldKind.YIN:
            kind = GroupKind.PUNG
        case MeldKind.CHOW | MeldKind.FENGTOU_JIAN:
            kind = GroupKind.CHOW
        case _:
            assert_never(meld.kind)
    return Group(kind, meld.tiles, meld.tiles, melded=True)


def in_order(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Put groups as people lay them: sets by suit and rank, the pair, the melds as they were laid down."""
    concealed = [group for group in groups if not group.melded]
    concealed.sort(key=lambda group: (group.kind is GroupKind.PAIR, [tile.index for tile in group.tiles]))
    return (*concealed, *(group for group in groups if group.melded))
