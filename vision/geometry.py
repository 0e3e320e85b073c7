"""The table camera as a pinhole with a lens: table millimetres to pixels and back, at any height.

Not responsible for finding the pose in a picture (calibration) nor for what lies on the table.
Table millimetres: origin in the console's middle, x right, y down in the picture, z up from the felt.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.errors import CalibrationError

Floats = NDArray[np.float64]
Vector3 = tuple[float, float, float]
Matrix3 = tuple[Vector3, Vector3, Vector3]
Lens = tuple[float, float, float, float, float]

NO_LENS: Lens = (0.0, 0.0, 0.0, 0.0, 0.0)
ASSUMED_HEIGHT_MM = 1300.0
"""Where a camera hangs when only the felt is known (hardware_docs: 1.25 to 1.35 m for a square table)."""
HEIGHT_SPREAD = 0.25
"""How far, as a logarithm, the true height may lie from the assumed one before pixels must say so."""


@dataclass(frozen=True, slots=True)
class TableCamera:
    """A calibrated camera over one table: image size, lens and pose.

    ``rvec`` and ``tvec`` are OpenCV's, for object points (x, y, -z) with z up from the felt.
    """

    width_px: int
    height_px: int
    matrix: Matrix3
    distortion: Lens
    rvec: Vector3
    tvec: Vector3

    @classmethod
    def overhead(  # noqa: PLR0913 - a camera's mount has this many independent figures, all with defaults
        cls,
        *,
        width_px: int = 2028,
        height_px: int = 1520,
        height_mm: float = 1300.0,
        table_side_mm: float = 870.0,
        tilt_deg: float = 0.0,
        turn_deg: float = 0.0,
        offset_mm: tuple[float, float] = (0.0, 0.0),
        margin: float = 1.12,
        distortion: Lens = NO_LENS,
    ) -> Self:
        """Return a plausible camera ``height_mm`` over the felt, the whole table in its picture's short side.

        ``tilt_deg`` leans it (the picture's middle stays on the console), ``turn_deg`` turns the picture,
        ``offset_mm`` moves it sideways.
        """
        focal_px = min(width_px, height_px) / (table_side_mm * margin) * height_mm
        matrix = _pinhole(width_px, height_px, focal_px)
        tilt, turn = math.radians(tilt_deg), math.radians(turn_deg)
        lean = cv2.Rodrigues(np.array([tilt, 0.0, 0.0]))[0]
        spin = cv2.Rodrigues(np.array([0.0, 0.0, turn]))[0]
        rvec = cv2.Rodrigues(lean @ spin)[0].ravel()
        aside = spin @ np.array([offset_mm[0], offset_mm[1], 0.0])
        tvec = np.array([0.0, 0.0, height_mm]) - aside
        return cls(width_px, height_px, matrix, distortion, _vector3(rvec), _vector3(tvec))

    @classmethod
    def from_felt(
        cls, table_mm_to_px: ArrayLike, *, width_px: int, height_px: int, hangs_mm: float | None = None
    ) -> Self:
        """Return the camera that best explains the felt's homography, its lens taken as straight.

        A camera looking straight down does not show its own height in the felt plane; then it is taken to
        hang at ``ASSUMED_HEIGHT_MM``, which shifts the plane of the tile tops by a millimetre or two at most.
        ``hangs_mm`` is its height over the felt where somebody measured it.
        Raises CalibrationError when the homography is no view of a table from above.
        """
        homography = np.asarray(table_mm_to_px, dtype=np.float64)
        if homography.shape != (3, 3) or not np.isfinite(homography).all():
            raise CalibrationError("felt.table_mm_to_px must be a 3 x 3 matrix of numbers; calibrate the table again")
        felt = np.array([[x, y] for x in (-400.0, 0.0, 400.0) for y in (-400.0, 0.0, 400.0)])
        seen = cv2.perspectiveTransform(felt[None], homography)[0]
        scale = math.sqrt(max(_area(seen[[0, 6, 8, 2]]), 0.0) / 800.0**2)
        if not 0.05 < scale < 50.0:
            raise CalibrationError(
                "felt.table_mm_to_px does not show the felt from above; calibrate the table again",
                zh="这四个角不像从上往下看到的桌面：从左上角起，顺时针放好四个角",
            )
        poses = [
            _fit_pose(felt, seen, (width_px, height_px), height_mm=height_mm, scale=scale)
            for height_mm in (
                ASSUMED_HEIGHT_MM * np.exp(np.linspace(-0.8, 0.8, 33)) if hangs_mm is None else (hangs_mm,)
            )
        ]
        _, matrix, rvec, tvec = min(poses, key=lambda pose: pose[0])
        return cls(width_px, height_px, matrix, NO_LENS, rvec, tvec)

    @classmethod
    def from_corners(
        cls,
        felt_corners_px: ArrayLike,
        *,
        width_px: int,
        height_px: int,
        table_side_mm: float,
        hangs_mm: float | None = None,
    ) -> Self:
        """Return the camera from the felt's four corners in the picture, clockwise from the top left.

        Raises CalibrationError when they do not span a table.
        """
        corners = np.asarray(felt_corners_px, dtype=np.float32)
        if corners.shape != (4, 2) or not np.isfinite(corners).all() or abs(_area(corners)) < 1000.0:
            raise CalibrationError(
                "felt_corners_px must be four corners around the felt; mark them again",
                zh="这四个点围不成桌面：请重新放四个角",
            )
        if _area(corners) < 0:
            raise CalibrationError(
                "felt_corners_px go round anticlockwise; give them clockwise, beginning at the felt's top left",
                zh="四个角是逆时针排的：从左上角起，按顺时针给",
            )
        half = table_side_mm / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]], dtype=np.float32)
        felt = cv2.getPerspectiveTransform(square, corners)
        return cls.from_felt(felt, width_px=width_px, height_px=height_px, hangs_mm=hangs_mm)

    @classmethod
    def from_json(cls, calibration: Mapping[str, Any], *, width_px: int, height_px: int, table_side_mm: float) -> Self:
        """Return the camera from a recording's ``calibration``: pose and lens, or the felt, or its corners.

        Raises CalibrationError when none of them is there or one is malformed.
        """
        try:
            if all(calibration.get(key) is not None for key in ("matrix", "rvec", "tvec")):
                rows = [_vector3(row) for row in calibration["matrix"]]
                lens = [float(k) for k in np.ravel(calibration.get("distortion") or NO_LENS)[:5]]
                lens += [0.0] * (5 - len(lens))
                return cls(
                    width_px,
                    height_px,
                    (rows[0], rows[1], rows[2]),
                    (lens[0], lens[1], lens[2], lens[3], lens[4]),
                    _vector3(calibration["rvec"]),
                    _vector3(calibration["tvec"]),
                )
            if (felt := calibration.get("felt")) is not None:
                return cls.from_felt(felt["table_mm_to_px"], width_px=width_px, height_px=height_px)
            if (corners := calibration.get("felt_corners_px")) is not None:
                return cls.from_corners(corners, width_px=width_px, height_px=height_px, table_side_mm=table_side_mm)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise CalibrationError(f"the calibration is malformed ({error}); calibrate the table again") from error
        raise CalibrationError("the calibration holds no pose, no felt and no corners; calibrate the table first")

    def to_json(self, *, table_side_mm: float) -> dict[str, Any]:
        """Return the ``calibration`` object of a recording, felt and corners included for simpler readers."""
        half = table_side_mm / 2
        corners = self.project([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
        return {
            "matrix": [list(row) for row in self.matrix],
            "distortion": list(self.distortion),
            "rvec": list(self.rvec),
            "tvec": list(self.tvec),
            "felt": {"table_mm_to_px": self.plane_homography(0.0).tolist()},
            "felt_corners_px": corners.round(2).tolist(),
        }

    def project(self, points_mm: ArrayLike) -> Floats:
        """Return the pixels (N, 2) of table points (N, 3), lens included."""
        points = np.asarray(points_mm, dtype=np.float64).reshape(-1, 3) * (1.0, 1.0, -1.0)
        if len(points) == 0:
            return np.zeros((0, 2))
        pixels, _ = cv2.projectPoints(
            points, np.array(self.rvec), np.array(self.tvec), np.array(self.matrix), np.array(self.distortion)
        )
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)

    def unproject(self, pixels: ArrayLike, *, z_mm: float) -> Floats:
        """Return the table points (N, 2) at height ``z_mm`` that the pixels (N, 2) show."""
        seen = np.asarray(pixels, dtype=np.float64).reshape(-1, 1, 2)
        if len(seen) == 0:
            return np.zeros((0, 2))
        matrix = np.array(self.matrix)
        straight = cv2.undistortPoints(seen, matrix, np.array(self.distortion), P=matrix)
        back = np.linalg.inv(self.plane_homography(z_mm))
        return np.asarray(cv2.perspectiveTransform(straight, back), dtype=np.float64).reshape(-1, 2)

    def plane_homography(self, z_mm: float) -> Floats:
        """Return the homography from table millimetres at height ``z_mm`` to pixels of a straight lens."""
        rotation = cv2.Rodrigues(np.array(self.rvec))[0]
        offset = rotation[:, 2] * -z_mm + np.array(self.tvec)
        plane = np.array(self.matrix) @ np.column_stack([rotation[:, 0], rotation[:, 1], offset])
        return np.asarray(plane / plane[2, 2], dtype=np.float64)


def _fit_pose(
    felt_mm: Floats, seen_px: Floats, size_px: tuple[int, int], *, height_mm: float, scale: float
) -> tuple[float, Matrix3, Vector3, Vector3]:
    """Return (cost, matrix, rvec, tvec) of the pose with the focal length that this height implies."""
    matrix = _pinhole(*size_px, scale * height_mm)
    points = np.column_stack([felt_mm, np.zeros(len(felt_mm))])
    found, rvec, tvec = cv2.solvePnP(points, seen_px, np.array(matrix), None, flags=cv2.SOLVEPNP_IPPE)
    if not found:
        return math.inf, matrix, (0.0, 0.0, 0.0), (0.0, 0.0, height_mm)
    again, _ = cv2.projectPoints(points, rvec, tvec, np.array(matrix), None)
    error_px = float(np.sqrt(np.mean((again.reshape(-1, 2) - seen_px) ** 2)))
    cost = error_px**2 + (math.log(height_mm / ASSUMED_HEIGHT_MM) / HEIGHT_SPREAD) ** 2
    return cost, matrix, _vector3(rvec), _vector3(tvec)


def _pinhole(width_px: int, height_px: int, focal_px: float) -> Matrix3:
    return (
        (focal_px, 0.0, (width_px - 1) / 2),
        (0.0, focal_px, (height_px - 1) / 2),
        (0.0, 0.0, 1.0),
    )


def _vector3(values: ArrayLike | Sequence[float]) -> Vector3:
    a, b, c = (float(value) for value in np.ravel(np.asarray(values, dtype=np.float64)))
    return a, b, c


def _area(corners: NDArray[Any]) -> float:
    """Return the signed area of a polygon, positive when clockwise as seen (y down)."""
    x, y = corners[:, 0].astype(np.float64), corners[:, 1].astype(np.float64)
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)
