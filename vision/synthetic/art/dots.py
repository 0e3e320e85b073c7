"""1 to 9 饼: where the circles lie, in which colour, and how one is decorated."""

from vision.synthetic.art.great_dot import blades as blades_of
from vision.synthetic.art.great_dot import great_dot, wreath
from vision.synthetic.art.primitives import FACE_WIDTH, Disc, Ink, Primitive, Ring
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


_LOOSE_SIX: tuple[_Spot, ...] = tuple((x, y, c) for y, c in ((84, "g"), (200, "r"), (316, "r")) for x in (92, 208))
_STEEP_SEVEN: tuple[_Spot, ...] = (
    (78, 52, "g"), (150, 104, "g"), (222, 156, "g"),
    (102, 244, "r"), (198, 244, "r"), (102, 336, "r"), (198, 336, "r"),
)  # fmt: skip  # a row of dots a line


def dots(count: int, style: ArtStyle) -> tuple[Primitive, ...]:
    """Return the art of 1..9 饼."""
    if count == 1:
        return great_dot(style)
    radius, spots = _SPOTS[count]
    if count == 6 and style.loose_six:
        spots = _LOOSE_SIX
    if count == 7 and style.steep_seven:
        spots = _STEEP_SEVEN
    radius *= style.dot_size * min(1.0, style.dot_spread)
    blue = style.black if style.dots_dark else style.blue
    inks = {"r": style.red, "g": style.green, "b": blue}
    if style.dots_swapped:
        inks |= {"g": blue, "b": style.green}
    if count == 5 and style.red_fives:
        inks = dict.fromkeys("rgb", style.red)
    parts: list[Primitive] = []
    for x, y, colour in spots:
        ink = inks[colour]
        accent = style.red if colour != "r" else style.green
        left = FACE_WIDTH - x if count == 3 and style.three_mirrored else x
        spread = style.dot_spread
        parts += _dot(
            150 + (left - 150) * spread, 200 + (y - 200) * spread, radius, ink=ink, accent=accent, style=style
        )
    return tuple(parts)


def _dot(x: float, y: float, radius: float, *, ink: Ink, accent: Ink, style: ArtStyle) -> list[Primitive]:
    if style.dots in _FILLED:
        return _filled_dot(x, y, radius, ink, accent, style)
    ground = style.ivory
    match style.dots:
        case DotDesign.TARGET:
            rim = Ring(x, y, radius * 0.87, radius * 0.26, ink)
            return [rim, Disc(x, y, radius * 0.52, ink), Disc(x, y, radius * 0.2, ground)]
        case DotDesign.DOUBLE_RING:
            return [*_rings(x, y, radius, _TWO, ink), Disc(x, y, radius * 0.34, accent)]
        case DotDesign.RINGS:
            return [*_rings(x, y, radius, _TWO, ink), Disc(x, y, radius * 0.36, ink), Disc(x, y, radius * 0.12, ground)]
        case DotDesign.THIN_RINGS:
            return [*_rings(x, y, radius, _THREE, ink), Disc(x, y, radius * 0.2, ink)]
        case _:
            rim = Ring(x, y, radius * 0.88, radius * 0.22, ink)
            spokes = blades_of(x, y, radius * 0.78, 8, ink)
            return [rim, *spokes, Disc(x, y, radius * 0.3, ink), Disc(x, y, radius * 0.13, ground)]


_FILLED = frozenset(
    {
        DotDesign.FLOWER,
        DotDesign.SOLID,
        DotDesign.CROSS,
        DotDesign.PINWHEEL,
        DotDesign.BLOSSOM,
        DotDesign.EYE,
    }
)


def _filled_dot(x: float, y: float, radius: float, ink: Ink, accent: Ink, style: ArtStyle) -> list[Primitive]:
    ground = style.ivory
    body: list[Primitive] = [Disc(x, y, radius, ink)]
    line = Ring(x, y, radius * 0.78, radius * 0.09, ground)
    match style.dots:
        case DotDesign.FLOWER:
            petals = wreath(x, y, reach=radius * 0.44, size=radius * 0.145, count=8, ink=ground)
            return [*body, line, *petals, Disc(x, y, radius * 0.17, ground)]
        case DotDesign.BLOSSOM:
            petals = wreath(x, y, reach=radius * 0.4, size=radius * 0.2, count=5, ink=ground)
            return [*body, line, *petals, Disc(x, y, radius * 0.2, accent)]
        case DotDesign.EYE:
            inner = ((0.81, ground), (0.66, ink), (0.34, ground), (0.16, ink))
            return [*body, *(Disc(x, y, radius * share, colour) for share, colour in inner)]
        case DotDesign.SOLID:
            return [*body, Disc(x, y, radius * 0.56, ground), Disc(x, y, radius * 0.36, ink)]
        case DotDesign.CROSS:
            return [*body, line, *blades_of(x, y, radius * 0.7, 4, ground)]
        case _:
            petals = blades_of(x, y, radius * 0.66, 6, ground)
            return [*body, *petals, Disc(x, y, radius * 0.2, ink), Disc(x, y, radius * 0.1, ground)]


_TWO = ((0.92, 0.16), (0.62, 0.14))
_THREE = ((0.94, 0.1), (0.68, 0.1), (0.42, 0.1))
"""Radius and width of rings as shares of a circle's radius."""


def _rings(x: float, y: float, radius: float, rings: tuple[tuple[float, float], ...], ink: Ink) -> list[Primitive]:
    return [Ring(x, y, radius * reach, radius * width, ink) for reach, width in rings]
