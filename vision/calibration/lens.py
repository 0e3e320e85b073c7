"""Fits a camera to what is known of a picture: points of the table, and lines of the table across which places show.

Pure arithmetic (Levenberg and Marquardt's method). A flat table seen from straight above tells neither the camera's
height nor, by points alone, much of its lens: what the picture does not tell stays near the usual values.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import cast

import cv2
import numpy as np

from vision.geometry import ASSUMED_HEIGHT_MM, HEIGHT_SPREAD, Floats, Lens, TableCamera

_ROUNDS = 25
_SPREAD_K1, _SPREAD_K2 = 0.15, 0.05
"""How far lenses' radial terms usually lie from none."""
_PRIOR_PX = 1.0
"""A prior one spread off weighs as much as one measurement so far off."""
_OUTLIER_PX = 2.0
_MEASURED_SPREAD = 0.01
"""A height measured with a tape is right within a per cent."""


def _none(width: int) -> Floats:
    return np.zeros((0, width))


@dataclass(frozen=True, slots=True)
class Sightings:
    """What a picture shows of known places."""

    points_mm: Floats = field(default_factory=lambda: _none(3))
    points_px: Floats = field(default_factory=lambda: _none(2))
    along_mm: Floats = field(default_factory=lambda: _none(3))
    """Places on lines of the table, of which only the distance across the line was measured."""
    along_px: Floats = field(default_factory=lambda: _none(2))
    normals: Floats = field(default_factory=lambda: _none(2))
    """Unit directions across the lines in the picture."""

    def misses(self, camera: TableCamera) -> Floats:
        """Return each point's two errors and each line place's one, in pixels."""
        off = camera.project(self.points_mm) - self.points_px
        across = ((camera.project(self.along_mm) - self.along_px) * self.normals).sum(axis=1)
        return np.concatenate([off.ravel(), across])


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the camera beforehand."""

    lens: Lens | None = None
    """Its distortion, which is kept; None lets it be estimated."""
    height_mm: float | None = None
    """How high it hangs over the felt, as measured; None leaves that to the picture and to usual mounts."""


NOTHING = Known()


def fit_camera(sightings: Sightings, start: TableCamera, *, known: Known = NOTHING) -> TableCamera:
    """Return the camera that explains the sightings best, beginning at ``start``."""
    lens = known.lens
    camera = start if lens is None else replace(start, distortion=lens)
    free = 7 if lens is not None else 9

    def left_at(tried: TableCamera) -> Floats:
        return _left(sightings, tried, free, known)

    values, left, damping = _values(camera), left_at(camera), 1e-3
    for _ in range(_ROUNDS):
        slopes, weights = _slopes(camera, values[:free], left, left_at), _weights(left)
        squares = slopes.T @ (slopes * weights[:, None])
        step = np.linalg.solve(squares + damping * np.diag(np.diag(squares) + 1e-9), -slopes.T @ (left * weights))
        tried = values.copy()
        tried[:free] += step * _UNITS[:free]
        better = _camera(tried, camera)
        found = left_at(better)
        if _cost(found) >= _cost(left):
            damping *= 8
            if damping > 1e6:
                break
            continue
        done = _cost(left) - _cost(found) < 1e-7 * _cost(left)
        values, camera, left, damping = tried, better, found, damping / 5
        if done:
            break
    return camera


_UNITS = np.array([1e-3, 1e-3, 1e-3, 0.5, 0.5, 0.5, 1e-3, 1e-3, 1e-3])
"""Rotation vector, place, logarithm of the focal length, k1, k2."""


def _values(camera: TableCamera) -> Floats:
    focal = camera.matrix[0][0]
    return np.array([*camera.rvec, *camera.tvec, math.log(focal), camera.distortion[0], camera.distortion[1]])


def _camera(values: Floats, like: TableCamera) -> TableCamera:
    """Return the camera with these values; those that are left out stay as ``like`` has them."""
    values = np.concatenate([values, _values(like)[len(values) :]])
    rx, ry, rz, tx, ty, tz, log_focal, k1, k2 = values.tolist()
    focal = math.exp(min(max(log_focal, 3.0), 11.0))
    (_, _, cx), (_, _, cy), last = like.matrix
    return replace(
        like,
        matrix=((focal, 0.0, cx), (0.0, focal, cy), last),
        rvec=(rx, ry, rz),
        tvec=(tx, ty, tz),
        distortion=(k1, k2, *like.distortion[2:]),
    )


def _left(sightings: Sightings, camera: TableCamera, free: int, known: Known) -> Floats:
    """Return the misses and, after them, how far the priors are off."""
    height = float(eye_of(camera)[2])
    expected, spread = (ASSUMED_HEIGHT_MM, HEIGHT_SPREAD)
    if known.height_mm is not None:
        expected, spread = known.height_mm, _MEASURED_SPREAD
    priors = [math.log(max(height, 1.0) / expected) / spread]
    if free == 9:
        priors += [camera.distortion[0] / _SPREAD_K1, camera.distortion[1] / _SPREAD_K2]
    return np.concatenate([sightings.misses(camera), np.array(priors) * _PRIOR_PX])


def _weights(left: Floats) -> Floats:
    """Return how much each miss counts: far ones less than their square."""
    return np.asarray(1 / np.maximum(1.0, np.abs(left) / _OUTLIER_PX), np.float64)


def _cost(left: Floats) -> float:
    away = np.abs(left)
    return float(np.where(away <= _OUTLIER_PX, away**2, 2 * _OUTLIER_PX * away - _OUTLIER_PX**2).sum())


def _slopes(camera: TableCamera, values: Floats, left: Floats, left_at: Callable[[TableCamera], Floats]) -> Floats:
    """Return how each miss changes for a unit of each value."""
    columns = []
    for number in range(len(values)):
        nudged = values.copy()
        nudged[number] += 0.1 * _UNITS[number]
        columns.append((left_at(_camera(nudged, camera)) - left) / 0.1)
    return np.column_stack(columns)


def eye_of(camera: TableCamera) -> Floats:
    """Return where the camera hangs, in table millimetres with z up."""
    rotation = cv2.Rodrigues(np.array(camera.rvec))[0]
    return cast("Floats", -rotation.T @ np.array(camera.tvec) * (1.0, 1.0, -1.0))
