"""A cut-out face laid on a table as a tile: turned, seen askew, with walls, neighbours and ground around it.

Boxes around turned tiles have their neighbours' corners in them; here such boxes are made.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.faces import UNKNOWN_TURN, Face, Pixels

SHEET_PX = 128
NEIGHBOUR = 0.6
"""How often a tile lies beside another; across a corner half as often."""
Floats = NDArray[np.float32]
DrawFace = Callable[[np.random.Generator], Face]


def laid(face: Face, draw: DrawFace, grounds: list[Pixels], rng: np.random.Generator, *, boxed: bool) -> Face:
    """Return the face on a made-up table; ``boxed`` gives the upright box around it instead of its own corners."""
    quads, turn_deg = _places(rng, boxed=boxed)
    sheet = _ground(grounds, rng)
    lean = (rng.normal(0, 0.16, 2) * 56).astype(np.float32)
    wall = rng.uniform(20, 255, 3)
    body = rng.uniform(0.55, 1.0) * np.array([205.0, 222.0, 228.0])
    order = [*range(1, len(quads)), 0]
    for place in order:
        if place and rng.random() > (NEIGHBOUR if place <= 4 else NEIGHBOUR / 2):
            continue
        _lay(sheet, quads[place], face if place == 0 else draw(rng), lean, (body, wall), rng)
    corners, turn = quads[0], face.turn if face.turn == UNKNOWN_TURN else 0
    if boxed:
        corners, turn = _hull(corners, rng), _turn_in_hull(face.turn, turn_deg)
    return Face(sheet, corners, face.label, turn)


def _places(rng: np.random.Generator, *, boxed: bool) -> tuple[list[Floats], float]:
    """Return the quads of the tile and its eight neighbours, and the tile's turn in degrees."""
    width = rng.uniform(40, 52)
    height = width * rng.uniform(1.25, 1.45)
    gap = max(0.0, rng.normal(1.0, 1.5))
    turn_deg = float(rng.integers(4)) * 90
    turn_deg += rng.uniform(-45, 45) if not boxed or rng.random() < 0.4 else rng.normal(0, 7)
    angle = np.radians(turn_deg)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    squeeze_at = rng.uniform(0, np.pi)
    axis = np.array([np.cos(squeeze_at), np.sin(squeeze_at)])
    squeeze = np.eye(2) - (1 - rng.uniform(0.6, 1.0)) * np.outer(axis, axis)
    if boxed and rng.random() < 0.5:
        squeeze = np.diag([1.0, rng.uniform(0.55, 1.0)])
    keystone = rng.normal(0, 0.0008, 2)
    base = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * (width, height)
    steps = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]
    quads = []
    for x, y in steps:
        moved = base + np.array([x * (width + gap), y * (height + gap)]) + rng.normal(0, 0.4, 2)
        flat = moved @ spin.T @ squeeze.T
        flat = flat / (1 + flat @ keystone)[:, None]
        quads.append((flat + SHEET_PX / 2).astype(np.float32))
    return quads, turn_deg


def _ground(grounds: list[Pixels], rng: np.random.Generator) -> Pixels:
    if grounds and rng.random() < 0.5:
        ground = grounds[int(rng.integers(len(grounds)))]
        side = int(rng.integers(20, 1 + min(ground.shape[:2])))
        top, left = (int(rng.integers(0, size - side + 1)) for size in ground.shape[:2])
        return np.asarray(cv2.resize(ground[top : top + side, left : left + side], (SHEET_PX, SHEET_PX)), np.uint8)
    grain = rng.normal(0, rng.uniform(2, 14), (SHEET_PX // 2, SHEET_PX // 2, 1))
    half = np.clip(rng.uniform(10, 200, 3) + grain, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(half, (SHEET_PX, SHEET_PX)), np.uint8)


def _lay(
    sheet: Pixels,
    quad: Floats,
    face: Face,
    lean: Floats,
    colours: tuple[NDArray[np.float64], NDArray[np.float64]],
    rng: np.random.Generator,
) -> None:
    body, wall = colours
    low, high = quad.min(axis=0), quad.max(axis=0)
    if (high < 1).any() or (low > SHEET_PX - 1).any():
        return
    for reach, colour in ((1.0, wall), (0.55, body * 0.8)):
        hull = cv2.convexHull(np.vstack([quad, quad + lean * reach]).astype(np.float32))
        cv2.fillConvexPoly(sheet, np.round(hull * 16).astype(np.int32), colour.tolist(), cv2.LINE_8, 4)
    x0, y0 = np.maximum(np.floor(low).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(high).astype(int) + 2, SHEET_PX)
    local = quad - np.array([x0, y0], np.float32)
    size = (int(x1 - x0), int(y1 - y0))
    homography = cv2.getPerspectiveTransform(_upright(face), local)
    drawn = cv2.warpPerspective(face.image, homography, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.6:
        edge = rng.uniform(0.6, 1.15)
        outline = [np.round(local * 16).astype(np.int32)]
        thick = int(rng.integers(1, 4))
        cv2.polylines(drawn, outline, isClosed=True, color=(body * edge).tolist(), thickness=thick, shift=4)
    mask = np.zeros((size[1], size[0], 1), np.uint8)
    cv2.fillConvexPoly(mask, np.round(local * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    np.copyto(sheet[y0:y1, x0:x1], cv2.convertScaleAbs(drawn, alpha=rng.uniform(0.85, 1.05)), where=mask > 0)


def can_be_laid(face: Face) -> bool:
    """Whether the cut shows a tile's face and little else, told from its proportions where its turn is unknown."""
    if face.turn != UNKNOWN_TURN:
        return True
    wide, high = _sides(face)
    return 1.2 < max(wide, high) / min(wide, high) < 1.55


def _sides(face: Face) -> tuple[float, float]:
    wide, high = (float(np.linalg.norm(face.corners[1 + i] - face.corners[i])) for i in (0, 1))
    return wide, high


def _upright(face: Face) -> Floats:
    """Return the corners from the upright face's top left on; of unknown turn, so that it stands tall."""
    if face.turn != UNKNOWN_TURN:
        return np.roll(face.corners, -face.turn, axis=0).astype(np.float32)
    wide, high = _sides(face)
    return np.roll(face.corners, -1 if wide > high else 0, axis=0).astype(np.float32)


def _hull(quad: Floats, rng: np.random.Generator) -> Floats:
    low, high = quad.min(axis=0), quad.max(axis=0)
    slack = rng.uniform(-0.03, 0.08, 4) * np.concatenate([high - low, high - low])
    left, top = (float(v) for v in low - slack[:2])
    right, bottom = (float(v) for v in high + slack[2:])
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def _turn_in_hull(turn: int, turn_deg: float) -> int:
    """Return which corner of the upright box is the upright face's top left; unknown where it lies between two."""
    if turn == UNKNOWN_TURN:
        return UNKNOWN_TURN
    quarter = round(turn_deg / 90)
    return UNKNOWN_TURN if abs(turn_deg - 90 * quarter) > 32 else quarter % 4
