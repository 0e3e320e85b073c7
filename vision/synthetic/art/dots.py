"""1 to 9 饼: where the circles lie, in which colour, and how one is decorated."""

import math
from typing import assert_never

from vision.synthetic.art.brush import ribbon
from vision.synthetic.art.primitives import Disc, Ink, Primitive, Ring, Shape
from vision.synthetic.art.styles import ArtStyle, DotDesign

_Spot = tuple[float, float, str]
"""Middle in tile units and the colour's first letter."""

_SPOTS: dict[int, tuple[float, tuple[_Spot, ...]]] = {
    2: (68, ((150, 112, "g"), (150, 288, "b"))),
    3: (52, ((82, 84, "b"), (150, 200, "r"), (218, 316, "g"))),
    4: (56, ((86, 106, "b"), (214, 106, "g"), (86, 294, "g"), (214, 294, "b"))),
    5: (48, ((80, 88, "b"), (220, 88, "g"), (150, 200, "r"), (80, 312, "g"), (220, 312, "b"))),
    6: (48, ((90, 80, "g"), (210, 80, "g"), (90, 213, "r"), (210, 213, "r"), (90, 322, "r"), (210, 322, "r"))),
    7: (
        39,
        (
            (66, 62, "g"), (150, 98, "g"), (234, 134, "g"),
            (96, 236, "r"), (204, 236, "r"), (96, 332, "r"), (204, 332, "r"),
        ),
    ),
    8: (40, tuple((x, y, "b") for y in (66, 155, 245, 334) for x in (98, 202))),
    9: (40, tuple((x, y, c) for y, c in ((82, "g"), (200, "r"), (318, "b")) for x in (56, 150, 244))),
}  # fmt: skip  # a row of dots a line


def dots(count: int, style: ArtStyle) -> tuple[Primitive, ...]:
    """Return the art of 1..9 饼."""
    if count == 1:
        return _sunflower(style) if style.sun_dot else _great_dot(style)
    radius, spots = _SPOTS[count]
    radius *= style.dot_size
    blue = style.black if style.dots_dark else style.blue
    inks = {"r": style.red, "g": style.green, "b": blue}
    if style.dots_swapped:
        inks |= {"g": blue, "b": style.green}
    parts: list[Primitive] = []
    for x, y, colour in spots:
        ink = inks[colour]
        accent = style.red if colour != "r" else style.green
        parts += _dot(x, y, radius, ink=ink, accent=accent, style=style)
    return tuple(parts)


def _dot(x: float, y: float, radius: float, *, ink: Ink, accent: Ink, style: ArtStyle) -> list[Primitive]:
    ground = style.ivory
    thin = radius * 0.09
    parts: list[Primitive]
    match style.dots:
        case DotDesign.FLOWER:
            petals = _wreath(x, y, reach=radius * 0.44, size=radius * 0.145, count=8, ink=ground)
            rim = Ring(x, y, radius * 0.78, thin, ground)
            parts = [Disc(x, y, radius, ink), rim, *petals, Disc(x, y, radius * 0.17, ground)]
        case DotDesign.TARGET:
            rim = Ring(x, y, radius * 0.87, radius * 0.26, ink)
            parts = [rim, Disc(x, y, radius * 0.52, ink), Disc(x, y, radius * 0.2, ground)]
        case DotDesign.DOUBLE_RING:
            rings = _two_rings(x, y, radius, ink)
            parts = [*rings, Disc(x, y, radius * 0.34, accent)]
        case DotDesign.SOLID:
            parts = [Disc(x, y, radius, ink), Disc(x, y, radius * 0.56, ground), Disc(x, y, radius * 0.36, ink)]
        case DotDesign.RINGS:
            rings = _two_rings(x, y, radius, ink)
            parts = [*rings, Disc(x, y, radius * 0.36, ink), Disc(x, y, radius * 0.12, ground)]
        case DotDesign.CROSS:
            blades = _blades(x, y, radius * 0.7, 4, ground)
            parts = [Disc(x, y, radius, ink), Ring(x, y, radius * 0.8, thin, ground), *blades]
        case DotDesign.PINWHEEL:
            blades = _blades(x, y, radius * 0.66, 6, ground)
            parts = [Disc(x, y, radius, ink), *blades, Disc(x, y, radius * 0.2, ink), Disc(x, y, radius * 0.1, ground)]
        case _:
            assert_never(style.dots)
    return parts


def _two_rings(x: float, y: float, radius: float, ink: Ink) -> list[Primitive]:
    return [Ring(x, y, radius * 0.92, radius * 0.16, ink), Ring(x, y, radius * 0.62, radius * 0.14, ink)]


def _great_dot(style: ArtStyle) -> tuple[Primitive, ...]:
    x, y, ground = 150.0, 200.0, style.ivory
    beads = _wreath(x, y, reach=96, size=7.5, count=20, ink=ground)
    rim: list[Primitive] = [Disc(x, y, 114, style.green), *beads, Disc(x, y, 79, ground)]
    if style.dots in (DotDesign.SOLID, DotDesign.TARGET):
        rim = [Ring(x, y, 100, 26, style.green), Ring(x, y, 76, 6, style.blue)]
    petals = [
        Shape(ribbon(((x + 20 * c, y + 20 * s), (x + 60 * c, y + 60 * s)), (8, 26, 24, 6)), style.red)
        for c, s in _directions(8)
    ]
    heart = [Disc(x, y, 27, style.red), Disc(x, y, 19, ground), Disc(x, y, 12, style.blue)]
    return (*rim, *petals, *heart)


def _sunflower(style: ArtStyle) -> tuple[Primitive, ...]:
    x, y, ground = 150.0, 200.0, style.ivory
    ink = style.black if style.dots_dark else style.green
    petals: list[Primitive] = []
    for c, s in _directions(14):
        line = ((x + 62 * c, y + 62 * s), (x + 108 * c, y + 108 * s))
        petals += [Shape(ribbon(line, (22, 36, 24)), ink), Shape(ribbon(line, (12, 24, 12)), ground)]
    heart: list[Primitive] = [
        Ring(x, y, 60, 10, ink),
        Disc(x, y, 46, style.red),
        Ring(x, y, 30, 5, ground),
        Disc(x, y, 9, ground),
    ]
    return (*petals, *heart)


def _wreath(x: float, y: float, *, reach: float, size: float, count: int, ink: Ink) -> list[Primitive]:
    return [Disc(x + reach * c, y + reach * s, size, ink) for c, s in _directions(count)]


def _blades(x: float, y: float, reach: float, count: int, ink: Ink) -> list[Primitive]:
    return [
        Shape(
            ribbon(
                ((x + 0.4 * reach * c, y + 0.4 * reach * s), (x + reach * c, y + reach * s)),
                (reach * 0.1, reach * 0.3),
            ),
            ink,
        )
        for c, s in _directions(count)
    ]


def _directions(count: int) -> list[tuple[float, float]]:
    turn = 2 * math.pi / count
    return [(math.cos(turn * (k + 0.25)), math.sin(turn * (k + 0.25))) for k in range(count)]
