"""Whose place on the table is whose: tolerant zones in table millimetres, and each player's own view of them."""

from dataclasses import dataclass
from enum import Enum
from math import atan2, degrees

from vision.observation import Point, Side

SIDES: tuple[Side, Side, Side, Side] = (Side.BOTTOM, Side.RIGHT, Side.TOP, Side.LEFT)
"""The picture's side at which seat 0, 1, 2, 3 sits when seat 0 is at the bottom."""


class Zone(Enum):
    """What a place on the table is for."""

    MIDDLE = "middle"
    """Between console and walls, where discards lie."""
    CONSOLE = "console"
    WALL = "wall"
    STRIP = "strip"
    """A player's own strip outside the wall: rack, melds, a hand laid down."""
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Local:
    """A place as a player sees it: ``u`` to the right hand, ``v`` outward from the middle, millimetres."""

    u: float
    v: float


def to_local(seat: int, point: Point) -> Local:
    """Table millimetres as seat ``seat`` sees them.

    >>> to_local(1, (300.0, -50.0))
    Local(u=50.0, v=300.0)
    """
    x, y = point
    match seat:
        case 0:
            return Local(x, y)
        case 1:
            return Local(-y, x)
        case 2:
            return Local(-x, -y)
        case _:
            return Local(y, -x)


def seat_of_side(side: Side) -> int:
    """The seat at a side of the picture."""
    return SIDES.index(side)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableZones:
    """The table's parts, from its size and its tiles' size."""

    side_mm: float = 870.0
    tile_width_mm: float = 31.0
    tile_length_mm: float = 41.5
    console_half_mm: float = 75.0
    wall_v_mm: float = 290.0
    """Middle line of a risen wall."""

    def zone(self, point: Point) -> Zone:
        """What the place is for."""
        x, y = abs(point[0]), abs(point[1])
        far = max(x, y)
        inner = self.wall_v_mm - self.tile_length_mm / 2 - 4
        outer = self.wall_v_mm + self.tile_length_mm / 2 + 8
        if far > self.side_mm / 2 + 15:
            return Zone.OUTSIDE
        if far > outer:
            return Zone.STRIP
        if far > inner:
            return Zone.WALL
        if far < self.console_half_mm - 10:
            return Zone.CONSOLE
        return Zone.MIDDLE

    def seat_of_strip(self, point: Point) -> int | None:
        """Whose strip the place is in; a corner belongs to the player at whose right hand it is."""
        outer = self.wall_v_mm + self.tile_length_mm / 2
        if max(abs(point[0]), abs(point[1])) <= outer:
            return None
        half = self.side_mm / 2
        for seat in range(4):
            local = to_local(seat, point)
            if local.v > outer and -outer <= local.u <= half + 15:
                return seat
        return None

    def askew_deg(self, seat: int, point: Point) -> float:
        """How far from straight before ``seat`` a place is, as an angle about the middle, 0 to 180."""
        local = to_local(seat, point)
        return abs(degrees(atan2(local.u, local.v)))
