"""One way to read a hand, as the fans see it: which 龙, what the last tile is laid for, how it was won.

A reading is settled before its groups are laid: the fans ask for no more than this.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table_daemon.rules.flags import WinFlags
    from table_daemon.rules.pool import Pool
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.tiles import Tile


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
class Reading:
    """What every fan is read from: ONE reading with the last tile in ONE place (B10), and how the hand was won."""

    pool: Pool
    last: Tile
    """The tile taken as the winning one."""
    dragon: int | None
    """Index of the first tile of the suit whose 123 456 789 are read as the 龙."""
    use: LastUse
    flags: WinFlags
    profile: RuleProfile

    @property
    def last_is_wild(self) -> bool:
        """Whether the winning tile is a wild, whatever it stands for."""
        return self.last in self.pool.wilds

    @property
    def as_dealt(self) -> bool:
        """Whether nothing was laid down before the win, and no kong led to it."""
        return not self.pool.melds and not self.flags.gangkai
