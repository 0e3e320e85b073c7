"""Places on the felt's edge as a picture shows them, measured across it, from a camera that is roughly known."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.felt import felt_ends
from vision.calibration.lens import Sightings
from vision.geometry import Floats, TableCamera

Pixels = NDArray[np.uint8]

_SMOOTH_PX = 1.3
_STEP_MM = 8.0
_CORNER_MM = 14.0
_DIRECTIONS = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
_NEAR_PX = 1.5
"""Places this near to their side's smooth curve belong to it."""
_AGREEING_PX = 3.0
_AGREEING_MEDIANS = 5.0
_TRIES = 120
_LEAST_SHARE = 0.3
"""A side of which less than this share shows tells nothing."""


@dataclass(frozen=True, slots=True)
class FeltEdge:
    """Places seen on the felt's edge."""

    sightings: Sightings
    sides: NDArray[np.int64]
    """0 top, 1 right, 2 bottom, 3 left."""
    shares: tuple[float, float, float, float]
    """For each side how much of it shows and lies on one smooth line."""


def find_felt_edge(image: Pixels, camera: TableCamera, *, felt_side_mm: float, reach_mm: float) -> FeltEdge:
    """Return where the felt ends near the four sides that ``camera`` expects, within ``reach_mm``."""
    # Noise would end the felt anywhere; an edge stays where it is when its surroundings are smoothed alike.
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), _SMOOTH_PX), np.uint8)
    parts, shares = [], []
    for side in range(4):
        places, starts, ends = _stretches(camera, felt_side_mm / 2, side, reach_mm)
        visible = _inside(camera, starts) & _inside(camera, ends)
        found = np.full(len(places), np.nan)
        if visible.any():
            steps = int(np.clip(np.linalg.norm(ends - starts, axis=1).max(), 24, 160))
            found[visible] = felt_ends(image, starts[visible], ends[visible], steps=steps)
        seen = starts + (ends - starts) * found[:, None]
        normals = (ends - starts) / np.linalg.norm(ends - starts, axis=1, keepdims=True)
        expected = camera.project(places)
        across = ((seen - expected) * normals).sum(axis=1)
        kept = on_one_curve(np.arange(len(places)) / max(1, len(places) - 1) * 2 - 1, across)
        shares.append(float(kept.mean()) if kept.mean() >= _LEAST_SHARE else 0.0)
        if shares[-1] > 0:
            parts.append((places[kept], seen[kept], normals[kept], np.full(int(kept.sum()), side)))
    if not parts:
        return FeltEdge(Sightings(), np.zeros(0, np.int64), (0.0, 0.0, 0.0, 0.0))
    mm, px, normals, sides = (np.concatenate(column) for column in zip(*parts, strict=True))
    top, right, bottom, left = shares
    return FeltEdge(Sightings(along_mm=mm, along_px=px, normals=normals), sides, (top, right, bottom, left))


def agreeing(edge: FeltEdge, camera: TableCamera) -> FeltEdge:
    """Return the edge without what is far from where the camera expects it: a shadow's edge, a sleeve, the rim's."""
    misses = np.abs(edge.sightings.misses(camera))
    kept = misses <= max(_AGREEING_PX, _AGREEING_MEDIANS * float(np.median(misses)))
    seen = edge.sightings
    shares = [
        share * float(kept[edge.sides == side].mean()) if share > 0 else 0.0 for side, share in enumerate(edge.shares)
    ]
    top, right, bottom, left = (share if share >= _LEAST_SHARE else 0.0 for share in shares)
    sightings = Sightings(along_mm=seen.along_mm[kept], along_px=seen.along_px[kept], normals=seen.normals[kept])
    return FeltEdge(sightings, edge.sides[kept], (top, right, bottom, left))


def _stretches(camera: TableCamera, half_mm: float, side: int, reach_mm: float) -> tuple[Floats, Floats, Floats]:
    """Return places on a side in millimetres, and the pixels ``reach_mm`` inside and outside of them."""
    outward = np.array(_DIRECTIONS[side])
    along = np.array([-outward[1], outward[0]])
    us = np.arange(-half_mm + _CORNER_MM, half_mm - _CORNER_MM + 1, _STEP_MM)
    flat = us[:, None] * along + outward * half_mm
    places = np.column_stack([flat, np.zeros(len(flat))])
    out = np.array([*outward, 0.0]) * reach_mm
    return places, camera.project(places - out), camera.project(places + out)


def _inside(camera: TableCamera, points: Floats) -> NDArray[np.bool_]:
    x, y = points[:, 0], points[:, 1]
    return np.asarray((x >= 0) & (y >= 0) & (x < camera.width_px) & (y < camera.height_px))


def on_one_curve(at: Floats, across: Floats) -> NDArray[np.bool_]:
    """Return which places lie on the one parabola that most of them share: a straight edge behind a lens.

    ``at`` runs from -1 to 1 along the side, ``across`` are pixels, nan where nothing was seen.
    """
    rng = np.random.default_rng(11)
    usable = np.flatnonzero(np.isfinite(across))
    kept = np.zeros(len(across), bool)
    if len(usable) < 8:
        return kept
    rows = np.column_stack([np.ones(len(at)), at, at**2])
    best: Floats | None = None
    most = 0
    for _ in range(_TRIES):
        drawn = rng.choice(usable, 3, replace=False)
        if np.ptp(at[drawn]) < 0.5 or np.abs(np.diff(np.sort(at[drawn]))).min() < 0.1:
            continue
        curve = np.linalg.solve(rows[drawn], across[drawn])
        count = int((np.abs(rows[usable] @ curve - across[usable]) < _NEAR_PX).sum())
        if count > most:
            best, most = curve, count
    if best is None:
        return kept
    for _ in range(2):
        close = usable[np.abs(rows[usable] @ best - across[usable]) < _NEAR_PX]
        best = np.asarray(np.linalg.lstsq(rows[close], across[close], rcond=None)[0], np.float64)
    kept[usable[np.abs(rows[usable] @ best - across[usable]) < _NEAR_PX]] = True
    return kept
