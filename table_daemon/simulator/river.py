"""Where a player throws a discard: a free place in the middle, in rows or at odd angles by habit.

Not responsible for what is thrown. Nothing here ever lays a tile onto another.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from table_daemon.simulator.layout import MIDDLE_FAR_MM, MIDDLE_NEAR_MM, SIZE, Place, to_table, upright_deg

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from vision.observation import Point

CLEARANCE_MM = 4.0
"""Least gap between two discards."""
_THROWS = 60
"""How often a careless player looks for a gap before he puts the tile down with care."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How a player puts his discards down."""

    tidy: bool
    """In rows before him."""
    spread_deg: float
    """Typical turn of a discard."""
    spread_mm: float
    """Typical slip of a discard from where he meant it."""


def corners(place: Place, grow_mm: float = 0.0) -> tuple[Point, ...]:
    """Corners of a lying tile's footprint, grown on every side by ``grow_mm``."""
    angle = math.radians(place.angle_deg)
    across = (math.cos(angle), math.sin(angle))
    along = (math.sin(angle), -math.cos(angle))
    w, h = SIZE.width_mm / 2 + grow_mm, SIZE.length_mm / 2 + grow_mm
    x, y = place.centre_mm
    return tuple(
        (x + sx * w * across[0] + sy * h * along[0], y + sx * w * across[1] + sy * h * along[1])
        for sx, sy in ((-1, 1), (1, 1), (1, -1), (-1, -1))
    )


def overlap(a: Sequence[Point], b: Sequence[Point]) -> bool:
    """Whether two convex outlines share more than an edge (separating axes)."""
    for outline in (a, b):
        for k, (x0, y0) in enumerate(outline):
            x1, y1 = outline[(k + 1) % len(outline)]
            nx, ny = y1 - y0, x0 - x1
            mine = [nx * x + ny * y for x, y in a]
            other = [nx * x + ny * y for x, y in b]
            if max(mine) <= min(other) or max(other) <= min(mine):
                return False
    return True


def is_free(place: Place, taken: Iterable[Place]) -> bool:
    """Whether a tile fits at ``place``: in the middle, clear of console, walls and every other discard."""
    outline = corners(place)
    if any(max(abs(x), abs(y)) > MIDDLE_FAR_MM for x, y in outline):
        return False
    console = [(sx * MIDDLE_NEAR_MM, sy * MIDDLE_NEAR_MM) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    if overlap(outline, console):
        return False
    x, y = place.centre_mm
    reach = 60.0
    grown = corners(place, CLEARANCE_MM / 2)
    return not any(
        overlap(grown, corners(other, CLEARANCE_MM / 2))
        for other in taken
        if abs(other.centre_mm[0] - x) < reach and abs(other.centre_mm[1] - y) < reach
    )


def throw(seat: int, habit: Habit, taken: Sequence[Place], rng: Random) -> Place:
    """Find where ``seat`` puts a discard; raises ``RuntimeError`` only when the middle is full."""
    for place in _wishes(seat, habit, rng):
        if is_free(place, taken):
            return place
    raise RuntimeError("no room is left in the middle of the simulated table")


def _wishes(seat: int, habit: Habit, rng: Random) -> Iterator[Place]:
    if habit.tidy:
        yield from _rows(seat, habit, rng)
    else:
        for _ in range(_THROWS):
            v = rng.uniform(MIDDLE_NEAR_MM + 26.0, MIDDLE_FAR_MM - 24.0)
            u = rng.gauss(0.0, 55.0)
            yield _place(seat, (u, v), rng.gauss(0.0, habit.spread_deg))
    yield from _rows(seat, Habit(tidy=True, spread_deg=0.0, spread_mm=0.0), rng)
    span = range(-230, 231, 7)
    anywhere = [(float(u), float(v)) for u, v in product(span, span)]
    anywhere.sort(key=lambda at: abs(at[0]) - at[1])
    for at in anywhere:
        yield _place(seat, at, 0.0)
    for at in anywhere:
        yield _place(seat, at, 90.0)


def _rows(seat: int, habit: Habit, rng: Random) -> Iterator[Place]:
    """Rows before the player, from the console outward and from his left to his right."""
    for v in (MIDDLE_NEAR_MM + 24.0, MIDDLE_NEAR_MM + 71.0, MIDDLE_NEAR_MM + 118.0, MIDDLE_FAR_MM - 22.0):
        columns = int((v - 20.0) // 37.0)
        for column in range(-columns, columns + 1):
            slip = (rng.gauss(0.0, habit.spread_mm), rng.gauss(0.0, habit.spread_mm))
            yield _place(seat, (column * 37.0 + slip[0], v + slip[1]), rng.gauss(0.0, habit.spread_deg))


def _place(seat: int, at: Point, turn_deg: float) -> Place:
    x, y = to_table(seat, *at)
    angle = (upright_deg(seat) + turn_deg) % 360.0
    return Place((round(x, 2), round(y, 2)), round(angle, 2))
