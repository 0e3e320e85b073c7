"""Read models of setting a table up: what the camera sees, where the table is thought to lie, which tiles are its own.

Pixels are those of the camera's whole picture. Only who sets the table up may see them: a picture may show a concealed
tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

PixelView: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureView:
    """One picture by its number, which grows while the daemon runs."""

    number: int
    width: int
    height: int
    t_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneView:
    """What a part of the table is for; ``seat`` is ``None`` for the console."""

    kind: str
    seat: int | None
    outline: tuple[PixelView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceView:
    """Where a table lies in the picture: its felt's corners, clockwise from the top left, edge and zones."""

    corners: tuple[PixelView, ...]
    outline: tuple[PixelView, ...]
    """The felt's edge, bent as the lens bends it."""
    zones: tuple[ZoneView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTileView:
    """One tile that lies on the table, as read."""

    tile: str
    confidence: float
    second: str
    second_confidence: float
    corners: tuple[PixelView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SightView:
    """The newest picture and what is made of it; without a picture all the rest is empty."""

    picture: PictureView | None = None
    still: bool = False
    hands: tuple[str, ...] = ()
    """Sides of the picture from which something reaches over the table."""
    problems: tuple[str, ...] = ()
    place: PlaceView | None = None
    tiles: tuple[FoundTileView, ...] = ()
    own_calibration: bool = False
    """Whether the calibration made here is in use, and not one that the settings name."""
    own_tile_set: bool = False
    settling: bool = False
    """Whether somebody waits until the camera's light and focus hold still, to have a picture taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtView:
    """One thing about a calibration that is not as it should be, with its cure."""

    text: str
    text_zh: str
    grave: bool
    """Whether it keeps the calibration from passing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationTryView:
    """A calibration that was worked out and not yet kept."""

    number: int
    method: str
    marks: int
    """Places measured; with few nothing bears the result out."""
    checked: bool
    rms_mm: float
    rms_limit_mm: float
    worst_mm: float
    worst_limit_mm: float
    passed: bool
    notices_bumps: bool
    place: PlaceView
    doubts: tuple[DoubtView, ...] = ()
    """What speaks against it although its marks may agree, and what the picture itself lacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidFaceView:
    """One place of the guided layout: what belongs there and what was read."""

    tile: str
    seen: str
    confidence: float
    agrees: bool
    corners: tuple[PixelView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HardPairView:
    """Two faces of the set that look much alike, up to 1."""

    first: str
    second: str
    likeness: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TileSetTryView:
    """A layout that was read and not yet kept."""

    number: int
    picture: PictureView
    faces: tuple[LaidFaceView, ...]
    hard_pairs: tuple[HardPairView, ...]
    agreeing: int
    """Of the 34 places, how many show what belongs there."""
