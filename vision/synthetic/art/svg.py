"""A drawing as a small self-contained SVG of a whole tile: body and face. Paths and circles only, no fonts."""

import itertools
from typing import assert_never

from vision.synthetic.art.primitives import (
    FACE_HEIGHT,
    FACE_WIDTH,
    Disc,
    Drawing,
    Ink,
    Points,
    Primitive,
    Ring,
    Shape,
    clockwise,
)

_MARGIN = 14
"""Plain tile around the face, in tile units."""


def tile_svg(drawing: Drawing, *, title: str) -> str:
    """Return a tile lying face up with this art."""
    art = "".join(_element(ink, list(group)) for ink, group in itertools.groupby(drawing.parts, _grouping))
    return _document(title, body=_hex(drawing.ground), edge="#cfc7ae", layer="#b9b091", art=art)


def back_svg(colour: Ink, *, title: str) -> str:
    """Return a tile lying face down."""
    light = _hex(_mixed(colour, (255, 255, 255), 0.18))
    left, top = 12, 12
    art = (
        f'<rect x="{left}" y="{top}" width="{FACE_WIDTH - 24:g}" height="{FACE_HEIGHT - 24:g}" rx="20" '
        f'fill="none" stroke="{light}" stroke-width="7"/>'
    )
    dark = _hex(_mixed(colour, (0, 0, 0), 0.25))
    return _document(title, body=_hex(colour), edge=dark, layer=dark, art=art)


def _document(title: str, *, body: str, edge: str, layer: str, art: str) -> str:
    width, height = FACE_WIDTH + 2 * _MARGIN, FACE_HEIGHT + 2 * _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">'
        f"<title>{title}</title>"
        f'<rect width="{width:g}" height="{height:g}" rx="30" fill="{layer}"/>'
        f'<rect x="2" y="2" width="{width - 4:g}" height="{height - 8:g}" rx="28" '
        f'fill="{body}" stroke="{edge}" stroke-width="3"/>'
        f"{_placed(art)}</svg>\n"
    )


def _placed(art: str) -> str:
    return f'<g transform="translate({_MARGIN} {_MARGIN - 2})">{art}</g>' if art else ""


def _grouping(part: Primitive) -> tuple[type[Primitive], Ink]:
    return (type(part), part.ink)


def _element(key: tuple[type[Primitive], Ink], parts: list[Primitive]) -> str:
    """Return neighbours of one kind and ink as one element."""
    kind, ink = key
    if kind is Shape:
        path = "".join(_path(part.points) for part in parts if isinstance(part, Shape))
        return f'<path fill="{_hex(ink)}" d="{path}"/>'
    return "".join(_circle(part) for part in parts)


def _circle(part: Primitive) -> str:
    match part:
        case Disc(x, y, radius, ink):
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{_hex(ink)}"/>'
        case Ring(x, y, radius, width, ink):
            return (
                f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="none" '
                f'stroke="{_hex(ink)}" stroke-width="{_n(width)}"/>'
            )
        case Shape():
            return f'<path fill="{_hex(part.ink)}" d="{_path(part.points)}"/>'
        case _:
            assert_never(part)


def _path(points: Points) -> str:
    # All outlines run the same way, so that strokes crossing each other stay filled.
    ordered = clockwise(points)
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in ordered) + "Z"


def _n(value: float) -> str:
    text = f"{value:.1f}"
    return text.removesuffix(".0")


def _hex(ink: Ink) -> str:
    return "#" + "".join(f"{value:02x}" for value in ink)


def _mixed(ink: Ink, other: Ink, share: float) -> Ink:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(ink, other, strict=True))
    return (red, green, blue)
