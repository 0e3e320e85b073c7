"""The box in the table's middle with its dome, buttons and dice. Drawn unlit onto a picture of the bare table."""

import math

import cv2
import numpy as np

from vision.geometry import TableCamera
from vision.synthetic.pixels import Bgr, Floats, Pixels, fill, shaded
from vision.synthetic.scene import Look

_HALF_MM = 75.0
_DOWN_MM = 9.0
_UP_MM = 58.0
_DOME_MM = 46.0
_DIE_MM = 14.0
_BUTTONS: tuple[Bgr, ...] = ((60, 190, 60), (50, 60, 210), (200, 120, 40), (40, 190, 220))
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def draw_console(canvas: Pixels, camera: TableCamera, look: Look, *, dice: tuple[int, ...] | None, up: bool) -> None:
    """Draw the console, raised if ``up``, with dice showing ``dice`` under the dome if any."""
    top = _UP_MM if up else _DOWN_MM
    ring = _rounded_square(_HALF_MM, 14.0)
    fill(
        canvas,
        _hull(np.vstack([_seen(camera, ring, 0.0), _seen(camera, ring, top)])),
        shaded(look.console_bgr, 0.55),
    )
    fill(canvas, _seen(camera, ring, top), look.console_bgr)
    fill(canvas, _seen(camera, _rounded_square(_HALF_MM - 5, 11.0), top), shaded(look.console_bgr, 1.25))
    for number, colour in enumerate(_BUTTONS):
        angle = math.pi / 2 * number
        place = (61.0 * math.sin(angle), 61.0 * math.cos(angle))
        _disc(canvas, camera, (place, top), 6.4, shaded(look.console_bgr, 0.6))
        _disc(canvas, camera, (place, top), 5.2, colour)
    _disc(canvas, camera, ((0.0, 0.0), top), _DOME_MM + 4, shaded(look.console_bgr, 0.7))
    _disc(canvas, camera, ((0.0, 0.0), top), _DOME_MM, (92, 84, 70))
    _disc(canvas, camera, ((0.0, 0.0), top), _DOME_MM - 6, (112, 104, 90))
    for number, value in enumerate(dice or ()):
        _draw_die(canvas, camera, number=number, values=dice or (), value=value, floor_mm=top)
    _glint(canvas, camera, top)


def console_bounds(camera: TableCamera) -> Floats:
    """Return pixels around all that ``draw_console`` may touch, raised or not."""
    ring = _rounded_square(_HALF_MM, 1.0)
    return np.vstack([_seen(camera, ring, 0.0), _seen(camera, ring, _UP_MM + _DIE_MM)])


def _draw_die(
    canvas: Pixels, camera: TableCamera, *, number: int, values: tuple[int, ...], value: int, floor_mm: float
) -> None:
    # Where dice come to rest follows from what they show, so that a scene always looks the same.
    seed = sum((place + 3) * shown * 7 for place, shown in enumerate(values))
    turn = math.radians((seed * 37 + number * 53) % 90)
    spread = 19.0 if len(values) > 1 else 0.0
    around = 2 * math.pi * number / max(1, len(values)) + math.radians(seed * 23 % 360)
    middle = np.array([spread * math.cos(around), spread * math.sin(around)])
    axis_x, axis_y = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])

    def at(x: float, y: float) -> Floats:
        return np.asarray(middle + axis_x * x + axis_y * y, dtype=np.float64)

    body = np.array([at(x, y) for x, y in _rounded_square(_DIE_MM / 2, 2.5)])
    low, high = _seen(camera, body, floor_mm), _seen(camera, body, floor_mm + _DIE_MM)
    fill(canvas, _hull(np.vstack([low, high])), (168, 172, 172))
    fill(canvas, high, (238, 240, 240))
    for column, row in _PIPS[value]:
        centre = at(column * _DIE_MM * 0.27, row * _DIE_MM * 0.27)
        radius = _DIE_MM * (0.17 if value == 1 else 0.105)
        colour = (30, 20, 200) if value in (1, 4) else (30, 26, 24)
        _disc(canvas, camera, ((float(centre[0]), float(centre[1])), floor_mm + _DIE_MM), radius, colour)


def _glint(canvas: Pixels, camera: TableCamera, top_mm: float) -> None:
    """Lighten two spots of the dome as lamps do."""
    for place, radius, strength in (((-20.0, -24.0), 9.0, 0.5), (((26.0), 22.0), 5.0, 0.35)):
        ((x, y),) = camera.project([(*place, top_mm + 14)])
        size = radius * _px_per_mm(camera)
        left, upper = int(x - 2 * size), int(y - 2 * size)
        view = canvas[max(0, upper) : upper + int(4 * size), max(0, left) : left + int(4 * size)]
        if view.size == 0:
            continue
        rows, columns = np.mgrid[0 : view.shape[0], 0 : view.shape[1]]
        off = ((columns - view.shape[1] / 2) ** 2 + (rows - view.shape[0] / 2) ** 2) / size**2
        view[:] = np.clip(view + (255.0 - view) * (strength * np.exp(-off))[:, :, None], 0, 255).astype(np.uint8)


def _px_per_mm(camera: TableCamera) -> float:
    left, right = camera.project([(-10, 0, 0), (10, 0, 0)])
    return float(np.hypot(*(right - left))) / 20


def _disc(
    canvas: Pixels,
    camera: TableCamera,
    place: tuple[tuple[float, float], float],
    radius_mm: float,
    colour: Bgr,
) -> None:
    (x, y), z_mm = place
    turns = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    ring = np.column_stack([x + radius_mm * np.cos(turns), y + radius_mm * np.sin(turns)])
    fill(canvas, _seen(camera, ring, z_mm), colour)


def _seen(camera: TableCamera, points_mm: Floats, z_mm: float) -> Floats:
    return camera.project(np.column_stack([points_mm, np.full(len(points_mm), z_mm)]))


def _rounded_square(half_mm: float, radius_mm: float) -> Floats:
    points = []
    for corner in range(4):
        start = corner * 90 - 90
        cx = (half_mm - radius_mm) * (1 if corner in (0, 1) else -1)
        cy = (half_mm - radius_mm) * (1 if corner in (1, 2) else -1)
        for step in range(5):
            angle = math.radians(start + 22.5 * step)
            points.append((cx + radius_mm * math.cos(angle), cy + radius_mm * math.sin(angle)))
    return np.array(points)


def _hull(points: Floats) -> Floats:
    return np.asarray(cv2.convexHull(points.astype(np.float32)), dtype=np.float64).reshape(-1, 2)
