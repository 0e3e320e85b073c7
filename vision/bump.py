"""Notices that the camera was moved, from the table's own lines, and says where it hangs now.

Pure: landmarks of a reference picture and another picture in, a verdict out. Hands, lamps and tiles do not count: the
lines are compared by the shape of their profile, and whatever moved must have moved alike on at least three sides.
Where it may have moved far several places are tried (``bump_search``), and none is believed that does not show what it
must (``bump_check``): rather none than a wrong one.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bump_check import (
    bands,
    borders,
    cloth_all_round,
    edge_in_felt,
    rim_elsewhere,
    seen_all_round,
    tags_contradict,
)
from vision.bump_search import Guess, guesses, outward
from vision.calibration.tags import find_tags
from vision.geometry import Floats, TableCamera
from vision.landmarks import SCALES, Landmarks, Pixels, grey_of, likenesses, scaled
from vision.quality.felt import cut_out
from vision.quality.sharpness import BLURRED_MM, blur_mm
from vision.quality.verdict import MOST_MOVED_PX

MOVED_PX = 2.0
"""The camera has moved when a corner of the felt has by more than this: no tile is misplaced by less."""
LARGEST_PX = MOST_MOVED_PX
LARGEST_TURN_DEG = 6.0
"""Beyond either the table is to be calibrated afresh: the picture may not even show all of it."""
_ALIKE = 0.7
"""Two profiles of the same line agree at least so well."""
_SEARCH = (12, 5)
"""How far lines are looked for at each scale, in its pixels."""
_NEAR_PX = 1.3
"""A line this near to where the common movement puts it supports that movement."""
_LEAST_SEEN = 0.22
"""Fewer of the landmarks found again say nothing."""
_LEAST_AGREEING = 0.5
"""Of the landmarks found again so many must tell the same movement."""
_LEAST_SUPPORT = 0.35
"""So much of all landmarks that may be seen must agree in the end; wrong movements find less."""
_SURE_SUPPORT = 0.7
"""With less than this, or when it moved, it is tried whether another movement explains more."""
_BY_LINES = 0.85
"""A place that takes the rim's line for the felt's on one side explains three quarters of them at most."""
_AHEAD = 0.12
"""Where a camera hangs is told only when no other place that is believed explains nearly as many landmarks ..."""
_ANOTHER_PX = 6.0
"""... from a place that shows a corner of the felt so far off."""
_MOST_GROWTH = 0.02
"""Nothing that bumps a camera over a table brings it so much nearer: what says so took one line for another."""
_RIM_PX = 4
"""Nearer to the picture's border than this a line cannot be seen."""
_LEAST_A_SIDE = 5
_NO_OTHER_LINE_PX = 25.0
"""The felt's edge and the rim's are farther apart: nearer to where the camera hung no line is taken for another."""
_TRIES = 400


class Verdict(Enum):
    """What a picture says about the camera's place."""

    STILL = "still"
    MOVED = "moved"
    UNSURE = "unsure"
    """Too little of the table's edge is seen, or it contradicts itself."""


@dataclass(frozen=True, slots=True)
class Drift:
    """How the camera stands beside where it was."""

    verdict: Verdict
    shift_px: tuple[float, float] = (0.0, 0.0)
    """Of the felt's middle in the picture."""
    turn_deg: float = 0.0
    """Of the picture, clockwise."""
    farthest_px: float = 0.0
    """How far the corner of the felt that moved most has moved."""
    confidence: float = 0.0
    """Share of the landmarks looked for that agree."""
    camera: TableCamera | None = None
    """Where the camera hangs now; only when it moved, and not so far that calibrating afresh is needed."""


@dataclass(frozen=True, slots=True)
class _Found:
    """Landmarks found again: which, and how far outward from where they were looked for."""

    rows: NDArray[np.int64]
    offsets_px: Floats


@dataclass(frozen=True, slots=True)
class _Fit:
    """A camera that explains a picture, and by which of the landmarks."""

    camera: TableCamera
    share: float
    """Of the landmarks that it shows so many agree."""
    visible: NDArray[np.bool_]
    agreeing: NDArray[np.bool_]


class BumpSense:
    """Compares pictures of one camera with its landmarks."""

    def __init__(self, camera: TableCamera, landmarks: Landmarks, *, table_side_mm: float) -> None:
        self._camera = camera
        self._landmarks = landmarks
        self._side_mm = table_side_mm
        self._bands = bands(landmarks, table_side_mm=table_side_mm)
        half = table_side_mm / 2
        self._corners_mm = np.array(
            [(x, y, 0.0) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))]
        )

    def compare(self, image: Pixels, *, busy_px: Sequence[Floats] = (), known: TableCamera | None = None) -> Drift:
        """Return how the camera stands in a picture of its size; polygons in ``busy_px`` are not looked at.

        ``known`` is where it was last found after it had moved: there it is looked for before anywhere else.
        """
        grey = grey_of(image)
        used = self._usable(grey, busy_px)
        if len(used) < _LEAST_SEEN * len(self._landmarks.points_px):
            return Drift(Verdict.UNSURE)
        fits = []
        for start in (self._camera, known):
            fit = None if start is None else self._believed(image, self._fitted(grey, used, start))
            if fit is None or start is None:
                continue
            if self._is_sure(image, fit) and self._apart_px(fit.camera, start) <= MOVED_PX:
                return self._told(image, fit)
            fits.append(fit)
        near = (self._near(grey, used, guess) for guess in guesses(grey, self._landmarks, used))
        fits += [fit for fit in (self._believed(image, fit) for fit in near) if fit is not None]
        best = self._best(fits)
        return Drift(Verdict.UNSURE) if best is None else self._told(image, best)

    def _best(self, fits: Sequence[_Fit]) -> _Fit | None:
        """Return the fit that explains the picture best; None where another one explains it nearly as well."""
        best = max(fits, key=lambda fit: fit.share, default=None)
        if best is None or best.share < _LEAST_SUPPORT:
            return None
        others = [fit for fit in fits if self._apart_px(fit.camera, best.camera) > _ANOTHER_PX]
        return None if any(fit.share > best.share - _AHEAD for fit in others) else best

    def _is_sure(self, image: Pixels, fit: _Fit) -> bool:
        """Tell whether no other place needs to be tried: a side without cloth is hidden, or shows rim in its stead."""
        edges = borders(image, fit.camera, self._landmarks, table_side_mm=self._side_mm)
        return fit.share >= _SURE_SUPPORT and cloth_all_round(edges)

    def _believed(self, image: Pixels, fit: _Fit | None) -> _Fit | None:
        """Return a fit if what it says is seen on every side, else None.

        A camera that hangs where it did may have its view of a side covered; one that is said to have moved may not.
        """
        if fit is None:
            return None
        edges = borders(image, fit.camera, self._landmarks, table_side_mm=self._side_mm)
        if self._drift(fit).verdict is Verdict.STILL:
            # In the dark cloth and rim are hardly told apart by colour: there the lines speak.
            return fit if fit.share >= _BY_LINES or not edge_in_felt(edges, lined=True) else None
        if edge_in_felt(edges, lined=False) or not cloth_all_round(edges):
            return None
        if fit.share >= _SURE_SUPPORT and self._apart_px(fit.camera, self._camera) <= _NO_OTHER_LINE_PX:
            return fit
        if rim_elsewhere(image, fit.camera, self._landmarks, table_side_mm=self._side_mm):
            return None
        return fit if seen_all_round(self._bands, fit.visible, fit.agreeing) else None

    def _apart_px(self, one: TableCamera, other: TableCamera) -> float:
        corners = one.project(self._corners_mm) - other.project(self._corners_mm)
        return float(np.linalg.norm(corners, axis=1).max())

    def _told(self, image: Pixels, fit: _Fit) -> Drift:
        """Return what is said of the best fit: no movement is told from a picture that does not let it be judged."""
        drift = self._drift(fit)
        if drift.verdict is not Verdict.MOVED:
            return drift
        blur = blur_mm(cut_out(image, fit.camera.project(self._corners_mm), felt_side_mm=self._side_mm))
        if blur is not None and blur > BLURRED_MM:
            return Drift(Verdict.UNSURE)
        if tags_contradict(find_tags(image), fit.camera, table_side_mm=self._side_mm):
            return Drift(Verdict.UNSURE)
        return drift

    def _usable(self, grey: Pixels, busy_px: Sequence[Floats]) -> NDArray[np.int64]:
        if not busy_px:
            return np.arange(len(self._landmarks.points_px))
        covered = np.zeros(grey.shape, np.uint8)
        for outline in busy_px:
            cv2.fillPoly(covered, [np.round(outline).astype(np.int32)], 255)
        x, y = np.clip(np.round(self._landmarks.points_px).astype(int).T, 0, np.array(grey.shape[::-1])[:, None] - 1)
        return np.flatnonzero(covered[y, x] == 0)

    def _fitted(self, grey: Pixels, used: NDArray[np.int64], start: TableCamera) -> _Fit | None:
        """Return the camera that explains where the lines are near ``start``."""
        camera, fit = start, None
        for _ in range(3):
            points = self._points(camera)
            visible = _within(grey, points)
            shown = used[visible[used]]
            if len(shown) == 0:
                return None
            found = self._found(grey, shown, points, scale=0, search=_SEARCH[0])
            agreeing = self._consensus(found, points, scale=1)
            if agreeing is None:
                return None
            rows, offsets = found.rows[agreeing], found.offsets_px[agreeing]
            camera = self._moved(camera, rows, offsets)
            held = np.zeros(len(points), bool)
            held[rows] = True
            fit = _Fit(camera, len(rows) / len(shown), np.isin(np.arange(len(points)), shown), held)
        if abs(self._growth(camera)) > _MOST_GROWTH:
            return None
        return fit

    def _growth(self, camera: TableCamera) -> float:
        """Return by what share the felt has grown in the picture."""
        spans = [
            np.linalg.norm(quad - quad.mean(axis=0), axis=1).mean()
            for quad in (self._camera.project(self._corners_mm), camera.project(self._corners_mm))
        ]
        return float(spans[1] / spans[0] - 1)

    def _near(self, grey: Pixels, used: NDArray[np.int64], guess: Guess) -> _Fit | None:
        """Return the camera that explains the lines near a guessed movement."""
        every = np.arange(len(self._landmarks.points_px))
        camera = self._moved(self._camera, every, outward(self._landmarks, guess))
        points = self._points(camera)
        found = self._found(scaled(grey, SCALES[1]), used, points, scale=1, search=_SEARCH[1])
        agreeing = self._consensus(found, points, scale=SCALES[1])
        if agreeing is None:
            return None
        return self._fitted(grey, used, self._moved(camera, found.rows[agreeing], found.offsets_px[agreeing]))

    def _points(self, camera: TableCamera) -> Floats:
        places = self._landmarks.places_mm
        return camera.project(np.hstack([places, np.zeros((len(places), 1))]))

    def _found(self, grey: Pixels, used: NDArray[np.int64], points: Floats, *, scale: int, search: int) -> _Found:
        """Return the landmarks that are seen near ``points``, and their distance from there across the line."""
        factor = SCALES[scale]
        alike = likenesses(grey, self._landmarks, used, scale=scale, search=search, points_px=points)
        best = alike.argmax(axis=1)
        inner = (best > 0) & (best < 2 * search)
        at = np.clip(best, 1, 2 * search - 1)
        row = np.arange(len(used))
        left, top, right = alike[row, at - 1], alike[row, at], alike[row, at + 1]
        bend = left - 2 * top + right
        part = np.where(bend < -1e-6, 0.5 * (left - right) / np.where(bend < -1e-6, bend, -1.0), 0.0)
        offsets = (at + part - search) * factor
        good = inner & (top >= _ALIKE)
        return _Found(used[good], np.asarray(offsets[good], np.float64))

    def _consensus(self, found: _Found, points: Floats, *, scale: int) -> NDArray[np.bool_] | None:
        """Return which of the found lines tell one common movement of the picture, or None if too few do."""
        if len(found.rows) < max(12.0, _LEAST_SEEN * len(self._landmarks.points_px)):
            return None
        sides = self._landmarks.sides[found.rows]
        table = _similarity_rows(points[found.rows], self._landmarks.normals[found.rows], points.mean(axis=0))
        near = _NEAR_PX * scale
        best = _voted(table, found.offsets_px, sides, near_px=near)
        if best is None:
            return None
        # A lean of the camera bends the picture a little beside a shift and a turn.
        agreeing = np.abs(table @ best - found.offsets_px) < 2.2 * near
        held = sum(int((agreeing & (sides == side)).sum()) >= _LEAST_A_SIDE for side in range(4))
        if held < 3 or agreeing.mean() < _LEAST_AGREEING:
            return None
        return agreeing

    def _moved(self, camera: TableCamera, rows: NDArray[np.int64], offsets_px: Floats) -> TableCamera:
        """Return the camera whose picture shows these lines ``offsets_px`` farther out."""
        places = np.hstack([self._landmarks.places_mm[rows], np.zeros((len(rows), 1))])
        normals = self._landmarks.normals[rows]
        target = (camera.project(places) * normals).sum(axis=1) + offsets_px
        for _ in range(3):
            left = target - (camera.project(places) * normals).sum(axis=1)
            weights = 1 / np.maximum(1.0, np.abs(left) / _NEAR_PX)
            slopes = np.column_stack(
                [
                    ((_nudged(camera, number, step).project(places) - camera.project(places)) * normals).sum(axis=1)
                    for number, step in enumerate(_STEPS)
                ]
            )
            # Height and lean are told weakly by a flat square: what is not told stays as it was.
            squares = slopes.T @ (slopes * weights[:, None]) + np.diag(_STIFF) * len(rows)
            moves = np.linalg.solve(squares, slopes.T @ (left * weights))
            for number, move in enumerate(moves):
                camera = _nudged(camera, number, float(move) * _STEPS[number])
        return camera

    def _drift(self, fit: _Fit) -> Drift:
        now = fit.camera
        before, after = self._camera.project(self._corners_mm), now.project(self._corners_mm)
        farthest = self._apart_px(now, self._camera)
        dx, dy = (after.mean(axis=0) - before.mean(axis=0)).tolist()
        arms = [quad - quad.mean(axis=0) for quad in (before, after)]
        cross = (arms[0][:, 0] * arms[1][:, 1] - arms[0][:, 1] * arms[1][:, 0]).sum()
        turn = math.degrees(math.atan2(float(cross), float((arms[0] * arms[1]).sum())))
        drift = Drift(Verdict.STILL, (dx, dy), turn, farthest, fit.share)
        if farthest <= MOVED_PX:
            return drift
        within = farthest <= LARGEST_PX and abs(turn) <= LARGEST_TURN_DEG
        return replace(drift, verdict=Verdict.MOVED, camera=now if within else None)


_STEPS = (1e-4, 1e-4, 1e-4, 0.2, 0.2, 0.2)
"""Steps for slopes: radians about the camera's axes, millimetres along them."""
_STIFF = (1e-5, 1e-5, 1e-7, 1e-5, 1e-5, 1e-5)


def _nudged(camera: TableCamera, number: int, step: float) -> TableCamera:
    """Return the camera turned about, or moved along, one of its own axes."""
    change = np.zeros(3)
    change[number % 3] = step
    if number >= 3:
        x, y, z = (np.array(camera.tvec) + change).tolist()
        return replace(camera, tvec=(x, y, z))
    spin = cv2.Rodrigues(change)[0]
    rotation = spin @ cv2.Rodrigues(np.array(camera.rvec))[0]
    a, b, c = cv2.Rodrigues(rotation)[0].ravel().tolist()
    x, y, z = (spin @ np.array(camera.tvec)).tolist()
    return replace(camera, rvec=(a, b, c), tvec=(x, y, z))


def _within(grey: Pixels, points: Floats) -> NDArray[np.bool_]:
    height, width = grey.shape
    x, y = points[:, 0], points[:, 1]
    return np.asarray((x >= _RIM_PX) & (x < width - _RIM_PX) & (y >= _RIM_PX) & (y < height - _RIM_PX))


def _similarity_rows(points: Floats, normals: Floats, middle: Floats) -> Floats:
    """Return (N, 4): how far out each line goes for a unit of shift right, shift down, turn and growth."""
    arm = points - middle
    turned = np.column_stack([-arm[:, 1], arm[:, 0]])
    return np.column_stack([normals, (turned * normals).sum(axis=1), (arm * normals).sum(axis=1)])


def _voted(table: Floats, offsets: Floats, sides: NDArray[np.int64], *, near_px: float) -> Floats | None:
    """Return the similarity that most lines agree with, from many draws of four lines on at least two sides."""
    rng = np.random.default_rng(5)
    draws = rng.integers(0, len(table), (_TRIES, 4))
    systems, values = table[draws], offsets[draws]
    usable = np.abs(np.linalg.det(systems / np.array([1.0, 1.0, 300.0, 300.0]))) > 0.02
    if not usable.any():
        return None
    # Every side counts alike, however many of its lines are seen.
    weights = 1 / np.bincount(sides, minlength=4)[sides]
    answers = np.linalg.solve(systems[usable], values[usable][:, :, None])[:, :, 0]
    # No bump turns or zooms the picture farther than this.
    answers = answers[(np.abs(answers[:, 2]) < 0.2) & (np.abs(answers[:, 3]) < 0.08)]
    if len(answers) == 0:
        return None
    misses = np.abs(answers @ table.T - offsets)
    best = answers[int((np.minimum(misses / near_px, 2.0) @ weights).argmin())]
    for _ in range(3):
        close = np.abs(table @ best - offsets) < 1.6 * near_px
        if close.sum() < 8:
            return None
        best = np.linalg.lstsq(table[close], offsets[close], rcond=None)[0]
    return np.asarray(best, np.float64)
