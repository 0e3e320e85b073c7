import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.errors import CalibrationError
from vision.geometry import TableCamera

SIDE_MM = 870.0

cameras = st.builds(
    lambda height, tilt, turn, dx, dy, k1: TableCamera.overhead(
        height_mm=height, tilt_deg=tilt, turn_deg=turn, offset_mm=(dx, dy), distortion=(k1, 0.0, 0.0, 0.0, 0.0)
    ),
    st.floats(900, 1800),
    st.floats(-12, 12),
    st.floats(-180, 180),
    st.floats(-60, 60),
    st.floats(-60, 60),
    st.floats(-0.1, 0.05),
)
places = st.tuples(st.floats(-430, 430), st.floats(-430, 430), st.sampled_from([0.0, 22.0, 44.0]))


@given(cameras, places)
def test_a_pixel_leads_back_to_the_place_it_shows(camera: TableCamera, place: tuple[float, float, float]) -> None:
    x, y, z = place
    pixel = camera.project([place])
    # OpenCV undoes the lens by a few iterations: a hundredth of a millimetre is left at the corners.
    assert np.allclose(camera.unproject(pixel, z_mm=z), [[x, y]], atol=0.2)


@given(cameras)
def test_what_lies_higher_appears_farther_from_the_point_below_the_camera(camera: TableCamera) -> None:
    rotation_foot = camera.unproject(camera.project([(0, 0, 0)]), z_mm=0.0)
    assert np.allclose(rotation_foot, [[0, 0]], atol=0.1)
    low, high = camera.unproject(camera.project([(400, 0, 0), (400, 0, 44)]), z_mm=0.0)
    foot = -cv_rotation(camera).T @ np.array(camera.tvec)
    assert np.hypot(*(high - foot[:2])) > np.hypot(*(low - foot[:2]))


def cv_rotation(camera: TableCamera) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    import cv2  # noqa: PLC0415 - only this helper looks into OpenCV's conventions

    return np.asarray(cv2.Rodrigues(np.array(camera.rvec))[0], np.float64)


@given(cameras)
@settings(max_examples=30)
def test_a_calibration_survives_its_json(camera: TableCamera) -> None:
    again = TableCamera.from_json(
        camera.to_json(table_side_mm=SIDE_MM), width_px=2028, height_px=1520, table_side_mm=SIDE_MM
    )
    assert again == camera


@pytest.mark.parametrize("tilt_deg", [0.0, 3.0, 8.0])
@pytest.mark.parametrize("kept", ["felt", "felt_corners_px"])
def test_the_felt_alone_gives_the_tile_tops_within_two_pixels(tilt_deg: float, kept: str) -> None:
    camera = TableCamera.overhead(height_mm=1200, tilt_deg=tilt_deg)
    calibration = {kept: camera.to_json(table_side_mm=SIDE_MM)[kept]}
    guessed = TableCamera.from_json(calibration, width_px=2028, height_px=1520, table_side_mm=SIDE_MM)
    tops = [(x, y, 22.0) for x in (-400, 0, 400) for y in (-400, 0, 400)]
    felt = [(x, y, 0.0) for x in (-400, 0, 400) for y in (-400, 0, 400)]
    assert np.abs(guessed.project(felt) - camera.project(felt)).max() < 1.0
    assert np.abs(guessed.project(tops) - camera.project(tops)).max() < 2.0


def test_the_overhead_camera_sees_the_whole_table_in_the_right_way_up() -> None:
    camera = TableCamera.overhead()
    half = SIDE_MM / 2
    left_top, right_bottom = camera.project([(-half, -half, 0), (half, half, 0)])
    assert 0 < left_top[0] < right_bottom[0] < camera.width_px
    assert 0 < left_top[1] < right_bottom[1] < camera.height_px


@pytest.mark.parametrize(
    ("calibration", "word"),
    [
        ({}, "calibrate the table first"),
        ({"felt": {}}, "malformed"),
        ({"felt": {"table_mm_to_px": [[1, 2], [3, 4]]}}, "3 x 3"),
        ({"felt": {"table_mm_to_px": [[0, 0, 0]] * 3}}, "from above"),
        ({"felt_corners_px": [[0, 0], [1, 0], [1, 1], [0, 1]]}, "four corners"),
        ({"matrix": [[1, 0, 0]], "rvec": [0, 0, 0], "tvec": [0, 0, 1]}, "malformed"),
        ({"matrix": "no", "rvec": [0, 0, 0], "tvec": [0, 0, 1]}, "malformed"),
    ],
)
def test_a_bad_calibration_is_refused_with_what_to_do(calibration: dict[str, object], word: str) -> None:
    with pytest.raises(CalibrationError, match=word):
        TableCamera.from_json(calibration, width_px=2028, height_px=1520, table_side_mm=SIDE_MM)


def test_corners_that_go_round_anticlockwise_are_told_so() -> None:
    with pytest.raises(CalibrationError, match="felt_corners_px go round anticlockwise"):
        TableCamera.from_corners(
            [(10, 10), (10, 900), (900, 900), (900, 10)], width_px=1000, height_px=1000, table_side_mm=870.0
        )
