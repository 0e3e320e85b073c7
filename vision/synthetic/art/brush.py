"""Brush strokes: a centre line and a kind of stroke become a filled outline. Knows no characters."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from vision.synthetic.art.primitives import Points, clockwise


class StrokeKind(Enum):
    """The strokes characters are written with, by the letter used in the glyph table."""

    ACROSS = "h"
    """横"""
    DOWN = "s"
    """竖"""
    FALL_LEFT = "p"
    """撇"""
    FALL_RIGHT = "n"
    """捺"""
    DOT = "d"
    """点"""
    RISE = "t"
    """提"""
    BEND = "z"
    """折: straight pieces meeting at corners"""
    HOOK = "g"
    """折钩: as a bend, the last piece a hook"""
    CURL = "w"
    """弯钩: a smooth curve, the last piece a hook"""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One stroke in a glyph's 100 x 100 box."""

    kind: StrokeKind
    points: Points


Profile = tuple[float, ...]
"""Relative widths at evenly spaced places along a stroke."""

_PROFILES: dict[StrokeKind, Profile] = {
    StrokeKind.ACROSS: (0.95, 0.74, 0.66, 0.64, 0.68, 0.8, 1.12),
    StrokeKind.DOWN: (1.2, 1.0, 0.94, 0.92, 0.94, 0.98, 1.05),
    StrokeKind.FALL_LEFT: (1.2, 1.05, 0.98, 0.9, 0.78, 0.58, 0.2),
    StrokeKind.FALL_RIGHT: (0.35, 0.55, 0.75, 0.98, 1.25, 1.15, 0.2),
    StrokeKind.DOT: (0.3, 0.7, 1.0, 1.15, 1.25, 1.25, 1.0),
    StrokeKind.RISE: (1.25, 1.1, 0.9, 0.7, 0.5, 0.35, 0.2),
    StrokeKind.BEND: (0.92, 0.86, 0.84, 0.84, 0.86, 0.9, 0.96),
    StrokeKind.HOOK: (0.96, 0.9, 0.88, 0.88, 0.9, 0.94, 1.0),
    StrokeKind.CURL: (1.15, 1.0, 0.94, 0.92, 0.94, 0.98, 1.02),
}
_HOOK_TIP: Profile = (1.05, 0.8, 0.5, 0.15)


def outlines(stroke: Stroke, *, width: float, contrast: float) -> tuple[Points, ...]:
    """Return the outlines that together fill a stroke.

    ``width`` is in the stroke's own units; ``contrast`` 0 is an even line, 1 a full brush.
    """
    profile = _PROFILES[stroke.kind]

    def tapered(relative: Profile) -> Profile:
        return tuple(width * (1 + contrast * (value - 1)) for value in relative)

    pieces: Sequence[tuple[Points, Profile]]
    match stroke.kind:
        case StrokeKind.BEND:
            pieces = [(pair, profile) for pair in itertools.pairwise(stroke.points)]
        case StrokeKind.HOOK:
            pairs = list(itertools.pairwise(stroke.points))
            pieces = [(pair, profile) for pair in pairs[:-1]] + [(pairs[-1], _HOOK_TIP)]
        case StrokeKind.CURL:
            pieces = [(_smooth(stroke.points[:-1]), profile), (stroke.points[-2:], _HOOK_TIP)]
        case _:
            pieces = [(_smooth(stroke.points), profile)]
    return tuple(ribbon(line, tapered(relative)) for line, relative in pieces)


def ribbon(line: Points, widths: Profile) -> Points:
    """Return the outline of a line of changing width with round ends."""
    dense = _resample(line, 2 if len(line) == 2 and len(set(widths)) == 1 else 9)
    half = [0.5 * _at(widths, place / (len(dense) - 1)) for place in range(len(dense))]
    normals = [_normal(dense, place) for place in range(len(dense))]
    left = [(x + n[0] * h, y + n[1] * h) for (x, y), n, h in zip(dense, normals, half, strict=True)]
    right = [(x - n[0] * h, y - n[1] * h) for (x, y), n, h in zip(dense, normals, half, strict=True)]
    head = _cap(dense[0], normals[0], half[0], outward=-1.0)
    tail = _cap(dense[-1], normals[-1], half[-1], outward=1.0)
    return clockwise(tuple(left + tail + right[::-1] + head))


def _cap(
    end: tuple[float, float], normal: tuple[float, float], half: float, *, outward: float
) -> list[tuple[float, float]]:
    """Return points between the two sides around a round end, in walking order of the outline."""
    along = (-normal[1] * outward, normal[0] * outward)
    points = []
    for degrees in (35, 90, 145):
        angle = math.radians(degrees)
        across, out = math.cos(angle) * outward * half, math.sin(angle) * half * 0.8
        points.append((end[0] + normal[0] * across + along[0] * out, end[1] + normal[1] * across + along[1] * out))
    return points


def _normal(line: Points, place: int) -> tuple[float, float]:
    before, after = line[max(0, place - 1)], line[min(len(line) - 1, place + 1)]
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = math.hypot(dx, dy) or 1.0
    return (dy / length, -dx / length)


def _at(values: Profile, share: float) -> float:
    spot = share * (len(values) - 1)
    low = min(int(spot), len(values) - 2)
    return values[low] + (values[low + 1] - values[low]) * (spot - low)


def _smooth(points: Points) -> Points:
    """Return a Catmull-Rom curve through the points; two points stay a straight line."""
    if len(points) == 2:
        return points
    padded = (points[0], *points, points[-1])
    curve = [_catmull_rom(padded[start : start + 4], step / 8) for start in range(len(points) - 1) for step in range(8)]
    return (*curve, points[-1])


def _catmull_rom(four: Points, t: float) -> tuple[float, float]:
    def blend(a: float, b: float, c: float, d: float) -> float:
        return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - 3 * c + d - a) * t**3)

    (ax, ay), (bx, by), (cx, cy), (dx, dy) = four
    return (blend(ax, bx, cx, dx), blend(ay, by, cy, dy))


def _resample(line: Points, count: int) -> Points:
    """Return ``count`` points evenly spaced along a line."""
    steps = [math.dist(a, b) for a, b in itertools.pairwise(line)]
    total = sum(steps)
    result, walked, place = [line[0]], 0.0, 0
    for number in range(1, count - 1):
        goal = total * number / (count - 1)
        while walked + steps[place] < goal:
            walked += steps[place]
            place += 1
        share = (goal - walked) / steps[place]
        (x0, y0), (x1, y1) = line[place], line[place + 1]
        result.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
    return (*result, line[-1])
