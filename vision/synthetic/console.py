"""The box in the table's middle with its dome, buttons and dice. Drawn unlit onto a picture of the bare table."""

import math

import cv2
import numpy as np

from vision.geometry import TableCamera
from vision.synthetic.dice import GLINTS, DieLook, draw_die, draw_glint, usual_places
from vision.synthetic.pixels import Bgr, Floats, Pixels, fill, shaded
from vision.synthetic.scene import Look

_HALF_MM = 75.0
_DOWN_MM = 9.0
_UP_MM = 58.0
_DOME_MM = 46.0
_DOME_RISE_MM = 14.0
_BUTTONS: tuple[Bgr, ...] = ((60, 190, 60), (50, 60, 210), (200, 120, 40), (40, 190, 220))


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
    for die in usual_places(dice or ()):
        draw_die(canvas, camera, die, DieLook(), floor_mm=top)
    for glint in GLINTS:
        draw_glint(canvas, camera, glint, z_mm=top + _DOME_RISE_MM)


def console_bounds(camera: TableCamera) -> Floats:
    """Return pixels around all that ``draw_console`` may touch, raised or not."""
    ring = _rounded_square(_HALF_MM, 1.0)
    return np.vstack([_seen(camera, ring, 0.0), _seen(camera, ring, _UP_MM + _DOME_RISE_MM)])


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
