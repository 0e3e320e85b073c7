from dataclasses import replace

import numpy as np
import pytest

from vision.classify import Naming
from vision.detect import FoundQuad
from vision.geometry import TableCamera
from vision.labels import FACES, Label
from vision.pipeline import PhotoReader, is_told, without_parts
from vision.synthetic.render import render
from vision.synthetic.scene import Pose, Scene, SceneTile


@pytest.fixture(scope="module")
def reader() -> PhotoReader:
    return PhotoReader.load()


@pytest.mark.parametrize(("width_px", "height_px"), [(900, 900), (1800, 1800)])
def test_a_row_is_read_without_calibration_at_any_size(reader: PhotoReader, width_px: int, height_px: int) -> None:
    camera = TableCamera.overhead(width_px=width_px, height_px=height_px, table_side_mm=500.0)
    labels = FACES[3::3][:11]
    tiles = tuple(SceneTile(label, Pose.FACE_UP, ((i - 5) * 31.0, 150.0), 0.0) for i, label in enumerate(labels))
    reading = reader.read(render(Scene(tiles=tiles), camera, rng=np.random.default_rng(6)).image)
    in_order = sorted(reading.tiles, key=lambda tile: tile.quad[0])
    assert [tile.label for tile in in_order] == list(labels)
    assert reading.dice is None
    assert reading.took_ms > 0


def test_pictures_too_small_for_a_tile_show_none(reader: PhotoReader) -> None:
    assert reader.read(np.zeros((1, 1, 3), np.uint8)).tiles == ()
    assert reader.read(np.zeros((40, 3000, 3), np.uint8)).tiles == ()


def test_a_piece_of_a_larger_tile_is_no_tile_of_its_own() -> None:
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.3], [0.0, 1.3]])
    tile, index, neighbour = (
        FoundQuad(square * 60, 0.8),
        FoundQuad(square * 15 + (4, 4), 0.9),
        FoundQuad(square * 60 + (61, 0), 0.7),
    )
    assert [find is kept for find, kept in zip([tile, neighbour], without_parts([index, tile, neighbour]), strict=True)]
    assert without_parts([index]) == [index]


def test_what_is_doubtful_twice_over_is_not_told() -> None:
    naming = Naming(Label.M1, 0.5, Label.M2, 0.3, (1.0, 0.0, 0.0, 0.0))
    assert is_told(naming, 0.9)
    assert not is_told(naming, 0.4)
    assert not is_told(replace(naming, label=Label.BACK, confidence=1.0), 0.5)


def test_one_find_over_two_tiles_of_a_row_gives_way_to_them() -> None:
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.3], [0.0, 1.3]])
    row = [FoundQuad(square * 30 + (31 * i, 0), 0.7) for i in range(5)]
    pair = FoundQuad(square * (62, 40) + (60, -5), 0.9)
    kept = without_parts([pair, *row])
    assert [find is other for find, other in zip(kept, row, strict=True)] == [True] * 5
    assert without_parts([]) == []
