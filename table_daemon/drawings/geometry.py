"""How high a camera hangs, what it sees, and where a lamp mirrors: arithmetic for the drawings and camera_mount.md."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, degrees, radians, tan

FELT_MM = 900.0
"""The table of the drawings; others scale."""
MARGIN = 0.05
"""What the picture shows beyond the felt on each side, as a share of it."""
TABLE_HEIGHT_MM = 770.0


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera with its lens: its angles of view and the pixels of a mode."""

    name: str
    across_deg: float
    down_deg: float
    size_px: tuple[int, int]

    def height_mm(self, felt_mm: float = FELT_MM) -> float:
        """How high over the felt it hangs to see the felt and the margin on its shorter side.

        >>> round(C920.height_mm())
        1247
        """
        return felt_mm * (1 + 2 * MARGIN) / 2 / tan(radians(self.down_deg / 2))

    def px_per_mm(self, felt_mm: float = FELT_MM) -> float:
        """How many pixels a millimetre of the felt has from that height."""
        return self.size_px[1] / (felt_mm * (1 + 2 * MARGIN))

    def seen_across_mm(self, felt_mm: float = FELT_MM) -> float:
        """How wide a strip it sees from that height."""
        return 2 * self.height_mm(felt_mm) * tan(radians(self.across_deg / 2))


def _of_sensor(name: str, width_mm: float, height_mm: float, focal_mm: float, size_px: tuple[int, int]) -> Lens:
    return Lens(
        name,
        degrees(2 * atan(width_mm / 2 / focal_mm)),
        degrees(2 * atan(height_mm / 2 / focal_mm)),
        size_px,
    )


C920 = Lens("Logitech C920, 1920 × 1080", 70.4, 43.3, (1920, 1080))
MODULE_3 = Lens("Pi Camera Module 3, 2304 × 1296", 66.0, 41.0, (2304, 1296))
MODULE_3_FULL = Lens("Pi Camera Module 3, 4608 × 2592", 66.0, 41.0, (4608, 2592))
HQ = _of_sensor("Pi HQ Camera, 6 mm lens, 2028 × 1520", 6.287, 4.712, 6.0, (2028, 1520))
HQ_FULL = _of_sensor("Pi HQ Camera, 6 mm lens, 4056 × 3040", 6.287, 4.712, 6.0, (4056, 3040))
LENSES = (C920, MODULE_3, MODULE_3_FULL, HQ, HQ_FULL)


def mirrored_mm(lamp_aside_mm: float, *, camera_mm: float, lamp_mm: float) -> float:
    """How far from the middle a lamp mirrors on the felt; heights are over the felt.

    >>> round(mirrored_mm(660, camera_mm=1320, lamp_mm=600))
    454
    """
    return lamp_aside_mm * camera_mm / (camera_mm + lamp_mm)


def lamp_aside_mm(*, felt_mm: float, camera_mm: float, lamp_mm: float) -> float:
    """How far aside a lamp must be so that it mirrors beyond the felt's edge.

    >>> round(lamp_aside_mm(felt_mm=900, camera_mm=1320, lamp_mm=600))
    655
    """
    return felt_mm / 2 * (camera_mm + lamp_mm) / camera_mm
