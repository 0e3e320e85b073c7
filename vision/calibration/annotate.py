"""A calibration drawn over its picture: outline, zones at their own heights, what was measured, and the verdict."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.calibrate import Calibrated
from vision.calibration.profile import TableProfile
from vision.calibration.residual import PASS_RMS_MM, PASS_WORST_MM
from vision.calibration.zones import ZoneKind, zones_of
from vision.geometry import Floats, TableCamera

Pixels = NDArray[np.uint8]
Bgr = tuple[int, int, int]

_FELT: Bgr = (255, 255, 0)
_WALL_TOPS: Bgr = (0, 165, 255)
_GOOD: Bgr = (80, 220, 80)
_BAD: Bgr = (60, 60, 240)
_ZONES: dict[ZoneKind, Bgr] = {
    ZoneKind.CONSOLE: (200, 200, 200),
    ZoneKind.RIVER: (230, 160, 60),
    ZoneKind.WALL: (60, 200, 240),
    ZoneKind.RACK: (200, 120, 220),
    ZoneKind.MELD: (120, 220, 120),
}
_EXAGGERATED = 10.0
"""Misses are drawn so many times longer than they are."""
_ALONG = 24


def annotated(image: Pixels, found: Calibrated, profile: TableProfile) -> Pixels:
    """Return a copy of the picture with the calibration drawn over it."""
    picture = image.copy()
    thick = max(1, round(min(picture.shape[:2]) / 500))
    camera = found.camera
    for zone in zones_of(profile):
        outline = _bent(camera, [(x, y, zone.z_mm) for x, y in zone.outline_mm])
        _outline(picture, outline, _ZONES[zone.kind], thick)
        if zone.seat is not None and zone.kind is not ZoneKind.WALL:
            _words(picture, f"{zone.kind.value} {zone.seat}", zone.outline_px(camera).mean(axis=0), 0.9 * thick / 3)
    _outline(picture, _bent(camera, profile.felt_corners_mm()), _FELT, 2 * thick)
    _outline(picture, _bent(camera, profile.felt_corners_mm(profile.wall_top_mm)), _WALL_TOPS, thick)
    for number, (x, y) in enumerate(camera.project(profile.felt_corners_mm())):
        cv2.drawMarker(picture, (round(x), round(y)), _FELT, cv2.MARKER_CROSS, 16 * thick, 2 * thick)
        _words(picture, str(number), np.array([x + 10 * thick, y - 10 * thick]), 1.2 * thick / 3)
    _misses(picture, found, thick)
    _verdict(picture, found, thick)
    return picture


def _bent(camera: TableCamera, corners_mm: list[tuple[float, float, float]]) -> Floats:
    """Return a closed outline in the picture with its sides bent as the lens bends them."""
    corners = np.array(corners_mm)
    steps = np.arange(_ALONG)[:, None] / _ALONG
    sides = [a + (b - a) * steps for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return camera.project(np.concatenate(sides))


def _outline(picture: Pixels, points: Floats, colour: Bgr, thick: int) -> None:
    fixed = np.round(points * 8).astype(np.int32)
    cv2.polylines(picture, [fixed], isClosed=True, color=colour, thickness=thick, lineType=cv2.LINE_AA, shift=3)


def _misses(picture: Pixels, found: Calibrated, thick: int) -> None:
    """Draw each measured place, and from it a line to where the calibration puts it, ten times as long."""
    seen = found.sightings
    away = found.camera.project(seen.points_mm) - seen.points_px
    across = ((found.camera.project(seen.along_mm) - seen.along_px) * seen.normals).sum(axis=1, keepdims=True)
    places = np.vstack([seen.points_px, seen.along_px])
    errors = np.vstack([away, across * seen.normals])
    for place, error in zip(places, errors, strict=True):
        colour = _GOOD if np.hypot(*error) < 1.5 else _BAD
        start, end = np.round(place).astype(int), np.round(place + error * _EXAGGERATED).astype(int)
        cv2.circle(picture, (int(start[0]), int(start[1])), thick + 1, colour, -1, cv2.LINE_AA)
        cv2.line(picture, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), colour, thick, cv2.LINE_AA)


def _verdict(picture: Pixels, found: Calibrated, thick: int) -> None:
    left = found.residual
    lines = (
        f"calibrated by {found.method.value}, {left.marks} marks",
        f"rms {left.rms_px:.2f} px = {left.rms_mm:.2f} mm (at most {PASS_RMS_MM:g})",
        f"worst {left.worst_px:.2f} px = {left.worst_mm:.2f} mm (at most {PASS_WORST_MM:g})",
        "PASS" if found.passed else "FAIL: do what the command or the page says",
    )
    size = 0.28 * thick + 0.15
    for number, line in enumerate(lines):
        colour = (_GOOD if found.passed else _BAD) if number == len(lines) - 1 else (255, 255, 255)
        place = np.array([12.0, 34.0 * size * (number + 1) + 8])
        _words(picture, line, place, size, colour)


def _words(picture: Pixels, text: str, place: Floats, size: float, colour: Bgr = (255, 255, 255)) -> None:
    at = (round(float(place[0])), round(float(place[1])))
    thick = max(1, round(2 * size))
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), thick + 3, cv2.LINE_AA)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA)
