"""Which art each of the 34 faces carries. The art of the suits lives in its own files."""

import random
from dataclasses import replace
from functools import lru_cache

from vision.labels import FACES, Label
from vision.synthetic.art.bird import bird
from vision.synthetic.art.brush import Stroke, outlines
from vision.synthetic.art.dots import dots
from vision.synthetic.art.glyphs import strokes
from vision.synthetic.art.primitives import (
    FACE_HEIGHT,
    FACE_WIDTH,
    Disc,
    Drawing,
    Ink,
    Points,
    Primitive,
    Shape,
    mapped,
    rounded_rectangle,
)
from vision.synthetic.art.sticks import sticks
from vision.synthetic.art.styles import ArtStyle, IndexPlace, WhiteDesign

_NUMERALS = "一二三四五六七八九"
_Box = tuple[float, float, float, float]
"""Left, top, right, bottom in tile units."""

_HONOUR_BOX: _Box = (40, 68, 260, 332)
_MIDDLE_BOX: _Box = (50, 52, 250, 348)
_HONOURS: dict[Label, tuple[str, float]] = {
    Label.EAST: ("東", 24.0),
    Label.SOUTH: ("南", 22.0),
    Label.WEST: ("西", 25.0),
    Label.NORTH: ("北", 28.0),
    Label.GREEN: ("發", 19.0),
    Label.RED: ("中", 31.0),
}
"""Character and stroke width in tile units."""
_NUMERAL_BOX: _Box = (58, 30, 242, 176)
_WAN_BOX: _Box = (56, 198, 244, 376)


@lru_cache(maxsize=1024)
def face(label: Label, style: ArtStyle) -> Drawing:
    """Return the drawing of one of the 34 faces; ``other`` and ``back`` come as a plain ground."""
    if label not in FACES:
        return Drawing((), style.ivory)
    return Drawing(_scaled(_art(label, style), style.art_share) + _index(label, style), style.ivory)


def _art(label: Label, style: ArtStyle) -> tuple[Primitive, ...]:
    number, suit = int(label.value[0]), label.value[1]
    match suit:
        case "p":
            return dots(number, style)
        case "s":
            return _bird(style) if number == 1 else sticks(number, style)
        case "m":
            return _ten_thousands(number, style)
        case _:
            return _honour(label, style)


def _ten_thousands(number: int, style: ArtStyle) -> tuple[Primitive, ...]:
    numeral = "伍" if number == 5 and style.person_five else _NUMERALS[number - 1]
    wan = "萬" if style.traditional_wan else "万"
    ink = style.blue if style.blue_numerals else style.black
    width = 17.0 if numeral == "伍" else 25.0 if number <= 3 else 21.0
    top = _written(numeral, _NUMERAL_BOX, ink=ink, width=width, style=style)
    return top + _written(wan, _WAN_BOX, ink=style.red, width=14.5 if wan == "萬" else 21.0, style=style)


def _honour(label: Label, style: ArtStyle) -> tuple[Primitive, ...]:
    if label is Label.WHITE:
        return _white(style)
    character, width = _HONOURS[label]
    if label is Label.EAST and not style.traditional_east:
        character = "东"
    ink = {Label.GREEN: style.green, Label.RED: style.red}.get(label, style.green if style.green_winds else style.black)
    box = _MIDDLE_BOX if label is Label.RED else _HONOUR_BOX
    return _written(character, box, ink=ink, width=width, style=style)


def _bird(style: ArtStyle) -> tuple[Primitive, ...]:
    return mapped(bird(style), lambda x, y: (FACE_WIDTH - x, y)) if style.bird_mirrored else bird(style)


def _index(label: Label, style: ArtStyle) -> tuple[Primitive, ...]:
    """Return the small digit or letter of export sets; characters do not stand in its corner."""
    if style.index is IndexPlace.NONE:
        return ()
    mark = "ESWNPFC"[int(label.value[0]) - 1] if label.value[1] == "z" else label.value[0]
    left = 8.0 if style.index is IndexPlace.LEFT else FACE_WIDTH - 46.0
    upright = replace(style, slant=0.0, wobble=0.0, contrast=0.0)
    return _written(mark, (left, 10, left + 38, 62), ink=style.red, width=8.0, style=upright)


def _white(style: ArtStyle) -> tuple[Primitive, ...]:
    match style.white:
        case WhiteDesign.BLANK:
            return ()
        case WhiteDesign.FRAME:
            return _frame((48, 66, 252, 334), 15, style)
        case WhiteDesign.CUT_CORNERS:
            cuts = tuple(Disc(x, y, 22, style.blue) for x in (62.0, 238.0) for y in (80.0, 320.0))
            return (*_frame((44, 62, 256, 338), 12, style), *cuts)
        case WhiteDesign.DOUBLE_FRAME:
            return _frame((44, 60, 256, 340), 8, style) + _frame((62, 78, 238, 322), 8, style)


def _frame(box: _Box, line: float, style: ArtStyle) -> tuple[Primitive, ...]:
    left, top, right, bottom = box
    outer = rounded_rectangle(left, top, right, bottom, 16)
    inner = rounded_rectangle(left + line, top + line, right - line, bottom - line, 10)
    return (Shape(outer, style.blue), Shape(inner, style.ivory))


def _written(character: str, box: _Box, *, ink: Ink, width: float, style: ArtStyle) -> tuple[Primitive, ...]:
    """Write a character into a box; ``width`` is the stroke's in tile units before the style's weight."""
    left, top, right, bottom = box
    scale_x, scale_y = (right - left) / 100, (bottom - top) / 100
    own_width = width * style.weight / ((scale_x + scale_y) / 2)

    def placed(outline: Points) -> Points:
        return tuple((left + (x + style.slant * (50 - y)) * scale_x, top + y * scale_y) for x, y in outline)

    hand = random.Random(f"{style.hand} {character}")
    return tuple(
        Shape(placed(outline), ink)
        for stroke in strokes(character)
        for outline in outlines(_by_hand(stroke, style.wobble, hand), width=own_width, contrast=style.contrast)
    )


def _by_hand(stroke: Stroke, wobble: float, hand: random.Random) -> Stroke:
    """Return the stroke as another hand sets it: moved a little as a whole, and each point a little by itself."""
    if wobble == 0:
        return stroke
    dx, dy = hand.gauss(0, 0.6 * wobble), hand.gauss(0, 0.6 * wobble)
    points = tuple(
        (_held(x + dx + hand.gauss(0, wobble)), _held(y + dy + hand.gauss(0, wobble))) for x, y in stroke.points
    )
    return Stroke(stroke.kind, points)


def _held(place: float) -> float:
    return max(0.0, min(100.0, place))


def _scaled(parts: tuple[Primitive, ...], share: float) -> tuple[Primitive, ...]:
    if share == 1.0:
        return parts
    x0, y0 = FACE_WIDTH / 2, FACE_HEIGHT / 2
    return mapped(parts, lambda x, y: (x0 + (x - x0) * share, y0 + (y - y0) * share), scale=share)
