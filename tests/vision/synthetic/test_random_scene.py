"""Varied tables for training."""

import math
from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.labels import Label
from vision.synthetic.random_look import random_camera, random_noise
from vision.synthetic.random_scene import random_scene
from vision.synthetic.render import render
from vision.synthetic.scene import Look, Pose

seeds = st.integers(0, 2**32 - 1)


@settings(max_examples=40)
@given(seed=seeds)
def test_no_face_comes_more_than_four_times_and_every_tile_is_on_the_table(seed: int) -> None:
    scene = random_scene(np.random.default_rng(seed))
    faces = Counter(tile.label for tile in scene.tiles if tile.pose is Pose.FACE_UP)
    assert max(faces.values(), default=0) <= 4
    assert Label.BACK not in faces
    half = scene.table_side_mm / 2
    assert all(max(map(abs, tile.centre_mm)) < half for tile in scene.tiles)


@settings(max_examples=15)
@given(seed=seeds)
def test_no_two_tiles_share_a_place(seed: int) -> None:
    scene = random_scene(np.random.default_rng(seed))
    least = min(scene.tile_size.width_mm, scene.tile_size.thickness_mm) - 3
    for place, tile in enumerate(scene.tiles):
        for other in scene.tiles[:place]:
            if tile.level == other.level:
                assert math.dist(tile.centre_mm, other.centre_mm) > least


def test_a_seed_gives_the_same_table_and_seeds_vary_it() -> None:
    scenes = [random_scene(np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert scenes[0] == scenes[1] != scenes[2]


def test_a_look_can_be_given() -> None:
    look = Look(art_style=4)
    assert random_scene(np.random.default_rng(5), look=look).look == look


def test_tables_are_varied() -> None:
    scenes = [random_scene(np.random.default_rng(seed)) for seed in range(60)]
    assert len({scene.look.art_style for scene in scenes}) > 30
    assert len({scene.tile_size for scene in scenes}) == 4
    assert any(scene.hands for scene in scenes)
    assert any(tile.pose is Pose.STANDING for scene in scenes for tile in scene.tiles)
    assert any(tile.pose is Pose.FACE_UP and tile.level == 1 for scene in scenes for tile in scene.tiles)


def test_any_table_can_be_rendered_by_any_camera() -> None:
    rng = np.random.default_rng(9)
    for _ in range(3):
        scene = random_scene(rng)
        camera = random_camera(rng, width_px=640, height_px=480, table_side_mm=scene.table_side_mm)
        shown = render(scene, camera, noise=random_noise(rng), rng=rng)
        assert shown.image.shape == (480, 640, 3)
        assert len(shown.truth) == len(scene.tiles)
