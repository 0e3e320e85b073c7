"""Where everything lies, exactly: walls, racks, melds, a laid-down hand, in table millimetres.

Not responsible for what happens to lie there (``table``) nor for finding a free place in the middle (``river``).
Seat-local coordinates: ``u`` to that player's right, ``v`` outward from the console's middle.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.observation import Point, Side
from vision.synthetic.scene import TileSize

SIZE = TileSize()
STACKS = 17
"""Stacks of a wall (hardware_docs: 17 x 2 a seat for 136 tiles)."""
WALL_V_MM = 290.0
RACK_V_MM = 345.0
MELD_V_MM = 400.0
LAID_V_MM = 375.0
RACK_LEFT_MM = -300.0
MELD_RIGHT_MM = 420.0
LAID_LEFT_MM = -280.0
PITCH_MM = SIZE.width_mm + 0.6
"""Tiles pushed together by hand touch, give or take their corners."""
MELD_GAP_MM = 14.0
"""Between two melds of one player."""
APART_MM = 26.0
"""Clear felt between a laid-down hand and its winning tile."""
DRAWN_GAP_MM = 9.0
"""Between the standing hand and the tile just drawn."""
CONSOLE_HALF_MM = 75.0
MIDDLE_NEAR_MM = 79.0
"""No discarded tile reaches nearer to the middle than this."""
MIDDLE_FAR_MM = 263.0
"""Nor farther out than this, where the walls stand."""

SIDES: tuple[Side, Side, Side, Side] = (Side.BOTTOM, Side.RIGHT, Side.TOP, Side.LEFT)
"""The side of the picture from which seat 0, 1, 2, 3 reaches in."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a lying or standing tile is."""

    centre_mm: Point
    angle_deg: float
    level: int = 0


def to_table(seat: int, u: float, v: float) -> Point:
    """Table millimetres of a place as seat ``seat`` sees it.

    >>> to_table(1, 50.0, 300.0)
    (300.0, -50.0)
    """
    match seat:
        case 0:
            return (u, v)
        case 1:
            return (v, -u)
        case 2:
            return (-u, -v)
        case _:
            return (-v, u)


def upright_deg(seat: int) -> float:
    """Angle of a lying tile that is upright for ``seat``.

    >>> [upright_deg(seat) for seat in range(4)]
    [0.0, 270.0, 180.0, 90.0]
    """
    return (360.0 - 90.0 * seat) % 360.0


def wall_place(seat: int, stack: int, level: int) -> Place:
    """Place of a wall tile; stack 0 is the right-most for its player, level 1 the upper tile."""
    u = (8 - stack) * SIZE.width_mm
    return Place(to_table(seat, u, WALL_V_MM), upright_deg(seat), level)


def rack_places(seat: int, count: int, *, drawn: bool) -> tuple[Place, ...]:
    """Places of ``count`` standing tiles, faces to their owner; the last one apart when just ``drawn``."""
    looks = (upright_deg(seat) + 180.0) % 360.0
    us = [RACK_LEFT_MM + SIZE.width_mm * (k + 0.5) for k in range(count)]
    if drawn and us:
        us[-1] += DRAWN_GAP_MM
    return tuple(Place(to_table(seat, u, RACK_V_MM), looks) for u in us)


def meld_places(seat: int, sizes: tuple[int, ...], slack: tuple[float, ...] = ()) -> tuple[tuple[Place, ...], ...]:
    """Places of a player's melds, the first right-most, each left to right for its player.

    ``sizes`` counts the tiles of each; ``slack`` gives degrees by which each meld lies askew (a hand's untidiness).
    """
    out: list[tuple[Place, ...]] = []
    right = MELD_RIGHT_MM
    for k, size in enumerate(sizes):
        left = right - size * PITCH_MM
        turn = slack[k] if k < len(slack) else 0.0
        angle = (upright_deg(seat) + turn) % 360.0
        out.append(tuple(Place(to_table(seat, left + PITCH_MM * (i + 0.5), MELD_V_MM), angle) for i in range(size)))
        right = left - MELD_GAP_MM
    return tuple(out)


def laid_places(seat: int, count: int, *, apart: bool) -> tuple[Place, ...]:
    """Places of a hand laid face up in a touching row; with ``apart`` its last tile is the winning one."""
    angle = upright_deg(seat)
    us = [LAID_LEFT_MM + PITCH_MM * (k + 0.5) for k in range(count)]
    if apart and us:
        us[-1] += APART_MM
    return tuple(Place(to_table(seat, u, LAID_V_MM), angle) for u in us)
