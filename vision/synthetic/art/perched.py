"""1 条 as a bird on a perch with a long hanging tail, and as a crane in flight: how Chinese sets carry it."""

import math
import random

from vision.synthetic.art.brush import ribbon
from vision.synthetic.art.primitives import Disc, Ink, Primitive, Ring, Shape

_Place = tuple[float, float]


def perched(lot: random.Random, inks: list[Ink], ground: Ink) -> list[Primitive]:
    """Return an upright bird, its head to the right, drawn in lines or filled."""
    line = lot.uniform(8, 15)
    hollow = lot.random() < 0.65
    breast = (lot.uniform(150, 182), 176.0)
    rump = (lot.uniform(122, 150), 248.0)
    girth = lot.uniform(60, 92)
    parts = [*_tail(lot, rump, inks, line), *_perch(lot, inks[lot.randrange(3)], line)]
    spine = ((lot.uniform(160, 190), 120.0), breast, rump)
    parts.append(Shape(ribbon(spine, (girth * 0.6, girth, girth * 0.35)), inks[0]))
    if hollow:
        thin = tuple(max(1.0, girth * share - 1.9 * line) for share in (0.6, 1.0, 0.35))
        parts.append(Shape(ribbon(spine, thin), ground))
    parts += _feathers(lot, inks, line)
    return [*parts, *_head(lot, spine[0], inks, ground, line)]


def _tail(lot: random.Random, rump: _Place, inks: list[Ink], line: float) -> list[Primitive]:
    count, foot = lot.randint(3, 6), lot.uniform(340, 385)
    lean, gap = lot.uniform(-40, 50), lot.uniform(9, 19)
    parts: list[Primitive] = []
    for number in range(count):
        side = (number - (count - 1) / 2) * gap
        end = (rump[0] + lean + side * lot.uniform(1.0, 1.7), foot - abs(side) * lot.uniform(0.2, 1.1))
        ink = inks[1 + number % 2] if lot.random() < 0.8 else inks[0]
        parts.append(Shape(ribbon(((rump[0] + side * 0.6, rump[1] - 12), end), (line * 0.7, line, line * 0.8)), ink))
    return parts


def _perch(lot: random.Random, ink: Ink, line: float) -> list[Primitive]:
    if lot.random() < 0.2:
        return []
    y, rise = lot.uniform(205, 262), lot.uniform(-40, 40)
    left, right = (lot.uniform(40, 75), y + rise / 2), (lot.uniform(225, 262), y - rise / 2)
    parts: list[Primitive] = [Shape(ribbon((left, (150, y), right), (line, line * 0.8, line)), ink)]
    for x, height in (left, right):
        knob = line * lot.uniform(0.9, 1.6)
        parts.append(Disc(x, height, knob, ink) if lot.random() < 0.5 else Ring(x, height, knob, line * 0.6, ink))
    return parts


def _feathers(lot: random.Random, inks: list[Ink], line: float) -> list[Primitive]:
    """Return the lines of the wing."""
    parts: list[Primitive] = []
    side = lot.choice((-1, 1))
    for number in range(lot.randint(2, 5)):
        y = 160 + 20 * number
        out = (150 + side * lot.uniform(34, 62), y + lot.uniform(4, 44))
        start = (160 - side * lot.uniform(4, 26), y - 8.0)
        middle = ((start[0] + out[0]) / 2, out[1] + lot.uniform(-6, 14))
        parts.append(Shape(ribbon((start, middle, out), (line * 0.6, line * 0.8, line * 0.5)), inks[number % 3]))
    return parts


def _head(lot: random.Random, neck: _Place, inks: list[Ink], ground: Ink, line: float) -> list[Primitive]:
    x, y = neck[0] + lot.uniform(-6, 12), neck[1] - lot.uniform(14, 30)
    size = lot.uniform(28, 42)
    parts: list[Primitive] = [Disc(x, y, size, inks[0])]
    if lot.random() < 0.65:
        parts.append(Disc(x, y, max(2.0, size - line), ground))
    beak = math.radians(lot.uniform(-30, 50))
    root, tip = _from((x, y), size * 0.8, beak), _from((x, y), size * lot.uniform(1.4, 2.0), beak + 0.35)
    parts.append(Shape(ribbon((root, tip), (size * 0.8, size * 0.5, 3)), inks[2]))
    for crest in range(lot.randint(0, 4)):
        away = math.radians(lot.uniform(-175, -60))
        middle, end = _from((x, y), size * 1.2, away), _from((x, y), size * 1.9, away - 0.4 + 0.2 * crest)
        parts.append(Shape(ribbon((_from((x, y), size * 0.7, away), middle, end), (line, line * 0.8, 3)), inks[2]))
    return [*parts, Disc(x, y, size * 0.42, ground), Disc(x + 2, y, size * 0.24, inks[3])]


def flying(lot: random.Random, inks: list[Ink], ground: Ink) -> list[Primitive]:
    """Return a crane or phoenix among clouds, all in lines."""
    line = lot.uniform(7, 13)
    heart = (lot.uniform(130, 165), lot.uniform(190, 215))
    parts: list[Primitive] = []
    for wing, (low, high) in enumerate(((-150.0, -80.0), (-35.0, 25.0), (70.0, 130.0))):
        for number in range(lot.randint(3, 6)):
            angle = math.radians(low + (high - low) * number / 4 + lot.uniform(-4, 4))
            far = lot.uniform(80, 125)
            bent = _from(_from(heart, far * 0.6, angle), far * 0.5, angle + lot.uniform(-0.6, 0.6))
            lines = (_from(heart, 16, angle), _from(heart, far * 0.6, angle), bent)
            parts.append(Shape(ribbon(lines, (line * 0.6, line, line * 0.5)), inks[wing]))
    neck = math.radians(lot.uniform(130, 215))
    head = _from(heart, lot.uniform(62, 92), neck)
    bend = _from(heart, 40, neck + lot.choice((-0.6, 0.6)))
    parts += [Shape(ribbon((heart, bend, head), (30, 18, 14)), inks[0]), Disc(*head, 18, inks[2])]
    parts += [Disc(*head, 11, ground), Disc(*head, 6, inks[2])]
    tip = _from(head, 42, neck + lot.uniform(-0.5, 0.5))
    parts.append(Shape(ribbon((_from(head, 14, neck), tip), (12, 8, 2)), inks[2]))
    for cloud in range(lot.randint(0, 3)):
        x, y = lot.uniform(55, 110), 70.0 + 26 * cloud
        wave = tuple((x + 24 * step, y + (12 if step % 2 else 0)) for step in range(5))
        parts.append(Shape(ribbon(wave, (line * 0.7, line * 0.7)), inks[0]))
    return parts


def _from(start: _Place, far: float, angle: float) -> _Place:
    return (start[0] + far * math.cos(angle), start[1] + far * math.sin(angle))
