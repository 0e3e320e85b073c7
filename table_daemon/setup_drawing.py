"""What the setup page draws over a picture: the table's place and the tiles that were read, as plain pixels."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from table_daemon.settings import Side
from table_daemon.views.setup import FoundTileView, PixelView, PlaceView, ZoneView
from vision.calibration.profile import TableProfile
from vision.calibration.zones import zones_of
from vision.geometry import TableCamera
from vision.observation import SeenTile

_ALONG = 12
"""Points along each side of an outline: enough for the bend of a lens."""


def place_view(camera: TableCamera, profile: TableProfile, seat0: Side) -> PlaceView:
    """Return where a camera sees the table; zones are told by the seats of the game."""
    first = list(Side).index(seat0)
    zones = tuple(
        ZoneView(
            kind=zone.kind.value,
            # Zones are numbered from the picture's bottom, seats from where seat 0 sits; both counter-clockwise.
            seat=None if zone.seat is None else (zone.seat - first) % 4,
            outline=pixels(_bent(camera, [(x, y, zone.z_mm) for x, y in zone.outline_mm])),
        )
        for zone in zones_of(profile)
    )
    felt = profile.felt_corners_mm()
    return PlaceView(corners=pixels(camera.project(felt)), outline=pixels(_bent(camera, felt)), zones=zones)


def tile_views(tiles: Iterable[SeenTile]) -> tuple[FoundTileView, ...]:
    """Return the tiles as read."""
    return tuple(
        FoundTileView(
            tile=tile.label.value,
            confidence=round(tile.confidence, 3),
            second=tile.second.value,
            second_confidence=round(tile.second_confidence, 3),
            corners=pixels(tile.quad_px),
        )
        for tile in tiles
    )


def pixels(points: Iterable[Iterable[float]]) -> tuple[PixelView, ...]:
    """Return points rounded to a tenth of a pixel."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)


def _bent(camera: TableCamera, corners_mm: list[tuple[float, float, float]]) -> NDArray[np.float64]:
    corners = np.array(corners_mm)
    steps = np.arange(_ALONG)[:, None] / _ALONG
    sides = [a + (b - a) * steps for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return camera.project(np.concatenate(sides))
