"""2 to 9 条: where the bamboo sticks stand, in which colour, and how one is decorated."""

from typing import assert_never

from vision.synthetic.art.primitives import (
    Disc,
    Ink,
    Points,
    Primitive,
    Shape,
    clockwise,
    rounded_rectangle,
    turned,
)
from vision.synthetic.art.styles import ArtStyle, StickDesign

_Stick = tuple[float, float, float, str]
"""Middle in tile units, turn in degrees clockwise, and the colour's first letter."""


def _row(y: float, *sticks: tuple[float, str]) -> tuple[_Stick, ...]:
    return tuple((x, y, 0.0, colour) for x, colour in sticks)


_STICKS: dict[int, tuple[float, tuple[_Stick, ...]]] = {
    2: (160, _row(108, (150, "b")) + _row(292, (150, "g"))),
    3: (160, _row(108, (150, "b")) + _row(292, (92, "g"), (208, "g"))),
    4: (160, _row(108, (92, "b"), (208, "g")) + _row(292, (92, "g"), (208, "b"))),
    5: (150, _row(104, (72, "g"), (228, "b")) + _row(200, (150, "r")) + _row(296, (72, "b"), (228, "g"))),
    6: (160, _row(108, (68, "g"), (150, "g"), (232, "g")) + _row(292, (68, "b"), (150, "b"), (232, "b"))),
    7: (
        108,
        _row(80, (150, "r"))
        + _row(204, (68, "g"), (150, "b"), (232, "g"))
        + _row(322, (68, "g"), (150, "b"), (232, "g")),
    ),
    8: (
        146,
        (
            (58, 112, 0, "g"), (122, 112, -32, "g"), (178, 112, 32, "g"), (242, 112, 0, "g"),
            (58, 288, 0, "b"), (122, 288, 32, "b"), (178, 288, -32, "b"), (242, 288, 0, "b"),
        ),
    ),
    9: (110, tuple((x, y, 0.0, c) for y in (80, 200, 320) for x, c in ((66, "b"), (150, "r"), (234, "g")))),
}  # fmt: skip  # a row of sticks a line


def sticks(count: int, style: ArtStyle) -> tuple[Primitive, ...]:
    """Return the art of 2..9 条."""
    length, places = _STICKS[count]
    inks = {"r": style.red, "g": style.green, "b": style.green if style.green_sticks else style.blue}
    parts: list[Primitive] = []
    for x, y, turn, colour in places:
        girth = 28.0 if turn else 35.0
        parts += _stick(
            x,
            y,
            length,
            turn_deg=turn,
            girth=girth * (0.8 + 0.2 * style.weight),
            ink=inks[colour],
            style=style,
        )
    return tuple(parts)


def _stick(
    x: float, y: float, length: float, *, turn_deg: float, girth: float, ink: Ink, style: ArtStyle
) -> list[Primitive]:
    half, wide = length / 2, girth / 2

    def placed(points: Points) -> Points:
        return clockwise(turned(tuple((x + px, y + py) for px, py in points), (x, y), turn_deg))

    match style.sticks:
        case StickDesign.FLARED:
            body = _profile(half, ((-1, 1.0), (-0.9, 1.15), (-0.74, 0.72), (-0.2, 0.72), (-0.08, 1.2),
                                   (0.08, 1.2), (0.2, 0.72), (0.74, 0.72), (0.9, 1.15), (1, 1.0)), wide)  # fmt: skip
            slits = [
                rounded_rectangle(-wide * 0.15, a * half, wide * 0.15, b * half, wide * 0.14)
                for a, b in ((-0.78, -0.2), (0.2, 0.78))
            ]
        case StickDesign.JOINTED:
            body = _profile(half, ((-1, 0.6), (-0.93, 1.0), (-0.1, 1.0), (-0.03, 0.62), (0.03, 0.62),
                                   (0.1, 1.0), (0.93, 1.0), (1, 0.6)), wide)  # fmt: skip
            slits = [
                rounded_rectangle(-wide * 0.34, a * half, wide * 0.34, b * half, wide * 0.33)
                for a, b in ((-0.84, -0.16), (0.16, 0.84))
            ]
        case StickDesign.BEADS:
            body = _profile(half, ((-1, 0.5), (-0.94, 0.95), (-0.78, 1.1), (-0.6, 0.75), (-0.2, 0.75), (-0.06, 1.1),
                                   (0.06, 1.1), (0.2, 0.75), (0.6, 0.75), (0.78, 1.1), (0.94, 0.95), (1, 0.5)),
                            wide)  # fmt: skip
            slits = []
        case StickDesign.OUTLINED:
            body = _profile(half, ((-1, 0.7), (-0.92, 1.0), (-0.1, 1.0), (-0.03, 0.8), (0.03, 0.8),
                                   (0.1, 1.0), (0.92, 1.0), (1, 0.7)), wide)  # fmt: skip
            slits = [
                rounded_rectangle(-wide * 0.62, a * half, wide * 0.62, b * half, wide * 0.5)
                for a, b in ((-0.9, -0.1), (0.1, 0.9))
            ]
        case StickDesign.PLAIN:
            body = rounded_rectangle(-wide * 0.8, -half, wide * 0.8, half, wide * 0.6)
            slits = [rounded_rectangle(-wide * 0.8, -half * 0.04, wide * 0.8, half * 0.04, half * 0.03)]
        case _:
            assert_never(style.sticks)
    parts: list[Primitive] = [Shape(placed(body), ink)]
    parts += [Shape(placed(slit), style.ivory) for slit in slits]
    if style.sticks is StickDesign.OUTLINED:
        cores = [(-0.76, -0.24), (0.24, 0.76)]
        parts += [
            Shape(placed(rounded_rectangle(-wide * 0.22, a * half, wide * 0.22, b * half, wide * 0.2)), ink)
            for a, b in cores
        ]
    if style.sticks is StickDesign.FLARED:
        parts.append(Disc(x, y, wide * 0.32, style.ivory))
    return parts


def _profile(half: float, marks: tuple[tuple[float, float], ...], wide: float) -> Points:
    right = [(share * wide, at * half) for at, share in marks]
    left = [(-px, py) for px, py in reversed(right)]
    return tuple(right + left)
