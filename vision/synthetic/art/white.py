"""白: blank, or one of many frames."""

from collections.abc import Callable

from vision.synthetic.art.primitives import Disc, Points, Primitive, Shape, rectangle, rounded_rectangle
from vision.synthetic.art.styles import ArtStyle, WhiteDesign

_Box = tuple[float, float, float, float]
"""Left, top, right, bottom in tile units."""


def white(style: ArtStyle) -> tuple[Primitive, ...]:
    """Return the art of 白."""
    return _MADE[style.white](style)


def _ink(style: ArtStyle) -> tuple[int, int, int]:
    return style.blue if style.frame_ink is None else style.frame_ink


def _frame(box: _Box, line: float, style: ArtStyle) -> tuple[Primitive, ...]:
    left, top, right, bottom = box
    outer = rounded_rectangle(left, top, right, bottom, 16)
    inner = rounded_rectangle(left + line, top + line, right - line, bottom - line, 10)
    return (Shape(outer, _ink(style)), Shape(inner, style.ivory))


def _octagon(box: _Box, line: float, style: ArtStyle) -> tuple[Primitive, ...]:
    """Return a frame with its corners cut off."""

    def outline(inset: float) -> Points:
        left, top, right, bottom = box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset
        cut = 34 - 0.6 * inset
        return (
            (left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut),
            (right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut),
        )  # fmt: skip  # a side a line

    return (Shape(outline(0), _ink(style)), Shape(outline(line), style.ivory))


def _bars(style: ArtStyle) -> tuple[Primitive, ...]:
    """Return the bars and steps between two frames."""
    ink = _ink(style)
    across = [(x, y) for y in (140.0, 200.0, 260.0) for x in (45.0, 220.0)]
    down = [(x, y) for x in (110.0, 150.0, 190.0) for y in (55.0, 304.0)]
    bars = [Shape(rectangle(x, y - 4, x + 35, y + 4), ink) for x, y in across]
    return (*bars, *(Shape(rectangle(x - 4, y, x + 4, y + 41), ink) for x, y in down))


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


def _made_of(*lines: tuple[_Box, float]) -> Callable[[ArtStyle], tuple[Primitive, ...]]:
    """Return what draws frames one in the other."""
    return lambda style: tuple(part for box, line in lines for part in _frame(box, line, style))


def _cut_corners(style: ArtStyle) -> tuple[Primitive, ...]:
    cuts = tuple(Disc(x, y, 22, _ink(style)) for x in (62.0, 238.0) for y in (80.0, 320.0))
    return (*_frame((44, 62, 256, 338), 12, style), *cuts)


def _cornered(style: ArtStyle) -> tuple[Primitive, ...]:
    pieces = tuple(_cornerpiece(x, y, style) for x in (52.0, 220.0) for y in (64.0, 308.0))
    return _frame((40, 50, 260, 350), 7, style) + _frame((60, 72, 240, 328), 6, style) + pieces


def _bricked(style: ArtStyle) -> tuple[Primitive, ...]:
    return _frame((38, 50, 262, 350), 34, style) + _gaps(style, steps=12) + _frame((68, 82, 232, 318), 6, style)


_MADE: dict[WhiteDesign, Callable[[ArtStyle], tuple[Primitive, ...]]] = {
    WhiteDesign.BLANK: lambda _: (),
    WhiteDesign.FRAME: _made_of(((48, 66, 252, 334), 15)),
    WhiteDesign.THIN_FRAME: _made_of(((54, 60, 246, 340), 7)),
    WhiteDesign.DOUBLE_FRAME: _made_of(((44, 60, 256, 340), 8), ((62, 78, 238, 322), 8)),
    WhiteDesign.CUT_CORNERS: _cut_corners,
    WhiteDesign.DASHED: lambda style: _frame((40, 52, 260, 348), 30, style) + _gaps(style, steps=7),
    WhiteDesign.BRICKED: _bricked,
    WhiteDesign.CORNERED: _cornered,
    WhiteDesign.OCTAGON: lambda style: _frame((42, 58, 258, 342), 13, style) + _octagon((64, 80, 236, 320), 9, style),
    WhiteDesign.LATTICE: lambda style: (
        _frame((36, 46, 264, 354), 9, style) + _frame((80, 96, 220, 304), 8, style) + _bars(style)
    ),
}
