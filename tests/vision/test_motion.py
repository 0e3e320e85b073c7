"""Movement over the table, on rendered pictures."""

from dataclasses import replace

import numpy as np
import pytest

from vision.geometry import TableCamera
from vision.labels import FACES, Label
from vision.motion import Motion, MotionDetector
from vision.observation import Side
from vision.synthetic.light import Noise
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Light, Pose, Scene, SceneHand, SceneTile

CAMERA = TableCamera.overhead(width_px=1014, height_px=760)


class Watched:
    """A table that is rendered and looked at."""

    def __init__(self, *, sigma: float = 4.0) -> None:
        self._renderer = Renderer(CAMERA)
        self._noise = Noise(sigma=sigma)
        self._rng = np.random.default_rng(3)
        self.detector = MotionDetector(CAMERA, table_side_mm=870.0)

    def look(self, scene: Scene) -> Motion:
        return self.detector.look(self._renderer.picture(scene, noise=self._noise, rng=self._rng))


def table(*more: SceneTile) -> Scene:
    wall = tuple(
        SceneTile(Label.BACK, Pose.FACE_DOWN, ((k - 8) * 31.0, 290.0), 0.0, level)
        for k in range(17)
        for level in (0, 1)
    )
    river = tuple(SceneTile(FACES[k * 3], Pose.FACE_UP, (-180.0 + 60 * k, -150.0 + 17 * k), 40.0 * k) for k in range(7))
    return Scene(tiles=(*wall, *river, *more))


THROWN = SceneTile(Label.P5, Pose.FACE_UP, (150.0, 60.0), 300.0)


def test_noise_alone_is_nothing() -> None:
    watched = Watched(sigma=7.0)
    assert not watched.look(table()).still
    for _ in range(4):
        motion = watched.look(table())
        assert motion == Motion(still=True, hands=frozenset(), moving=(), changed=())


@pytest.mark.parametrize(
    ("side", "tip_mm"),
    [
        (Side.RIGHT, (170.0, 60.0)),
        (Side.BOTTOM, (-60.0, 180.0)),
        (Side.LEFT, (-200.0, 0.0)),
        (Side.TOP, (30.0, -120.0)),
    ],
)
def test_a_hand_is_noticed_with_its_side_while_it_moves_and_while_it_rests(
    side: Side, tip_mm: tuple[float, float]
) -> None:
    watched = Watched()
    watched.look(table())
    reaching = replace(table(), hands=(SceneHand(side, tip_mm),))
    motion = watched.look(reaching)
    assert (motion.still, motion.hands) == (False, frozenset({side}))
    palm_mm = (1.15 * tip_mm[0], 1.15 * tip_mm[1])
    assert any(box.holds(*palm_mm) for box in motion.moving)
    resting = watched.look(reaching)
    assert (resting.still, resting.hands) == (True, frozenset({side}))


def test_a_tile_left_behind_is_the_one_change_after_the_hand_is_gone() -> None:
    watched = Watched()
    watched.look(table())
    watched.look(replace(table(THROWN), hands=(SceneHand(Side.RIGHT, (170.0, 60.0)),)))
    leaving = watched.look(table(THROWN))
    assert (leaving.still, leaving.hands) == (False, frozenset())
    motion = watched.look(table(THROWN))
    assert (motion.still, motion.hands, len(motion.changed)) == (True, frozenset(), 1)
    (box,) = motion.changed
    assert box.holds(*THROWN.centre_mm)
    assert box.right_mm - box.left_mm < 80
    watched.detector.commit()
    assert watched.look(table(THROWN)).changed == ()


def test_each_tile_of_a_table_is_noticed_when_it_goes() -> None:
    watched = Watched()
    watched.look(table())
    for gone in table().tiles[33:]:
        rest = replace(table(), tiles=tuple(tile for tile in table().tiles if tile != gone))
        motion = watched.look(rest)
        assert any(box.holds(*gone.centre_mm) for box in motion.changed), gone
        watched.look(table())


def test_another_face_in_the_same_place_is_a_change() -> None:
    watched = Watched()
    watched.look(table(THROWN))
    motion = watched.look(table(replace(THROWN, label=Label.M5)))
    assert any(box.holds(*THROWN.centre_mm) for box in motion.changed)


def test_a_meld_at_the_edge_is_no_hand() -> None:
    watched = Watched()
    watched.look(table())
    meld = [SceneTile(Label.RED, Pose.FACE_UP, (404.0 - 31 * k, 412.0), 0.0) for k in range(3)]
    motion = watched.look(table(*meld))
    assert (motion.still, motion.hands) == (False, frozenset())


def test_light_that_grows_slowly_is_nothing() -> None:
    watched = Watched()
    for step in range(12):
        light = Light(brightness=0.8 + 0.03 * step, gradient=0.1 + 0.004 * step)
        motion = watched.look(replace(table(), light=light))
        assert step == 0 or (motion.still, motion.hands, motion.changed) == (True, frozenset(), ())


def test_two_hands_are_two_sides() -> None:
    watched = Watched()
    watched.look(table())
    both = (SceneHand(Side.LEFT, (-150.0, 90.0)), SceneHand(Side.RIGHT, (160.0, -80.0)))
    assert watched.look(replace(table(), hands=both)).hands == {Side.LEFT, Side.RIGHT}


def test_a_small_camera_sees_the_same() -> None:
    camera = TableCamera.overhead(width_px=800, height_px=600, tilt_deg=4, turn_deg=3)
    renderer, rng = Renderer(camera), np.random.default_rng(1)
    detector = MotionDetector(camera, table_side_mm=870.0)
    for scene in (table(), table(THROWN)):
        motion = detector.look(renderer.picture(scene, noise=Noise(), rng=rng))
    assert [box.holds(*THROWN.centre_mm) for box in motion.changed] == [True]
