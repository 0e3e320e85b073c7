"""Arms and hands reaching over the table, drawn over everything else, with a soft shadow."""

import math

import cv2
import numpy as np

from vision.geometry import TableCamera
from vision.observation import Side
from vision.synthetic.pixels import Bgr, Floats, Pixels, blend, darken, fill, shaded
from vision.synthetic.scene import Scene, SceneHand

_HEIGHT_MM = 70.0
"""How high over the felt an arm moves."""
_SKIN: Bgr = (128, 162, 212)
_SLEEVES: dict[Side, Bgr] = {
    Side.BOTTOM: (120, 70, 40),
    Side.RIGHT: (60, 60, 150),
    Side.TOP: (90, 90, 90),
    Side.LEFT: (70, 110, 60),
}
_INWARD: dict[Side, float] = {Side.BOTTOM: 0.0, Side.LEFT: 90.0, Side.TOP: 180.0, Side.RIGHT: 270.0}
"""Where the arm points, clockwise from picture-up, if the hand is straight ahead."""


def draw_hand(
    picture: Pixels, camera: TableCamera, hand: SceneHand, scene: Scene, gains: tuple[float, float, float]
) -> None:
    """Draw one arm into a lit picture; ``gains`` is the light on it for blue, green, red."""
    outlines = hand_outlines(hand, table_side_mm=scene.table_side_mm)
    everything = np.vstack([outline for outline, _ in outlines])
    seen = _project(camera, everything, _HEIGHT_MM)
    shadow = _project(camera, everything + _fall(scene.look.shadow_deg), 0.0)
    box = _box(np.vstack([seen, shadow]), picture, margin=30)
    if box is None:
        return
    (left, upper), (right, lower) = box
    view, corner = picture[upper:lower, left:right], np.array([left, upper], dtype=np.float64)
    _draw_shadow(view, [_project(camera, o + _fall(scene.look.shadow_deg), 0.0) - corner for o, _ in outlines], scene)
    layer, cover = np.zeros_like(view), np.zeros(view.shape[:2], np.uint8)
    for outline, colour in outlines:
        lit = shaded_by(colour, gains)
        fill(layer, _project(camera, outline, _HEIGHT_MM) - corner, lit)
        fill(cover, _project(camera, outline, _HEIGHT_MM) - corner, 255)
    _round_off(layer, cover)
    blend(view, layer, cover)


def shaded_by(colour: Bgr, gains: tuple[float, float, float]) -> Bgr:
    """Return a colour under light of the given channel gains."""
    blue, green, red = (max(0, min(255, round(value * gain))) for value, gain in zip(colour, gains, strict=True))
    return (blue, green, red)


def hand_outlines(hand: SceneHand, *, table_side_mm: float) -> list[tuple[Floats, Bgr]]:
    """Return the convex pieces of an arm in table millimetres, from sleeve to finger tips."""
    tip = np.array(hand.tip_mm)
    root = _root(hand, table_side_mm)
    along = (tip - root) / max(1.0, float(np.hypot(*(tip - root))))
    across = np.array([-along[1], along[0]])
    width = hand.width_mm

    def strip(start_mm: float, end_mm: float, start_width: float, end_width: float, shift: float = 0.0) -> Floats:
        a, b = tip - along * start_mm + across * shift, tip - along * end_mm + across * shift
        return np.array(
            [
                a - across * end_width / 2,
                a + across * end_width / 2,
                b + across * start_width / 2,
                b - across * start_width / 2,
            ]
        )

    reach = float(np.hypot(*(tip - root)))
    pieces: list[tuple[Floats, Bgr]] = [
        (strip(width * 2.3, reach + 400, width * 1.5, width * 1.12), _SLEEVES[hand.side]),
        (strip(width * 1.45, width * 2.5, width * 0.72, width * 0.66), _SKIN),
        (_oval(tip - along * width * 1.0, along * width * 0.56, across * width * 0.5), _SKIN),
    ]
    for number, (shift, length) in enumerate(((-0.33, 0.12), (-0.12, 0.0), (0.1, 0.02), (0.3, 0.16))):
        finger = strip(width * length, width * 0.85, width * 0.2, width * 0.16, width * shift)
        pieces.append((finger, shaded(_SKIN, 0.97 if number % 2 else 1.03)))
        pieces.append(
            (
                _oval(
                    tip - along * width * length + across * width * shift,
                    along * width * 0.09,
                    across * width * 0.08,
                ),
                _SKIN,
            )
        )
    thumb = _oval(
        tip - along * width * 0.78 + across * width * 0.58,
        along * width * 0.32 + across * width * 0.1,
        across * width * 0.11,
    )
    return [*pieces, (thumb, shaded(_SKIN, 0.95))]


def _root(hand: SceneHand, table_side_mm: float) -> Floats:
    """Return where the arm crosses the table's edge: half-way between straight ahead and the player's place."""
    half = table_side_mm / 2 + 60
    x, y = hand.tip_mm
    match hand.side:
        case Side.BOTTOM:
            return np.array([x * 0.5 + 60, half])
        case Side.TOP:
            return np.array([x * 0.5 - 60, -half])
        case Side.RIGHT:
            return np.array([half, y * 0.5 - 60])
        case Side.LEFT:
            return np.array([-half, y * 0.5 + 60])


def _oval(middle: Floats, long: Floats, short: Floats) -> Floats:
    turns = np.linspace(0, 2 * math.pi, 20, endpoint=False)
    return np.asarray(middle + np.cos(turns)[:, None] * long + np.sin(turns)[:, None] * short)


def _fall(shadow_deg: float) -> Floats:
    turn = math.radians(shadow_deg)
    return np.array([math.sin(turn), -math.cos(turn)]) * _HEIGHT_MM * 0.32


def _project(camera: TableCamera, points_mm: Floats, z_mm: float) -> Floats:
    return camera.project(np.column_stack([points_mm, np.full(len(points_mm), z_mm)]))


def _box(points: Floats, picture: Pixels, *, margin: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
    low = np.maximum(np.floor(points.min(axis=0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + margin, (picture.shape[1], picture.shape[0]))
    if (high <= low).any():
        return None
    return ((int(low[0]), int(low[1])), (int(high[0]), int(high[1])))


def _draw_shadow(view: Pixels, outlines_px: list[Floats], scene: Scene) -> None:
    size = (max(1, view.shape[1] // 4), max(1, view.shape[0] // 4))
    shade = np.zeros((size[1], size[0]), np.uint8)
    for outline in outlines_px:
        fill(shade, outline / 4, 255)
    soft = cv2.GaussianBlur(shade, (0, 0), 5.0)
    darken(
        view,
        cv2.resize(soft, (view.shape[1], view.shape[0])).astype(np.uint8, copy=False),
        scene.look.shadow * 0.9,
    )


def _round_off(layer: Pixels, cover: Pixels) -> None:
    """Shade the layer towards its outline so that it looks round."""
    small = cv2.resize(cover, (max(1, cover.shape[1] // 4), max(1, cover.shape[0] // 4)), interpolation=cv2.INTER_AREA)
    soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), 5.0), (cover.shape[1], cover.shape[0]))
    gain = cv2.convertScaleAbs(soft, alpha=0.55, beta=115.0)
    cv2.multiply(layer, cv2.cvtColor(gain, cv2.COLOR_GRAY2BGR), dst=layer, scale=1 / 255)
    cv2.multiply(layer, cv2.cvtColor(cover, cv2.COLOR_GRAY2BGR), dst=layer, scale=1 / 255)
