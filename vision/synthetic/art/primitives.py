"""What a tile face is made of: discs, rings and filled outlines in tile units. Not how they become pixels or SVG.

Tile units: the face is 300 wide and 400 high, x right, y down from its top left corner.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

Ink = tuple[int, int, int]
"""Red, green, blue, 0..255."""

Points = tuple[tuple[float, float], ...]

FACE_WIDTH = 300.0
FACE_HEIGHT = 400.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    x: float
    y: float
    radius: float
    ink: Ink


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle's line; ``radius`` is to the middle of the line."""

    x: float
    y: float
    radius: float
    width: float
    ink: Ink


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled simple outline."""

    points: Points
    ink: Ink


Primitive = Disc | Ring | Shape


@dataclass(frozen=True, slots=True)
class Drawing:
    """Primitives in painting order on a plain ground."""

    parts: tuple[Primitive, ...]
    ground: Ink


def rectangle(left: float, top: float, right: float, bottom: float) -> Points:
    """Return the outline of an upright rectangle."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def rounded_rectangle(left: float, top: float, right: float, bottom: float, radius: float) -> Points:
    """Return the outline of a rectangle with rounded corners, clockwise."""
    corners = (
        (right - radius, top + radius, -90),
        (right - radius, bottom - radius, 0),
        (left + radius, bottom - radius, 90),
        (left + radius, top + radius, 180),
    )
    points: list[tuple[float, float]] = []
    for x, y, start_deg in corners:
        for step in range(7):
            angle = math.radians(start_deg + 15 * step)
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return tuple(points)


def turned(points: Points, about: tuple[float, float], degrees: float) -> Points:
    """Return ``points`` turned clockwise about a point."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x0, y0 = about
    return tuple((x0 + (x - x0) * cos - (y - y0) * sin, y0 + (x - x0) * sin + (y - y0) * cos) for x, y in points)


def mapped(
    parts: tuple[Primitive, ...], place: Callable[[float, float], tuple[float, float]], *, scale: float = 1.0
) -> tuple[Primitive, ...]:
    """Return parts with every point moved by ``place``; circles stay circles, ``scale`` times as large."""
    result: list[Primitive] = []
    for part in parts:
        match part:
            case Disc(x, y, radius, ink):
                result.append(Disc(*place(x, y), radius * scale, ink))
            case Ring(x, y, radius, width, ink):
                result.append(Ring(*place(x, y), radius * scale, width * scale, ink))
            case Shape(points, ink):
                result.append(Shape(tuple(place(x, y) for x, y in points), ink))
    return tuple(result)


def clockwise(points: Points) -> Points:
    """Return ``points`` ordered so that outlines that overlap add up under the non-zero rule."""
    following = points[1:] + points[:1]
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, following, strict=True))
    return points if area >= 0 else points[::-1]
