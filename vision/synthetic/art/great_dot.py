"""1 饼: the one large circle, and the wreaths and blades that circles are decorated with."""

import math
from typing import assert_never

from vision.synthetic.art.brush import ribbon
from vision.synthetic.art.primitives import Disc, Ink, Primitive, Ring, Shape, mapped
from vision.synthetic.art.styles import ArtStyle, DotDesign, GreatDotDesign

_X, _Y = 150.0, 200.0


def great_dot(style: ArtStyle) -> tuple[Primitive, ...]:
    """Return the art of 1 饼."""
    size = style.great_dot_size
    drawn = _drawn(style)
    if size == 1.0:
        return drawn
    return mapped(drawn, lambda x, y: (_X + (x - _X) * size, _Y + (y - _Y) * size), scale=size)


def _drawn(style: ArtStyle) -> tuple[Primitive, ...]:
    match style.great_dot:
        case GreatDotDesign.BEADED:
            return _beaded(style)
        case GreatDotDesign.SUNFLOWER:
            return _sunflower(style)
        case GreatDotDesign.RINGED:
            return _ringed(style)
        case GreatDotDesign.RAYED:
            return _rayed(style)
        case GreatDotDesign.BLOSSOM:
            return _blossom(style)
        case _:
            assert_never(style.great_dot)


def _beaded(style: ArtStyle) -> tuple[Primitive, ...]:
    x, y, ground = _X, _Y, style.ivory
    beads = wreath(x, y, reach=96, size=7.5, count=20, ink=ground)
    rim: list[Primitive] = [Disc(x, y, 114, style.green), *beads, Disc(x, y, 79, ground)]
    if style.dots in {DotDesign.SOLID, DotDesign.TARGET}:
        rim = [Ring(x, y, 100, 26, style.green), Ring(x, y, 76, 6, style.blue)]
    heart = [Disc(x, y, 27, style.red), Disc(x, y, 19, ground), Disc(x, y, 12, style.blue)]
    return (*rim, *_petals(x, y, style.red), *heart)


def _petals(x: float, y: float, ink: Ink) -> list[Primitive]:
    return [
        Shape(ribbon(((x + 20 * c, y + 20 * s), (x + 60 * c, y + 60 * s)), (8, 26, 24, 6)), ink)
        for c, s in _directions(8)
    ]


def _sunflower(style: ArtStyle) -> tuple[Primitive, ...]:
    x, y, ground = _X, _Y, style.ivory
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


def _ringed(style: ArtStyle) -> tuple[Primitive, ...]:
    outer = style.black if style.dots_dark else style.blue
    inner = style.red if style.dots_swapped else style.green
    rings: list[Primitive] = [Ring(_X, _Y, 104, 18, outer), Ring(_X, _Y, 78, 14, inner), Ring(_X, _Y, 54, 12, outer)]
    return (*rings, Disc(_X, _Y, 34, style.red), Disc(_X, _Y, 14, style.ivory))


def _rayed(style: ArtStyle) -> tuple[Primitive, ...]:
    x, y, ground = _X, _Y, style.ivory
    ink = style.black if style.dots_dark else style.blue
    rays = [
        Shape(ribbon(((x + 66 * c, y + 66 * s), (x + 98 * c, y + 98 * s)), (3, 8, 12, 8)), ground)
        for c, s in _directions(22)
    ]
    rim: list[Primitive] = [Disc(x, y, 114, ink), Ring(x, y, 108, 4, ground), *rays, Disc(x, y, 58, ground)]
    blooms = wreath(x, y, reach=26, size=17, count=5, ink=style.red)
    return (*rim, Ring(x, y, 54, 6, style.red), *blooms, Disc(x, y, 12, ground))


def _blossom(style: ArtStyle) -> tuple[Primitive, ...]:
    x, y, ground = _X, _Y, style.ivory
    ink = style.black if style.dots_dark else style.green
    ring = wreath(x, y, reach=88, size=26, count=12, ink=ink) + wreath(x, y, reach=88, size=15, count=12, ink=ground)
    inner = [Disc(x, y, 62, style.red), *wreath(x, y, reach=38, size=12, count=8, ink=ground)]
    return (*ring, *inner, Disc(x, y, 20, ground), Disc(x, y, 11, style.blue))


def wreath(x: float, y: float, *, reach: float, size: float, count: int, ink: Ink) -> list[Primitive]:
    """Return discs in a circle."""
    return [Disc(x + reach * c, y + reach * s, size, ink) for c, s in _directions(count)]


def blades(x: float, y: float, reach: float, count: int, ink: Ink) -> list[Primitive]:
    """Return tapered strokes pointing away from a middle."""
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
