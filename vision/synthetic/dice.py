"""Dice as solid bodies and the dome above them, drawn unlit into a picture. Not the box around them."""

import math
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from vision.geometry import TableCamera
from vision.synthetic.pixels import Bgr, Floats, Pixels, fill, shaded

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Columns and rows of the pips of each value, in steps of ``DieLook.spread``."""
_BESIDE: dict[int, tuple[int, int]] = {1: (2, 3), 2: (3, 1), 3: (1, 2), 4: (2, 1), 5: (3, 6), 6: (2, 4)}
"""Two values on neighbouring sides of each value; opposite ones add to seven."""
_RING = 14


@dataclass(frozen=True, slots=True)
class DieLook:
    """How the dice of a table are made."""

    side_mm: float = 14.0
    body_bgr: Bgr = (238, 240, 240)
    pip_bgr: Bgr = (30, 26, 24)
    red_values: tuple[int, ...] = (1, 4)
    """Values whose pips have the second colour."""
    red_bgr: Bgr = (30, 20, 200)
    pip_share: float = 0.105
    """A pip's radius as a share of the side."""
    one_share: float = 0.17
    """The same for the single pip of one, which is often larger."""
    spread: float = 0.27
    """From the middle to an outer pip, as a share of the side."""
    corner_mm: float = 2.5
    side_tone: float = 0.71
    """How bright the upright sides are beside the top."""
    bevel: float = 0.0
    """How wide the rounded edge is that runs around the top, as a share of the side."""
    bevel_tone: float = 1.0
    """How bright that edge is beside the top."""
    hollow: float = 0.0
    """How much the pips are lighter on the side away from the light, as drilled ones are."""


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """One die at rest: its value, place and turn."""

    value: int
    centre_mm: tuple[float, float]
    turn_deg: float


@dataclass(frozen=True, slots=True)
class Glint:
    """A lamp's reflection in the dome."""

    place_mm: tuple[float, float]
    radius_mm: float
    strength: float
    stretch: float = 1.0
    """How many times longer than wide it is."""
    turn_deg: float = 0.0


GLINTS = (Glint((-20.0, -24.0), 9.0, 0.5), Glint((26.0, 22.0), 5.0, 0.35))


def usual_places(values: tuple[int, ...]) -> tuple[PlacedDie, ...]:
    """Return where dice come to rest: it follows from what they show, so that a scene always looks the same."""
    seed = sum((place + 3) * shown * 7 for place, shown in enumerate(values))
    spread = 19.0 if len(values) > 1 else 0.0
    placed = []
    for number, value in enumerate(values):
        around = 2 * math.pi * number / len(values) + math.radians(seed * 23 % 360)
        middle = (spread * math.cos(around), spread * math.sin(around))
        placed.append(PlacedDie(value, middle, float((seed * 37 + number * 53) % 90)))
    return tuple(placed)


def draw_die(canvas: Pixels, camera: TableCamera, die: PlacedDie, look: DieLook, *, floor_mm: float) -> None:
    """Draw a die standing on a floor at this height: the sides that are seen, then its top."""
    frame = _Frame(die, look.side_mm, floor_mm)
    low, high = (camera.project(frame.outline(look.corner_mm, z)) for z in (0.0, look.side_mm))
    hull = cv2.convexHull(np.vstack([low, high]).astype(np.float32)).reshape(-1, 2).astype(np.float64)
    fill(canvas, hull, shaded(look.body_bgr, look.side_tone))
    eye = _eye(camera)
    for quarter, value in enumerate(_around(die.value)):
        outward, along = frame.side(quarter)
        middle = frame.middle + outward * look.side_mm / 2 + np.array([0, 0, look.side_mm / 2])
        if float(np.dot(eye - middle, outward)) > look.side_mm:
            _pips(canvas, camera, middle, (along, np.array([0.0, 0.0, 1.0])), value, look, tone=look.side_tone)
    fill(canvas, high, shaded(look.body_bgr, look.bevel_tone))
    if look.bevel > 0:
        inner = frame.middle + (frame.outline(look.corner_mm, look.side_mm) - frame.middle) * (
            1 - 2 * look.bevel,
            1 - 2 * look.bevel,
            1,
        )
        fill(canvas, camera.project(inner), look.body_bgr)
    top = frame.middle + np.array([0.0, 0.0, look.side_mm])
    _pips(canvas, camera, top, (frame.across, frame.down), die.value, look, tone=1.0)


def far_first(dice: tuple[PlacedDie, ...], camera: TableCamera) -> list[PlacedDie]:
    """Return dice in the order in which to draw them: a near one hides part of a far one."""
    eye = _eye(camera)
    return sorted(dice, key=lambda die: -math.dist(die.centre_mm, eye[:2].tolist()))


def top_places(die: PlacedDie, look: DieLook, *, floor_mm: float) -> tuple[Floats, Floats, float]:
    """Return the middles of the pips on top (N, 3), of the places there that stay blank, and a pip's radius, in mm."""
    frame = _Frame(die, look.side_mm, floor_mm)
    step = look.side_mm * look.spread
    top = frame.middle + np.array([0.0, 0.0, look.side_mm])
    shown = PIPS[die.value]
    grid = [(column, row) for column in (-1, 0, 1) for row in (-1, 0, 1)]
    places = {spot: top + (frame.across * spot[0] + frame.down * spot[1]) * step for spot in grid}
    radius_mm = look.side_mm * (look.one_share if die.value == 1 else look.pip_share)
    pips = np.array([places[spot] for spot in shown])
    return pips, np.array([places[spot] for spot in grid if spot not in shown]), radius_mm


def ground_places(die: PlacedDie, look: DieLook, *, floor_mm: float) -> Floats:
    """Return places (8, 3) on the floor around a die, as far from its middle as it is wide, in mm."""
    frame = _Frame(die, look.side_mm, floor_mm)
    turns = np.arange(8) * (math.pi / 4)
    round_about = np.outer(np.cos(turns), frame.across) + np.outer(np.sin(turns), frame.down)
    return np.asarray(frame.middle + round_about * look.side_mm, np.float64)


def draw_glint(canvas: Pixels, camera: TableCamera, glint: Glint, *, z_mm: float) -> None:
    """Lighten a soft spot as a lamp's mirror image does."""
    x_mm, y_mm = glint.place_mm
    (x, y), (x1, y1) = camera.project([(x_mm, y_mm, z_mm), (x_mm + 10.0, y_mm, z_mm)])
    size = max(0.8, glint.radius_mm * math.hypot(x1 - x, y1 - y) / 10.0)
    reach = int(2.2 * size * max(1.0, glint.stretch)) + 1
    left, upper = max(0, int(x) - reach), max(0, int(y) - reach)
    view = canvas[upper : max(0, int(y) + reach), left : max(0, int(x) + reach)]
    if view.size == 0:
        return
    rows, columns = np.mgrid[0 : view.shape[0], 0 : view.shape[1]].astype(np.float32)
    rows, columns = rows + upper - y, columns + left - x
    turn = math.radians(glint.turn_deg)
    along = (columns * math.cos(turn) + rows * math.sin(turn)) / glint.stretch
    across = rows * math.cos(turn) - columns * math.sin(turn)
    gain = glint.strength * np.exp(-(along**2 + across**2) / size**2)
    view[:] = np.clip(view + (255.0 - view) * gain[:, :, None], 0, 255).astype(np.uint8)


class _Frame:
    """A die's own axes in table millimetres; its faces look along them."""

    def __init__(self, die: PlacedDie, side_mm: float, floor_mm: float) -> None:
        turn = math.radians(die.turn_deg)
        self.across = np.array([math.cos(turn), math.sin(turn), 0.0])
        self.down = np.array([-math.sin(turn), math.cos(turn), 0.0])
        self.middle = np.array([*die.centre_mm, floor_mm])
        self._half = side_mm / 2

    def outline(self, corner_mm: float, z_mm: float) -> Floats:
        """Return its rounded square at a height above its floor."""
        straight = max(0.0, self._half - corner_mm)
        points = []
        for corner in range(4):
            start = math.pi / 2 * corner
            cx, cy = (straight if corner in (0, 3) else -straight), (straight if corner in (0, 1) else -straight)
            for step in range(5):
                angle = start + math.pi / 8 * step
                x, y = cx + corner_mm * math.cos(angle), cy + corner_mm * math.sin(angle)
                points.append(self.middle + self.across * x + self.down * y + np.array([0.0, 0.0, z_mm]))
        return np.array(points)

    def side(self, quarter: int) -> tuple[Floats, Floats]:
        """Return a side face's outward direction and its horizontal axis."""
        axes = (self.across, self.down, -self.across, -self.down)
        return axes[quarter], axes[(quarter + 1) % 4]


def _around(top: int) -> tuple[int, int, int, int]:
    one, two = _BESIDE[top]
    return (one, two, 7 - one, 7 - two)


def _pips(
    canvas: Pixels,
    camera: TableCamera,
    middle: Floats,
    axes: tuple[Floats, Floats],
    value: int,
    look: DieLook,
    *,
    tone: float,
) -> None:
    radius = look.side_mm * (look.one_share if value == 1 else look.pip_share)
    colour = shaded(look.red_bgr if value in look.red_values else look.pip_bgr, tone)
    turns = np.linspace(0, 2 * math.pi, _RING, endpoint=False)
    ring = np.cos(turns)[:, None] * axes[0] * radius + np.sin(turns)[:, None] * axes[1] * radius
    step = look.side_mm * look.spread
    for column, row in PIPS[value]:
        spot = middle + axes[0] * column * step + axes[1] * row * step
        fill(canvas, camera.project(spot + ring), colour)
        if look.hollow > 0:
            lit = tuple(round(part + (255 - part) * look.hollow) for part in colour)
            fill(canvas, camera.project(spot + ring * 0.5 + axes[0] * radius * 0.35), (lit[0], lit[1], lit[2]))


def _eye(camera: TableCamera) -> Floats:
    """Return where the camera hangs, in table millimetres with z up."""
    rotation = cv2.Rodrigues(np.array(camera.rvec))[0]
    place = -rotation.T @ np.array(camera.tvec)
    return cast("Floats", place * (1.0, 1.0, -1.0))
