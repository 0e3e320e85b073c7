"""Which art each of the 34 faces carries. The art of the suits lives in its own files."""

import random
from dataclasses import dataclass, replace
from functools import lru_cache

from vision.labels import FACES, Label
from vision.synthetic.art.bird import bird
from vision.synthetic.art.birds import bird_by_lot
from vision.synthetic.art.brush import Stroke, outlines
from vision.synthetic.art.dots import dots
from vision.synthetic.art.glyphs import strokes
from vision.synthetic.art.primitives import (
    FACE_HEIGHT,
    FACE_WIDTH,
    Drawing,
    Ink,
    Points,
    Primitive,
    Shape,
    mapped,
)
from vision.synthetic.art.sticks import sticks
from vision.synthetic.art.styles import ArtStyle, IndexPlace, WhiteDesign
from vision.synthetic.art.white import white

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


@dataclass(frozen=True, slots=True)
class Written:
    """One character on a face: where, in which ink, how broad its strokes are before the style's weight."""

    character: str
    box: _Box
    ink: Ink
    width: float


@lru_cache(maxsize=1024)
def face(label: Label, style: ArtStyle) -> Drawing:
    """Return the drawing of one of the 34 faces; ``other`` and ``back`` come as a plain ground."""
    if label not in FACES:
        return Drawing((), style.ivory)
    return Drawing(_scaled(_art(label, style), style) + _index(label, style), style.ivory)


def characters(label: Label, style: ArtStyle) -> tuple[Written, ...]:
    """Return the characters that a face carries, before the style scales its art; none for circles and sticks."""
    if label.value[1:] == "m":
        return _ten_thousands(int(label.value[0]), style)
    if label.value[1:] == "z" and label is not Label.WHITE:
        return _honour(label, style)
    return ()


def _art(label: Label, style: ArtStyle) -> tuple[Primitive, ...]:
    number, suit = int(label.value[0]), label.value[1]
    match suit:
        case "p":
            return dots(number, style)
        case "s":
            return _bird(style) if number == 1 else sticks(number, style)
        case _ if label is Label.WHITE:
            return white(style) + _white_mark(style)
        case _:
            return tuple(part for written in characters(label, style) for part in _strokes_of(written, style))


def _ten_thousands(number: int, style: ArtStyle) -> tuple[Written, ...]:
    numeral = "伍" if number == 5 and style.person_five else _NUMERALS[number - 1]
    wan = "萬" if style.traditional_wan else "万"
    ink = style.blue if style.blue_numerals else style.black
    if number == 5 and style.red_fives:
        ink = style.red
    width = 17.0 if numeral == "伍" else 25.0 if number <= 3 else 21.0
    left, top, right, bottom = _NUMERAL_BOX
    shift = style.numeral_share * FACE_HEIGHT
    above = (left, top, right, bottom + shift)
    left, top, right, bottom = _WAN_BOX
    below = (left, top + shift, right, bottom)
    return (
        Written(numeral, above, ink, width),
        Written(wan, below, style.red, 14.5 if wan == "萬" else 21.0),
    )


def _honour(label: Label, style: ArtStyle) -> tuple[Written, ...]:
    character, width = _HONOURS[label]
    if label is Label.EAST and not style.traditional_east:
        character = "东"
    ink = {Label.GREEN: style.green, Label.RED: style.red}.get(label, style.green if style.green_winds else style.black)
    return (Written(character, _MIDDLE_BOX if label is Label.RED else _HONOUR_BOX, ink, width),)


def _bird(style: ArtStyle) -> tuple[Primitive, ...]:
    drawn = bird(style) if style.bird == 0 else bird_by_lot(style)
    return mapped(drawn, lambda x, y: (FACE_WIDTH - x, y)) if style.bird_mirrored else drawn


def _white_mark(style: ArtStyle) -> tuple[Primitive, ...]:
    """Return the letter in the middle of a framed 白."""
    if not style.white_mark or style.white is WhiteDesign.BLANK:
        return ()
    return _strokes_of(Written("P", (118, 152, 182, 248), style.red, 12.0), style)


def _index(label: Label, style: ArtStyle) -> tuple[Primitive, ...]:
    """Return the small digit or letter of export sets; characters do not stand in its corner."""
    if style.index is IndexPlace.NONE:
        return ()
    mark = "ESWNPFC"[int(label.value[0]) - 1] if label.value[1] == "z" else label.value[0]
    left = 8.0 if style.index is IndexPlace.LEFT else FACE_WIDTH - 46.0
    upright = replace(style, slant=0.0, wobble=0.0, contrast=0.0)
    return _strokes_of(Written(mark, (left, 10, left + 38, 62), style.red, 8.0), upright)


def _strokes_of(written: Written, style: ArtStyle) -> tuple[Primitive, ...]:
    """Write a character into its box."""
    left, top, right, bottom = written.box
    scale_x, scale_y = (right - left) / 100, (bottom - top) / 100
    own_width = written.width * style.weight / ((scale_x + scale_y) / 2)

    def placed(outline: Points) -> Points:
        return tuple((left + (x + style.slant * (50 - y)) * scale_x, top + y * scale_y) for x, y in outline)

    hand = random.Random(f"{style.hand} {written.character}")
    return tuple(
        Shape(placed(outline), written.ink)
        for stroke in strokes(written.character)
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


def _scaled(parts: tuple[Primitive, ...], style: ArtStyle) -> tuple[Primitive, ...]:
    if style.art_share == 1.0 and style.stretch == 1.0:
        return parts
    return mapped(parts, lambda x, y: scaled_place(x, y, style), scale=style.art_share)


def scaled_place(x: float, y: float, style: ArtStyle) -> tuple[float, float]:
    """Return where the style's scaling of the art puts a place of the face."""
    x0, y0 = FACE_WIDTH / 2, FACE_HEIGHT / 2
    return (x0 + (x - x0) * style.art_share * style.stretch, y0 + (y - y0) * style.art_share)
