"""Builds the camera and the eye that the settings ask for. Part of the composition root, apart only for its size."""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from table_daemon.cli_calibrate import profile_of
from table_daemon.clocks import SystemClock
from table_daemon.finding import FindingEye
from table_daemon.fusion.thresholds import Thresholds
from table_daemon.health import HealthBoard
from table_daemon.heat import read_celsius
from table_daemon.inspecting import Inspector
from table_daemon.looking import Eye, Sight
from table_daemon.pace import PacedCamera
from table_daemon.settings import CameraKind, CameraSettings, Settings
from table_daemon.steadiness import CameraGuard, Parts
from table_daemon.views import HealthLevel, HealthPart
from table_daemon.watching import PATIENCE, EyeMaker, Looker, WatchPatience
from vision.calibration.calibrate import calibrate
from vision.calibration.store import Stored, load_calibration
from vision.camera.base import Camera
from vision.camera.checked import CheckedCamera, Expectations
from vision.camera.files import FileCamera
from vision.camera.rpicam import RpicamMode, rpicam_camera
from vision.camera.socket import SocketCamera
from vision.camera.steady import FixedLook
from vision.camera.usb import UsbMode, usb_camera
from vision.camera.video import VideoCamera
from vision.camera.wire import SocketAddress
from vision.classify import TileNamer
from vision.detect import TileFinder
from vision.dice import DICE, DiceReader
from vision.errors import CalibrationError, CameraUnavailableError, TileSetError
from vision.geometry import TableCamera
from vision.landmarks import Landmarks
from vision.motion import MotionDetector
from vision.quality import Lab
from vision.runtime import MODELS, Network
from vision.table import TableReader
from vision.tile_set import TileSet

_SOCKET_PATIENCE_S = 1.0
"""A picture source that is not there is told about after so long."""
_LIVE_SILENCE_S = 1.5
"""People are told within two seconds that a camera hangs; the slowest gives a picture every half second."""
LIVE_PASSED_OVER = 3
"""Refused pictures in a row that are not told of: in the slowest gear four take two seconds."""
_OLDEST_MS = 2_000
"""A live picture that took longer to get here shows a table that may have changed since."""


def build_camera(settings: Settings, board: HealthBoard) -> CheckedCamera | None:
    """The camera of the settings, or ``None`` when there is none; the board is told where it can't be one."""
    try:
        return open_camera(settings, board)
    except CameraUnavailableError as error:
        board.tell(HealthPart.CAMERA, HealthLevel.BAD, str(error))
        return None


def open_camera(settings: Settings, board: HealthBoard) -> CheckedCamera | None:
    """The same, for who waits for it: raises ``CameraUnavailableError`` where it can't be one."""
    camera = _camera(settings, board)
    if camera is None:
        return None
    if is_live(settings.camera.kind):
        camera = PacedCamera(camera, read_celsius)
    return CheckedCamera(camera, _expected(settings.camera))


def _camera(settings: Settings, board: HealthBoard) -> Camera | None:
    camera = settings.camera
    match camera.kind:
        case CameraKind.NONE:
            board.tell(
                HealthPart.CAMERA,
                HealthLevel.OFF,
                "no camera is set, so nothing on the table is followed; name one under [camera]",
                message_zh="没有设相机，所以看不到牌桌；请在 [camera] 写上",
            )
            return None
        case CameraKind.SOCKET:
            return SocketCamera(_address(camera.url), patience_s=_SOCKET_PATIENCE_S)
        case CameraKind.FILES:
            return FileCamera.under(camera.path or Path())
        case CameraKind.VIDEO:
            return VideoCamera(camera.path or Path())
        case CameraKind.UVC:
            return usb_camera(camera.device, mode=UsbMode(camera.width_px, camera.height_px), look=_fixed_look(camera))
        case CameraKind.RPICAM:
            return rpicam_camera(_rpicam_mode(camera))


def _fixed_look(camera: CameraSettings) -> FixedLook:
    focus = None if camera.focus is None else round(camera.focus)
    return FixedLook(camera.exposure_us, focus, camera.white_balance_k, camera.hold)


def _rpicam_mode(camera: CameraSettings) -> RpicamMode:
    return RpicamMode(
        camera=int(camera.device or "0"),
        width_px=camera.width_px,
        height_px=camera.height_px,
        exposure_us=camera.exposure_us,
        gain=camera.gain,
        colour_gains=camera.colour_gains,
        focus_dioptres=camera.focus,
    )


def is_live(kind: CameraKind) -> bool:
    """Whether pictures of this kind go on whether or not anybody looks, with this machine's own times."""
    return kind in {CameraKind.UVC, CameraKind.RPICAM}


def patience_with(kind: CameraKind) -> WatchPatience:
    """How long pictures may stay away: a live camera's never do, a table in lock-step may be at rest."""
    return WatchPatience(silence_s=_LIVE_SILENCE_S) if is_live(kind) else PATIENCE


def _expected(camera: CameraSettings) -> Expectations:
    """What is asked of each picture: files and other programs may give any size, in a time of their own."""
    if is_live(camera.kind):
        return Expectations(
            size=(camera.width_px, camera.height_px), oldest_ms=_OLDEST_MS, passed_over=LIVE_PASSED_OVER
        )
    return Expectations(live=False, passed_over=0)


def _address(url: str) -> SocketAddress:
    try:
        return SocketAddress.parse(url)
    except ValueError as error:
        raise CameraUnavailableError(f"[camera] url: {error}") from error


def build_inspector(settings: Settings, board: HealthBoard) -> Inspector:
    """What measures the pictures; while the table's place is unknown it measures their middle."""
    half = settings.table.felt_side_mm / 2
    felt = [(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)]

    @cache
    def felt_of(width_px: int, height_px: int) -> NDArray[np.float64] | None:
        try:
            return _calibrated(settings, width_px, height_px).project(felt)
        except CalibrationError:
            return None

    now_ms = SystemClock().now_ms if is_live(settings.camera.kind) else None
    return Inspector(board, felt_of, felt_side_mm=settings.table.felt_side_mm, now_ms=now_ms)


def build_eye(settings: Settings, board: HealthBoard) -> EyeMaker:
    """A maker of the eye for pictures of a given size; it loads the networks once, when the first picture is there.

    The maker raises ``CalibrationError`` and ``ModelError``. A spoiled calibration is told on the board at once, while
    no picture has come yet.
    """
    table = settings.table
    tile_set = _tile_set(settings, board)
    try:
        _stored(settings, None)
    except CalibrationError as error:
        board.tell(HealthPart.CALIBRATION, HealthLevel.BAD, str(error))

    @cache
    def networks() -> tuple[TileFinder, TileNamer, Network]:
        threads = settings.vision.threads
        return (
            TileFinder.load(MODELS, threads=threads),
            TileNamer.load(MODELS, threads=threads, tile_set=tile_set),
            Network(MODELS / DICE, threads=threads),
        )

    def parts(camera: TableCamera) -> Parts:
        finder, namer, dice = networks()
        reader = TableReader(
            camera,
            table_side_mm=table.felt_side_mm,
            tile_mm=(table.tile_width_mm, table.tile_length_mm, table.tile_thickness_mm),
            finder=finder,
            namer=namer,
        )
        motion = MotionDetector(camera, table_side_mm=table.felt_side_mm)
        return Parts(reader, motion, DiceReader(camera, dice))

    def eye(camera: TableCamera, landmarks: Landmarks | None, felt_lab: Lab | None) -> Eye:
        first = parts(camera)
        guard = CameraGuard(camera, landmarks, parts, table_side_mm=table.felt_side_mm, felt_lab=felt_lab)
        sight = Sight(side_mm=table.felt_side_mm, sure=Thresholds().sure)
        return Eye(first.reader, first.motion, sight, dice=first.dice, guard=guard)

    def make(width_px: int, height_px: int) -> Looker:
        if not _is_told(settings):
            profile = profile_of(settings)
            return FindingEye(
                lambda image: calibrate(image, profile),
                lambda found: eye(found.camera, found.landmarks, found.felt_lab),
            )
        stored = _stored(settings, (width_px, height_px))
        return eye(stored.camera, stored.landmarks, stored.felt_lab)

    return make


def _tile_set(settings: Settings, board: HealthBoard) -> TileSet | None:
    """Load the table's own tiles; a file that can't be used is told, and tiles are then named without it."""
    if settings.vision.tile_set is None:
        board.tell(
            HealthPart.TILE_SET,
            HealthLevel.OFF,
            "the table's own tiles were not learnt: any set is read, this one less surely",
            message_zh="还没有学过本桌的牌：什么牌都认，但认本桌的牌不够准",
        )
        return None
    try:
        tile_set = TileSet.load(settings.vision.tile_set)
    except TileSetError as error:
        board.tell(HealthPart.TILE_SET, HealthLevel.WARN, f"{error}; tiles are named without it")
        return None
    board.tell(HealthPart.TILE_SET, HealthLevel.OK, f"{tile_set.name} is used", message_zh=f"用的是{tile_set.name}")
    return tile_set


def _is_told(settings: Settings) -> bool:
    """Whether the settings say where the table lies; else it is looked for in the pictures."""
    return settings.calibration.felt_corners_px is not None or settings.calibration.file is not None


def _calibrated(settings: Settings, width_px: int, height_px: int) -> TableCamera:
    """The camera's place over the table, from the settings' file or corners. Raises ``CalibrationError``."""
    return _stored(settings, (width_px, height_px)).camera


def _stored(settings: Settings, size_px: tuple[int, int] | None) -> Stored:
    """What the settings' file or corners say for pictures of a size. Raises ``CalibrationError``."""
    calibration, side_mm = settings.calibration, settings.table.felt_side_mm
    if calibration.felt_corners_px is not None:
        width_px, height_px = size_px or (settings.camera.width_px, settings.camera.height_px)
        camera = TableCamera.from_corners(
            calibration.felt_corners_px, width_px=width_px, height_px=height_px, table_side_mm=side_mm
        )
        return Stored(camera, None)
    if calibration.file is None:
        raise CalibrationError("the table is not calibrated; set [calibration] file or felt_corners_px")
    return load_calibration(calibration.file, size_px=size_px, table_side_mm=side_mm)
