"""Calibrates a table from one picture: by its tags, else by given corners, else by finding the felt itself."""

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.calibration.borders import FeltEdge, agreeing, find_felt_edge
from vision.calibration.doubts import Doubt
from vision.calibration.edge_check import edge_doubt, edges_off_mm
from vision.calibration.find_felt import find_felt
from vision.calibration.lens import NOTHING, Known, Sightings, fit_camera
from vision.calibration.profile import TableProfile
from vision.calibration.residual import Residual, px_per_mm, residual_of
from vision.calibration.tag_places import (
    first_camera,
    odd_one,
    place_doubt,
    refuse_doubles,
    refuse_mirrored,
    refuse_misplaced,
    refuse_too_few,
    size_doubt,
    tag_side_mm,
    unnoticed_doubt,
)
from vision.calibration.tags import LEAST_TAGS, USUAL_TAGS, FoundTag, TagSize, every_tag, mirrored_tags, sightings_of
from vision.errors import CalibrationError
from vision.geometry import Floats, TableCamera
from vision.landmarks import Landmarks, find_landmarks
from vision.quality.blocked import Lab, blocked_share, felt_colour
from vision.quality.felt import cut_out

Pixels = NDArray[np.uint8]

_FIRST_REACH_MM = 32.0
_LATER_REACH_MM = 14.0
_CORNER_REACH_MM = 9.0
"""Given corners are trusted: the edge is looked for near them only, lest the rim is taken for it."""
_LEAST_SIDES = 3
_SIZES_TRIED = 4
"""A wrong size of the tags puts their lines off the felt's edge; each try comes nearer to the right one."""
_CORNERS_OFF_MM = 12.0
"""Corners found by the edge may lie so far from the given ones; else the given ones stand ..."""
_CORNERS_OFF_ALL_SIDES_MM = 25.0
"""... and so far where all four sides show: three alone may be the rim's, a finger's width beside the felt."""
_MOST_OTHER = 0.12
"""A cloth with large patterns shows so much else that its colour would tell nothing of what lies before it."""


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
    felt_lab: Lab | None = None
    """The cloth's colour, by which a covered table is told; None where the table shows no one colour."""
    doubts: tuple[Doubt, ...] = ()
    """What speaks against it although its marks may agree."""

    @property
    def passed(self) -> bool:
        """Whether tiles can be read with it."""
        return self.residual.passed and not any(doubt.grave for doubt in self.doubts)


def calibrate(
    image: Pixels,
    profile: TableProfile,
    *,
    corners_px: ArrayLike | None = None,
    by: Method | None = None,
    known: Known = NOTHING,
    tag_size: TagSize = USUAL_TAGS,
) -> Calibrated:
    """Return the calibration of a BGR picture. Raises CalibrationError with what to do when it can't be had.

    ``by`` says what it is to rest on; None takes given corners, else the tags where some lie, else the felt.
    """
    height_px, width_px = image.shape[:2]
    if min(width_px, height_px) < 200:
        raise CalibrationError(
            f"the picture is {width_px} x {height_px}, too small to place a table in; take a larger one",
            zh=f"照片只有 {width_px}×{height_px}，太小了，找不出牌桌：请用更大的画面",
        )
    if corners_px is not None:
        return _finished(image, profile, _by_corners(image, profile, corners_px, known))
    tags = () if by is Method.FELT else every_tag(image)
    refuse_doubles(tags)
    if len(tags) >= LEAST_TAGS:
        refuse_misplaced(tags)
        return _finished(image, profile, _by_tags(image, profile, tags, tag_size, known))
    refuse_mirrored(mirrored_tags(image))
    if tags or by is Method.TAGS:
        refuse_too_few(tags, felt_will_do=by is None)
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
    doubts: tuple[Doubt, ...] = ()


def _by_tags(image: Pixels, profile: TableProfile, tags: tuple[FoundTag, ...], size: TagSize, known: Known) -> _Fit:
    seen = sightings_of(tags, size, profile)
    camera = fit_camera(seen, first_camera(seen, (image.shape[1], image.shape[0]), known), known=known)
    # The felt's edge says more of the lens than four small tags do.
    edge = find_felt_edge(image, camera, felt_side_mm=profile.felt_side_mm, reach_mm=_CORNER_REACH_MM)
    both = replace(edge.sightings, points_mm=seen.points_mm, points_px=seen.points_px)
    fitted = fit_camera(both, camera, known=known)
    fit = _Fit(camera, Method.TAGS, seen)
    if _rms(seen, fitted) <= 1.15 * _rms(seen, camera) + 0.15:
        fit = _Fit(fitted, Method.TAGS, both)
    side, by_edge = _tag_side_mm(image, profile, tags, size, known)
    if (size_is_wrong := size_doubt(side, size, profile, by_edge=by_edge)) is not None:
        # One tag far from its corner makes all of them look too large or too small.
        return replace(fit, doubts=(odd_one(image, tags, size, profile, known, surely=True) or size_is_wrong,))
    scale = px_per_mm(fit.camera, felt_side_mm=profile.felt_side_mm)
    if not residual_of(fit.sightings, fit.camera, px_per_mm=scale).passed:
        return replace(fit, doubts=(place_doubt(image, tags, size, profile, known),))
    edges_mm = edges_off_mm(image, fit.camera, felt_side_mm=profile.felt_side_mm)
    off = edge_doubt(edges_mm, [tag.number for tag in tags]) or unnoticed_doubt(image, tags, size, profile, known)
    return fit if off is None else replace(fit, doubts=(off,))


def _tag_side_mm(
    image: Pixels, profile: TableProfile, tags: tuple[FoundTag, ...], size: TagSize, known: Known
) -> tuple[float, bool]:
    """Return how large the tags are on a felt of the profile's size, and whether its edge has borne that out."""
    for _ in range(_SIZES_TRIED):
        seen = sightings_of(tags, size, profile)
        camera = fit_camera(seen, first_camera(seen, (image.shape[1], image.shape[0]), known), known=known)
        edge = find_felt_edge(image, camera, felt_side_mm=profile.felt_side_mm, reach_mm=_CORNER_REACH_MM)
        if sum(share > 0 for share in edge.shares) >= _LEAST_SIDES:
            return tag_side_mm(tags, fit_camera(edge.sightings, camera, known=known), size, profile), True
        size = replace(size, black_mm=tag_side_mm(tags, camera, size, profile))
    return size.black_mm, False


def _by_corners(image: Pixels, profile: TableProfile, corners_px: ArrayLike, known: Known) -> _Fit:
    _refuse_anticlockwise(np.asarray(corners_px, np.float64))
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
            zh="找到了桌面，但至少有两边的边缘看不清：清开桌边、把光打匀，或放角标，或手动拖四个角",
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
    residual = residual_of(fit.sightings, fit.camera, px_per_mm=scale)
    cloth = _cloth(image, profile, fit.camera)
    return Calibrated(fit.camera, fit.method, residual, fit.sightings, landmarks, cloth, fit.doubts)


def _cloth(image: Pixels, profile: TableProfile, camera: TableCamera) -> Lab | None:
    """Return the cloth's colour if by it nothing lies before the table, as is so while one calibrates."""
    table = cut_out(image, camera.project(profile.felt_corners_mm()), felt_side_mm=profile.felt_side_mm)
    colour = felt_colour(table)
    return colour if colour is not None and blocked_share(table, colour) < _MOST_OTHER else None


def _rms(seen: Sightings, camera: TableCamera) -> float:
    return float(np.sqrt(np.mean(seen.misses(camera) ** 2)))


def _refuse_anticlockwise(corners: Floats) -> None:
    sides = np.roll(corners, -1, axis=0) - corners
    turns = sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0]
    if (turns < 0).all():
        raise CalibrationError(
            "the corners go round anticlockwise; give them clockwise, beginning at the felt's top left",
            zh="四个角是逆时针排的：从左上角起，按顺时针给",
        )
    if not (turns > 0).all():
        raise CalibrationError(
            "the corners do not go round the felt; give them clockwise, beginning at the felt's top left",
            zh="这四个角围不成桌面：从左上角起，按顺时针放好四个角",
        )
