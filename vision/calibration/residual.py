"""How well a calibration agrees with its picture, in pixels and millimetres, and whether that is good enough."""

from dataclasses import dataclass

import numpy as np

from vision.calibration.lens import Sightings
from vision.geometry import TableCamera

PASS_RMS_MM = 1.5
"""A tile's middle is read to about a millimetre: what calibration adds must not be more."""
PASS_WORST_MM = 4.0
"""At the worst place measured; a tile is 31 mm wide."""
LEAST_MARKS = 12
"""Three tags' corners. A camera can be found that fits any four points, so their agreement says nothing of them."""


@dataclass(frozen=True, slots=True)
class Residual:
    """What is left between where the table's marks are seen and where the calibration puts them."""

    rms_px: float
    worst_px: float
    rms_mm: float
    worst_mm: float
    marks: int
    """How many places were measured."""

    @property
    def checked(self) -> bool:
        """Whether enough was measured beside what was given."""
        return self.marks >= LEAST_MARKS

    @property
    def passed(self) -> bool:
        """Whether tiles can be read with it.

        >>> Residual(0.5, 1.2, 0.4, 0.9, 64).passed, Residual(0.0, 0.0, 0.0, 0.0, 4).passed
        (True, False)
        """
        return self.checked and self.rms_mm <= PASS_RMS_MM and self.worst_mm <= PASS_WORST_MM


def residual_of(sightings: Sightings, camera: TableCamera, *, px_per_mm: float) -> Residual:
    """Return the residual; the worst is taken over runs of neighbours, so that one noisy place fails nothing."""
    off = np.linalg.norm(camera.project(sightings.points_mm) - sightings.points_px, axis=1)
    across = ((camera.project(sightings.along_mm) - sightings.along_px) * sightings.normals).sum(axis=1)
    smooth = np.convolve(across, np.ones(5) / 5, mode="valid") if len(across) >= 5 else across
    misses = np.concatenate([off, np.abs(across)])
    if len(misses) == 0:
        return Residual(0.0, 0.0, 0.0, 0.0, 0)
    rms = float(np.sqrt(np.mean(misses**2)))
    worst = float(max([*off.tolist(), *np.abs(smooth).tolist()]))
    return Residual(rms, worst, rms / px_per_mm, worst / px_per_mm, len(misses))


def px_per_mm(camera: TableCamera, *, felt_side_mm: float) -> float:
    """Return the picture's mean scale over the felt."""
    half = felt_side_mm / 2
    left, right, upper, lower = camera.project([(-half, 0, 0), (half, 0, 0), (0, -half, 0), (0, half, 0)])
    return float(np.hypot(*(right - left)) + np.hypot(*(lower - upper))) / (2 * felt_side_mm)
