"""Light over the whole picture and the sensor's noise. Not shadows, which belong to the things that cast them."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.geometry import TableCamera
from vision.synthetic.pixels import Pixels
from vision.synthetic.scene import Light

_UNIT = 128
"""Gain 1 in the fixed-point gain map."""
_BANK_SIGMA = 32.0
_BANK_ROOM = 509
"""How far the noise bank reaches beyond the picture: the number of offsets to choose from each way."""


@dataclass(frozen=True, slots=True)
class Noise:
    """What the camera adds to a clean picture."""

    sigma: float = 3.0
    """Standard deviation of the sensor noise in levels of 0..255."""
    blur_px: float = 0.0
    """Standard deviation of the lens's softness."""
    jpeg_quality: int | None = None
    """Compress and expand at this quality, if given."""


@dataclass(frozen=True, slots=True)
class LightMap:
    """Light as two pictures: a gain to multiply by and a glare to add."""

    gain: Pixels
    glare: Pixels | None

    def apply(self, clean: Pixels, rows: slice, columns: slice) -> Pixels:
        """Return part of a picture, given unlit, as lit."""
        lit = cv2.multiply(clean, self.gain[rows, columns], scale=1 / _UNIT)
        if self.glare is not None:
            lit = cv2.add(lit, self.glare[rows, columns])
        return np.asarray(lit, np.uint8)


def light_map(light: Light, camera: TableCamera) -> LightMap:
    """Return the light of a scene for one camera."""
    size = (camera.width_px, camera.height_px)
    turn = math.radians(light.gradient_deg)
    across = np.linspace(-0.5, 0.5, 64)[None, :] * math.sin(turn) - np.linspace(-0.5, 0.5, 48)[:, None] * math.cos(turn)
    level = light.brightness * (1 + light.gradient * across)
    coarse = (level[:, :, None] * np.array(channel_gains(light)) * _UNIT).astype(np.float32)
    gain = np.clip(cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR), 0, 255).astype(np.uint8)
    return LightMap(gain, None if light.glare_mm is None else _glare(light, camera))


def channel_gains(light: Light) -> tuple[float, float, float]:
    """Return what a camera balanced for 5000 K makes of the light's colour, as gains for blue, green, red."""
    warmth = (5000.0 - light.temperature_k) / 5000.0
    return (1 - 0.3 * warmth, 1 - 0.03 * warmth, 1 + 0.2 * warmth)


def _glare(light: Light, camera: TableCamera) -> Pixels:
    x_mm, y_mm = light.glare_mm or (0.0, 0.0)
    (x, y), (x1, _) = camera.project([(x_mm, y_mm, 22), (x_mm + 60, y_mm, 22)])
    radius = max(4.0, abs(x1 - x))
    columns = np.exp(-(((np.arange(camera.width_px) - x) / radius) ** 2))
    rows = np.exp(-(((np.arange(camera.height_px) - y) / (0.7 * radius)) ** 2))
    spot = (rows[:, None] * columns[None, :] * 120).astype(np.uint8)
    return np.asarray(cv2.cvtColor(spot, cv2.COLOR_GRAY2BGR), np.uint8)


def with_noise(picture: Pixels, noise: Noise, rng: np.random.Generator) -> Pixels:
    """Return a new picture as the camera delivers it."""
    result = picture
    if noise.blur_px > 0:
        result = np.asarray(cv2.GaussianBlur(result, (0, 0), noise.blur_px), np.uint8)
    if noise.sigma > 0:
        height, width = picture.shape[:2]
        top, left = rng.integers(0, _BANK_ROOM, 2)
        grain = _noise_bank(height, width)[top : top + height, left : left + width]
        share = noise.sigma / _BANK_SIGMA
        result = np.asarray(cv2.addWeighted(result, 1.0, grain, share, -128.0 * share), np.uint8)
    if noise.jpeg_quality is not None:
        _, packed = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, noise.jpeg_quality])
        result = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return result.copy() if result is picture else result


@lru_cache(maxsize=6)
def _noise_bank(height: int, width: int) -> Pixels:
    """Return ready-made noise around 128, larger than the picture: drawing it afresh would cost more than all else."""
    rng = np.random.default_rng(7)
    patch = rng.normal(0, 1, (613, 613, 3)).astype(np.float32)
    # Demosaicing makes neighbours alike.
    patch = patch * 0.75 + cv2.GaussianBlur(patch, (0, 0), 1.0, borderType=cv2.BORDER_REFLECT) * 1.6
    patch *= _BANK_SIGMA / float(patch.std())
    down, across = -(-(height + _BANK_ROOM) // 613), -(-(width + _BANK_ROOM) // 613)
    tiled = np.tile(np.clip(patch + 128, 0, 255).astype(np.uint8), (down, across, 1))
    return np.ascontiguousarray(tiled[: height + _BANK_ROOM, : width + _BANK_ROOM])
