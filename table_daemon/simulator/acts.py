"""What people do at the simulated table, one frozen value an act. How it looks is the table's business."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from table_daemon.rules.melds import Meld
    from table_daemon.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class WallsRaised:
    """Four new walls stand on the felt."""

    dealer: int


@dataclass(frozen=True, slots=True)
class ThrewDice:
    """Two dice: first the dealer's, then those of the player opposite."""

    seat: int
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Dealt:
    """Thirteen tiles stand before each player, fourteen before the dealer."""


@dataclass(frozen=True, slots=True)
class IndicatorTurned:
    """The indicator lies face up on its stack."""

    seat: int
    """Who turned it: the thrower of the second dice."""
    tile: Tile


@dataclass(frozen=True, slots=True)
class Drew:
    """A player took a tile; ``tail`` for a kong's replacement."""

    seat: int
    tile: Tile
    tail: bool


@dataclass(frozen=True, slots=True)
class Discarded:
    """A tile was put down in the middle."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class TookBack:
    """The tile just put down was taken back into the hand; it was no discard."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Melded:
    """A meld was laid down: a claim when ``from_seat`` is set, a 补杠 when ``added``."""

    seat: int
    meld: Meld
    from_seat: int | None
    added: bool


@dataclass(frozen=True, slots=True)
class LaidDown:
    """A player laid his hand face up; ``wins`` is what the rules say to it."""

    seat: int
    hand: tuple[Tile, ...]
    draw: Tile
    wins: bool


@dataclass(frozen=True, slots=True)
class PickedUp:
    """The refused hand stands again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Showed:
    """The hand is over and a player who did not win shows what he had."""

    seat: int


@dataclass(frozen=True, slots=True)
class WallSpent:
    """荒庄: nobody can draw any more; people see it and begin to tidy up."""


Act: TypeAlias = (
    WallsRaised
    | ThrewDice
    | Dealt
    | IndicatorTurned
    | Drew
    | Discarded
    | TookBack
    | Melded
    | LaidDown
    | PickedUp
    | Showed
    | WallSpent
)
