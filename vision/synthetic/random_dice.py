"""Windows over varied consoles with varied dice, for training and tests. Drawn alone, without the table around."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision import dice_window
from vision.geometry import TableCamera
from vision.labels import FACES
from vision.synthetic.dice import DieLook, Glint, PlacedDie, draw_die, draw_glint, far_first
from vision.synthetic.legible import legible
from vision.synthetic.light import with_noise
from vision.synthetic.paint import lay
from vision.synthetic.pixels import Bgr, Floats, Pixels, darken, fill, shaded
from vision.synthetic.random_look import random_camera, random_noise
from vision.synthetic.sprites import face_sprite

_CUTS_PX = (240, 320, 400, 480)
"""Sides of the piece of a picture that is drawn."""
_REACH_MM = 92.0
"""The piece shows so much around the console's middle: a window turned any way and put a little wrong."""
_HEIGHT_PX = (1080, 1520, 1944)
_ASIDE = 0.15
"""Share of the pictures that are taken from aside."""
_BODIES: tuple[Bgr, ...] = ((238, 240, 240), (215, 232, 238), (35, 30, 200), (30, 28, 28), (190, 70, 20), (60, 150, 40))
_LIGHT_PIPS: tuple[Bgr, ...] = ((245, 245, 245), (200, 225, 235), (60, 200, 240))
_DARK_PIPS: tuple[Bgr, ...] = ((30, 26, 24), (60, 20, 15), (20, 20, 90))
_REDS: tuple[Bgr, ...] = ((30, 20, 200), (40, 30, 160), (60, 40, 220))


@dataclass(frozen=True, slots=True)
class DiceWindow:
    """A straightened window and the dice in it."""

    pixels: Pixels
    values: tuple[int, ...]
    places_mm: tuple[tuple[float, float], ...]
    """Middles of their tops as the window shows them."""


def random_dice_window(rng: np.random.Generator) -> DiceWindow:
    """Return one window: mostly two dice, also none or others, any dome, light and camera, but legible."""
    while (window := _drawn(rng)) is None:
        pass
    return window


def _drawn(rng: np.random.Generator) -> DiceWindow | None:
    """Return a window, or None where glare, blur or noise hide what a die shows, or it lies at the window's edge."""
    height_px = int(rng.choice(_HEIGHT_PX))
    whole = _camera(rng, height_px)
    sharp = 2 if rng.random() < 0.4 else 1
    camera = _cut(whole, sharp)
    floor_mm = float(rng.uniform(0, 16)) if rng.random() < 0.8 else float(rng.uniform(40, 62))
    look = random_die_look(rng)
    side_px = camera.width_px // sharp
    canvas = _console(rng, camera, floor_mm)
    dice = _thrown(rng, look)
    if not dice and rng.random() < 0.75:
        _clutter(canvas, camera, rng, floor_mm)
    _shade(canvas, camera, dice, look, floor_mm, strength=float(rng.uniform(0, 0.6)))
    for die in far_first(dice, camera):
        draw_die(canvas, camera, die, look, floor_mm=floor_mm)
    _dome(canvas, camera, rng, floor_mm)
    lit = _lit(canvas, rng)
    if sharp > 1:
        lit = np.asarray(cv2.resize(lit, (side_px, side_px), interpolation=cv2.INTER_AREA), np.uint8)
    noise = random_noise(rng)
    if not legible(lit, _cut(whole, 1), dice, look, floor_mm=floor_mm, noise=noise):
        return None
    window = _window(rng, with_noise(lit, noise, rng), _cut(whole, 1), dice, floor_mm + look.side_mm)
    inside = all(math.hypot(*place) <= dice_window.REACH_MM for place in window.places_mm)
    return window if inside else None


def random_die_look(rng: np.random.Generator) -> DieLook:
    """Return dice of any usual make."""
    body = _near(_BODIES[int(rng.choice(len(_BODIES), p=[0.4, 0.2, 0.13, 0.15, 0.07, 0.05]))], rng, 18)
    dark = sum(body) < 330
    pip = _near((_LIGHT_PIPS if dark else _DARK_PIPS)[int(rng.integers(3))], rng, 12)
    red = _near(_REDS[int(rng.integers(len(_REDS)))], rng, 15)
    values = ((), (1,), (1, 4))[int(rng.choice(3, p=[0.25, 0.2, 0.55]))]
    spread = float(rng.uniform(0.23, 0.29))
    # The pips of six do not touch.
    share = min(float(rng.uniform(0.085, 0.125)), 0.42 * spread)
    return DieLook(
        side_mm=float(rng.uniform(11.0, 19.0)),
        body_bgr=body,
        pip_bgr=pip,
        red_values=() if dark else values,
        red_bgr=red,
        pip_share=share,
        one_share=share if rng.random() < 0.35 else float(rng.uniform(0.13, 0.22)),
        spread=spread,
        corner_mm=float(rng.uniform(0.8, 3.6)),
        side_tone=float(rng.uniform(0.5, 1.0)),
        bevel=float(rng.uniform(0.02, 0.07)) if rng.random() < 0.5 else 0.0,
        bevel_tone=float(rng.uniform(0.6, 1.15)),
        hollow=float(rng.uniform(0.05, 0.3)) if rng.random() < 0.3 else 0.0,
    )


def _camera(rng: np.random.Generator, height_px: int) -> TableCamera:
    """Return a camera over the table, now and then one that looks at it from aside."""
    camera = random_camera(rng, width_px=height_px * 4 // 3, height_px=height_px)
    if rng.random() >= _ASIDE:
        return camera
    return TableCamera.overhead(
        width_px=height_px * 4 // 3,
        height_px=height_px,
        height_mm=float(rng.uniform(1000, 1600)),
        tilt_deg=float(rng.uniform(-28, 28)),
        turn_deg=float(rng.normal(0, 4)),
        margin=float(rng.uniform(0.95, 1.15)),
    )


def _cut(camera: TableCamera, sharp: int) -> TableCamera:
    """Return the camera's picture around the console alone, ``sharp`` times larger."""
    ((x, y),) = camera.project([(0.0, 0.0, 20.0)])
    (fx, _, cx), (_, fy, cy), last = camera.matrix
    far = np.abs(_ring(camera, (0.0, 0.0), _REACH_MM, dice_window.TOPS_MM) - (x, y)).max()
    side_px = next((side for side in _CUTS_PX if side >= 2 * far), _CUTS_PX[-1])
    left, upper = round(x) - side_px // 2, round(y) - side_px // 2
    matrix = (
        (fx * sharp, 0.0, (cx - left + 0.5) * sharp - 0.5),
        (0.0, fy * sharp, (cy - upper + 0.5) * sharp - 0.5),
        last,
    )
    return replace(camera, width_px=side_px * sharp, height_px=side_px * sharp, matrix=matrix)


def _thrown(rng: np.random.Generator, look: DieLook) -> tuple[PlacedDie, ...]:
    count = int(rng.choice(5, p=[0.25, 0.04, 0.61, 0.06, 0.04]))
    reach = float(rng.uniform(0.55, 1.0)) * 42.0 - look.side_mm / 2
    apart = look.side_mm * (1.02 if rng.random() < 0.5 else 1.35)
    dice: list[PlacedDie] = []
    beside = rng.random() < 0.25
    for _ in range(60):
        if len(dice) == count:
            break
        turn = float(rng.uniform(0, 90))
        place = rng.uniform(-reach, reach, 2)
        if beside and dice:
            turn = dice[0].turn_deg
            along = math.radians(turn + 90 * int(rng.integers(4)))
            step = look.side_mm * float(rng.uniform(1.0, 1.06))
            slip = float(rng.uniform(-0.4, 0.4)) * look.side_mm
            place = np.array(dice[-1].centre_mm) + np.array(
                [math.cos(along) * step - math.sin(along) * slip, math.sin(along) * step + math.cos(along) * slip]
            )
        free = all(_clear(place, turn, other, look, apart, beside=beside) for other in dice)
        if free and math.hypot(*place) <= 45 - look.side_mm * 0.5:
            dice.append(PlacedDie(int(rng.integers(1, 7)), (float(place[0]), float(place[1])), turn))
    return tuple(dice)


def _clear(place: Floats, turn: float, other: PlacedDie, look: DieLook, apart: float, *, beside: bool) -> bool:
    far = math.dist(place, other.centre_mm)
    if beside:
        return far >= look.side_mm * 0.999
    size = (look.side_mm, look.side_mm)
    mine = ((float(place[0]), float(place[1])), size, turn)
    kind, _ = cv2.rotatedRectangleIntersection(mine, (other.centre_mm, size, other.turn_deg))
    return far >= apart and bool(kind == cv2.INTERSECT_NONE)


def _console(rng: np.random.Generator, camera: TableCamera, floor_mm: float) -> Pixels:
    canvas = np.empty((camera.height_px, camera.width_px, 3), np.uint8)
    canvas[:] = _colour(rng, 25, 150)
    plate = _colour(rng, 15, 235)
    fill(canvas, _ring(camera, (0, 0), 75.0 if rng.random() < 0.6 else 90.0, floor_mm, corners=4), plate)
    for number in range(int(rng.choice((0, 4, 8)))):
        angle = math.pi / 4 * number + (0.3 if rng.random() < 0.3 else 0.0)
        place = (61.0 * math.sin(angle), 61.0 * math.cos(angle))
        fill(canvas, _ring(camera, place, float(rng.uniform(3, 7)), floor_mm), _colour(rng, 20, 240))
    radius = float(rng.uniform(34, 54))
    fill(canvas, _ring(camera, (0, 0), radius + float(rng.uniform(1, 6)), floor_mm), shaded(plate, 0.6))
    floor = _colour(rng, 15, 230)
    for share, tone in ((1.0, 0.85), (float(rng.uniform(0.7, 0.97)), 1.0)):
        fill(canvas, _ring(camera, (0, 0), radius * share, floor_mm), shaded(floor, tone))
    if rng.random() < 0.3:
        grain = rng.normal(128, float(rng.uniform(2, 12)), (canvas.shape[0] // 2, canvas.shape[1] // 2))
        cloth = cv2.resize(np.clip(grain, 0, 255).astype(np.uint8), (canvas.shape[1], canvas.shape[0]))
        cv2.multiply(canvas, cv2.cvtColor(cloth, cv2.COLOR_GRAY2BGR), dst=canvas, scale=1 / 128)
    return canvas


def _clutter(canvas: Pixels, camera: TableCamera, rng: np.random.Generator, floor_mm: float) -> None:
    """Draw what is no die: lit or dark figures, dots in dice patterns of an unlit display, tiles, spots."""
    match int(rng.integers(4)):
        case 0:
            ((x, y),) = camera.project([(-20.0, 10.0, floor_mm)])
            scale = float(rng.uniform(0.4, 1.3)) * _px_per_mm(camera)
            text = f"{int(rng.integers(0, 99)):02d}"
            cv2.putText(canvas, text, (int(x), int(y)), cv2.FONT_HERSHEY_SIMPLEX, scale, _colour(rng, 0, 255), 3)
        case 1:
            panel, dot = _colour(rng, 10, 70), _colour(rng, 40, 110)
            for x_mm in (-17.0, 17.0):
                fill(canvas, _ring(camera, (x_mm, 0.0), float(rng.uniform(10, 14)), floor_mm, corners=4), panel)
                for column in (-1, 0, 1):
                    for row in (-1, 0, 1):
                        if row or not column:
                            fill(canvas, _ring(camera, (x_mm + column * 4.5, row * 4.5), 1.4, floor_mm), dot)
        case 2:
            for _ in range(int(rng.integers(1, 5))):
                _tile(canvas, camera, rng)
        case _:
            for _ in range(int(rng.integers(3, 25))):
                place = (float(rng.uniform(-50, 50)), float(rng.uniform(-50, 50)))
                fill(canvas, _ring(camera, place, float(rng.uniform(0.6, 4)), floor_mm), _colour(rng, 0, 255))


def _tile(canvas: Pixels, camera: TableCamera, rng: np.random.Generator) -> None:
    turn = float(rng.uniform(0, 2 * math.pi))
    middle = rng.uniform(-50, 50, 2)
    across = np.array([math.cos(turn), math.sin(turn)]) * 15.5
    down = np.array([-math.sin(turn), math.cos(turn)]) * 20.75
    corners = [middle - across - down, middle + across - down, middle + across + down, middle - across + down]
    quad = camera.project(np.column_stack([np.array(corners), np.full(4, 22.0)]))
    scale = float(np.hypot(*(quad[1] - quad[0]))) / 31.0
    size_px = (max(8, round(31 * scale)), max(8, round(41.5 * scale)))
    # Few styles: each one is kept drawn.
    lay(canvas, face_sprite(FACES[int(rng.integers(34))], int(rng.integers(6)), size_px, round(scale * 4) / 4), quad)


def _shade(
    canvas: Pixels,
    camera: TableCamera,
    dice: tuple[PlacedDie, ...],
    look: DieLook,
    floor_mm: float,
    *,
    strength: float,
) -> None:
    shade = np.zeros(canvas.shape[:2], np.uint8)
    for die in dice:
        x, y = die.centre_mm
        fill(shade, _ring(camera, (x + 1.5, y + 2.0), look.side_mm * 0.62, floor_mm), 255)
    soft = cv2.GaussianBlur(shade, (0, 0), 1.5 * _px_per_mm(camera))
    darken(canvas, np.asarray(soft, np.uint8), strength)


def _dome(canvas: Pixels, camera: TableCamera, rng: np.random.Generator, floor_mm: float) -> None:
    """Draw what a dome adds: haze, and mirror images of lamps, soft spots or hard strips."""
    if rng.random() < 0.5:
        haze = float(rng.uniform(0, 0.3))
        canvas[:] = cv2.addWeighted(canvas, 1 - haze, np.full_like(canvas, int(rng.integers(90, 240))), haze, 0)
    for _ in range(int(rng.integers(0, 5))):
        angle, far = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0, 46))
        glint = Glint(
            (far * math.cos(angle), far * math.sin(angle)),
            float(rng.uniform(1.0, 10.0)),
            float(rng.uniform(0.2, 0.75 if rng.random() < 0.7 else 1.0)),
            float(rng.uniform(1, 4)),
            float(rng.uniform(0, 180)),
        )
        draw_glint(canvas, camera, glint, z_mm=floor_mm + 20.0)


def _lit(canvas: Pixels, rng: np.random.Generator) -> Pixels:
    level = float(rng.uniform(0.45, 1.25))
    colour = rng.normal(1.0, 0.09, 3)
    slope = np.linspace(-1, 1, canvas.shape[1], dtype=np.float32) * float(rng.uniform(-0.2, 0.2))
    gain = np.clip((level * (1 + slope))[None, :, None] * colour * 128, 0, 255).astype(np.uint8)
    return np.asarray(cv2.multiply(canvas, np.repeat(gain, canvas.shape[0], axis=0), scale=1 / 128), np.uint8)


def _window(
    rng: np.random.Generator, picture: Pixels, camera: TableCamera, dice: tuple[PlacedDie, ...], tops_mm: float
) -> DiceWindow:
    """Cut the window as a slightly wrong calibration would, turned any way."""
    turn = float(rng.uniform(0, 2 * math.pi))
    size = float(np.exp(rng.normal(0, 0.03)))
    spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]]) * size
    slip = rng.normal(0, 3.0, 2)
    # Every eighth pixel is exact, those between are interpolated: the lens hardly bends so small a window.
    coarse = dice_window.SIDE_PX // 8
    steps = (np.arange(coarse) + 0.5) * 8 / dice_window.PX_PER_MM - dice_window.HALF_MM
    grid = np.stack(np.meshgrid(steps, steps), axis=2).reshape(-1, 2) @ spin.T + slip
    places = camera.project(np.column_stack([grid, np.full(len(grid), dice_window.TOPS_MM)])).astype(np.float32)
    full = cv2.resize(places.reshape(coarse, coarse, 2), (dice_window.SIDE_PX, dice_window.SIDE_PX))
    pixels = dice_window.straighten(picture, np.asarray(full, np.float32))
    if not dice:
        return DiceWindow(pixels, (), ())
    tops = camera.project([(*die.centre_mm, tops_mm) for die in dice])
    seen = (camera.unproject(tops, z_mm=dice_window.TOPS_MM) - slip) @ np.linalg.inv(spin).T
    return DiceWindow(pixels, tuple(die.value for die in dice), tuple((float(x), float(y)) for x, y in seen))


def _px_per_mm(camera: TableCamera) -> float:
    (x, y), (x1, y1) = camera.project([(0.0, 0.0, 20.0), (10.0, 0.0, 20.0)])
    return math.hypot(x1 - x, y1 - y) / 10


def _ring(
    camera: TableCamera, middle_mm: tuple[float, float], radius_mm: float, z_mm: float, *, corners: int = 24
) -> Floats:
    turns = np.linspace(0, 2 * math.pi, corners, endpoint=False) + math.pi / 4
    reach = radius_mm * (math.sqrt(2) if corners == 4 else 1.0)
    xs, ys = middle_mm[0] + reach * np.cos(turns), middle_mm[1] + reach * np.sin(turns)
    return camera.project(np.column_stack([xs, ys, np.full(corners, z_mm)]))


def _colour(rng: np.random.Generator, low: int, high: int) -> Bgr:
    grey = int(rng.integers(low, high + 1))
    return _near((grey, grey, grey), rng, 40)


def _near(colour: Bgr, rng: np.random.Generator, spread: int) -> Bgr:
    blue, green, red = (max(0, min(255, value + int(rng.integers(-spread, spread + 1)))) for value in colour)
    return (blue, green, red)
