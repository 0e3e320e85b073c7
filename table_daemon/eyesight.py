"""Builds the camera and the eye that the settings ask for. Part of the composition root, apart only for its size."""

import json
from functools import cache
from pathlib import Path

from table_daemon.fusion.thresholds import Thresholds
from table_daemon.health import HealthBoard
from table_daemon.looking import Eye, Sight
from table_daemon.settings import CameraKind, Settings
from table_daemon.views import HealthLevel, HealthPart
from table_daemon.watching import EyeMaker
from vision.camera.base import Camera
from vision.camera.files import FileCamera
from vision.camera.socket import SocketCamera
from vision.camera.usb import UsbCamera, UsbMode
from vision.camera.wire import SocketAddress
from vision.classify import TileNamer
from vision.detect import TileFinder
from vision.errors import CalibrationError, CameraUnavailableError
from vision.geometry import TableCamera
from vision.motion import MotionDetector
from vision.runtime import MODELS
from vision.table import TableReader

_SOCKET_PATIENCE_S = 1.0
"""A picture source that is not there is told about after so long."""


def build_camera(settings: Settings, board: HealthBoard) -> Camera | None:
    """The camera of the settings, or ``None`` when there is none; the board is told where it can't be one."""
    try:
        return _camera(settings, board)
    except CameraUnavailableError as error:
        board.tell(HealthPart.CAMERA, HealthLevel.BAD, str(error))
        return None


def _camera(settings: Settings, board: HealthBoard) -> Camera | None:
    camera = settings.camera
    match camera.kind:
        case CameraKind.NONE:
            board.tell(
                HealthPart.CAMERA,
                HealthLevel.OFF,
                "no camera is set, so nothing on the table is followed; name one under [camera]",
            )
            return None
        case CameraKind.SOCKET:
            return SocketCamera(_address(camera.url), patience_s=_SOCKET_PATIENCE_S)
        case CameraKind.FILES:
            return FileCamera.under(camera.path or Path())
        case CameraKind.UVC:
            return UsbCamera(camera.device, mode=UsbMode(camera.width_px, camera.height_px))


def _address(url: str) -> SocketAddress:
    try:
        return SocketAddress.parse(url)
    except ValueError as error:
        raise CameraUnavailableError(f"[camera] url: {error}") from error


def build_eye(settings: Settings, board: HealthBoard) -> EyeMaker:
    """A maker of the eye for pictures of a given size; it loads the networks once, when the first picture is there.

    The maker raises ``CalibrationError`` and ``ModelError``. A spoiled calibration is told on the board at once, while
    no picture has come yet.
    """
    table = settings.table
    try:
        _calibrated(settings, settings.camera.width_px, settings.camera.height_px)
    except CalibrationError as error:
        board.tell(HealthPart.CALIBRATION, HealthLevel.BAD, str(error))

    @cache
    def networks() -> tuple[TileFinder, TileNamer]:
        threads = settings.vision.threads
        return TileFinder.load(MODELS, threads=threads), TileNamer.load(MODELS, threads=threads)

    def make(width_px: int, height_px: int) -> Eye:
        camera = _calibrated(settings, width_px, height_px)
        finder, namer = networks()
        reader = TableReader(
            camera,
            table_side_mm=table.felt_side_mm,
            tile_mm=(table.tile_width_mm, table.tile_length_mm, table.tile_thickness_mm),
            finder=finder,
            namer=namer,
        )
        motion = MotionDetector(camera, table_side_mm=table.felt_side_mm)
        return Eye(reader, motion, Sight(side_mm=table.felt_side_mm, sure=Thresholds().sure))

    return make


def _calibrated(settings: Settings, width_px: int, height_px: int) -> TableCamera:
    """The camera's place over the table, from the settings' file or corners. Raises ``CalibrationError``."""
    calibration, side_mm = settings.calibration, settings.table.felt_side_mm
    if calibration.felt_corners_px is not None:
        return TableCamera.from_corners(
            calibration.felt_corners_px, width_px=width_px, height_px=height_px, table_side_mm=side_mm
        )
    if calibration.file is None:
        raise CalibrationError("the table is not calibrated; set [calibration] file or felt_corners_px")
    try:
        data = json.loads(calibration.file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CalibrationError(f"the calibration {calibration.file} can't be read: {error}; calibrate again") from error
    # A whole recording.json serves as well: its calibration is the part that counts.
    inner = data.get("calibration", data) if isinstance(data, dict) else data
    if not isinstance(inner, dict):
        raise CalibrationError(f"the calibration {calibration.file} is no JSON object; calibrate again")
    try:
        return TableCamera.from_json(inner, width_px=width_px, height_px=height_px, table_side_mm=side_mm)
    except CalibrationError as error:
        raise CalibrationError(f"{calibration.file}: {error}") from error
