"""The reader of the calibrated table on rendered pictures, whose truth is known."""

import numpy as np
import pytest

from vision.classify import Naming, TileNamer
from vision.detect import TileFinder
from vision.geometry import TableCamera
from vision.labels import FACES, Label
from vision.observation import SeenTile
from vision.synthetic.render import render
from vision.synthetic.scene import Look, Pose, Scene, SceneTile
from vision.table import Region, TableReader, names_on_table

CAMERA = TableCamera.overhead(tilt_deg=2.0)
TILE_MM = (31.0, 41.5, 22.0)
ROWS_MM = (-240.0, -180.0, -120.0, 120.0, 180.0)
PALE = (150, 190, 155)
"""Backs of a grey so light that each by itself looks like a white dragon without a frame."""


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(CAMERA, table_side_mm=870.0, tile_mm=TILE_MM, finder=TileFinder.load(), namer=TileNamer.load())


def strewn() -> tuple[SceneTile, ...]:
    """Every face once, in a loose grid at many angles, and a wall of backs."""
    faces = tuple(
        SceneTile(face, Pose.FACE_UP, ((i % 7 - 3) * 62.0, ROWS_MM[i // 7]), (i * 37.0) % 360)
        for i, face in enumerate(FACES)
    )
    wall = tuple(
        SceneTile(Label.BACK, Pose.FACE_DOWN, ((k - 8) * 31.0, 290.0), 0.0, level)
        for k in range(17)
        for level in (0, 1)
    )
    return faces + wall


SCENE = Scene(tiles=strewn())


def nearest(seen: tuple[SeenTile, ...], tile: SceneTile) -> SeenTile:
    return min(seen, key=lambda other: np.hypot(*np.subtract(other.centre_mm, tile.centre_mm)))


def test_a_rendered_table_is_read_exactly(reader: TableReader) -> None:
    picture = render(SCENE, CAMERA, rng=np.random.default_rng(3)).image
    seen = reader.read(picture)
    faces = [tile for tile in SCENE.tiles if tile.pose is Pose.FACE_UP]
    for tile in faces:
        found = nearest(seen, tile)
        assert found.label is tile.label
        assert found.confidence > 0.6
        assert np.hypot(*np.subtract(found.centre_mm, tile.centre_mm)) < 3.0
        turned = abs((found.angle_deg - tile.angle_deg + 90) % 180 - 90)
        assert turned < 6.0
    assert sum(tile.label is not Label.BACK for tile in seen) == len(faces)
    assert sum(tile.label is Label.BACK for tile in seen) == 17


def test_a_region_shows_only_what_lies_in_it(reader: TableReader) -> None:
    picture = render(SCENE, CAMERA, rng=np.random.default_rng(3)).image
    region = Region(-220.0, -210.0, -20.0, -90.0)
    whole = [tile for tile in reader.read(picture) if region.holds(*tile.centre_mm)]
    part = reader.read(picture, region=region)
    assert sorted(tile.label for tile in part) == sorted(tile.label for tile in whole)
    assert len(part) > 3
    assert reader.read(picture, region=Region(600.0, 600.0, 700.0, 700.0)) == ()


def test_the_corners_in_the_picture_begin_at_the_top_left_of_the_face(reader: TableReader) -> None:
    tile = SceneTile(Label.EAST, Pose.FACE_UP, (-150.0, 120.0), 200.0)
    scene = Scene(tiles=(tile,))
    rendered = render(scene, CAMERA, rng=np.random.default_rng(4))
    (found,) = [seen for seen in reader.read(rendered.image) if seen.label is not Label.BACK]
    assert np.abs(np.subtract(found.quad_px, rendered.truth[0].quad_px)).max() < 6.0


def test_an_empty_table_shows_no_face(reader: TableReader) -> None:
    picture = render(Scene(), CAMERA, rng=np.random.default_rng(5)).image
    assert reader.read(picture) == ()


def test_a_picture_of_another_size_is_refused(reader: TableReader) -> None:
    with pytest.raises(ValueError, match="calibrated for 2028 x 1520"):
        reader.read(np.zeros((100, 100, 3), np.uint8))


def named(label: str, confidence: float, second: str, second_confidence: float) -> Naming:
    return Naming(Label(label), confidence, Label(second), second_confidence, (1.0, 0.0, 0.0, 0.0))


def test_the_finder_speaks_against_a_back_being_no_tile_at_all() -> None:
    unsure = named("back", 0.85, "other", 0.13)
    (label, chance), (second, doubt) = names_on_table(unsure, 0.75)
    assert (label, second) == (Label.BACK, Label.OTHER)
    assert chance > 0.93
    assert doubt < 0.06
    assert names_on_table(unsure, 0.3)[0][1] < 0.8


def test_the_finder_says_nothing_about_which_face_it_is() -> None:
    doubtful = named("3m", 0.6, "2m", 0.35)
    assert names_on_table(doubtful, 0.99) == ((Label.M3, 0.6), (Label.M2, 0.35))


def test_what_is_rather_no_tile_is_told_as_the_likeliest_tile_hardly_surely() -> None:
    assert names_on_table(named("other", 0.8, "1p", 0.15), 0.9) == ((Label.P1, 0.15), (Label.OTHER, 0.8))
    (label, chance), (second, doubt) = names_on_table(named("other", 0.8, "back", 0.15), 0.3)
    assert (label, second) == (Label.BACK, Label.OTHER)
    assert chance < 0.1
    assert doubt > 0.85


def test_a_pale_back_taken_for_a_blank_dragon_gets_no_surer_by_lying_on_the_table() -> None:
    assert names_on_table(named("5z", 0.88, "other", 0.05), 0.8)[0] == (Label.WHITE, 0.88)


def test_pale_backs_in_numbers_are_no_white_dragons(reader: TableReader) -> None:
    places = [(float(x), float(y)) for x in range(-330, 331, 55) for y in (-200, -120, 120, 200)]
    tiles = tuple(SceneTile(Label.BACK, Pose.FACE_DOWN, place, 0.0) for place in places)
    pale = render(Scene(tiles=tiles, look=Look(back_bgr=PALE)), CAMERA, rng=np.random.default_rng(5)).image
    seen = reader.read(pale)
    assert len(seen) >= len(tiles) - 2
    assert {tile.label for tile in seen} == {Label.BACK}
    # A part by itself shows no more than four of them.
    part = reader.read(pale, region=Region(-345.0, -145.0, -255.0, -95.0))
    assert {tile.label for tile in part} == {Label.BACK}
