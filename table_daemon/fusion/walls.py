"""What still stands of the walls as the camera sees it: whether the wall is spent, where no dice tell of it."""

from collections.abc import Iterable

from table_daemon.fusion.seats import TableZones, Zone, to_local
from table_daemon.fusion.table import Table
from table_daemon.fusion.table_events import MISCOUNTED
from table_daemon.fusion.translate import tile_of
from table_daemon.rules.choices import Ruleset, WallEnd
from table_daemon.rules.wall import STACKS_A_WALL
from vision.observation import Point

_STACKS = 4 * STACKS_A_WALL
_MOST_BEHIND = 12
"""Two dice count at most so many stacks from the tail to the indicator."""


def watch(table: Table) -> None:
    """Remember of a look at an undisturbed table whether nothing is left to draw before the indicator (B31)."""
    profile, left = table.match.profile, table.hand.wall_left
    if left is not None and left > MISCOUNTED:
        return
    if profile.ruleset is not Ruleset.CITY or profile.wall_end is not WallEnd.INDICATOR:
        return
    up = [t for t in table.look.wall if tile_of(t.label) == table.hand.indicator]
    if table.look.seen.hands or len(up) != 1 or table.middle().gone:
        return
    standing = [t.centre_mm for t in table.look.seen.tiles if table.zones.zone(t.centre_mm) is Zone.WALL]
    table.memory.wall_spent = ends_at(up[0].centre_mm, standing, table.zones)


def ends_at(indicator: Point, standing: Iterable[Point], zones: TableZones) -> bool:
    """Whether every stack that stands lies at or behind the indicator's, as stacks are drawn."""
    first = _number(indicator, zones)
    return all((_number(place, zones) - first) % _STACKS < _MOST_BEHIND for place in standing)


def _number(place: Point, zones: TableZones) -> int:
    """A stack's number in the order in which stacks are drawn round the table, from the right end of seat 0's wall."""
    seat = max(range(4), key=lambda s: to_local(s, place).v)
    k = round((STACKS_A_WALL - 1) / 2 - to_local(seat, place).u / zones.tile_width_mm)
    return -seat % 4 * STACKS_A_WALL + min(max(k, 0), STACKS_A_WALL - 1)
