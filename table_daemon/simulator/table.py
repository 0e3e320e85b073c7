"""The simulated table as it stands: every one of its 136 tiles in one place. Moves tiles; decides nothing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final, TypeAlias

from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.simulator.layout import Place, laid_places, meld_places, rack_places
from table_daemon.simulator.river import is_free, throw
from vision.labels import Label
from vision.synthetic.scene import Pose, Scene, SceneTile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from table_daemon.rules.tiles import Tile
    from table_daemon.simulator.river import Habit
    from table_daemon.simulator.wall import Walls, WallTile
    from vision.observation import Point


@dataclass(frozen=True, slots=True)
class RiverTile:
    """One discard lying in the middle."""

    seat: int
    tile: Tile
    place: Place


@dataclass(slots=True)
class Side:
    """One player's strip."""

    standing: list[Tile] = field(default_factory=list)
    drawn: bool = False
    """Whether the last standing tile was just drawn and stands apart."""
    melds: list[Meld] = field(default_factory=list)
    slack: list[float] = field(default_factory=list)
    laid: tuple[Tile, ...] = ()
    """The hand face up, winning tile last."""
    apart: bool = False
    """Whether the last of the laid tiles lies apart as the winning one."""

    def held(self) -> _Held:
        """Everything its looks depend on."""
        return (
            tuple(self.standing),
            self.drawn,
            tuple(self.melds),
            tuple(self.slack),
            self.laid,
            self.apart,
        )


_Held: TypeAlias = tuple["tuple[Tile, ...]", bool, tuple[Meld, ...], tuple[float, ...], "tuple[Tile, ...]", bool]
_NOTHING_HELD: Final[_Held] = ((), False, (), (), (), False)


class Table:
    """All tiles of one hand. ``walls`` is ``None`` while the machine holds them all."""

    def __init__(self, scene: Scene) -> None:
        self._bare = scene
        self.walls: Walls | None = None
        self.sides: tuple[Side, Side, Side, Side] = (Side(), Side(), Side(), Side())
        self.river: list[RiverTile] = []
        self._strips: list[tuple[_Held, tuple[SceneTile, ...]]] = [(_NOTHING_HELD, ())] * 4
        """Each player's strip as it last was, and how it looks."""
        self._walls: tuple[tuple[WallTile, ...], tuple[SceneTile, ...]] = ((), ())

    def clear(self) -> None:
        """Push everything into the machine."""
        self.walls = None
        self.sides = (Side(), Side(), Side(), Side())
        self.river = []

    def draw(self, seat: int, tile: Tile) -> None:
        """Stand a drawn tile at the right of the rack."""
        self.sides[seat].standing.append(tile)
        self.sides[seat].drawn = True

    def discard(self, seat: int, tile: Tile, habit: Habit, rng: Random) -> Place:
        """Throw a tile of the rack into the middle; return where it lies."""
        self.remove(seat, tile)
        place = throw(seat, habit, [lying.place for lying in self.river], rng)
        self.river.append(RiverTile(seat, tile, place))
        return place

    def meld(self, seat: int, meld: Meld, *, from_seat: int | None, added: bool, rng: Random) -> None:
        """Lay a meld down: the claimed tile leaves the middle, the rest leave the rack."""
        side = self.sides[seat]
        if added:
            side.melds[side.melds.index(Meld(MeldKind.PUNG, meld.tile))] = meld
            self.remove(seat, meld.tile)
            return
        own = len(meld.tiles)
        if from_seat is not None:
            self.river.pop()
            own -= 1
        for _ in range(own):
            self.remove(seat, meld.tile)
        side.melds.append(meld)
        side.slack.append(rng.uniform(-0.5, 0.5))

    def lay_down(self, seat: int, draw: Tile) -> tuple[Tile, ...]:
        """Turn the whole rack face up, ``draw`` apart; return the tiles without it."""
        side = self.sides[seat]
        rest = list(side.standing)
        rest.remove(draw)
        hand = tuple(sorted(rest))
        side.laid = (*hand, draw)
        side.apart = True
        side.standing = []
        return hand

    def show(self, seat: int) -> None:
        """Turn the rack face up in one row, as people do when all is over."""
        side = self.sides[seat]
        side.laid = tuple(sorted(side.standing))
        side.apart = False
        side.standing = []

    def take_back(self) -> None:
        """Take the last discard back into its player's rack."""
        lying = self.river.pop()
        side = self.sides[lying.seat]
        side.standing.append(lying.tile)
        side.standing.sort()

    def pick_up(self, seat: int) -> None:
        """Stand a laid-down hand again."""
        side = self.sides[seat]
        side.standing = sorted(side.laid)
        side.laid = ()

    def remove(self, seat: int, tile: Tile) -> None:
        """Take a tile out of a rack; the rest closes up."""
        side = self.sides[seat]
        side.standing.remove(tile)
        side.standing.sort()
        side.drawn = False

    def nudge(self, rng: Random) -> Point | None:
        """Push one discard aside by at most 15 mm and 20 degrees; return where it lies, ``None`` if it can't move."""
        for _ in range(20 if self.river else 0):
            k = rng.randrange(len(self.river))
            lying = self.river[k]
            reach, way = rng.uniform(3.0, 15.0), rng.uniform(0.0, 2 * pi)
            x, y = lying.place.centre_mm
            centre = (round(x + reach * cos(way), 2), round(y + reach * sin(way), 2))
            place = Place(centre, round((lying.place.angle_deg + rng.uniform(-20.0, 20.0)) % 360.0, 2))
            others = [other.place for n, other in enumerate(self.river) if n != k]
            if is_free(place, others):
                self.river[k] = replace(lying, place=place)
                return place.centre_mm
        return None

    def scene(self) -> Scene:
        """The table as plain data, without hands over it."""
        return replace(self._bare, tiles=tuple(self._tiles()))

    def _tiles(self) -> Iterator[SceneTile]:
        if self.walls is not None:
            yield from self._wall_tiles(self.walls.standing())
        for lying in self.river:
            yield _scene_tile(lying.tile, Pose.FACE_UP, lying.place)
        for seat, side in enumerate(self.sides):
            held = side.held()
            if self._strips[seat][0] != held:
                self._strips[seat] = (held, tuple(_strip(seat, side)))
            yield from self._strips[seat][1]

    def _wall_tiles(self, standing: tuple[WallTile, ...]) -> tuple[SceneTile, ...]:
        if self._walls[0] is not standing:
            seen = (_scene_tile(w.tile, Pose.FACE_UP if w.face_up else Pose.FACE_DOWN, w.place) for w in standing)
            self._walls = (standing, tuple(seen))
        return self._walls[1]


def _strip(seat: int, side: Side) -> Iterator[SceneTile]:
    places = rack_places(seat, len(side.standing), drawn=side.drawn)
    for tile, place in zip(side.standing, places, strict=True):
        yield _scene_tile(tile, Pose.STANDING, place)
    rows = meld_places(seat, tuple(len(meld.tiles) for meld in side.melds), tuple(side.slack))
    for meld, row in zip(side.melds, rows, strict=True):
        for k, (tile, place) in enumerate(zip(meld.tiles, row, strict=True)):
            hidden = meld.kind is MeldKind.AN and k in (0, 3)
            yield _scene_tile(tile, Pose.FACE_DOWN if hidden else Pose.FACE_UP, place)
    for tile, place in zip(side.laid, laid_places(seat, len(side.laid), apart=side.apart), strict=True):
        yield _scene_tile(tile, Pose.FACE_UP, place)


@lru_cache(maxsize=8192)
def _scene_tile(tile: Tile, pose: Pose, place: Place) -> SceneTile:
    return SceneTile(Label(str(tile)), pose, place.centre_mm, place.angle_deg, place.level)
