"""1 条 as a peacock in full feather, as Japanese sets carry it: a cloud of leaves over a bird drawn in lines."""

import math
import random

from vision.synthetic.art.brush import ribbon
from vision.synthetic.art.primitives import Disc, Ink, Primitive, Shape

_Place = tuple[float, float]


def plumed(lot: random.Random, inks: list[Ink], ground: Ink) -> list[Primitive]:
    """Return the bird looking left, its feathers behind it."""
    leaf, body, leg = inks[0], inks[1], inks[2]
    over = (lot.uniform(135, 175), lot.uniform(120, 150))
    feathers = _cloud(lot, over, (leaf, ground)) if lot.random() < 0.7 else _rays(lot, over, (leaf, ground, leg))
    return [*feathers, *_legs(lot, leg), *_body(lot, body, ground), *_head(lot, (body, ground, leg))]


def _cloud(lot: random.Random, over: _Place, inks: tuple[Ink, Ink]) -> list[Primitive]:
    """Return rows of leaves, the outer ones beneath the inner."""
    leaf, ground = inks
    rows, reach = lot.randint(2, 4), lot.uniform(80, 115)
    open_deg, size = lot.uniform(190, 330), lot.uniform(24, 36)
    veined, spotted = lot.random() < 0.5, lot.random() < 0.5
    parts: list[Primitive] = []
    for row in range(rows):
        far = reach * (1 - row / (rows + 0.6))
        count = max(4, round(far * math.radians(open_deg) / (size * lot.uniform(0.7, 0.95))))
        for number in range(count):
            angle = math.radians(-90 + open_deg * (number / (count - 1) - 0.5))
            root = _from(over, far - size * 0.9, angle)
            tip = _from(over, far + size * 0.5, angle + lot.uniform(-0.1, 0.1))
            parts.append(Shape(ribbon((root, tip), (size * 0.8, size * 1.15, size, size * 0.35)), ground))
            parts.append(Shape(ribbon((root, tip), (size * 0.5, size * 0.9, size * 0.75, size * 0.15)), leaf))
            if veined:
                parts.append(Shape(ribbon((root, tip), (2, 4, 2)), ground))
            elif spotted:
                parts.append(Disc(*_from(over, far, angle), size * 0.18, ground))
    return parts


def _rays(lot: random.Random, over: _Place, inks: tuple[Ink, Ink, Ink]) -> list[Primitive]:
    """Return long feathers that end in eyes."""
    leaf, ground, eye = inks
    count, reach = lot.randint(7, 13), lot.uniform(85, 120)
    open_deg, size = lot.uniform(150, 260), lot.uniform(10, 18)
    parts: list[Primitive] = []
    for number in range(count):
        angle = math.radians(-90 + open_deg * (number / (count - 1) - 0.5))
        tip = _from(over, reach, angle)
        parts.append(Shape(ribbon(((over[0], over[1] + 70), tip), (4, size * 0.7, size)), leaf))
        parts += [Disc(*tip, size, leaf), Disc(*tip, size * 0.6, ground), Disc(*tip, size * 0.35, eye)]
    return parts


def _body(lot: random.Random, ink: Ink, ground: Ink) -> list[Primitive]:
    line = lot.uniform(5, 10)
    rise, high = lot.uniform(-20, 30), lot.uniform(56, 84)
    spine = ((92.0, 246.0), (150.0, 250.0), (214.0, 236.0 + rise))
    parts: list[Primitive] = [Shape(ribbon(spine, (high * 0.5, high, high * 0.9, high * 0.3)), ink)]
    if lot.random() < 0.75:
        thin = tuple(max(1.0, share * high - 2 * line) for share in (0.5, 1.0, 0.9, 0.3))
        parts.append(Shape(ribbon(spine, thin), ground))
        parts += _hatching(lot, ink, high)
    wings = lot.randint(0, 3)
    for wing in range(wings):
        y = 236 + 14 * wing
        tip = (lot.uniform(216, 262), y + lot.uniform(-24, 30))
        parts.append(Shape(ribbon(((140, y), (180, y - 8), tip), (line, 2 * line, line)), ink))
    return parts


def _hatching(lot: random.Random, ink: Ink, high: float) -> list[Primitive]:
    """Return scales or lines over the wing."""
    parts: list[Primitive] = []
    crossed, step = lot.random() < 0.5, lot.uniform(14, 22)
    for number in range(int(100 / step)):
        x = 120 + number * step
        top, foot = (x, 250 - high * 0.28), (x + lot.uniform(-16, 16), 250 + high * 0.28)
        parts.append(Shape(ribbon((top, foot), (3.5, 5, 3.5)), ink))
        if crossed:
            parts.append(Shape(ribbon(((x + 22, top[1]), (x - 18, foot[1])), (3, 4, 3)), ink))
    return parts


def _head(lot: random.Random, inks: tuple[Ink, Ink, Ink]) -> list[Primitive]:
    ink, ground, accent = inks
    x, y = lot.uniform(72, 110), lot.uniform(168, 214)
    size = lot.uniform(15, 23)
    bend = (lot.uniform(70, 120), (y + 246) / 2)
    parts: list[Primitive] = [Shape(ribbon(((110, 250), bend, (x, y)), (34, 24, 20)), ink), Disc(x, y, size, ink)]
    if lot.random() < 0.6:
        parts += [Shape(ribbon(((112, 250), bend, (x, y)), (18, 11, 8)), ground), Disc(x, y, size * 0.62, ground)]
    beak = math.radians(lot.uniform(150, 215))
    tip = _from((x, y), size * 2.2, beak)
    parts.append(Shape(ribbon((_from((x, y), size * 0.7, beak), tip), (size * 0.7, size * 0.4, 2)), accent))
    for crest in range(lot.randint(2, 4)):
        end = _from((x, y), size * 2.3, math.radians(-120 + 24 * crest))
        parts += [Shape(ribbon(((x, y - size * 0.6), end), (4, 4)), ink), Disc(*end, 5, accent)]
    return [*parts, Disc(x, y, size * 0.3, ink)]


def _legs(lot: random.Random, ink: Ink) -> list[Primitive]:
    parts: list[Primitive] = []
    foot_y = lot.uniform(318, 352)
    for x in (lot.uniform(116, 138), lot.uniform(162, 190)):
        foot: _Place = (x + lot.uniform(-8, 8), foot_y)
        parts.append(Shape(ribbon(((x, 262.0), foot), (9, 7)), ink))
        for toe in (-22.0, -6.0, 10.0, 24.0):
            end = (foot[0] + toe, foot_y + 18 - abs(toe) * 0.3)
            parts.append(Shape(ribbon((foot, end), (6, 3)), ink))
    return parts


def _from(start: _Place, far: float, angle: float) -> _Place:
    return (start[0] + far * math.cos(angle), start[1] + far * math.sin(angle))
