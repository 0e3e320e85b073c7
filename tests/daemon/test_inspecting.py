"""When pictures are measured, and what the board then says."""

import asyncio

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from table_daemon.inspecting import Inspector
from table_daemon.steadiness import Standing
from table_daemon.views import HealthLevel, HealthPart, to_json
from tests.daemon.doubles import Desk, health_of
from vision.camera.base import CameraImage
from vision.geometry import TableCamera

SIZE = (1200, 900)


def picture(*, level: int = 100) -> NDArray[np.uint8]:
    """Sharp white squares on a dark ground."""
    image = np.full((SIZE[1], SIZE[0], 3), level, np.uint8)
    for x in range(160, 1000, 40):
        cv2.rectangle(image, (x, 400), (x + 20, 430), (2 * level, 2 * level, 2 * level), -1)
    return image


@pytest.fixture
def desk() -> Desk:
    return Desk()


def see(
    inspector: Inspector,
    image: NDArray[np.uint8],
    *,
    hand: int = 0,
    t_ms: int = 1_000,
    taken_ms: int = 0,
    standing: Standing | None = None,
) -> None:
    asyncio.run(inspector.see(CameraImage(1, taken_ms, image), hand=hand, t_ms=t_ms, standing=standing))


def test_a_good_picture_is_ok_and_shows_its_figures(desk: Desk) -> None:
    see(Inspector(desk.board, lambda _w, _h: None, felt_side_mm=870.0), picture())
    item = health_of(desk.board, HealthPart.PICTURE)
    assert (item.level, item.message, item.message_zh) == (HealthLevel.OK, "", "")
    assert {"blurred", "dark", "colour_cast", "glare", "blocked", "old"} <= {figure.name for figure in item.figures}
    assert to_json(item)


def test_what_is_wrong_is_told_in_both_languages_and_taken_back_once_it_is_right(desk: Desk) -> None:
    inspector = Inspector(desk.board, lambda _w, _h: None, felt_side_mm=870.0)
    see(inspector, picture(level=20))
    item = health_of(desk.board, HealthPart.PICTURE)
    assert item.level is HealthLevel.WARN
    assert "too dark" in item.message
    assert "太暗" in item.message_zh
    see(inspector, picture(), t_ms=5_000)
    assert health_of(desk.board, HealthPart.PICTURE).level is HealthLevel.WARN
    see(inspector, picture(), t_ms=11_000)
    assert health_of(desk.board, HealthPart.PICTURE).level is HealthLevel.OK


def test_a_late_picture_is_told_by_the_clock_that_stamps_pictures(desk: Desk) -> None:
    see(Inspector(desk.board, lambda _w, _h: None, felt_side_mm=870.0, now_ms=lambda: 9_000), picture(), taken_ms=7_000)
    assert "late" in health_of(desk.board, HealthPart.PICTURE).message


def test_it_is_due_before_every_hand_and_after_a_while() -> None:
    inspector = Inspector(Desk().board, lambda _w, _h: None, felt_side_mm=870.0)
    assert inspector.is_due(hand=0, t_ms=0)
    see(inspector, picture(), hand=0, t_ms=0)
    assert not inspector.is_due(hand=0, t_ms=59_000)
    assert inspector.is_due(hand=0, t_ms=60_000)
    assert inspector.is_due(hand=0, t_ms=-1)
    assert inspector.is_due(hand=1, t_ms=1)


def test_the_tables_place_is_asked_for_by_the_pictures_size(desk: Desk) -> None:
    asked: list[tuple[int, int]] = []

    def felt_of(width_px: int, height_px: int) -> NDArray[np.float64]:
        asked.append((width_px, height_px))
        return np.array([[10.0, 10.0], [1190.0, 10.0], [1190.0, 890.0], [10.0, 890.0]])

    see(Inspector(desk.board, felt_of, felt_side_mm=870.0), picture())
    assert asked == [SIZE]


@pytest.mark.parametrize(("moved_px", "bad"), [(None, False), (12.34, False), (180.0, True)])
def test_how_far_the_camera_was_moved_is_among_the_figures(desk: Desk, moved_px: float | None, *, bad: bool) -> None:
    standing = Standing(TableCamera.overhead(width_px=SIZE[0], height_px=SIZE[1]), moved_px)
    see(Inspector(desk.board, lambda _w, _h: None, felt_side_mm=870.0), picture(), standing=standing)
    item = health_of(desk.board, HealthPart.PICTURE)
    (figure,) = (figure for figure in item.figures if figure.name == "moved")
    assert (figure.value, figure.limit, figure.unit, figure.bad) == (moved_px, 110.0, "px", bad)
    assert ("calibrate again" in item.message, "重新校准" in item.message_zh) == (bad, bad)


def test_a_table_that_is_hidden_more_than_half_is_told_by_its_cloths_colour(desk: Desk) -> None:
    """The picture shows the felt where the eye knows it to be, and paper before most of it."""
    camera = TableCamera.overhead(width_px=SIZE[0], height_px=SIZE[1])
    image = np.full((SIZE[1], SIZE[0], 3), (70, 95, 30), np.uint8)
    image[:730] = 200
    inspector = Inspector(desk.board, lambda _w, _h: None, felt_side_mm=870.0)
    see(inspector, image, standing=Standing(camera))
    assert "hides" not in health_of(desk.board, HealthPart.PICTURE).message
    see(inspector, image, hand=1, standing=Standing(camera, felt_lab=(35.0, -27.0, 9.5)))
    assert "hides" in health_of(desk.board, HealthPart.PICTURE).message
