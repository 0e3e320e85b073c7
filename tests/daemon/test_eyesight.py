"""The camera and the eye that settings ask for: what is wrong with them is told, never raised into the daemon."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from table_daemon.eyesight import build_camera, build_eye
from table_daemon.health import HealthBoard
from table_daemon.pace import PacedCamera
from table_daemon.settings import CalibrationSettings, CameraKind, CameraSettings, Settings, VisionSettings
from table_daemon.views import HealthLevel, HealthPart
from tests.daemon.doubles import HandClock, health_of
from vision.camera.base import Camera
from vision.camera.files import FileCamera
from vision.camera.reader import ThreadedCamera
from vision.camera.socket import SocketCamera
from vision.errors import CalibrationError
from vision.geometry import TableCamera
from vision.labels import FACES
from vision.tile_set import SIDE_PX, FacePicture, TileSet

CORNERS = ((510.0, 90.0), (1410.0, 92.0), (1412.0, 990.0), (508.0, 988.0))


@pytest.fixture
def board() -> HealthBoard:
    return HealthBoard(HandClock().now_ms)


def told(board: HealthBoard, part: HealthPart) -> tuple[HealthLevel, str]:
    item = health_of(board, part)
    return item.level, item.message


def test_no_camera_is_off_and_says_what_that_means(board: HealthBoard) -> None:
    assert build_camera(Settings(), board) is None
    level, message = told(board, HealthPart.CAMERA)
    assert level is HealthLevel.OFF
    assert "nothing on the table is followed" in message


@pytest.mark.parametrize(
    ("camera", "kind"),
    [
        (CameraSettings(kind=CameraKind.SOCKET, url="/run/none.sock"), SocketCamera),
        (CameraSettings(kind=CameraKind.UVC, device="/dev/v4l/by-id/none"), ThreadedCamera),
        (CameraSettings(kind=CameraKind.RPICAM), ThreadedCamera),
    ],
)
def test_a_camera_that_is_not_there_yet_is_waited_for(board: HealthBoard, camera: CameraSettings, kind: type) -> None:
    assert isinstance(inside(camera, board), kind)


def inside(camera: CameraSettings, board: HealthBoard) -> Camera | None:
    built = build_camera(Settings(camera=camera), board)
    if built is None:
        return None
    return built.camera.camera if isinstance(built.camera, PacedCamera) else built.camera


def test_live_pictures_must_be_fresh_and_of_the_size_asked_for(board: HealthBoard, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"x")
    live = build_camera(Settings(camera=CameraSettings(kind=CameraKind.RPICAM, width_px=2304, height_px=1296)), board)
    files = build_camera(Settings(camera=CameraSettings(kind=CameraKind.FILES, path=tmp_path)), board)
    assert live is not None
    assert files is not None
    assert (live.expected.size, live.expected.live) == ((2304, 1296), True)
    assert live.expected.oldest_ms is not None
    assert (files.expected.size, files.expected.oldest_ms, files.expected.live) == (None, None, False)


def test_a_folder_of_pictures_is_a_camera(board: HealthBoard, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"x")
    assert isinstance(inside(CameraSettings(kind=CameraKind.FILES, path=tmp_path), board), FileCamera)


@pytest.mark.parametrize(
    ("camera", "word"),
    [
        (CameraSettings(kind=CameraKind.FILES, path=Path("/no/such/folder")), "/no/such/folder"),
        (CameraSettings(kind=CameraKind.VIDEO, path=Path("/no/such/video.mp4")), "/no/such/video.mp4"),
        (CameraSettings(kind=CameraKind.SOCKET, url="tcp:localhost:99999"), "tcp:localhost:99999"),
    ],
)
def test_a_camera_that_can_never_be_is_told(board: HealthBoard, camera: CameraSettings, word: str) -> None:
    assert build_camera(Settings(camera=camera), board) is None
    level, message = told(board, HealthPart.CAMERA)
    assert level is HealthLevel.BAD
    assert word in message


def calibrated(text: str | None, folder: Path) -> Settings:
    path = folder / "calibration.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    return Settings(calibration=CalibrationSettings(file=path))


SPOILED = (
    "",
    "{",
    "5",
    "[]",
    "null",
    "{}",
    '{"calibration": null}',
    '{"calibration": [1]}',
    '{"felt": 3}',
    '{"felt_corners_px": []}',
    None,
)


@pytest.mark.parametrize("text", SPOILED)
def test_a_spoiled_calibration_is_told_at_once_and_refused_for_every_picture(
    board: HealthBoard, tmp_path: Path, text: str | None
) -> None:
    make = build_eye(calibrated(text, tmp_path), board)
    level, message = told(board, HealthPart.CALIBRATION)
    assert level is HealthLevel.BAD
    assert str(tmp_path / "calibration.json") in message
    with pytest.raises(CalibrationError):
        make(1920, 1080)


def test_a_tile_set_that_cannot_be_used_is_told_and_done_without(board: HealthBoard, tmp_path: Path) -> None:
    spoiled = tmp_path / "home.tiles"
    spoiled.write_text("{", encoding="utf-8")
    build_eye(Settings(vision=VisionSettings(tile_set=spoiled)), board)
    level, message = told(board, HealthPart.TILE_SET)
    assert level is HealthLevel.WARN
    assert "home.tiles" in message
    assert "named without it" in message


def test_a_tile_set_of_the_table_is_used(board: HealthBoard, tmp_path: Path) -> None:
    square = np.full((SIDE_PX, SIDE_PX, 3), 200, np.uint8)
    TileSet("home", tuple(FacePicture(face, square) for face in FACES)).save(tmp_path / "home.tiles")
    build_eye(Settings(vision=VisionSettings(tile_set=tmp_path / "home.tiles")), board)
    assert told(board, HealthPart.TILE_SET) == (HealthLevel.OK, "home is used")


def test_a_table_without_any_calibration_says_what_to_set(board: HealthBoard) -> None:
    build_eye(Settings(), board)
    assert "[calibration]" in told(board, HealthPart.CALIBRATION)[1]


def test_a_good_calibration_tells_nothing_before_the_first_picture(board: HealthBoard, tmp_path: Path) -> None:
    whole = TableCamera.overhead().to_json(table_side_mm=870.0)
    for text in (json.dumps(whole), json.dumps({"version": 1, "calibration": whole})):
        build_eye(calibrated(text, tmp_path), board)
    build_eye(Settings(calibration=CalibrationSettings(felt_corners_px=CORNERS)), board)
    assert [item.part for item in board.current().items if item.part is not HealthPart.TILE_SET] == []
