"""Finds the felt in a picture of an unknown table by its colour: four rough corners, or a reason why not."""

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.felt import to_lab
from vision.errors import CalibrationError
from vision.geometry import Floats

Pixels = NDArray[np.uint8]

_LONGEST_PX = 480
_NEAR = (7.0, 12.0)
"""Distances in colour within which pixels are felt, tried one after the other."""
_MODES = 3
_BIN = 4.0
_LEAST_SHARE = 0.12
"""The felt fills at least so much of the picture."""
_LEAST_STEP = 0.3
"""Along every side so much more felt lies just inside of the line than just outside."""
_LEAST_FILL = 0.3
"""So much of the quadrangle is felt; the rest are tiles, walls and the console."""
_MOST_STRETCH = 1.9
"""How much longer one side may be than another: a square seen from above is no thin strip."""
_LINES = 16
_MOST_QUADS = 40
"""Of the many quadrangles the outline's lines make, those on the strongest lines are judged."""
_ALONG = 40
_BESIDE_PX = 3.5
_OPPOSITE_DEG = 25.0
"""Opposite sides of a square seen from above differ in direction by less."""


def find_felt(image: Pixels) -> Floats:
    """Return the felt's corners (4, 2) in pixels, clockwise from the top left, good to about one per cent of its side.

    Raises CalibrationError with what to do when no single quadrangle of one colour stands out.
    """
    scale = min(1.0, _LONGEST_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    smooth = np.asarray(cv2.medianBlur(small, 5), np.uint8)
    lab = to_lab(smooth.reshape(-1, 3)).reshape(*smooth.shape[:2], 3)
    best: tuple[float, Floats] | None = None
    for colour in _modes(lab):
        away = np.linalg.norm(lab - colour, axis=2)
        for near in _NEAR:
            found = _quad((away < near).astype(np.uint8))
            if found is not None and (best is None or found[0] > best[0]):
                best = found
    if best is None:
        raise CalibrationError(
            "no felt of one colour with four straight sides stands out in the picture; show the whole table from "
            "above in even light, lay the tags, or give the felt's corners",
            zh="画面里找不到一块颜色均匀的方形桌面：让整张桌子入镜、光线均匀，或放角标，或手动拖四个角",
        )
    return np.asarray((best[1] + 0.5) / scale - 0.5, np.float64)


def _modes(lab: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Return the most frequent colours of the picture's middle part, no two alike."""
    height, width = lab.shape[:2]
    middle = lab[height // 6 : -height // 6, width // 6 : -width // 6].reshape(-1, 3)
    cells = np.floor(middle / _BIN).astype(np.int64)
    keys, counts = np.unique(cells, axis=0, return_counts=True)
    modes: list[NDArray[np.float32]] = []
    for number in np.argsort(-counts)[:60]:
        colour = (keys[number] + 0.5) * _BIN
        for _ in range(3):
            close = middle[np.linalg.norm(middle - colour, axis=1) < 7.0]
            colour = np.median(close, axis=0) if len(close) else colour
        if all(np.linalg.norm(colour - other) > 8.0 for other in modes):
            modes.append(np.asarray(colour, np.float32))
        if len(modes) == _MODES:
            break
    return modes


def _quad(felt: NDArray[np.uint8]) -> tuple[float, Floats] | None:
    """Return how well the largest patch of a mask is a square table, and its corners; None when it is none."""
    closed = cv2.morphologyEx(felt, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
    if count < 2:
        return None
    # The felt may be cut into strips by rows of tiles: patches of the same colour count together by their hull.
    largest = int(stats[1:, cv2.CC_STAT_AREA].argmax()) + 1
    parts = [
        number
        for number in range(1, count)
        if stats[number, cv2.CC_STAT_AREA] >= 0.04 * stats[largest, cv2.CC_STAT_AREA]
    ]
    patch = np.isin(labels, parts).astype(np.uint8)
    quads = _quads(patch)
    judged = [(_judged(patch, quad), quad) for quad in quads]
    return max(((score, quad) for score, quad in judged if score > 0), key=lambda pair: pair[0], default=None)


def _quads(patch: NDArray[np.uint8]) -> list[Floats]:
    """Return the quadrangles that the straight parts of a patch's outline make, plausible ones only."""
    outlines, _ = cv2.findContours(patch, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    drawn = np.zeros_like(patch)
    cv2.drawContours(drawn, outlines, -1, 255, 1)
    # The picture's own border is no side of a table.
    drawn[[0, -1]] = 0
    drawn[:, [0, -1]] = 0
    lines = _strong_lines(drawn)
    meetings = _meetings(lines)
    pairs = [pair for pair in combinations(range(len(lines)), 2) if _turn_between(lines, *pair) < _OPPOSITE_DEG]
    quads: list[tuple[float, Floats]] = []
    for (a, c), (b, d) in combinations(pairs, 2):
        if _turn_between(lines, a, b) < 50 or _turn_between(lines, c, d) < 50:
            continue
        corners = meetings[[a, b, c, d], [b, c, d, a]]
        if _plausible(patch.shape, corners):
            quads.append((sum(lines[line].votes for line in (a, b, c, d)), corners))
    quads.sort(key=lambda quad: -quad[0])
    return [_clockwise(corners) for _, corners in quads[:_MOST_QUADS]]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the picture in Hesse's form, and how many outline pixels lie on it."""

    rho: float
    theta: float
    votes: float

    def like(self, other: "_Line") -> bool:
        rho, theta = other.rho, other.theta
        if abs(self.theta - theta) > np.pi / 2:
            rho, theta = -rho, theta + (np.pi if theta < self.theta else -np.pi)
        return abs(self.rho - rho) < 5 and abs(self.theta - theta) < np.pi / 90


def _strong_lines(drawn: NDArray[np.uint8]) -> list[_Line]:
    """Return the lines that most pixels lie on, strongest first, no two alike."""
    least = max(20, max(drawn.shape) // 12)
    # OpenCV answers None where there is no line, whatever its stubs say.
    found: NDArray[np.float32] | None = cv2.HoughLinesWithAccumulator(drawn, 1.0, np.pi / 240, least)  # type: ignore[assignment]
    if found is None:
        return []
    lines: list[_Line] = []
    for rho, theta, votes in sorted(found.reshape(-1, 3).tolist(), key=lambda line: -line[2]):
        line = _Line(rho, theta, votes)
        if not any(line.like(other) for other in lines):
            lines.append(line)
        if len(lines) == _LINES:
            break
    return lines


def _turn_between(lines: list[_Line], one: int, other: int) -> float:
    turn = abs(lines[one].theta - lines[other].theta) % np.pi
    return float(np.degrees(min(turn, np.pi - turn)))


def _meetings(lines: list[_Line]) -> Floats:
    """Return where each two lines meet, (N, N, 2); far away for parallel ones."""
    theta = np.array([line.theta for line in lines])
    rho = np.array([line.rho for line in lines])
    cos, sin = np.cos(theta), np.sin(theta)
    cross = cos[:, None] * sin[None] - sin[:, None] * cos[None]
    safe = np.where(np.abs(cross) < 1e-3, 1e-3, cross)
    x = (rho[:, None] * sin[None] - sin[:, None] * rho[None]) / safe
    y = (cos[:, None] * rho[None] - rho[:, None] * cos[None]) / safe
    return np.stack([x, y], axis=2)


def _plausible(shape: tuple[int, ...], corners: Floats) -> bool:
    height, width = shape
    margin = 0.06 * max(height, width)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    if left < -margin or top < -margin or right > width + margin or bottom > height + margin:
        return False
    steps = np.roll(corners, -1, axis=0) - corners
    sides = np.hypot(steps[:, 0], steps[:, 1])
    area = (
        abs(float(np.sum(corners[:, 0] * np.roll(corners[:, 1], -1) - np.roll(corners[:, 0], -1) * corners[:, 1]))) / 2
    )
    return bool(sides.max() < _MOST_STRETCH * sides.min() and area > _LEAST_SHARE * height * width)


def _judged(patch: NDArray[np.uint8], corners: Floats) -> float:
    """Return how well a quadrangle parts felt from what is not; 0 when it does not on each side."""
    shares = np.linspace(0.04, 0.96, _ALONG)[:, None]
    steps = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        unit = (end - start) / np.linalg.norm(end - start)
        outward = np.array([unit[1], -unit[0]])
        line = start + (end - start) * shares
        steps.append(float(_share(patch, line - outward * _BESIDE_PX) - _share(patch, line + outward * _BESIDE_PX)))
    quad = np.zeros_like(patch)
    cv2.fillConvexPoly(quad, np.round(corners).astype(np.int32), 1)
    fill = float((patch & quad).sum() / max(1, quad.sum()))
    if min(steps) < _LEAST_STEP or fill < _LEAST_FILL:
        return 0.0
    # Of two squares one in the other, the felt's slots and its edge, the larger is meant.
    return sum(steps) / 4 + 0.4 * float((patch & quad).sum() / max(1, patch.sum()))


def _share(patch: NDArray[np.uint8], places: Floats) -> float:
    height, width = patch.shape
    x, y = np.round(places).astype(int).T
    seen = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    return float(patch[y[seen], x[seen]].mean()) if seen.sum() >= _ALONG // 4 else 0.0


def _clockwise(corners: Floats) -> Floats:
    """Return corners clockwise as seen, beginning at the one nearest to the picture's top left."""
    middle = corners.mean(axis=0)
    angles = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    ordered = corners[np.argsort(angles)]
    return np.asarray(np.roll(ordered, -int(np.argmin(ordered.sum(axis=1))), axis=0), np.float64)
