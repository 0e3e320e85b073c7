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


_FIVE, _FIRST_PACKED = 5, 6
_WIDEST_PACKED = {6: 46.0, 7: 41.0}
"""Largest radius with which packed circles stay on the face."""

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
    if style.packed_dots and count >= _FIRST_PACKED:
        radius = min(radius, _WIDEST_PACKED.get(count, radius))
        spots = _packed(count, spots, radius)
    inks = _inks(count, style)
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


def _inks(count: int, style: ArtStyle) -> dict[str, Ink]:
    """Return the ink of each colour's first letter."""
    blue = style.black if style.dots_dark else style.blue
    red, green = (style.green, style.red) if style.dots_inverted else (style.red, style.green)
    inks = {"r": red, "g": green, "b": blue}
    if style.dots_swapped:
        inks |= {"g": blue, "b": green}
    if style.dots_plain:
        inks = dict.fromkeys("rgb", blue)
    if count == _FIVE and style.red_fives:
        inks = dict.fromkeys("rgb", style.red)
    return inks


def _packed(count: int, spots: tuple[_Spot, ...], radius: float) -> tuple[_Spot, ...]:
    """Return the circles moved together until those of a group touch."""
    side, step = radius * 1.01, radius * 2.02
    match count:
        case 6:
            upper, lower = 200 - 1.9 * radius - side, 200 + 0.55 * radius
            rows = (upper, lower, lower + step)
            places = [(x, y) for y in rows for x in (150 - side, 150 + side)]
        case 7:
            lean = step * 0.8
            top = 200 - 0.7 * radius - lean
            slope = [(150 + lean * k, top + 0.72 * lean * k) for k in (-1, 0, 1)]
            lower = top + 0.72 * lean + 2.5 * radius
            places = slope + [(x, y) for y in (lower, lower + step) for x in (150 - side, 150 + side)]
        case 8:
            places = [(x, 200 + step * k) for k in (-1.5, -0.5, 0.5, 1.5) for x in (150 - side, 150 + side)]
        case _:
            places = [(x, y) for y in (86.0, 200.0, 314.0) for x in (150 - step, 150, 150 + step)]
    return tuple((x, y, colour) for (x, y), (_, _, colour) in zip(places, spots, strict=True))


def _dot(x: float, y: float, radius: float, *, ink: Ink, accent: Ink, style: ArtStyle) -> list[Primitive]:
    if style.dots is DotDesign.RIMMED:
        return _rimmed_dot(x, y, radius, ink, style)
    draw = _filled_dot if style.dots in _FILLED else _ringed_dot
    return draw(x, y, radius, ink, accent, style)


def _ringed_dot(x: float, y: float, radius: float, ink: Ink, accent: Ink, style: ArtStyle) -> list[Primitive]:
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


def _rimmed_dot(x: float, y: float, radius: float, ink: Ink, style: ArtStyle) -> list[Primitive]:
    ground = style.ivory
    rims = ((1.0, style.black), (0.84, ground), (0.74, ink))
    petals = wreath(x, y, reach=radius * 0.36, size=radius * 0.13, count=6, ink=ground)
    core: list[Primitive] = [Disc(x, y, radius * 0.24, ground), Disc(x, y, radius * 0.12, ink)]
    return [*(Disc(x, y, radius * share, colour) for share, colour in rims), *petals, *core]


_TWO = ((0.92, 0.16), (0.62, 0.14))
_THREE = ((0.94, 0.1), (0.68, 0.1), (0.42, 0.1))
"""Radius and width of rings as shares of a circle's radius."""


def _rings(x: float, y: float, radius: float, rings: tuple[tuple[float, float], ...], ink: Ink) -> list[Primitive]:
    return [Ring(x, y, radius * reach, radius * width, ink) for reach, width in rings]
