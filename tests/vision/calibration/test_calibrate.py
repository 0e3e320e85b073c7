"""Calibration on rendered tables whose camera is known."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.calibration.annotate import annotated
from vision.calibration.calibrate import Calibrated, Method, calibrate
from vision.calibration.lens import Known, eye_of
from vision.calibration.profile import TableProfile
from vision.calibration.store import load_calibration, resized, save_calibration
from vision.calibration.tags import USUAL_TAGS, find_tags
from vision.calibration.zones import ZoneKind, zones_of
from vision.errors import CalibrationError
from vision.geometry import TableCamera
from vision.synthetic.light import Noise
from vision.synthetic.pixels import Pixels
from vision.synthetic.render import render
from vision.synthetic.scene import Scene
from vision.synthetic.tag_paper import lay_tags

CAMERA = TableCamera.overhead(
    width_px=1352, height_px=1014, height_mm=1180, tilt_deg=3, turn_deg=2, distortion=(-0.06, 0.01, 0, 0, 0)
)
PROFILE = TableProfile()
HEIGHT = Known(height_mm=float(eye_of(CAMERA)[2]))
PLACES = np.array([(x, y, z) for x in (-430, 0, 430) for y in (-430, 0, 430) for z in (0.0, 22.0, 44.0)])


@pytest.fixture(scope="module")
def picture() -> Pixels:
    return render(Scene(), CAMERA, noise=Noise(sigma=2), rng=np.random.default_rng(1)).image


@pytest.fixture(scope="module")
def tagged(picture: Pixels) -> Pixels:
    return lay_tags(picture, CAMERA, USUAL_TAGS, PROFILE)


@pytest.fixture(scope="module")
def found(tagged: Pixels) -> Calibrated:
    return calibrate(tagged, PROFILE, known=HEIGHT)


def farthest_px(found: Calibrated) -> float:
    return float(np.linalg.norm(found.camera.project(PLACES) - CAMERA.project(PLACES), axis=1).max())


def test_four_tags_place_every_height_within_a_pixel(found: Calibrated) -> None:
    assert found.method is Method.TAGS
    assert found.residual.passed
    assert farthest_px(found) < 1.0
    assert found.landmarks is not None


def test_three_tags_are_enough_and_two_are_not_used(picture: Pixels) -> None:
    three = calibrate(lay_tags(picture, CAMERA, USUAL_TAGS, PROFILE, (0, 1, 3)), PROFILE, known=HEIGHT)
    assert three.method is Method.TAGS
    assert farthest_px(three) < 3.0
    assert len(find_tags(lay_tags(picture, CAMERA, USUAL_TAGS, PROFILE, (0, 2)))) == 2


@pytest.mark.parametrize("off_px", [0.0, 4.0])
def test_corners_dragged_about_are_drawn_to_the_felts_edge(picture: Pixels, off_px: float) -> None:
    dragged = CAMERA.project(PROFILE.felt_corners_mm()) + np.array([[1, -1], [-1, 1], [1, 1], [-1, -1]]) * off_px
    found = calibrate(picture, PROFILE, corners_px=dragged, known=HEIGHT)
    assert found.method is Method.CORNERS
    assert found.residual.passed
    assert farthest_px(found) < 2.0


def test_the_felt_is_found_without_any_help(picture: Pixels) -> None:
    found = calibrate(picture, PROFILE, known=HEIGHT)
    assert found.method is Method.FELT
    assert found.residual.passed
    assert farthest_px(found) < 2.0


@pytest.mark.parametrize(
    "image",
    [
        np.full((400, 600, 3), 90, np.uint8),
        np.random.default_rng(2).integers(0, 255, (400, 600, 3)).astype(np.uint8),
        np.zeros((50, 50, 3), np.uint8),
    ],
)
def test_what_is_no_table_is_refused_with_a_reason(image: Pixels) -> None:
    with pytest.raises(CalibrationError, match=r"tags|larger"):
        calibrate(image, PROFILE)


def test_a_kept_calibration_comes_back_whole(found: Calibrated, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    save_calibration(path, found, PROFILE)
    stored = load_calibration(path, size_px=(1352, 1014), table_side_mm=870.0)
    assert stored.camera == found.camera
    assert stored.landmarks is not None
    assert found.landmarks is not None
    assert np.allclose(stored.landmarks.profiles[0], found.landmarks.profiles[0], atol=0.01)
    assert stored.landmarks.rims is not None
    assert found.landmarks.rims is not None
    assert np.allclose(stored.landmarks.rims, found.landmarks.rims, atol=0.001)
    assert found.felt_lab is not None
    assert stored.felt_lab == pytest.approx(found.felt_lab, abs=0.01)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert {"matrix", "distortion", "rvec", "tvec", "felt", "felt_corners_px"} <= set(data["calibration"])
    assert data["residual"]["passed"]


def test_a_file_that_does_not_say_the_cloths_colour_still_serves(found: Calibrated, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    save_calibration(path, found, PROFILE)
    data = json.loads(path.read_text(encoding="utf-8"))
    del data["felt_lab"]
    path.write_text(json.dumps(data), encoding="utf-8")
    stored = load_calibration(path, size_px=(1352, 1014), table_side_mm=870.0)
    assert (stored.camera, stored.felt_lab) == (found.camera, None)


def test_pictures_of_another_size_use_it_and_of_another_shape_do_not(found: Calibrated) -> None:
    half = resized(found.camera, width_px=676, height_px=507)
    assert np.allclose(half.project(PLACES), (found.camera.project(PLACES) + 0.5) / 2 - 0.5, atol=0.01)
    with pytest.raises(CalibrationError, match="another shape"):
        resized(found.camera, width_px=1920, height_px=1080)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "version 2"),
        ({"calibration": []}, "no JSON object"),
        ({"camera": {"width": 1, "height": 1}}, "camera.width"),
    ],
)
def test_a_spoiled_file_says_what_is_wrong(
    found: Calibrated, tmp_path: Path, change: dict[str, object], words: str
) -> None:
    path = tmp_path / "calibration.json"
    save_calibration(path, found, PROFILE)
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | change), encoding="utf-8")
    with pytest.raises(CalibrationError, match=words):
        load_calibration(path, size_px=(1352, 1014), table_side_mm=870.0)


def test_the_annotated_picture_differs_only_by_what_is_drawn(found: Calibrated, tagged: Pixels) -> None:
    drawn = annotated(tagged, found, PROFILE)
    assert drawn.shape == tagged.shape
    changed = cv2.absdiff(drawn, tagged).any(axis=2).mean()
    assert 0.01 < changed < 0.3


def test_zones_cover_each_seat_alike_and_overlap_no_console() -> None:
    zones = zones_of(PROFILE)
    kinds = {
        kind: sorted(zone.seat for zone in zones if zone.kind is kind and zone.seat is not None) for kind in ZoneKind
    }
    assert all(kinds[kind] == [0, 1, 2, 3] for kind in ZoneKind if kind is not ZoneKind.CONSOLE)
    for zone in zones:
        if zone.kind is not ZoneKind.CONSOLE:
            assert max(max(abs(x), abs(y)) for x, y in zone.outline_mm) <= PROFILE.felt_side_mm / 2 + 1
            assert min(max(abs(x), abs(y)) for x, y in zone.outline_mm) >= PROFILE.console_half_mm


def test_a_failed_residual_says_so(found: Calibrated) -> None:
    assert not replace(found.residual, rms_mm=2.0).passed


@pytest.mark.parametrize("off_px", [40.0, 120.0])
def test_corners_that_nothing_in_the_picture_bears_out_do_not_pass(picture: Pixels, off_px: float) -> None:
    inward = CAMERA.project(PROFILE.felt_corners_mm()) + np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * off_px
    found = calibrate(picture, PROFILE, corners_px=inward, known=HEIGHT)
    assert not found.residual.checked
    assert not found.residual.passed
