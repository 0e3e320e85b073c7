"""Calibrates a table from one picture: by its tags, else by given corners, else by finding the felt itself."""

from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.calibration.borders import FeltEdge, agreeing, find_felt_edge
from vision.calibration.find_felt import find_felt
from vision.calibration.lens import NOTHING, Known, Sightings, fit_camera
from vision.calibration.profile import TableProfile
from vision.calibration.residual import Residual, px_per_mm, residual_of
from vision.calibration.tags import LEAST_TAGS, USUAL_TAGS, TagSize, find_tags, sightings_of
from vision.errors import CalibrationError
from vision.geometry import Floats, TableCamera
from vision.landmarks import Landmarks, find_landmarks

Pixels = NDArray[np.uint8]

_FIRST_REACH_MM = 32.0
_LATER_REACH_MM = 14.0
_CORNER_REACH_MM = 9.0
"""Given corners are trusted: the edge is looked for near them only, lest the rim is taken for it."""
_LEAST_SIDES = 3
_CORNERS_OFF_MM = 12.0
"""Corners found by the edge may lie so far from the given ones; else the given ones stand ..."""
_CORNERS_OFF_ALL_SIDES_MM = 25.0
"""... and so far where all four sides show: three alone may be the rim's, a finger's width beside the felt."""


class Method(Enum):
    """What a calibration rests on."""

    TAGS = "tags"
    CORNERS = "corners"
    FELT = "felt"


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A table's calibration and how good it is."""

    camera: TableCamera
    method: Method
    residual: Residual
    sightings: Sightings
    """What it was fitted to, for the annotated picture."""
    landmarks: Landmarks | None
    """What a bump is told by; None where the picture shows too little of the rim."""


def calibrate(
    image: Pixels,
    profile: TableProfile,
    *,
    corners_px: ArrayLike | None = None,
    known: Known = NOTHING,
    tag_size: TagSize = USUAL_TAGS,
) -> Calibrated:
    """Return the calibration of a BGR picture. Raises CalibrationError with what to do when it can't be had."""
    height_px, width_px = image.shape[:2]
    if min(width_px, height_px) < 200:
        raise CalibrationError(
            f"the picture is {width_px} x {height_px}, too small to place a table in; take a larger one",
            zh=f"照片只有 {width_px}×{height_px}，太小了，找不出牌桌：请用更大的画面",
        )
    if corners_px is not None:
        return _finished(image, profile, _by_corners(image, profile, corners_px, known))
    tags = find_tags(image)
    if len(tags) >= LEAST_TAGS:
        return _finished(image, profile, _by_tags(image, profile, sightings_of(tags, tag_size, profile), known))
    rough = TableCamera.from_corners(
        find_felt(image),
        width_px=width_px,
        height_px=height_px,
        table_side_mm=profile.felt_side_mm,
        hangs_mm=known.height_mm,
    )
    return _finished(image, profile, _by_felt(image, profile, rough, known))


@dataclass(frozen=True, slots=True)
class _Fit:
    camera: TableCamera
    method: Method
    sightings: Sightings


def _by_tags(image: Pixels, profile: TableProfile, seen: Sightings, known: Known) -> _Fit:
    homography = _homography(seen.points_mm[:, :2], seen.points_px)
    start = TableCamera.from_felt(
        homography, width_px=image.shape[1], height_px=image.shape[0], hangs_mm=known.height_mm
    )
    camera = fit_camera(seen, start, known=known)
    # The felt's edge says more of the lens than four small tags do.
    edge = find_felt_edge(image, camera, felt_side_mm=profile.felt_side_mm, reach_mm=_CORNER_REACH_MM)
    both = replace(edge.sightings, points_mm=seen.points_mm, points_px=seen.points_px)
    fitted = fit_camera(both, camera, known=known)
    if _rms(seen, fitted) <= 1.15 * _rms(seen, camera) + 0.15:
        return _Fit(fitted, Method.TAGS, both)
    return _Fit(camera, Method.TAGS, seen)


def _by_corners(image: Pixels, profile: TableProfile, corners_px: ArrayLike, known: Known) -> _Fit:
    start = TableCamera.from_corners(
        corners_px,
        width_px=image.shape[1],
        height_px=image.shape[0],
        table_side_mm=profile.felt_side_mm,
        hangs_mm=known.height_mm,
    )
    seen = Sightings(points_mm=np.array(profile.felt_corners_mm()), points_px=np.asarray(corners_px, np.float64))
    given = fit_camera(seen, start, known=known if known.lens is not None else replace(known, lens=start.distortion))
    edge = _tracked(image, profile, given, known, (_FIRST_REACH_MM, _CORNER_REACH_MM, _CORNER_REACH_MM))
    if edge is None:
        return _Fit(given, Method.CORNERS, seen)
    camera, found = edge
    moved = np.linalg.norm(camera.project(profile.felt_corners_mm()) - seen.points_px, axis=1).max()
    far_mm = _CORNERS_OFF_ALL_SIDES_MM if all(share > 0 for share in found.shares) else _CORNERS_OFF_MM
    if moved > far_mm * px_per_mm(camera, felt_side_mm=profile.felt_side_mm):
        return _Fit(given, Method.CORNERS, seen)
    return _Fit(camera, Method.CORNERS, found.sightings)


def _by_felt(image: Pixels, profile: TableProfile, rough: TableCamera, known: Known) -> _Fit:
    found = _tracked(image, profile, rough, known, (_FIRST_REACH_MM, _LATER_REACH_MM, _LATER_REACH_MM))
    if found is None:
        raise CalibrationError(
            "a felt was found, but its edge does not show clearly on three sides; clear the felt's edge and light "
            "it evenly, lay the tags, or give the felt's corners",
            zh="找到了桌面，但至少有两边的边缘看不清：清开桌边、把光打匀，或放标签，或手动拖四个角",
        )
    return _Fit(found[0], Method.FELT, found[1].sightings)


def _tracked(
    image: Pixels, profile: TableProfile, start: TableCamera, known: Known, reaches_mm: tuple[float, ...]
) -> tuple[TableCamera, FeltEdge] | None:
    """Return the camera fitted to the felt's edge, looked for ever nearer; None when three sides do not show."""
    camera, edge = start, None
    for reach_mm in reaches_mm:
        edge = find_felt_edge(image, camera, felt_side_mm=profile.felt_side_mm, reach_mm=reach_mm)
        if sum(share > 0 for share in edge.shares) < _LEAST_SIDES:
            return None
        camera = fit_camera(edge.sightings, camera, known=known)
        edge = agreeing(edge, camera)
    if edge is None or sum(share > 0 for share in edge.shares) < _LEAST_SIDES:
        return None
    return fit_camera(edge.sightings, camera, known=known), edge


def _finished(image: Pixels, profile: TableProfile, fit: _Fit) -> Calibrated:
    scale = px_per_mm(fit.camera, felt_side_mm=profile.felt_side_mm)
    try:
        landmarks = find_landmarks(image, fit.camera, table_side_mm=profile.felt_side_mm)
    except CalibrationError:
        landmarks = None
    return Calibrated(
        fit.camera, fit.method, residual_of(fit.sightings, fit.camera, px_per_mm=scale), fit.sightings, landmarks
    )


def _rms(seen: Sightings, camera: TableCamera) -> float:
    return float(np.sqrt(np.mean(seen.misses(camera) ** 2)))


def _homography(places_mm: Floats, pixels: Floats) -> Floats:

    found, _ = cv2.findHomography(places_mm, pixels)
    if found is None:
        raise CalibrationError(
            "the tags lie on one line; lay each in its own corner of the felt",
            zh="标签排成了一条线：请每个角放一张",
        )
    return np.asarray(found, np.float64)
