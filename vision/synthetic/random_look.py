"""Varied tables, lights, lenses and noise for training. Not what lies on the table."""

import numpy as np

from vision.geometry import TableCamera
from vision.synthetic.light import Noise
from vision.synthetic.pixels import Bgr
from vision.synthetic.scene import Light, Look, TileSize

_FELTS: tuple[Bgr, ...] = (
    (70, 95, 30),
    (60, 110, 50),
    (120, 80, 30),
    (90, 60, 25),
    (40, 40, 120),
    (50, 70, 95),
    (95, 95, 95),
    (45, 45, 45),
    (110, 60, 90),
)
_BACKS: tuple[Bgr, ...] = (
    (60, 150, 60),
    (170, 110, 40),
    (40, 150, 200),
    (60, 60, 180),
    (120, 120, 120),
    (50, 100, 30),
    (30, 130, 230),
    (150, 60, 110),
    (40, 40, 40),
)
_RIMS: tuple[Bgr, ...] = ((38, 44, 58), (40, 70, 110), (30, 30, 30), (120, 125, 130), (60, 90, 150))
_SIZES: tuple[TileSize, ...] = (
    TileSize(29.0, 39.5, 20.0),
    TileSize(31.0, 41.5, 22.0),
    TileSize(33.0, 43.5, 22.5),
    TileSize(33.8, 46.0, 23.0),
)
"""hardware_docs: numbers 40, 42, 44 and 46."""
_NAMED_STYLES = 6
_LOTTERY_STYLES = 1_000_000


def random_look(rng: np.random.Generator) -> Look:
    """Return a table and tile set of varied colours and design."""
    style = rng.integers(_NAMED_STYLES) if rng.random() < 0.3 else rng.integers(_NAMED_STYLES, _LOTTERY_STYLES)
    return Look(
        felt_bgr=_near(_pick(rng, _FELTS), rng, 22),
        back_bgr=_near(_pick(rng, _BACKS), rng, 25),
        art_style=int(style),
        rim_bgr=_near(_pick(rng, _RIMS), rng, 15),
        floor_bgr=_near((110, 115, 120), rng, 70),
        console_bgr=_near((60, 58, 56), rng, 35),
        felt_texture=float(rng.uniform(0.3, 2.2)),
        shadow=float(rng.uniform(0.15, 0.65)),
        shadow_deg=float(rng.uniform(0, 360)),
    )


def random_light(rng: np.random.Generator) -> Light:
    """Return a light from dim to bright, warm to cold, now and then with glare."""
    glare = (float(rng.uniform(-300, 300)), float(rng.uniform(-300, 300))) if rng.random() < 0.25 else None
    return Light(
        brightness=float(rng.uniform(0.55, 1.3)),
        temperature_k=float(rng.uniform(2800, 7000)),
        gradient=float(rng.uniform(0, 0.5)),
        gradient_deg=float(rng.uniform(0, 360)),
        glare_mm=glare,
    )


def random_noise(rng: np.random.Generator) -> Noise:
    """Return a camera from clean to poor."""
    quality = int(rng.integers(45, 96)) if rng.random() < 0.6 else None
    blur_px = float(rng.uniform(0.4, 1.4)) if rng.random() < 0.5 else 0.0
    return Noise(sigma=float(rng.uniform(0.5, 9.0)), blur_px=blur_px, jpeg_quality=quality)


def random_tile_size(rng: np.random.Generator) -> TileSize:
    """Return one of the sizes tables are made for."""
    return _SIZES[int(rng.integers(len(_SIZES)))]


def random_camera(
    rng: np.random.Generator, *, width_px: int = 2028, height_px: int = 1520, table_side_mm: float = 870.0
) -> TableCamera:
    """Return a camera roughly over the middle: varied height, lean, turn, offset and lens."""
    return TableCamera.overhead(
        width_px=width_px,
        height_px=height_px,
        height_mm=float(rng.uniform(1000, 1600)),
        table_side_mm=table_side_mm,
        tilt_deg=float(rng.normal(0, 5)),
        turn_deg=float(rng.normal(0, 4)),
        offset_mm=(float(rng.normal(0, 25)), float(rng.normal(0, 25))),
        margin=float(rng.uniform(1.04, 1.25)),
        distortion=(float(rng.uniform(-0.12, 0.04)), float(rng.uniform(-0.02, 0.03)), 0.0, 0.0, 0.0),
    )


def _pick(rng: np.random.Generator, colours: tuple[Bgr, ...]) -> Bgr:
    return colours[int(rng.integers(len(colours)))]


def _near(colour: Bgr, rng: np.random.Generator, spread: int) -> Bgr:
    blue, green, red = (max(0, min(255, value + int(rng.integers(-spread, spread + 1)))) for value in colour)
    return (blue, green, red)
