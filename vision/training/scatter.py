"""Overhead pictures put together from real faces: tiles strewn, in rows and in walls on any ground.

Cruder than the renderer, but with the faces that photographs have.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import FACES, Label
from vision.training.faces import Face, Pixels
from vision.training.plain import plain_back
from vision.training.targets import WINDOW_PX, Lesson
from vision.training.windows import RIGHT_PX

DrawFace = Callable[[np.random.Generator, Label], Face | None]
Floats = NDArray[np.float64]


@dataclass(slots=True)
class _Sheet:
    image: NDArray[np.float32]
    taken: NDArray[np.uint8]
    lean: Floats
    """How far the top of a tile is displaced from its foot, in pixels."""
    quads: list[Floats] = field(default_factory=list)
    hidden: list[bool] = field(default_factory=list)


def scattered(rng: np.random.Generator, draw: DrawFace, grounds: list[Pixels]) -> Lesson:
    """Return a made-up picture: everything in it is known exactly."""
    width = float(np.exp(rng.uniform(*np.log(RIGHT_PX))))
    lean = rng.normal(0, 0.25, 2) * width
    sheet = _Sheet(_ground(rng, grounds), np.zeros((WINDOW_PX, WINDOW_PX), np.uint8), lean)
    back = plain_back(rng)
    backs_share = rng.choice([0.1, 0.5, 0.95])
    for _ in range(int(rng.integers(2, 14))):
        for quad in _group(rng, width):
            face = back if rng.random() < backs_share else draw(rng, FACES[int(rng.integers(34))])
            if face is not None:
                _lay(sheet, quad, face, back, rng)
        if len(sheet.quads) > 90:
            break
    if rng.random() < 0.3:
        _arm(sheet, rng, width)
    image = _camera(sheet.image, rng)
    count = len(sheet.quads)
    return Lesson(
        image,
        np.array(sheet.quads, np.float64).reshape(-1, 4, 2),
        np.ones(count, np.bool_),
        np.array(sheet.hidden, np.bool_),
        complete=True,
    )


def _ground(rng: np.random.Generator, grounds: list[Pixels]) -> NDArray[np.float32]:
    if rng.random() < 0.5:
        ground = grounds[int(rng.integers(len(grounds)))]
        side = int(rng.integers(30, 1 + min(ground.shape[:2])))
        left, top = (
            int(rng.integers(0, ground.shape[1] - side + 1)),
            int(rng.integers(0, ground.shape[0] - side + 1)),
        )
        piece = ground[top : top + side, left : left + side]
        image = cv2.resize(piece, (WINDOW_PX, WINDOW_PX)).astype(np.float32)
    else:
        image = np.full((WINDOW_PX, WINDOW_PX, 3), rng.uniform(10, 200, 3), np.float32)
        image += cv2.resize(rng.normal(0, 12, (WINDOW_PX // 2, WINDOW_PX // 2)), (WINDOW_PX, WINDOW_PX))[..., None]
    for _ in range(int(rng.integers(0, 5))):
        # Rims, racks, the console, a phone: anything straight.
        centre = rng.uniform(0, WINDOW_PX, 2)
        size = rng.uniform(4, 180, 2)
        box = cv2.boxPoints((centre.tolist(), size.tolist(), float(rng.uniform(0, 180))))
        cv2.fillConvexPoly(image, np.round(box).astype(np.int32), rng.uniform(0, 255, 3).tolist())
    return image


def _group(rng: np.random.Generator, width: float) -> list[Floats]:
    """Return quads of one tile, a row or a block."""
    length = width * rng.uniform(1.28, 1.42)
    kind = rng.random()
    columns, rows = (1, 1) if kind < 0.55 else (int(rng.integers(2, 15)), 1)
    if kind > 0.88:
        columns, rows = int(rng.integers(2, 6)), int(rng.integers(2, 5))
    across, along = (width, length) if rng.random() < 0.75 else (length, width)
    gap = 1 + abs(rng.normal(0, 0.03))
    angle = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    start = rng.uniform(-0.1, 1.1, 2) * WINDOW_PX
    corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (across / 2, along / 2)
    quads = []
    for row in range(rows):
        for column in range(columns):
            jitter = rng.normal(0, 0.02 * width, 2)
            place = np.array([column * across * gap, row * along * gap]) + jitter
            wobble = rng.normal(0, 0.02)
            tilt = np.array([[np.cos(wobble), np.sin(wobble)], [-np.sin(wobble), np.cos(wobble)]])
            quads.append((corner @ tilt + place) @ spin + start)
    return quads


def _lay(sheet: _Sheet, quad: Floats, face: Face, back: Face, rng: np.random.Generator) -> None:
    """Draw one tile where nothing lies yet: its shadow, its sides, its face."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    if (high < 2).any() or (low > WINDOW_PX - 2).any():
        return
    body = np.zeros_like(sheet.taken)
    shrunk = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * 0.9
    cv2.fillConvexPoly(body, np.round(shrunk).astype(np.int32), 1)
    if (body & sheet.taken).any():
        return
    _draw_sides(sheet, quad, back, is_back=face.label is Label.BACK)
    _draw_face(sheet.image, quad, face, rng)
    cv2.fillConvexPoly(sheet.taken, np.round(quad).astype(np.int32), 1)
    sheet.quads.append(quad)
    outside = ((quad < 0) | (quad > WINDOW_PX - 1)).any(axis=1).sum()
    sheet.hidden.append(
        bool(outside >= 2 or (quad.mean(axis=0) < 4).any() or (quad.mean(axis=0) > WINDOW_PX - 4).any())
    )


def _draw_sides(sheet: _Sheet, quad: Floats, back: Face, *, is_back: bool) -> None:
    """Draw the tile's body from its foot up: shadow, then two layers of side wall, without touching drawn faces."""
    free = (sheet.taken == 0)[..., None]
    layer = sheet.image.copy()
    shadow = np.round(quad - sheet.lean * 1.1).astype(np.int32)
    mask = np.zeros(sheet.taken.shape, np.float32)
    cv2.fillConvexPoly(mask, shadow, 1.0)
    layer *= 1 - 0.35 * cv2.GaussianBlur(mask, (0, 0), 3)[..., None]
    ivory, colour = (205.0, 220.0, 225.0), tuple(float(v) * 0.8 for v in back.image[5, 5])
    order = (ivory, colour) if is_back else (colour, ivory)
    for (begin, end), paint in zip(((1.0, 0.5), (0.5, 0.0)), order, strict=True):
        hull = cv2.convexHull(np.concatenate([quad - sheet.lean * begin, quad - sheet.lean * end]).astype(np.float32))
        cv2.fillConvexPoly(layer, np.round(hull).astype(np.int32), paint)
    sheet.image[:] = np.where(free, layer, sheet.image)


def _draw_face(image: NDArray[np.float32], quad: Floats, face: Face, rng: np.random.Generator) -> None:
    corners = np.roll(face.corners, -int(rng.integers(4)), axis=0)
    edges = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    ours = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    if (edges[0] > edges[1]) != (ours[0] > ours[1]):
        corners = np.roll(corners, -1, axis=0)
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, WINDOW_PX)
    if (high <= low).any():
        return
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    local = (quad - low).astype(np.float32)
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), local)
    drawn = cv2.warpPerspective(face.image, homography, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(local * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    share = mask[..., None].astype(np.float32) / 255
    region = image[low[1] : high[1], low[0] : high[0]]
    region[:] = region * (1 - share) + drawn.astype(np.float32) * rng.uniform(0.85, 1.05) * share


def _arm(sheet: _Sheet, rng: np.random.Generator, width: float) -> None:
    """Cover some of it with an arm."""
    mask = np.zeros_like(sheet.taken)
    edge, tip = rng.uniform(-0.1, 1.1, 2) * WINDOW_PX, rng.uniform(0.2, 0.8, 2) * WINDOW_PX
    edge[int(rng.integers(2))] = rng.choice([-20, WINDOW_PX + 20])
    cv2.line(mask, edge.astype(int).tolist(), tip.astype(int).tolist(), 1, int(width * rng.uniform(1, 3)))
    skin = np.array([120.0, 150.0, 205.0]) * rng.uniform(0.4, 1.2) + rng.normal(0, 15, 3)
    sheet.image[mask > 0] = skin
    for i, quad in enumerate(sheet.quads):
        own = np.zeros_like(mask)
        cv2.fillConvexPoly(own, np.round(quad).astype(np.int32), 1)
        sheet.hidden[i] |= bool((own & mask).sum() > 0.08 * max(int(own.sum()), 1))


def _camera(image: NDArray[np.float32], rng: np.random.Generator) -> Pixels:
    """Light it unevenly, blur it, add noise."""
    lit = image * np.exp(rng.normal(0, 0.3)) * np.exp(rng.normal(0, 0.08, 3)).astype(np.float32)
    ramp = np.linspace(-1, 1, WINDOW_PX, dtype=np.float32)
    lit *= 1 + rng.normal(0, 0.12) * ramp[:, None, None] + rng.normal(0, 0.12) * ramp[None, :, None]
    if rng.random() < 0.6:
        lit = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.3, 1.2))
    lit = lit + rng.normal(0, rng.uniform(0, 8), lit.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)
