"""The first bar on a sample of the photographs that training never saw."""

import random
from pathlib import Path

import pytest

from vision.classify import TileNamer
from vision.labels import Label
from vision.pipeline import PhotoReader
from vision.training.measure import measure_crops, measure_photos
from vision.training.photos import load_crops, load_photos, shared_vision
from vision.training.split import Slice

pytestmark = [
    pytest.mark.shared_data,
    pytest.mark.skipif(not shared_vision().is_dir(), reason="the photographs do not lie beside the project"),
]


def test_given_crops_are_named_right() -> None:
    crops = [c for c in load_crops(shared_vision()) if c.slice is Slice.HELD_OUT and c.label is not Label.OTHER]
    sample = random.Random(1).sample(crops, 300)
    figures = measure_crops(sample, TileNamer.load())
    assert sum(tally.right for tally in figures.by_folder.values()) >= 0.95 * len(sample)


def test_boxed_tiles_are_found_and_named_right() -> None:
    photos = [photo for photo in load_photos(shared_vision()) if photo.slice is Slice.HELD_OUT]
    sample = random.Random(2).sample(photos, 10)
    assert measure_photos(sample, PhotoReader.load()).right.share >= 0.85


def test_no_photograph_is_on_both_sides() -> None:
    photos = load_photos(shared_vision())
    sides: dict[str, set[Slice]] = {}
    for photo in photos:
        sides.setdefault(photo.source_name, set()).add(photo.slice)
    assert all(len(side) == 1 for side in sides.values())
    held_out = sum(photo.slice is Slice.HELD_OUT for photo in photos)
    assert 0.28 <= held_out / len(photos) <= 0.4


def test_a_crop_is_on_the_side_of_its_photograph() -> None:
    root = shared_vision()
    slices = {photo.path.stem.split("_")[0]: photo.slice for photo in load_photos(root)}
    crops = [crop for crop in load_crops(root) if crop.folder != "single_faces"]
    known = [(crop, slices[number]) for crop in crops if (number := crop.path.stem.split("_")[2]) in slices]
    assert len(known) > 3000
    assert all(crop.slice is side for crop, side in known)


def test_the_photographs_are_no_part_of_the_project() -> None:
    assert Path(__file__).resolve().parents[3] not in shared_vision().parents
