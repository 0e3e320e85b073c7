"""Whether a place where the camera may hang is to be believed: what it would show must be seen, on every side.

The felt's edge and the rim's are a finger's width apart and look alike, so a wrong place may explain many lines. It
cannot explain all of them: somewhere it puts the felt's edge into the felt.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.tags import COUNT, LEAST_TAGS, FoundTag
from vision.geometry import Floats, TableCamera
from vision.landmarks import OUTWARD, Landmarks, Pixels

_BAND_GAP_MM = 10.0
"""Lines of a side farther apart than this are two: the felt's edge and the rim's."""
_LEAST_A_BAND = 10
_LEAST_BAND_SHARE = 0.2
"""So much of each line that a moved camera must see is found again; the rest may be under hands."""
_LEAST_SIDES = 3
_EDGE_MM = 8.0
"""Lines this near to the felt's side are its edge."""
_INSIDE_MM = 9.0
_OUTSIDE_MM = (4.0, 10.0, 16.0)
"""Cloth is looked for so far inside of the edge, and what is not cloth so far outside."""
_FLAT = 7.0
"""Colours nearer to each other than this in Lab show no edge."""
_CLOTH = 22.0
_LEAST_STEPLESS = 0.6
"""The edge is not where it should be when so much of a side is cloth across it."""
_TAG_INSIDE_MM = 26.0
_TAG_OFF_MM = 30.0
"""Tags lie in the felt's corners, whatever their printed size, with their middles this near to here."""


@dataclass(frozen=True, slots=True)
class Band:
    """One line along one side: which landmarks are on it."""

    side: int
    rows: NDArray[np.int64]


def bands(landmarks: Landmarks, *, table_side_mm: float) -> tuple[Band, ...]:
    """Return the lines that the landmarks are samples of."""
    found = []
    for side, direction in enumerate(OUTWARD):
        rows = np.flatnonzero(landmarks.sides == side)
        away = landmarks.places_mm[rows] @ np.array(direction) - table_side_mm / 2
        order = np.argsort(away)
        gaps = np.flatnonzero(np.diff(away[order]) > _BAND_GAP_MM) + 1
        found += [Band(side, rows[part]) for part in np.split(order, gaps) if len(part) >= _LEAST_A_BAND]
    return tuple(found)


def seen_all_round(bands: tuple[Band, ...], visible: NDArray[np.bool_], agreeing: NDArray[np.bool_]) -> bool:
    """Tell whether each line that must be in the picture is found again, on three sides at least."""
    held: dict[int, bool] = {}
    for band in bands:
        shown = band.rows[visible[band.rows]]
        if len(shown) < max(_LEAST_A_BAND, 0.3 * len(band.rows)):
            continue
        share = float(agreeing[shown].mean())
        held[band.side] = held.get(band.side, True) and share >= _LEAST_BAND_SHARE
    return len(held) >= _LEAST_SIDES and all(held.values())


def edge_in_felt(image: Pixels, camera: TableCamera, landmarks: Landmarks, *, table_side_mm: float) -> bool:
    """Tell whether a place puts the felt's edge where the picture shows cloth on both sides of it."""
    away = (landmarks.places_mm * np.array(OUTWARD)[landmarks.sides]).sum(axis=1) - table_side_mm / 2
    rows = np.flatnonzero(np.abs(away) <= _EDGE_MM)
    if len(rows) == 0:
        return False
    directions = np.array(OUTWARD)[landmarks.sides[rows]]
    border = landmarks.places_mm[rows] - directions * away[rows][:, None]
    inside = _colours(image, camera, border - directions * _INSIDE_MM)
    outside = np.stack([_colours(image, camera, border + directions * mm) for mm in _OUTSIDE_MM])
    step = np.linalg.norm(outside - inside, axis=2).max(axis=0)
    seen = np.isfinite(step)
    if not seen.any():
        return False
    cloth = np.median(inside[seen], axis=0)
    is_cloth = np.linalg.norm((inside - cloth) * (0.5, 1.0, 1.0), axis=1) < _CLOTH
    stepless = seen & (step < _FLAT) & is_cloth
    sides = landmarks.sides[rows]
    return any(
        (seen & (sides == side)).sum() >= _LEAST_A_BAND
        and stepless[sides == side].sum() >= _LEAST_STEPLESS * (seen & (sides == side)).sum()
        for side in range(4)
    )


def tags_contradict(tags: tuple[FoundTag, ...], camera: TableCamera, *, table_side_mm: float) -> bool:
    """Tell whether tags that lie in the felt's corners lie elsewhere as seen from a place."""
    if len(tags) < LEAST_TAGS:
        return False
    near = table_side_mm / 2 - _TAG_INSIDE_MM
    corners = np.array([(-near, -near, 0.0), (near, -near, 0.0), (near, near, 0.0), (-near, near, 0.0)])
    expected = camera.project(corners)
    px_per_mm = float(np.linalg.norm(expected - np.roll(expected, 1, axis=0), axis=1).mean()) / (2 * near)
    off = [float(np.linalg.norm(tag.corners_px.mean(axis=0) - expected[tag.number % COUNT])) for tag in tags]
    return sum(distance > _TAG_OFF_MM * px_per_mm for distance in off) > 1


def _colours(image: Pixels, camera: TableCamera, places_mm: Floats) -> Floats:
    """Return the colours (N, 3) in Lab at places of the felt's plane, nan outside of the picture."""
    points = camera.project(np.hstack([places_mm, np.zeros((len(places_mm), 1))]))
    steps = np.arange(-2.0, 3.0)
    x = (points[:, 0, None, None] + steps[None, :, None] + np.zeros((1, 1, 5))).reshape(len(points), -1)
    y = (points[:, 1, None, None] + np.zeros((1, 5, 1)) + steps[None, None, :]).reshape(len(points), -1)
    seen = cv2.remap(
        image, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mean = seen.astype(np.float32).mean(axis=1) / 255
    lab = np.asarray(cv2.cvtColor(mean[:, None], cv2.COLOR_BGR2Lab), np.float64).reshape(-1, 3)
    height, width = image.shape[:2]
    inside = (points > 2).all(axis=1) & (points[:, 0] < width - 3) & (points[:, 1] < height - 3)
    lab[~inside] = np.nan
    return lab
