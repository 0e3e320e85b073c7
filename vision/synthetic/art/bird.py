"""1 条: a bird on a twig, tail fanned to the lower left. Our own design."""

from vision.synthetic.art.brush import ribbon
from vision.synthetic.art.primitives import Disc, Ink, Points, Primitive, Shape
from vision.synthetic.art.styles import ArtStyle

_TAIL: tuple[tuple[tuple[tuple[float, float], ...], str], ...] = (
    (((132, 236), (92, 262), (40, 268)), "b"),
    (((134, 244), (96, 290), (46, 312)), "g"),
    (((140, 252), (116, 310), (78, 350)), "r"),
    (((148, 256), (144, 316), (124, 368)), "g"),
    (((158, 256), (172, 312), (172, 362)), "b"),
)


def bird(style: ArtStyle) -> tuple[Primitive, ...]:
    """Return the art of 1 条."""
    inks = {"r": style.red, "g": style.green, "b": style.blue}
    ground = style.ivory
    parts: list[Primitive] = []
    for line, colour in _TAIL:
        parts.append(Shape(ribbon(line, (10, 14, 20, 25, 24)), inks[colour]))
        tip = line[-1]
        parts += [
            Disc(tip[0], tip[1], 14, inks[colour]),
            Disc(tip[0], tip[1], 8, ground),
            Disc(tip[0], tip[1], 4.5, style.red),
        ]
    parts += _body(style)
    parts += _head(style)
    parts += _feet(style)
    return tuple(parts)


def _stroke(line: Points, widths: tuple[float, ...], ink: Ink) -> Shape:
    return Shape(ribbon(line, widths), ink)


def _body(style: ArtStyle) -> list[Primitive]:
    ground = style.ivory
    body = _stroke(((196, 118), (208, 150), (196, 196), (160, 236), (134, 252)), (34, 54, 84, 92, 74, 34), style.green)
    breast = _stroke(((214, 146), (222, 176), (206, 212), (184, 232)), (8, 20, 22, 8), style.red)
    wing = _stroke(((196, 158), (170, 186), (126, 202), (84, 196)), (30, 46, 40, 10), style.blue)
    feathers = [
        _stroke(((184, 168), (150, 188), (112, 194)), (3, 5, 3), ground),
        _stroke(((184, 180), (154, 198), (124, 204)), (3, 5, 3), ground),
        _stroke(((186, 226), (166, 240), (150, 246)), (3, 5, 3), ground),
        _stroke(((200, 206), (182, 222), (170, 228)), (3, 5, 3), ground),
    ]
    return [body, breast, wing, *feathers]


def _head(style: ArtStyle) -> list[Primitive]:
    crest: list[Primitive] = [
        _stroke(((190, 66), (180, 46), (162, 36)), (9, 8, 5), style.red),
        _stroke(((198, 62), (196, 42), (186, 26)), (9, 8, 5), style.red),
        _stroke(((206, 62), (210, 44), (208, 26)), (9, 8, 5), style.red),
    ]
    tips: list[Primitive] = [Disc(x, y, 6, style.red) for x, y in ((161, 35), (185, 25), (208, 25))]
    head: list[Primitive] = [Disc(202, 92, 33, style.green), _stroke(((194, 100), (196, 128)), (50, 40), style.green)]
    beak = Shape(((228, 78), (262, 94), (228, 106)), style.red)
    eye: list[Primitive] = [Disc(208, 86, 11, style.ivory), Disc(210, 86, 6, style.black)]
    return [*crest, *tips, *head, beak, *eye]


def _feet(style: ArtStyle) -> list[Primitive]:
    legs = [
        _stroke(((196, 240), (206, 300)), (8, 7), style.red),
        _stroke(((216, 226), (232, 296)), (8, 7), style.red),
    ]
    toes = [
        _stroke(((206, 300), (190, 312)), (6, 4), style.red),
        _stroke(((206, 300), (222, 312)), (6, 4), style.red),
        _stroke(((232, 296), (218, 308)), (6, 4), style.red),
        _stroke(((232, 296), (250, 304)), (6, 4), style.red),
    ]
    twig = _stroke(((180, 318), (222, 314), (270, 304)), (9, 10, 6), style.black)
    return [twig, *legs, *toes]
