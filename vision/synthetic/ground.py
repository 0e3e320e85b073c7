"""The bare table from above: floor, frame, felt with its seams. No tiles, no console, no light."""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import TableCamera
from vision.synthetic.pixels import Bgr, Pixels
from vision.synthetic.scene import Look

_REACH_MM = 800.0
"""Half side of the square that is drawn; beyond it the edge repeats."""
_TEXTURE_PX_PER_MM = 1.5
_GRID_PX = 16
_WEAVE_TEXELS = 773
"""The cloth repeats after this many texels."""
_RIM_MM = 62.0
_SLOT_MM = (268.0, 312.0)
"""The lift slots the walls rise from: inner and outer edge, outward from the middle."""
_SLOT_HALF_MM = 276.0


def bare_table(camera: TableCamera, look: Look, *, table_side_mm: float) -> Pixels:
    """Return the picture of the table without anything on it."""
    texels_x, texels_y = cv2.split(_texels(camera))
    seen = cv2.remap(
        _texture(look, table_side_mm), texels_x, texels_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.uint8)


def _texels(camera: TableCamera) -> npt.NDArray[np.float32]:
    """Return the place in the texture that each pixel shows: exact on a coarse grid, interpolated between."""
    xs = np.arange(0, camera.width_px + _GRID_PX, _GRID_PX, dtype=np.float64)
    ys = np.arange(0, camera.height_px + _GRID_PX, _GRID_PX, dtype=np.float64)
    grid = np.stack(np.meshgrid(xs, ys), axis=2)
    table_mm = camera.unproject(grid.reshape(-1, 2), z_mm=0.0).reshape(grid.shape)
    coarse = ((table_mm + _REACH_MM) * _TEXTURE_PX_PER_MM).astype(np.float32)
    px, py = np.meshgrid(
        np.arange(camera.width_px, dtype=np.float32) / _GRID_PX,
        np.arange(camera.height_px, dtype=np.float32) / _GRID_PX,
    )
    return np.asarray(cv2.remap(coarse, px, py, cv2.INTER_LINEAR), np.float32)


def _texture(look: Look, table_side_mm: float) -> Pixels:
    side = round(2 * _REACH_MM * _TEXTURE_PX_PER_MM)
    canvas = np.empty((side, side, 3), np.uint8)
    canvas[:] = look.floor_bgr
    half = table_side_mm / 2
    _square(canvas, half + _RIM_MM, _tone(look.rim_bgr, 0.7))
    _square(canvas, half + _RIM_MM - 6, look.rim_bgr)
    _square(canvas, half + 6, _tone(look.rim_bgr, 0.55))
    _square(canvas, half, look.felt_bgr)
    _weave(canvas, look.felt_texture)
    _seams(canvas, look)
    return canvas


def _square(canvas: Pixels, half_mm: float, colour: Bgr) -> None:
    _box(canvas, (-half_mm, -half_mm), (half_mm, half_mm), colour)


def _box(canvas: Pixels, start_mm: tuple[float, float], end_mm: tuple[float, float], colour: Bgr) -> None:
    start = (_texel(start_mm[0]), _texel(start_mm[1]))
    end = (_texel(end_mm[0]) - 1, _texel(end_mm[1]) - 1)
    cv2.rectangle(canvas, start, end, colour, -1)


def _texel(mm: float) -> int:
    return round((mm + _REACH_MM) * _TEXTURE_PX_PER_MM)


def _tone(colour: Bgr, gain: float) -> Bgr:
    blue, green, red = (min(255, round(value * gain)) for value in colour)
    return (blue, green, red)


def _weave(canvas: Pixels, strength: float) -> None:
    """Add fibres and the slow unevenness of cloth to the whole ground."""
    fibres, patches = _cloth(canvas.shape[0])
    gain = cv2.addWeighted(fibres, strength, patches, strength, 128.0)
    gain_bytes = np.clip(gain, 0, 255).astype(np.uint8)
    cv2.multiply(canvas, cv2.cvtColor(gain_bytes, cv2.COLOR_GRAY2BGR), dst=canvas, scale=1 / 128)


@lru_cache(maxsize=1)
def _cloth(side: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return the fibres and the patches of cloth of strength 1, in 128ths of the colour."""
    rng = np.random.default_rng(20240)
    fine = rng.normal(0, 1, (_WEAVE_TEXELS, _WEAVE_TEXELS)).astype(np.float32)
    coarse = cv2.GaussianBlur(rng.normal(0, 1, fine.shape).astype(np.float32), (0, 0), 1.2)
    repeats = -(-side // _WEAVE_TEXELS)
    fibres = np.tile(128 * 0.022 * (fine + 4.0 * coarse), (repeats, repeats))[:side, :side]
    few = (128 * 0.03 * rng.normal(0, 1, (20, 20))).astype(np.float32)
    patches = cv2.resize(few, (side, side), interpolation=cv2.INTER_CUBIC)
    return np.ascontiguousarray(fibres, np.float32), np.asarray(patches, np.float32)


def _seams(canvas: Pixels, look: Look) -> None:
    """Draw the slots the walls come up through, and the joint around the console."""
    dark, light = _tone(look.felt_bgr, 0.5), _tone(look.felt_bgr, 1.12)
    inner, outer = _SLOT_MM
    line = max(1, round(1.4 * _TEXTURE_PX_PER_MM))
    for quarter in range(4):
        corners = [
            (-_SLOT_HALF_MM, inner),
            (_SLOT_HALF_MM, inner),
            (_SLOT_HALF_MM, outer),
            (-_SLOT_HALF_MM, outer),
        ]
        points = np.array([[_texel(c) for c in _quarter_turn(corner, quarter)] for corner in corners], np.int32)
        cv2.polylines(canvas, [points + 1], isClosed=True, color=light, thickness=1, lineType=cv2.LINE_AA)
        cv2.polylines(canvas, [points], isClosed=True, color=dark, thickness=line, lineType=cv2.LINE_AA)


def _quarter_turn(point: tuple[float, float], quarters: int) -> tuple[float, float]:
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return (x, y)
