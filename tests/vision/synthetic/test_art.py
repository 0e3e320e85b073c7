"""The tile faces, as pixels and as SVG."""

import re
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.labels import FACES, Label
from vision.synthetic.art.brush import StrokeKind
from vision.synthetic.art.faces import face
from vision.synthetic.art.glyphs import strokes
from vision.synthetic.art.primitives import FACE_HEIGHT, FACE_WIDTH, Disc, Ring, Shape, clockwise, rectangle
from vision.synthetic.art.raster import raster
from vision.synthetic.art.styles import ArtStyle, WhiteDesign, style
from vision.synthetic.art.svg import back_svg, tile_svg

STYLES = (0, 1, 2, 3, 4, 5, 77, 4711)
SIZE_PX = (60, 80)


@pytest.mark.parametrize("number", STYLES)
def test_no_two_faces_of_a_design_look_alike(number: int) -> None:
    drawn = {label: raster(face(label, style(number)), SIZE_PX).astype(np.int16) for label in FACES}
    for one, other in combinations(FACES, 2):
        differing = np.abs(drawn[one] - drawn[other]).max(axis=2) > 60
        assert np.mean(differing) > 0.02, f"{one} and {other} of design {number}"


def test_the_hand_made_designs_differ_and_a_lot_is_always_the_same() -> None:
    assert len({style(number) for number in range(6)}) == 6
    assert style(123) == style(123)
    assert style(123) != style(124)


@settings(max_examples=25)
@given(number=st.sampled_from(STYLES) | st.integers(0, 2**31))
def test_the_art_stays_on_the_face(number: int) -> None:
    for label in FACES:
        for part in face(label, style(number)).parts:
            match part:
                case Disc(x, y, radius):
                    edges = [(x - radius, y - radius), (x + radius, y + radius)]
                case Ring(x, y, radius, width):
                    reach = radius + width / 2
                    edges = [(x - reach, y - reach), (x + reach, y + reach)]
                case Shape(points):
                    edges = list(points)
            assert all(0 <= x <= FACE_WIDTH and 0 <= y <= FACE_HEIGHT for x, y in edges), label


def test_engraving_shades_the_art_and_leaves_the_ground() -> None:
    drawing = face(Label.RED, style(0))
    flat, cut = raster(drawing, SIZE_PX), raster(drawing, SIZE_PX, engraving=1.0)
    assert np.array_equal(flat[:5], cut[:5])
    assert not np.array_equal(flat, cut)


@pytest.mark.parametrize("design", WhiteDesign)
def test_white_is_blank_or_framed(design: WhiteDesign) -> None:
    pixels = raster(face(Label.WHITE, ArtStyle(white=design)), SIZE_PX)
    plain = int(np.ptp(pixels.reshape(-1, 3), axis=0).max()) == 0
    assert plain == (design is WhiteDesign.BLANK)


def test_other_and_back_have_no_art() -> None:
    assert face(Label.OTHER, style(0)).parts == face(Label.BACK, style(0)).parts == ()


def test_strokes_are_those_of_the_character() -> None:
    assert [stroke.kind for stroke in strokes("三")] == [StrokeKind.ACROSS] * 3
    assert len(strokes("中")) == 4
    with pytest.raises(KeyError):
        strokes("龍")


def test_outlines_all_run_the_same_way() -> None:
    square = rectangle(0, 0, 2, 3)
    assert clockwise(square) == square
    assert clockwise(square[::-1]) == square


@pytest.mark.parametrize("number", [0, 3, 4])
@pytest.mark.parametrize("label", FACES)
def test_svg_and_pixels_show_the_same(label: Label, number: int) -> None:
    drawing = face(label, style(number))
    drawn = _paint_svg(tile_svg(drawing, title="x"), drawing.ground)
    difference = np.abs(drawn.astype(np.int16) - raster(drawing, (150, 200))).max(axis=2)
    assert np.mean(difference > 80) < 0.012


def test_svg_needs_nothing_from_outside() -> None:
    for text in (tile_svg(face(Label.S1, style(0)), title="一条"), back_svg((10, 100, 60), title="牌背")):
        assert "<text" not in text
        assert "href" not in text
        assert "font" not in text
        assert len(text) < 12_000


def _paint_svg(text: str, ground: tuple[int, int, int]) -> npt.NDArray[np.uint8]:
    """Paint the elements this project writes, independently of how it makes pixels."""
    art = text.partition("<g ")[2]
    canvas = np.full((1200, 900, 3), ground[::-1], np.uint8)
    for element in re.findall(r"<(?:path|circle)[^>]*>", art):
        words = dict(re.findall(r'([a-z-]+)="([^"]*)"', element))
        if element.startswith("<path"):
            for outline in words["d"].split("M")[1:]:
                points = [
                    [3 * float(number) - 0.5 for number in pair.split()] for pair in outline.rstrip("Z").split("L")
                ]
                cv2.fillPoly(canvas, [np.round(points).astype(np.int32)], _bgr(words["fill"]))
            continue
        centre = (round(3 * float(words["cx"]) - 0.5), round(3 * float(words["cy"]) - 0.5))
        radius = round(3 * float(words["r"]))
        if words["fill"] == "none":
            cv2.circle(canvas, centre, radius, _bgr(words["stroke"]), round(3 * float(words["stroke-width"])))
        else:
            cv2.circle(canvas, centre, radius, _bgr(words["fill"]), -1)
    return np.asarray(cv2.resize(canvas, (150, 200), interpolation=cv2.INTER_AREA), np.uint8)


def _bgr(colour: str) -> tuple[int, int, int]:
    return (int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16))
