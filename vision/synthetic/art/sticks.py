"""2 to 9 条: where the bamboo sticks stand, in which colour, and how one is decorated."""

from dataclasses import dataclass
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
from vision.synthetic.art.styles import ArtStyle, EightDesign, StickDesign, StickInks

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
    9: (110, tuple((x, y, 0.0, c) for y in (80, 200, 320) for x, c in ((66, "b"), (150, "r"), (234, "g")))),
}  # fmt: skip  # a row of sticks a line


_SLANTED: dict[EightDesign, tuple[float, float, float, tuple[float, float]]] = {
    EightDesign.M_OVER_W: (1.0, -32.0, 122.0, (58.0, 146.0)),
    EightDesign.W_OVER_M: (1.0, 32.0, 122.0, (58.0, 146.0)),
    EightDesign.TENT: (1.0, -44.0, 120.0, (46.0, 150.0)),
}
"""Length of the slanted sticks as a share of the upright ones', their turn and place at the upper left; place and
length of the upright ones."""


def sticks(count: int, style: ArtStyle) -> tuple[Primitive, ...]:
    """Return the art of 2..9 条."""
    length, places = _eight(style.eight) if count == 8 else _STICKS[count]
    green = style.black if style.dark_sticks else style.green
    inks = {"r": style.red, "g": green, "b": green if style.green_sticks else style.blue}
    parts: list[Primitive] = []
    for place, (x, y, turn, colour) in enumerate(places):
        girth = 28.0 if turn else 35.0
        parts += _stick(
            x,
            y,
            length,
            turn_deg=turn,
            girth=girth * (0.8 + 0.2 * min(style.weight, 1.25)) * style.stick_girth,
            ink=style.red if count == 5 and style.red_fives else inks[_inked(count, place, colour, style.stick_inks)],
            style=style,
        )
    return tuple(parts)


def _eight(design: EightDesign) -> tuple[float, tuple[_Stick, ...]]:
    _, turn, x, (outer, length) = _SLANTED[design]
    upper = (
        (outer, 112.0, 0.0, "g"),
        (x, 112.0, turn, "g"),
        (300 - x, 112.0, -turn, "g"),
        (300 - outer, 112.0, 0.0, "g"),
    )
    lower = tuple((px, 400.0 - y, -lean, "b") for px, y, lean, _ in upper)
    return length, upper + lower


def _inked(count: int, place: int, colour: str, inks: StickInks) -> str:
    """Return the first letter of the colour of one stick, counted row by row from the upper left."""
    match inks:
        case StickInks.HOUSE:
            return colour
        case StickInks.ALL_GREEN:
            return "g"
        case StickInks.RED_ACCENTS | StickInks.RED_COLUMN | StickInks.BLUE_ROWS:
            middle = (count == 5 and place == 2) or (count == 7 and place == 0) or (count == 9 and place % 3 == 1)
            lower_middle = count == 7 and place in {2, 5}
            if middle or (lower_middle and inks is StickInks.RED_COLUMN):
                return "r"
            return "b" if lower_middle and inks is StickInks.BLUE_ROWS else "g"
        case _:
            assert_never(inks)


@dataclass(frozen=True, slots=True)
class _Make:
    """How one design of a stick is cut: marks of half width over place, and slits, all as shares of the half stick."""

    profile: tuple[tuple[float, float], ...]
    slits: tuple[tuple[float, float], ...] = ()
    slit_width: float = 0.0
    slit_round: float = 0.0
    cores: tuple[tuple[float, float], ...] = ()
    """Lines of ink inside the slits."""
    eye: bool = False
    """A light spot in the middle."""


_MAKES: dict[StickDesign, _Make] = {
    StickDesign.FLARED: _Make(
        ((-1, 1.0), (-0.9, 1.15), (-0.74, 0.72), (-0.2, 0.72), (-0.08, 1.2),
         (0.08, 1.2), (0.2, 0.72), (0.74, 0.72), (0.9, 1.15), (1, 1.0)),
        slits=((-0.78, -0.2), (0.2, 0.78)), slit_width=0.15, slit_round=0.14, eye=True,
    ),
    StickDesign.JOINTED: _Make(
        ((-1, 0.6), (-0.93, 1.0), (-0.1, 1.0), (-0.03, 0.62), (0.03, 0.62), (0.1, 1.0), (0.93, 1.0), (1, 0.6)),
        slits=((-0.84, -0.16), (0.16, 0.84)), slit_width=0.34, slit_round=0.33,
    ),
    StickDesign.BEADS: _Make(
        ((-1, 0.5), (-0.94, 0.95), (-0.78, 1.1), (-0.6, 0.75), (-0.2, 0.75), (-0.06, 1.1),
         (0.06, 1.1), (0.2, 0.75), (0.6, 0.75), (0.78, 1.1), (0.94, 0.95), (1, 0.5)),
    ),
    StickDesign.OUTLINED: _Make(
        ((-1, 0.7), (-0.92, 1.0), (-0.1, 1.0), (-0.03, 0.8), (0.03, 0.8), (0.1, 1.0), (0.92, 1.0), (1, 0.7)),
        slits=((-0.9, -0.1), (0.1, 0.9)), slit_width=0.62, slit_round=0.5, cores=((-0.76, -0.24), (0.24, 0.76)),
    ),
    StickDesign.LINKS: _Make(
        ((-1, 0.55), (-0.9, 1.0), (-0.66, 1.0), (-0.5, 0.5), (-0.36, 1.0), (-0.12, 1.0), (0, 0.5),
         (0.12, 1.0), (0.36, 1.0), (0.5, 0.5), (0.66, 1.0), (0.9, 1.0), (1, 0.55)),
        slits=((-0.9, -0.6), (-0.4, -0.1), (0.1, 0.4), (0.6, 0.9)), slit_width=0.4, slit_round=0.34,
    ),
    StickDesign.NOTCHED: _Make(
        ((-1, 1.1), (-0.88, 1.1), (-0.8, 0.62), (-0.1, 0.62), (-0.06, 1.1), (0.06, 1.1),
         (0.1, 0.62), (0.8, 0.62), (0.88, 1.1), (1, 1.1)),
        slits=((-0.78, -0.12), (0.12, 0.78)), slit_width=0.3, slit_round=0.2,
    ),
    StickDesign.CHAIN: _Make(
        ((-1, 0.5), (-0.92, 0.95), (-0.78, 0.95), (-0.69, 0.6), (-0.6, 0.95), (-0.46, 0.95), (-0.37, 0.6),
         (-0.28, 0.95), (-0.13, 0.95), (-0.04, 0.4), (0.04, 0.4), (0.13, 0.95), (0.28, 0.95), (0.37, 0.6),
         (0.46, 0.95), (0.6, 0.95), (0.69, 0.6), (0.78, 0.95), (0.92, 0.95), (1, 0.5)),
        slits=((-0.93, -0.77), (-0.61, -0.45), (-0.29, -0.12), (0.12, 0.29), (0.45, 0.61), (0.77, 0.93)),
        slit_width=0.5, slit_round=0.4,
    ),
    StickDesign.PLAIN: _Make(
        ((-1, 0.4), (-0.97, 0.7), (-0.94, 0.8), (0.94, 0.8), (0.97, 0.7), (1, 0.4)),
        slits=((-0.04, 0.04),), slit_width=0.8, slit_round=0.2,
    ),
}  # fmt: skip  # half a stick a line


def _stick(
    x: float, y: float, length: float, *, turn_deg: float, girth: float, ink: Ink, style: ArtStyle
) -> list[Primitive]:
    half, wide = length / 2, girth / 2
    make = _MAKES[style.sticks]

    def placed(points: Points) -> Points:
        return clockwise(turned(tuple((x + px, y + py) for px, py in points), (x, y), turn_deg))

    def slot(ends: tuple[float, float], across: float, rounding: float) -> Points:
        return placed(rounded_rectangle(-wide * across, ends[0] * half, wide * across, ends[1] * half, wide * rounding))

    parts: list[Primitive] = [Shape(placed(_profile(half, make.profile, wide)), ink)]
    parts += [Shape(slot(ends, make.slit_width, make.slit_round), style.ivory) for ends in make.slits]
    parts += [Shape(slot(ends, 0.22, 0.2), ink) for ends in make.cores]
    if make.eye:
        parts.append(Disc(x, y, wide * 0.32, style.ivory))
    return parts


def _profile(half: float, marks: tuple[tuple[float, float], ...], wide: float) -> Points:
    right = [(share * wide, at * half) for at, share in marks]
    left = [(-px, py) for px, py in reversed(right)]
    return tuple(right + left)
