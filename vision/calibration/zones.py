"""What each part of the table is for, as plain polygons in table millimetres. Follows from the table's profile."""

from dataclasses import dataclass
from enum import Enum

from vision.calibration.profile import TableProfile
from vision.geometry import Floats, TableCamera
from vision.observation import Point

_RACK_MM = 25.0
"""From a wall's outer edge to the middle of the standing tiles."""
_STACKS = 17


class ZoneKind(Enum):
    """What lies in a zone."""

    CONSOLE = "console"
    RIVER = "river"
    WALL = "wall"
    RACK = "rack"
    MELD = "meld"


@dataclass(frozen=True, slots=True)
class TableZone:
    """One zone: whose it is, its outline, and how high over the felt what is read there lies."""

    kind: ZoneKind
    seat: int | None
    """0 at the picture's bottom, then counter-clockwise; None for the console."""
    outline_mm: tuple[Point, ...]
    """Clockwise as the picture shows it."""
    z_mm: float

    def outline_px(self, camera: TableCamera) -> Floats:
        """Return its corners in the picture, at its own height."""
        return camera.project([(x, y, self.z_mm) for x, y in self.outline_mm])


def zones_of(profile: TableProfile) -> tuple[TableZone, ...]:
    """Return every zone: the console, and for each seat its river, wall, rack and melds.

    >>> [(zone.kind.value, zone.seat) for zone in zones_of(TableProfile())][:3]
    [('console', None), ('river', 0), ('wall', 0)]
    """
    console = profile.console_half_mm
    zones = [TableZone(ZoneKind.CONSOLE, None, _turned(0, -console, -console, console, console), 0.0)]
    for seat in range(4):
        zones += _of_seat(profile, seat)
    return tuple(zones)


def _of_seat(profile: TableProfile, seat: int) -> list[TableZone]:
    half = profile.felt_side_mm / 2
    inner = profile.wall_v_mm - profile.tile_length_mm / 2
    outer = profile.wall_v_mm + profile.tile_length_mm / 2
    console = profile.console_half_mm
    wall = _STACKS * profile.tile_width_mm / 2
    rack = outer + 2 * _RACK_MM
    top, flat = profile.wall_top_mm, profile.tile_thickness_mm
    river = tuple(
        _place(seat, u, v)
        for u, v in ((-console, console), (console, console), (inner - 4, inner - 4), (4 - inner, inner - 4))
    )
    return [
        TableZone(ZoneKind.RIVER, seat, river, flat),
        TableZone(ZoneKind.WALL, seat, _turned(seat, -wall, inner, wall, outer), top),
        TableZone(ZoneKind.RACK, seat, _turned(seat, -outer, outer + 4, half - 60, rack), profile.tile_length_mm),
        TableZone(ZoneKind.MELD, seat, _turned(seat, -outer, rack, half, half), flat),
    ]


def _turned(seat: int, left: float, near: float, right: float, far: float) -> tuple[Point, ...]:
    return tuple(_place(seat, u, v) for u, v in ((left, near), (right, near), (right, far), (left, far)))


def _place(seat: int, u: float, v: float) -> Point:
    """Return the table point of a seat's own coordinates: u to the right hand, v outward from the middle."""
    match seat:
        case 0:
            return (u, v)
        case 1:
            return (v, -u)
        case 2:
            return (-u, -v)
        case _:
            return (-v, u)
