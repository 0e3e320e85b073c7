"""A calibration as a small JSON file: written when a table is calibrated, read when it is watched.

The ``calibration`` object is the one of a recording (matrix, distortion, rvec, tvec, felt, felt_corners_px), so a
whole ``recording.json`` can be read as well, and a file with nothing but that object.
"""

import base64
import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vision.calibration.calibrate import Calibrated
from vision.calibration.profile import TableProfile
from vision.calibration.zones import zones_of
from vision.errors import CalibrationError
from vision.geometry import Floats, TableCamera
from vision.landmarks import LENGTH, SCALES, Landmarks
from vision.quality.blocked import Lab
from vision.whole_file import write_whole

VERSION = 1
_ANY_SIZE = (2028, 1520)
_SIDES = 4
_UNIT = 127.0
"""Profiles are kept as bytes: 1 is 127."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class SizeFile(_Part):
    """The picture's size that the pixels refer to."""

    width: int = Field(ge=16, le=20_000)
    height: int = Field(ge=16, le=20_000)


class ResidualFile(_Part):
    """How well the calibration fitted its picture."""

    rms_px: float
    worst_px: float
    rms_mm: float
    worst_mm: float
    marks: int
    passed: bool


class ZoneFile(_Part):
    """One zone for readers that know no profile."""

    kind: str
    seat: int | None
    z_mm: float
    outline_mm: list[tuple[float, float]]


class LandmarksFile(_Part):
    """The table's lines by which a bump is noticed."""

    places_mm: list[tuple[float, float]]
    sides: list[int]
    points_px: list[tuple[float, float]]
    normals: list[tuple[float, float]]
    profiles: list[str]
    rims: list[tuple[float, float, float] | None] | None = None

    @classmethod
    def of(cls, landmarks: Landmarks) -> Self:
        """Return the landmarks rounded for a file."""
        return cls(
            places_mm=_pairs(landmarks.places_mm, 2),
            sides=landmarks.sides.tolist(),
            points_px=_pairs(landmarks.points_px, 2),
            normals=_pairs(landmarks.normals, 5),
            profiles=[
                base64.b64encode(np.round(lines * _UNIT).astype(np.int8).tobytes()).decode()
                for lines in landmarks.profiles
            ],
            rims=None if landmarks.rims is None else [_triple(step) for step in landmarks.rims.round(3).tolist()],
        )

    def landmarks(self) -> Landmarks:
        """Return them for use. Raises ValueError when their parts are not of one length."""
        count = len(self.sides)
        profiles = tuple(
            np.frombuffer(base64.b64decode(text), np.int8).reshape(count, LENGTH).astype(np.float32) / np.float32(_UNIT)
            for text in self.profiles
        )
        parts = (self.places_mm, self.points_px, self.normals)
        if len(profiles) != len(SCALES) or any(len(part) != count for part in parts):
            raise ValueError("landmarks of unequal number")
        places, points, normals = (np.array(part, np.float64).reshape(-1, 2) for part in parts)
        return Landmarks(places, points, normals, np.array(self.sides, np.int64), profiles, self._steps())

    def _steps(self) -> Floats | None:
        if self.rims is None:
            return None
        if len(self.rims) != _SIDES:
            raise ValueError("rims of other than four sides")
        unseen = (math.nan, math.nan, math.nan)
        return np.array([unseen if step is None else step for step in self.rims], np.float64)


class CalibrationFile(_Part):
    """The whole file."""

    version: Literal[1] = 1
    camera: SizeFile
    table_side_mm: float = Field(gt=100, lt=5000)
    method: str
    residual: ResidualFile
    calibration: dict[str, Any]
    zones: list[ZoneFile] = []
    landmarks: LandmarksFile | None = None
    felt_lab: Lab | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """What a file says."""

    camera: TableCamera
    landmarks: Landmarks | None
    felt_lab: Lab | None = None
    """The cloth's colour, where the file says it."""


def save_calibration(path: Path, found: Calibrated, profile: TableProfile) -> None:
    """Write a calibration; the file is there whole or not at all. Raises UnwritableError."""
    camera = found.camera
    file = CalibrationFile(
        camera=SizeFile(width=camera.width_px, height=camera.height_px),
        table_side_mm=profile.felt_side_mm,
        method=found.method.value,
        residual=residual_file(found),
        calibration=camera.to_json(table_side_mm=profile.felt_side_mm),
        zones=[
            ZoneFile(kind=zone.kind.value, seat=zone.seat, z_mm=zone.z_mm, outline_mm=list(zone.outline_mm))
            for zone in zones_of(profile)
        ],
        landmarks=None if found.landmarks is None else LandmarksFile.of(found.landmarks),
        felt_lab=None if found.felt_lab is None else _rounded(found.felt_lab),
    )
    write_whole(path, file.model_dump_json(indent=1) + "\n")


def _triple(values: list[float]) -> tuple[float, float, float] | None:
    """Return a side's step for the file, None where it was not seen."""
    blue, green, red = values
    return None if math.isnan(blue) else (blue, green, red)


def _rounded(colour: Lab) -> Lab:
    lightness, a, b = (round(part, 2) for part in colour)
    return lightness, a, b


def residual_file(found: Calibrated) -> ResidualFile:
    """Return a calibration's residual as it is written."""
    left = found.residual
    return ResidualFile(
        rms_px=round(left.rms_px, 3),
        worst_px=round(left.worst_px, 3),
        rms_mm=round(left.rms_mm, 3),
        worst_mm=round(left.worst_mm, 3),
        marks=left.marks,
        passed=found.passed,
    )


def load_calibration(path: Path, *, size_px: tuple[int, int] | None, table_side_mm: float) -> Stored:
    """Return a file's calibration for pictures of this width and height, or of the size it was made for.

    Raises CalibrationError naming the file.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CalibrationError(f"the calibration {path} can't be read: {error}; calibrate again") from error
    if not isinstance(data, dict):
        raise CalibrationError(f"the calibration {path} is no JSON object; calibrate again")
    try:
        return _stored(data, size_px, table_side_mm)
    except CalibrationError as error:
        raise CalibrationError(f"{path}: {error}") from error


def _stored(data: dict[str, Any], size_px: tuple[int, int] | None, table_side_mm: float) -> Stored:
    inner = data.get("calibration", data)
    if not isinstance(inner, dict):
        raise CalibrationError("its calibration is no JSON object; calibrate again")
    file = _file(data)
    if file is None:
        # A recording's pictures have the size of its calibration; a bare one says nothing of a size.
        width_px, height_px = size_px or _ANY_SIZE
        camera = TableCamera.from_json(inner, width_px=width_px, height_px=height_px, table_side_mm=table_side_mm)
        return Stored(camera, None)
    taken = (file.camera.width, file.camera.height)
    camera = TableCamera.from_json(inner, width_px=taken[0], height_px=taken[1], table_side_mm=table_side_mm)
    if size_px is None or taken == size_px:
        return Stored(camera, _landmarks(file), file.felt_lab)
    return Stored(resized(camera, width_px=size_px[0], height_px=size_px[1]), None, file.felt_lab)


def _file(data: dict[str, Any]) -> CalibrationFile | None:
    """Return the data as a file of ours, or None for a recording's or a bare calibration."""
    if "method" not in data:
        return None
    if data.get("version") != VERSION:
        raise CalibrationError(f"it is of version {data.get('version')}, not {VERSION}; calibrate again")
    try:
        return CalibrationFile.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise CalibrationError(f"{where}: {first['msg']}; calibrate again") from error


def _landmarks(file: CalibrationFile) -> Landmarks | None:
    if file.landmarks is None:
        return None
    try:
        return file.landmarks.landmarks()
    except ValueError as error:
        raise CalibrationError(f"landmarks: {error}; calibrate again") from error


def resized(camera: TableCamera, *, width_px: int, height_px: int) -> TableCamera:
    """Return the same camera giving pictures of another size. Raises CalibrationError for another shape."""
    ratio = width_px / camera.width_px
    if abs(height_px / camera.height_px / ratio - 1) > 0.005:
        raise CalibrationError(
            f"it was made for pictures of {camera.width_px} x {camera.height_px}, these are {width_px} x {height_px}: "
            "another shape; calibrate again"
        )
    (fx, skew, cx), (_, fy, cy), last = camera.matrix
    matrix = (
        (fx * ratio, skew * ratio, (cx + 0.5) * ratio - 0.5),
        (0.0, fy * ratio, (cy + 0.5) * ratio - 0.5),
        last,
    )
    return replace(camera, width_px=width_px, height_px=height_px, matrix=matrix)


def _pairs(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]], digits: int) -> list[tuple[float, float]]:
    return [(float(a), float(b)) for a, b in values.round(digits)]
