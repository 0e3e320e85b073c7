"""What one image said about the table, as plain values in table millimetres. No pixels, no opinion about the game."""

from dataclasses import dataclass, field
from enum import Enum

from vision.labels import Label

Point = tuple[float, float]


class Side(Enum):
    """A side of the picture, from which a hand may reach over the table."""

    BOTTOM = "bottom"
    RIGHT = "right"
    TOP = "top"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One lying tile: what it is taken for, how surely, and where.

    Table millimetres: origin in the middle of the console, x right and y down in the picture.
    """

    label: Label
    confidence: float
    """Calibrated probability of ``label``, 0..1."""
    second: Label
    second_confidence: float
    centre_mm: Point
    angle_deg: float
    """Direction from the tile's middle to the top of its upright face, clockwise from picture-up, 0..360.
    For a back only the axis means anything."""
    quad_px: tuple[Point, Point, Point, Point]
    """Corners in the image, clockwise from the top left of the upright face."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The table as one image shows it."""

    t_ms: int
    """Capture time on the daemon's clock."""
    image_id: int
    """Grows with each image of a run; names the picture kept for it."""
    still: bool
    """Nothing moved since the image before; only then are ``tiles`` complete."""
    tiles: tuple[SeenTile, ...] = ()
    hands: frozenset[Side] = frozenset()
    """Sides from which something reaches over the table."""
    dice: tuple[int, ...] | None = None
    problems: tuple[str, ...] = field(default=())
    """Health words such as ``dark`` or ``blurred``; empty when the image is good."""
