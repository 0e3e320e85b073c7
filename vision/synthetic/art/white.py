"""白: blank, or one of many frames."""

from typing import assert_never

from vision.synthetic.art.primitives import Disc, Primitive, Shape, rectangle, rounded_rectangle
from vision.synthetic.art.styles import ArtStyle, WhiteDesign

_Box = tuple[float, float, float, float]
"""Left, top, right, bottom in tile units."""


def white(style: ArtStyle) -> tuple[Primitive, ...]:
    """Return the art of 白."""
    drawn: tuple[Primitive, ...]
    match style.white:
        case WhiteDesign.BLANK:
            drawn = ()
        case WhiteDesign.FRAME:
            drawn = _frame((48, 66, 252, 334), 15, style)
        case WhiteDesign.THIN_FRAME:
            drawn = _frame((54, 60, 246, 340), 7, style)
        case WhiteDesign.CUT_CORNERS:
            cuts = tuple(Disc(x, y, 22, _ink(style)) for x in (62.0, 238.0) for y in (80.0, 320.0))
            drawn = (*_frame((44, 62, 256, 338), 12, style), *cuts)
        case WhiteDesign.DOUBLE_FRAME:
            drawn = _frame((44, 60, 256, 340), 8, style) + _frame((62, 78, 238, 322), 8, style)
        case WhiteDesign.DASHED:
            drawn = _frame((40, 52, 260, 348), 30, style) + _gaps(style, steps=7)
        case WhiteDesign.BRICKED:
            drawn = (
                _frame((38, 50, 262, 350), 34, style) + _gaps(style, steps=12) + _frame((68, 82, 232, 318), 6, style)
            )
        case WhiteDesign.CORNERED:
            frame = _frame((40, 50, 260, 350), 7, style) + _frame((60, 72, 240, 328), 6, style)
            drawn = frame + tuple(_cornerpiece(x, y, style) for x in (52.0, 220.0) for y in (64.0, 308.0))
        case _:
            assert_never(style.white)
    return drawn


def _ink(style: ArtStyle) -> tuple[int, int, int]:
    return style.blue if style.frame_ink is None else style.frame_ink


def _frame(box: _Box, line: float, style: ArtStyle) -> tuple[Primitive, ...]:
    left, top, right, bottom = box
    outer = rounded_rectangle(left, top, right, bottom, 16)
    inner = rounded_rectangle(left + line, top + line, right - line, bottom - line, 10)
    return (Shape(outer, _ink(style)), Shape(inner, style.ivory))


def _gaps(style: ArtStyle, *, steps: int) -> tuple[Primitive, ...]:
    """Cut a broad frame into pieces."""
    gaps: list[Primitive] = []
    for step in range(1, steps):
        x, y = 40 + 220 * step / steps, 52 + 296 * step / steps
        gaps += [Shape(rectangle(x - 4, top, x + 4, top + 22), style.ivory) for top in (56.0, 322.0)]
        gaps += [Shape(rectangle(left, y - 4, left + 22, y + 4), style.ivory) for left in (44.0, 234.0)]
    return tuple(gaps)


def _cornerpiece(left: float, top: float, style: ArtStyle) -> Primitive:
    return Shape(rounded_rectangle(left, top, left + 28, top + 28, 8), _ink(style))
