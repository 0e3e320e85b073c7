"""The table's own lines as a picture shows them: felt's edge and rim, sampled where nothing is played.

Each landmark is a point on such a line, the direction across it, and how bright the picture is across it. Whoever
compares them with another picture (``vision.bump``) learns how the camera moved. Tiles never lie there.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.border_colours import OUTWARD, rim_steps
from vision.errors import CalibrationError
from vision.geometry import Floats, TableCamera

Pixels = NDArray[np.uint8]
Signals = NDArray[np.float32]

SCALES = (1, 4)
"""Full size for precision, a quarter for large shifts."""
REACH = 10
"""A profile reaches so many pixels to each side."""
LENGTH = 2 * REACH + 1
_INSIDE_MM, _OUTSIDE_MM = 6.0, 78.0
"""Lines are looked for from just inside the felt's edge to beyond the rim."""
_STEP_MM = 11.0
_CORNER_MM = 25.0
_MOST_A_PLACE = 2
_LEAST_STEP = 5.0
"""A line is at least so many levels of brightness a pixel."""
_NOISE_STEPS = 5.0
_ACROSS = (-2.0, -1.0, 0.0, 1.0, 2.0)
"""Profiles are the mean of neighbouring ones along the line."""
_LEAST_A_SIDE = 12
_LEAST_SIDES = 3


@dataclass(frozen=True, slots=True)
class Landmarks:
    """What to look for, and where it was."""

    places_mm: Floats
    """(N, 2) on the felt's plane."""
    points_px: Floats
    normals: Floats
    """Unit directions in the picture across the line, outward."""
    sides: NDArray[np.int64]
    """0 top, 1 right, 2 bottom, 3 left."""
    profiles: tuple[Signals, ...]
    """For each of ``SCALES`` (N, LENGTH): change of brightness across the line, of mean 0 and length 1."""
    rims: Floats | None = None
    """(4, 3) as ``rim_steps`` returns them, where known."""


def find_landmarks(image: Pixels, camera: TableCamera, *, table_side_mm: float) -> Landmarks:
    """Return the landmarks of a picture. Raises CalibrationError when fewer than three sides show a line."""
    half = table_side_mm / 2
    grey = grey_of(image)
    found = [_on_side(grey, camera, half, side) for side in range(4)]
    usable = [side for side, places in enumerate(found) if len(places) >= _LEAST_A_SIDE]
    if len(usable) < _LEAST_SIDES:
        raise CalibrationError(
            "the felt's edge shows on fewer than three sides, so a bump of the camera would go unnoticed; "
            "show the whole rim in the picture and light it evenly"
        )
    places = np.concatenate([found[side] for side in usable])
    sides = np.concatenate([np.full(len(found[side]), side) for side in usable])
    points, normals = _seen(camera, places, sides)
    profiles = tuple(
        normalised(signals(scaled(grey, scale), points, normals, scale=scale, reach=REACH)) for scale in SCALES
    )
    return Landmarks(places, points, normals, sides, profiles, rim_steps(image, camera, table_side_mm=table_side_mm))


def grey_of(image: Pixels) -> Pixels:
    """Return a BGR picture's brightness."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def scaled(grey: Pixels, scale: int) -> Pixels:
    """Return the picture shrunk by a whole factor."""
    if scale == 1:
        return grey
    size = (max(1, grey.shape[1] // scale), max(1, grey.shape[0] // scale))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def signals(grey: Pixels, points_px: Floats, normals: Floats, *, scale: int, reach: int) -> Signals:
    """Return the change of brightness across each line, (N, 2 reach + 1), in a picture shrunk by ``scale``."""
    along = np.column_stack([-normals[:, 1], normals[:, 0]])
    steps = np.arange(-reach - 1, reach + 2, dtype=np.float64)
    start = (points_px + 0.5) / scale - 0.5
    places = start[:, None, None] + normals[:, None, None] * steps[None, :, None, None].transpose(0, 2, 1, 3)
    places = places + along[:, None, None] * np.array(_ACROSS)[None, :, None, None]
    where = places.reshape(len(points_px), -1, 2).astype(np.float32)
    if len(where) == 0:
        return np.zeros((0, 2 * reach + 1), np.float32)
    seen = cv2.remap(grey, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lines = seen.reshape(len(points_px), len(_ACROSS), -1).astype(np.float32).mean(axis=1)
    return np.asarray((lines[:, 2:] - lines[:, :-2]) / 2, np.float32)


def normalised(lines: Signals) -> Signals:
    """Return each line with mean 0 and length 1; one without any change stays zero."""
    centred = lines - lines.mean(axis=-1, keepdims=True)
    lengths = np.sqrt((centred**2).sum(axis=-1, keepdims=True))
    return np.asarray(np.where(lengths > 1e-3, centred / np.maximum(lengths, 1e-3), 0.0), np.float32)


def likenesses(
    grey: Pixels,
    landmarks: Landmarks,
    used: NDArray[np.int64],
    *,
    scale: int,
    search: int,
    points_px: Floats | None = None,
) -> Signals:
    """Return how much each of some landmarks is like the picture, (N, 2 search + 1), from inward to outward of it.

    ``scale`` numbers one of ``SCALES``, by which the picture is shrunk; ``points_px`` says where they are looked for.
    """
    points = landmarks.points_px if points_px is None else points_px
    lines = signals(grey, points[used], landmarks.normals[used], scale=SCALES[scale], reach=REACH + search)
    windows = normalised(np.lib.stride_tricks.sliding_window_view(lines, LENGTH, axis=1).astype(np.float32))
    return np.asarray(np.einsum("nsk,nk->ns", windows, landmarks.profiles[scale][used]), np.float32)


def _on_side(grey: Pixels, camera: TableCamera, half_mm: float, side: int) -> Floats:
    """Return places (N, 2) in table millimetres on the lines along one side of the felt."""
    outward = np.array(OUTWARD[side])
    along = np.array([-outward[1], outward[0]])
    places = []
    for u in np.arange(-half_mm + _CORNER_MM, half_mm - _CORNER_MM + 1, _STEP_MM):
        start = along * u + outward * (half_mm - _INSIDE_MM)
        end = along * u + outward * (half_mm + _OUTSIDE_MM)
        first, last = camera.project([(*start, 0.0), (*end, 0.0)])
        places += [start + (end - start) * share for share in _edges(grey, first, last)]
    return np.array(places).reshape(-1, 2)


def _edges(grey: Pixels, first: Floats, last: Floats) -> list[float]:
    """Return where on a stretch of the picture brightness changes most, as shares of its length."""
    reach = float(np.hypot(*(last - first)))
    normal = (last - first) / max(reach, 1e-6)
    half = int(reach / 2)
    if half <= 2 * REACH // 2 or not _inside(grey, first) or not _inside(grey, (first + last) / 2):
        return []
    middle = (first + last) / 2
    line = signals(grey, middle[None], normal[None], scale=1, reach=half)[0]
    steps = np.abs(line)
    least = max(_LEAST_STEP, _NOISE_STEPS * float(np.median(steps)))
    shares = []
    for _ in range(_MOST_A_PLACE):
        best = int(steps.argmax())
        if steps[best] < least or not _inside(grey, middle + normal * (best - half)):
            break
        shares.append(float(np.clip(0.5 + (best - half) / reach, 0, 1)))
        steps[max(0, best - 5) : best + 6] = 0
    return shares


def _seen(camera: TableCamera, places: Floats, sides: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return the places' pixels and the directions outward there."""
    outward = np.array(OUTWARD)[sides]
    flat = np.zeros((len(places), 1))
    points = camera.project(np.hstack([places, flat]))
    normals = camera.project(np.hstack([places + outward * 2.0, flat])) - points
    return points, np.asarray(normals / np.linalg.norm(normals, axis=1, keepdims=True), np.float64)


def _inside(grey: Pixels, point: Floats) -> bool:
    height, width = grey.shape
    return bool(3 <= point[0] < width - 3 and 3 <= point[1] < height - 3)
