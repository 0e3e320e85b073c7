"""All figures of one picture. What they mean is ``verdict``'s business."""

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from vision.quality.blocked import Lab, blocked_share
from vision.quality.felt import Pixels, cut_out
from vision.quality.light import burnt_share, cast, exposure, glare_spots
from vision.quality.sharpness import blur_mm


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured; None where the picture does not let it be measured."""

    blur_mm: float | None
    exposure: float
    burnt_share: float
    cast: float | None
    glare_spots: int
    blocked_share: float
    age_ms: int
    moved_px: float | None = None
    """How far the felt's corner that moved most has gone since the table was calibrated; known to others."""


def measure(
    image: Pixels,
    felt_px: NDArray[Any] | None = None,
    *,
    age_ms: int = 0,
    felt_side_mm: float = 870.0,
    felt_lab: Lab | None = None,
    moved_px: float | None = None,
) -> Figures:
    """Return the figures of a BGR picture; ``felt_px`` holds the felt's corners (4, 2), clockwise from the top left.

    ``felt_lab`` is the cloth's colour as calibrated; what ``moved_px`` says is passed on.
    """
    cutout = cut_out(image, felt_px, felt_side_mm=felt_side_mm)
    return Figures(
        blur_mm=blur_mm(cutout),
        exposure=exposure(cutout),
        burnt_share=burnt_share(cutout),
        cast=cast(cutout),
        glare_spots=glare_spots(cutout),
        blocked_share=blocked_share(cutout, felt_lab),
        age_ms=age_ms,
        moved_px=moved_px,
    )
