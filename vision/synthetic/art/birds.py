"""1 条 in other makers' manners: birds whose build, pose, plumage and colours are drawn by lot."""

import math
import random

from vision.synthetic.art.brush import ribbon
from vision.synthetic.art.perched import flying, perched
from vision.synthetic.art.plumed import plumed
from vision.synthetic.art.primitives import Disc, Ink, Points, Primitive, Shape, mapped
from vision.synthetic.art.styles import ArtStyle

_EDGE = 12.0
"""Least distance from the face's edge."""
_PLUMED, _PERCHED, _FLYING = 0.28, 0.24, 0.08
"""Shares of these kinds of bird; the rest is built part by part."""


def bird_by_lot(style: ArtStyle) -> tuple[Primitive, ...]:
    """Return a bird of the style's number."""
    lot = random.Random(f"bird {style.bird}")
    inks = [style.red, style.green, style.blue, style.black]
    lot.shuffle(inks)
    if lot.random() < 0.25:
        # Two colours only, as on sets that print cheaply.
        inks = [inks[0], inks[1], inks[0], inks[1]]
    kind = lot.random()
    if kind < _PLUMED:
        parts = plumed(lot, inks, style.ivory)
    elif kind < _PLUMED + _PERCHED:
        parts = perched(lot, inks, style.ivory)
    elif kind < _PLUMED + _PERCHED + _FLYING:
        parts = flying(lot, inks, style.ivory)
    else:
        build = _Build(lot, inks, style.ivory)
        fan = build.fan() if lot.random() < 0.35 else build.tail()
        parts = fan + build.body() + build.neck_and_head() + build.legs()
    return _fitted(tuple(parts), lot)


class _Build:
    """One bird while it is drawn: body in the middle, tail to the lower left, head to the upper right."""

    def __init__(self, lot: random.Random, inks: list[Ink], ground: Ink) -> None:
        self.lot = lot
        self.inks = inks
        self.ground = ground
        self.lean = math.radians(lot.uniform(-95, 5))
        self.long = lot.uniform(46, 74)
        self.wide = lot.uniform(28, 52)
        self.head = lot.uniform(20, 34)
        self.line = lot.uniform(6, 12)
        self.hollow = lot.random() < 0.45

    def along(self, share: float, side: float = 0.0) -> tuple[float, float]:
        """Return a place on the body: ``share`` of its half length towards the head, ``side`` to its left."""
        cos, sin = math.cos(self.lean), math.sin(self.lean)
        x, y = share * self.long, side * self.wide
        return (150 + x * cos - y * sin, 200 + x * sin + y * cos)

    def stroke(self, line: Points, widths: tuple[float, ...], ink: Ink) -> list[Primitive]:
        """Return a stroke, in a hollow bird only its outline."""
        parts: list[Primitive] = [Shape(ribbon(line, widths), ink)]
        if self.hollow and max(widths) > 2.4 * self.line:
            thin = tuple(max(1.0, width - 1.6 * self.line) for width in widths)
            parts.append(Shape(ribbon(line, thin), self.ground))
        return parts

    def tail(self) -> list[Primitive]:
        """Return long feathers behind the body."""
        feathers = self.lot.randint(2, 7)
        spread, reach = math.radians(self.lot.uniform(18, 110)), self.lot.uniform(70, 150)
        droop = math.radians(self.lot.uniform(-60, 60))
        start = self.along(-0.7)
        eyed = self.lot.random() < 0.5
        parts: list[Primitive] = []
        for number in range(feathers):
            angle = self.lean + math.pi + droop + spread * (number / max(1, feathers - 1) - 0.5)
            bend = angle + self.lot.uniform(-0.35, 0.35)
            middle = (start[0] + 0.5 * reach * math.cos(angle), start[1] + 0.5 * reach * math.sin(angle))
            tip = (middle[0] + 0.5 * reach * math.cos(bend), middle[1] + 0.5 * reach * math.sin(bend))
            ink = self.inks[number % 3]
            thick = self.lot.uniform(8, 20)
            parts += self.stroke((start, middle, tip), (thick * 0.6, thick, thick * 1.2, thick * 0.7), ink)
            if eyed:
                parts += [Disc(*tip, thick * 0.75, ink), Disc(*tip, thick * 0.35, self.ground)]
        return parts

    def fan(self) -> list[Primitive]:
        """Return a peacock's tail, spread behind the bird."""
        feathers, reach = self.lot.randint(7, 15), self.lot.uniform(80, 140)
        open_deg, size = self.lot.uniform(130, 300), self.lot.uniform(10, 20)
        x0, y0 = self.along(-0.5)
        parts: list[Primitive] = []
        for row in range(self.lot.randint(1, 3)):
            far = reach * (1 - 0.28 * row)
            for number in range(feathers):
                angle = math.radians(-90 + open_deg * (number / (feathers - 1) - 0.5))
                tip = (x0 + far * math.cos(angle), y0 + far * math.sin(angle))
                ink = self.inks[(number * (row == 0) + row) % 2]
                parts.append(Shape(ribbon(((x0, y0), tip), (3, size * 0.6, size)), ink))
                parts += [
                    Disc(*tip, size, ink),
                    Disc(*tip, size * 0.55, self.ground),
                    Disc(*tip, size * 0.3, self.inks[2]),
                ]
        return parts

    def body(self) -> list[Primitive]:
        """Return the body with wings and marks."""
        width = 2 * self.wide
        line = (self.along(-1.0), self.along(0.0, self.lot.uniform(-0.3, 0.3)), self.along(1.0))
        parts = self.stroke(line, (width * 0.3, width * 0.9, width, width * 0.85, width * 0.4), self.inks[0])
        side = self.lot.choice([-0.7, 0.7])
        for wing in range(self.lot.randint(1, 2)):
            root, out = self.along(0.5 - wing * 0.3, side * 0.3), self.lot.uniform(0.9, 2.2)
            tip = self.along(self.lot.uniform(-1.3, 0.6), side * out)
            parts += self.stroke((root, self.along(-0.1, side * out * 0.7), tip), (16, 34, 24, 6), self.inks[1 + wing])
            side = -side
        for mark in range(self.lot.randint(0, 4)):
            spot = self.along(-0.6 + 0.4 * mark, self.lot.uniform(-0.4, 0.4))
            parts.append(Disc(*spot, self.lot.uniform(3, 7), self.lot.choice([self.ground, self.inks[2]])))
        return parts

    def neck_and_head(self) -> list[Primitive]:
        """Return neck, head, beak, crest and eye."""
        neck, turn = self.lot.uniform(0.2, 1.0), self.lot.uniform(-0.8, 0.8)
        root = self.along(0.9)
        angle = self.lean + turn
        reach = self.head + neck * 60
        x, y = root[0] + reach * math.cos(angle), root[1] + reach * math.sin(angle)
        ink = self.inks[self.lot.randrange(3)]
        parts = self.stroke((root, (x, y)), (self.wide * 0.9, self.head, self.head * 0.9), ink)
        parts.append(Disc(x, y, self.head, ink))
        if self.hollow:
            parts.append(Disc(x, y, self.head - self.line * 0.8, self.ground))
        beak = angle + self.lot.uniform(-1.4, 1.4)
        tip = (x + self.head * 2.1 * math.cos(beak), y + self.head * 2.1 * math.sin(beak))
        parts += self.stroke(((x + self.head * 0.6 * math.cos(beak), y + self.head * 0.6 * math.sin(beak)), tip),
                             (self.head * 0.8, self.head * 0.4, 2), self.inks[3])  # fmt: skip
        for crest in range(self.lot.randint(0, 4)):
            away = angle + 0.5 * (crest - 1.5) + self.lot.uniform(-0.2, 0.2)
            end = (x + self.head * 1.9 * math.cos(away), y + self.head * 1.9 * math.sin(away))
            parts += self.stroke(((x, y), end), (6, 7, 4), self.inks[2])
            parts.append(Disc(*end, 5, self.inks[2]))
        return [*parts, Disc(x, y, self.head * 0.36, self.ground), Disc(x, y, self.head * 0.2, self.inks[3])]

    def legs(self) -> list[Primitive]:
        """Return legs, and a twig now and then."""
        parts: list[Primitive] = []
        drop = self.lot.uniform(40, 90)
        for leg in range(self.lot.randint(0, 2)):
            x, y = self.along(-0.2 + 0.5 * leg)
            foot = (x + self.lot.uniform(-14, 18), y + self.wide + drop * 0.5)
            parts += self.stroke(((x, y + self.wide * 0.5), foot), (7, 6), self.inks[0])
            for toe in (-16, 14):
                parts += self.stroke((foot, (foot[0] + toe, foot[1] + 10)), (5, 4), self.inks[0])
        if self.lot.random() < 0.4:
            y = 200 + self.wide + drop * 0.5 + 8
            parts += self.stroke(((80, y), (150, y + 6), (230, y - 4)), (9, 10, 6), self.inks[1])
        return parts


def _fitted(parts: tuple[Primitive, ...], lot: random.Random) -> tuple[Primitive, ...]:
    """Return the bird moved and scaled so that it fills most of the face."""
    lows, highs = zip(*(_reach(part) for part in parts), strict=True)
    left, top = (min(low[axis] for low in lows) for axis in (0, 1))
    right, bottom = (max(high[axis] for high in highs) for axis in (0, 1))
    share = lot.uniform(0.78, 1.0)
    scale = min((300 - 2 * _EDGE) / (right - left), (400 - 2 * _EDGE) / (bottom - top), 2.2) * share
    x0, y0 = (left + right) / 2, (top + bottom) / 2
    return mapped(parts, lambda x, y: (150 + (x - x0) * scale, 200 + (y - y0) * scale), scale=scale)


def _reach(part: Primitive) -> tuple[tuple[float, float], tuple[float, float]]:
    if isinstance(part, Shape):
        xs, ys = zip(*part.points, strict=True)
        return (min(xs), min(ys)), (max(xs), max(ys))
    return (part.x - part.radius, part.y - part.radius), (part.x + part.radius, part.y + part.radius)
