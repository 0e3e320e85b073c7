"""Whether a place where the camera may hang is to be believed: what it would show must be seen, on every side.

The felt's edge and the rim's are a finger's width apart and look alike, so a wrong place may explain many lines. It
cannot explain all of them: somewhere it puts the felt's edge into the felt.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.border_colours import INSIDE_MM, OUTWARD, along_side, cloth_colour, colours, is_cloth, rim_steps
from vision.calibration.tags import COUNT, LEAST_TAGS, FoundTag
from vision.geometry import Floats, TableCamera
from vision.landmarks import Landmarks, Pixels

_BAND_GAP_MM = 10.0
"""Lines of a side farther apart than this are two: the felt's edge and the rim's."""
_LEAST_A_BAND = 10
_LEAST_BAND_SHARE = 0.2
"""So much of each line that a moved camera must see is found again; the rest may be under hands."""
_LEAST_SIDES = 3
_EDGE_MM = 8.0
"""Lines this near to the felt's side are its edge."""
_OUTSIDE_MM = (4.0, 10.0, 16.0)
"""What is not cloth is looked for so far outside of the edge."""
_FLAT = 7.0
"""Colours nearer to each other than this in Lab show no edge."""
_LEAST_STEPLESS = 0.6
"""The edge is not where it should be when so much of a side is cloth across it."""
_LEAST_SEEN = 0.5
"""Of a side of which less is in the picture one hand may hide all."""
_LEAST_CLOTH = 0.3
"""Hands, racks and their shadows may hide the rest of a side."""
_OTHER_STEP = 0.35
"""Another step from cloth to rim than at calibrating, as a logarithm: what lies outside of the edge is no rim."""
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


@dataclass(frozen=True, slots=True)
class Border:
    """How the felt's edge on one side looks where a place of the camera puts it."""

    lined: bool
    """Whether it stood out from the rim when the table was calibrated."""
    seen: float
    """Share of the side within the picture."""
    cloth: float
    """Share of that with cloth just inside."""
    stepless: float
    """Where it stood out: share of what has cloth inside that has cloth outside too; 0 where cloth is hardly seen."""


def borders(image: Pixels, camera: TableCamera, landmarks: Landmarks, *, table_side_mm: float) -> tuple[Border, ...]:
    """Return the four sides' borders as they look from a place."""
    places = [_border_places(landmarks, side, table_side_mm / 2) for side in range(4)]
    sides = np.concatenate([np.full(len(points), side) for side, (points, _) in enumerate(places)])
    border, directions = np.concatenate([points for points, _ in places]), np.array(OUTWARD)[sides]
    inside = colours(image, camera, border - directions * INSIDE_MM)
    outside = np.stack([colours(image, camera, border + directions * mm) for mm in _OUTSIDE_MM])
    step = np.linalg.norm(outside - inside, axis=2).max(axis=0)
    seen = np.isfinite(step)
    if not seen.any():
        return ()
    middling = cloth_colour(image, camera, table_side_mm=table_side_mm)
    cloth = seen & is_cloth(inside, middling)
    stepless = cloth & (step < _FLAT)
    found = []
    for side, (_, lined) in enumerate(places):
        rows = (sides == side) & seen
        clothed = int(cloth[rows].sum())
        crossed = float(stepless[rows].sum()) / clothed if clothed >= _LEAST_A_BAND else 0.0
        whole = colours(image, camera, along_side(side, table_side_mm / 2 - INSIDE_MM))
        shown = np.isfinite(whole[:, 0])
        share = float(is_cloth(whole[shown], middling).mean()) if shown.any() else 0.0
        found.append(Border(lined, float(shown.mean()), share, crossed))
    return tuple(found)


def edge_in_felt(borders: tuple[Border, ...], *, lined: bool) -> bool:
    """Tell whether cloth is seen on both sides of an edge; with ``lined`` only of one that stood out before."""
    return any(border.stepless >= _LEAST_STEPLESS for border in borders if border.lined or not lined)


def cloth_all_round(borders: tuple[Border, ...]) -> bool:
    """Tell whether cloth is seen inside of each edge that is in the picture, wherever hands do not hide it."""
    return all(border.cloth >= _LEAST_CLOTH for border in borders if border.seen >= _LEAST_SEEN)


def rim_elsewhere(image: Pixels, camera: TableCamera, landmarks: Landmarks, *, table_side_mm: float) -> bool:
    """Tell whether what lies outside of an edge is not what lay there when the table was calibrated."""
    if landmarks.rims is None:
        return False
    change = np.abs(rim_steps(image, camera, table_side_mm=table_side_mm) - landmarks.rims).max(axis=1)
    return bool((change[np.isfinite(change)] > _OTHER_STEP).any())


def _border_places(landmarks: Landmarks, side: int, half_mm: float) -> tuple[Floats, bool]:
    """Return places (N, 2) on one side of the felt, and whether they are those where it stood out from the rim."""
    outward = np.array(OUTWARD[side])
    places = landmarks.places_mm[landmarks.sides == side]
    away = places @ outward - half_mm
    edge = np.abs(away) <= _EDGE_MM
    if edge.sum() >= _LEAST_A_BAND:
        return places[edge] - outward * away[edge][:, None], True
    return along_side(side, half_mm), False


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
