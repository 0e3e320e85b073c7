"""Bumps are noticed and mended, ordinary pictures are not: a small share of ``tests/verify/test_bump_counts``."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.bumped import BumpTable, bumped
from vision.bump import LARGEST_PX, BumpSense, Verdict
from vision.bump_check import tags_contradict
from vision.calibration.profile import TableProfile
from vision.calibration.tags import USUAL_TAGS, FoundTag, corners_mm
from vision.geometry import TableCamera
from vision.landmarks import find_landmarks
from vision.synthetic.light import Noise
from vision.synthetic.pixels import Pixels
from vision.synthetic.random_scene import random_scene
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Light, Look, Scene

WIDTH, HEIGHT = 1352, 1014
SIDE_MM = 870.0


@pytest.fixture(scope="module", params=[3, 12])
def table(request: pytest.FixtureRequest) -> BumpTable:
    return BumpTable.made(int(request.param), width_px=WIDTH, height_px=HEIGHT)


@pytest.mark.parametrize(
    ("shift_px", "turn_deg"), [((5.0, 0.0), 0.0), ((-3.0, 4.0), 0.0), ((0.0, 0.0), 1.0), ((20.0, 8.0), -2.0)]
)
def test_a_bump_is_noticed_and_the_place_found_again(
    table: BumpTable, shift_px: tuple[float, float], turn_deg: float
) -> None:
    now = bumped(table.camera, shift_px=shift_px, turn_deg=turn_deg)
    drift = table.sense.compare(table.seen_by(now, table.another_state()))
    assert drift.verdict is Verdict.MOVED
    assert drift.camera is not None
    half = table.side_mm / 2
    tops = [(x, y, 22.0) for x in (-half, half) for y in (-half, half)]
    assert np.abs(drift.camera.project(tops) - now.project(tops)).max() < 1.5


def test_hands_lamps_and_ramps_raise_no_alarm(table: BumpTable) -> None:
    verdicts = {table.sense.compare(picture).verdict for picture in table.ordinary(8)}
    assert Verdict.MOVED not in verdicts


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_picture_without_the_table_says_nothing(table: BumpTable, level: int) -> None:
    blank = np.full((HEIGHT, WIDTH, 3), level, np.uint8)
    assert table.sense.compare(blank).verdict is Verdict.UNSURE


def test_covered_places_are_not_looked_at(table: BumpTable) -> None:
    everything = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float64)
    picture = table.seen_by(table.camera, table.scene)
    assert table.sense.compare(picture, busy_px=[everything]).verdict is Verdict.UNSURE


FAR = ((75.0, 0.0), (0.0, -75.0), (-130.0, 0.0), (0.0, 115.0), (150.0, 30.0), (-200.0, 0.0), (0.0, -260.0))


def _hung(east_mm: float, south_mm: float) -> TableCamera:
    return TableCamera.overhead(width_px=WIDTH, height_px=HEIGHT, tilt_deg=1.0, offset_mm=(12 + east_mm, south_mm))


@pytest.fixture(scope="module")
def played() -> Scene:
    scene = random_scene(np.random.default_rng(52), look=Look())
    return replace(scene, table_side_mm=SIDE_MM, hands=(), light=Light(), dice=(3, 5))


@pytest.fixture(scope="module")
def sense() -> BumpSense:
    camera = _hung(0.0, 0.0)
    marks = find_landmarks(_taken(camera, Scene()), camera, table_side_mm=SIDE_MM)
    return BumpSense(camera, marks, table_side_mm=SIDE_MM)


def _taken(camera: TableCamera, scene: Scene) -> Pixels:
    return Renderer(camera).picture(scene, noise=Noise(sigma=2.0), rng=np.random.default_rng(1))


@pytest.mark.parametrize(("east_mm", "south_mm"), FAR)
def test_a_camera_moved_far_is_found_right_or_not_at_all(
    sense: BumpSense, played: Scene, east_mm: float, south_mm: float
) -> None:
    now = _hung(east_mm, south_mm)
    drift = sense.compare(_taken(now, played))
    half = SIDE_MM / 2
    corners = [(x, y, 0.0) for x in (-half, half) for y in (-half, half)]
    moved_px = np.linalg.norm(now.project(corners) - _hung(0.0, 0.0).project(corners), axis=1).max()
    assert drift.verdict is not Verdict.STILL
    if drift.verdict is Verdict.MOVED:
        assert drift.farthest_px == pytest.approx(moved_px, abs=1.5)
        assert (drift.camera is not None) == (moved_px <= LARGEST_PX)
    if drift.camera is not None:
        assert np.abs(drift.camera.project(corners) - now.project(corners)).max() < 1.5
    if moved_px < 0.9 * LARGEST_PX:
        assert drift.camera is not None


@pytest.mark.parametrize("upright", [True, False])
def test_no_movement_is_told_from_a_smeared_picture(sense: BumpSense, played: Scene, *, upright: bool) -> None:
    smear = np.zeros((25, 25), np.float32)
    smear[12] = 1 / 25
    picture = cv2.filter2D(_taken(_hung(0.0, 0.0), played), -1, smear.T if upright else smear)
    assert sense.compare(np.asarray(picture, np.uint8)).verdict is not Verdict.MOVED


@pytest.mark.parametrize(("off_mm", "contradicted"), [(0.0, False), (12.0, False), (78.0, True)])
def test_tags_left_in_the_corners_must_lie_where_a_place_puts_them(off_mm: float, *, contradicted: bool) -> None:
    camera, profile = _hung(0.0, 0.0), TableProfile(felt_side_mm=SIDE_MM)
    tags = tuple(
        FoundTag(number, camera.project(corners_mm(number, USUAL_TAGS, profile) + np.array([off_mm, 0.0, 0.0])))
        for number in range(4)
    )
    assert tags_contradict(tags, camera, table_side_mm=SIDE_MM) is contradicted
    assert not tags_contradict(tags[:2], camera, table_side_mm=SIDE_MM)
