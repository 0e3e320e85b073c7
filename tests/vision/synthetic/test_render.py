"""Rendered pictures and their truth."""

import math
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.geometry import TableCamera
from vision.labels import FACES, Label
from vision.observation import Side
from vision.synthetic.art.faces import face
from vision.synthetic.art.raster import raster
from vision.synthetic.art.styles import style
from vision.synthetic.light import Noise
from vision.synthetic.render import Renderer, render
from vision.synthetic.scene import Light, Look, Pose, Scene, SceneHand, SceneTile
from vision.synthetic.truth import TruthTile

Pixels = npt.NDArray[np.uint8]

CAMERA = TableCamera.overhead(width_px=1014, height_px=760, tilt_deg=3, turn_deg=2, distortion=(-0.05, 0.01, 0, 0, 0))
CLEAN = Noise(sigma=0.0)


def picture(scene: Scene, *, noise: Noise = CLEAN, seed: int = 0) -> Pixels:
    return Renderer(CAMERA).picture(scene, noise=noise, rng=np.random.default_rng(seed))


def river(count: int = 12) -> Scene:
    """Tiles on a ring around the console, each turned otherwise."""
    tiles = tuple(
        SceneTile(
            FACES[(k * 5) % 34],
            Pose.FACE_UP,
            (200 * math.sin(k * 2 * math.pi / count), -200 * math.cos(k * 2 * math.pi / count)),
            k * 37.0 % 360,
        )
        for k in range(count)
    )
    return Scene(tiles=tiles)


def stack() -> Scene:
    return Scene(
        tiles=tuple(
            SceneTile(Label.BACK, Pose.FACE_DOWN, (0.0 + 31 * k, 290.0), 0.0, level)
            for k in range(3)
            for level in (0, 1)
        )
    )


def straightened(image: Pixels, tile: TruthTile) -> Pixels:
    """Return a tile's face cut out and set upright."""
    width, height = 60, 80
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(np.array(tile.quad_px, np.float32), target)
    return np.asarray(cv2.warpPerspective(image, warp, (width, height)), np.uint8)


def likeness(one: Pixels, other: Pixels) -> float:
    inner = (slice(6, -6), slice(5, -5))
    return float(np.corrcoef(one[inner].astype(float).ravel(), other[inner].astype(float).ravel())[0, 1])


def test_each_face_lies_where_and_how_the_truth_says() -> None:
    scene = river()
    shown = render(scene, CAMERA, noise=CLEAN, rng=np.random.default_rng(0))
    house = {
        label: cv2.GaussianBlur(raster(face(label, style(0)), (60, 80)), (5, 5), 0).astype(np.uint8) for label in FACES
    }
    for tile in shown.truth:
        cut = straightened(shown.image, tile)
        scores = {label: likeness(cut, art) for label, art in house.items() if label is not Label.WHITE}
        assert max(scores, key=lambda label: scores[label]) is tile.label
        if tile.label not in {Label.P1, Label.P8, Label.P9, Label.S9, Label.WHITE}:  # these look the same upside down
            turned = np.rot90(house[tile.label], 2)
            assert scores[tile.label] > likeness(cut, np.asarray(turned, np.uint8)), tile.label


def test_truth_is_the_projection_of_the_upper_surface() -> None:
    tile = SceneTile(Label.P7, Pose.FACE_UP, (120.0, -140.0), 90.0, level=1)
    (true,) = Renderer(CAMERA).truth(Scene(tiles=(tile,)))
    half_width, half_length, top = 15.5, 20.75, 44.0
    # Turned a quarter clockwise, the top of the face looks to the right.
    corners = [
        (120 + half_length, -140 - half_width, top),
        (120 + half_length, -140 + half_width, top),
        (120 - half_length, -140 + half_width, top),
        (120 - half_length, -140 - half_width, top),
    ]
    assert np.allclose(true.quad_px, CAMERA.project(corners), atol=1e-6)
    assert (true.label, true.centre_mm, true.angle_deg, true.level) == (Label.P7, (120.0, -140.0), 90.0, 1)


def test_corners_run_clockwise_as_seen() -> None:
    for tile in Renderer(CAMERA).truth(river()):
        assert cv2.contourArea(np.array(tile.quad_px, np.float32), oriented=True) > 0


def test_the_same_seed_gives_the_same_picture_and_another_seed_another() -> None:
    scene, noise = replace(river(), hands=(SceneHand(Side.TOP, (0.0, -100.0)),)), Noise(sigma=5, jpeg_quality=80)
    first, again = picture(scene, noise=noise, seed=1), picture(scene, noise=noise, seed=1)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, picture(scene, noise=noise, seed=2))


def test_a_picture_does_not_depend_on_those_before_it() -> None:
    renderer, rng = Renderer(CAMERA), np.random.default_rng(0)
    walls, scene = stack().tiles, river()
    story = [
        Scene(),
        scene,
        replace(scene, tiles=scene.tiles[3:] + walls),
        replace(scene, hands=(SceneHand(Side.LEFT, (-100.0, 50.0)),)),
        replace(scene, tiles=scene.tiles[1:], light=Light(brightness=0.7, glare_mm=(50.0, 50.0))),
        replace(scene, dice=(2, 6), console_up=True),
        replace(scene, dice=(2, 6)),
        scene,
    ]
    for step in story:
        assert np.array_equal(renderer.picture(step, noise=CLEAN, rng=rng), picture(step))


def test_a_returned_picture_belongs_to_the_caller() -> None:
    renderer, rng = Renderer(CAMERA), np.random.default_rng(0)
    first = renderer.picture(river(), noise=CLEAN, rng=rng)
    kept = first.copy()
    first[:] = 0
    assert np.array_equal(renderer.picture(river(), noise=CLEAN, rng=rng), kept)


def test_what_is_covered_is_known() -> None:
    shares = {(tile.centre_mm, tile.level): tile.visible_fraction for tile in Renderer(CAMERA).truth(stack())}
    assert shares[(31.0, 290.0), 1] > 0.95
    assert shares[(31.0, 290.0), 0] < 0.25


def test_a_hand_covers_what_lies_under_it() -> None:
    tile = SceneTile(Label.P5, Pose.FACE_UP, (0.0, 200.0), 0.0)
    scene = Scene(tiles=(tile,))
    covered = replace(scene, hands=(SceneHand(Side.BOTTOM, (0.0, 120.0)),))
    renderer = Renderer(CAMERA)
    assert renderer.truth(scene)[0].visible_fraction > 0.97
    assert renderer.truth(covered)[0].visible_fraction < 0.2


def test_a_tile_outside_the_picture_is_not_visible() -> None:
    (true,) = Renderer(CAMERA).truth(Scene(tiles=(SceneTile(Label.P5, Pose.FACE_UP, (0.0, 900.0), 0.0),)))
    assert true.visible_fraction == 0.0
    assert picture(Scene(tiles=(SceneTile(Label.P5, Pose.FACE_UP, (0.0, 900.0), 0.0),))).shape == (760, 1014, 3)


@pytest.mark.parametrize("pose", [Pose.FACE_DOWN, Pose.STANDING])
def test_a_face_that_is_not_up_is_a_back(pose: Pose) -> None:
    scene = Scene(tiles=(SceneTile(Label.P5, pose, (0.0, 345.0), 180.0),))
    shown = render(scene, CAMERA, rng=np.random.default_rng(0))
    assert [(tile.label, tile.pose) for tile in shown.truth] == [(Label.BACK, pose)]
    hidden = replace(scene, tiles=(replace(scene.tiles[0], label=Label.M1),))
    assert np.array_equal(picture(scene), picture(hidden))


def test_a_standing_tile_shows_ivory_where_it_faces_and_its_back_behind() -> None:
    look = Look(back_bgr=(20, 20, 200))
    (true,) = Renderer(CAMERA).truth(
        scene := Scene(tiles=(SceneTile(Label.M1, Pose.STANDING, (0.0, 345.0), 180.0),), look=look)
    )
    corners = np.array(true.quad_px)
    front, rear = corners[:2].mean(axis=0), corners[2:].mean(axis=0)
    image = picture(scene)

    def colour(share: float) -> npt.NDArray[np.uint8]:
        x, y = np.round(front + share * (rear - front)).astype(int)
        return np.asarray(image[y, x])

    assert colour(0.3).min() > 150
    blue, green, red = (int(value) for value in colour(0.8))
    assert red > 2 * max(blue, green)


def test_more_light_is_a_brighter_picture() -> None:
    means = [picture(replace(river(), light=Light(brightness=level))).mean() for level in (0.5, 0.8, 1.1)]
    assert all(low < high for low, high in pairwise(means))


def test_warm_light_is_redder() -> None:
    def ratio(temperature_k: float) -> float:
        image = picture(replace(river(), light=Light(temperature_k=temperature_k)))
        return float(image[:, :, 2].mean() / image[:, :, 0].mean())

    assert ratio(2800) > 1.2 * ratio(6500)


def test_noise_is_as_strong_as_asked() -> None:
    clean = picture(Scene(light=Light(brightness=0.8))).astype(float)
    for sigma in (2.0, 6.0):
        noisy = picture(Scene(light=Light(brightness=0.8)), noise=Noise(sigma=sigma)).astype(float)
        middle = (clean > 40) & (clean < 200)
        assert np.std((noisy - clean)[middle]) == pytest.approx(sigma, rel=0.15)


@pytest.mark.parametrize(
    "other",
    [
        replace(river(), dice=(1, 6)),
        replace(river(), console_up=True),
        replace(river(), look=Look(felt_bgr=(40, 40, 120))),
        replace(river(), look=Look(art_style=3)),
        replace(river(), light=Light(glare_mm=(200.0, 0.0))),
        replace(river(), hands=(SceneHand(Side.RIGHT, (100.0, 0.0)),)),
        replace(river(), table_side_mm=820.0),
    ],
)
def test_everything_in_a_scene_is_seen(other: Scene) -> None:
    changed = np.abs(picture(other).astype(int) - picture(river())).max(axis=2) > 15
    assert np.count_nonzero(changed) > 100


def test_dice_show_what_they_say() -> None:
    pictures = [picture(Scene(dice=(value,))) for value in range(1, 7)]
    for one, other in pairwise(pictures):
        assert not np.array_equal(one, other)
