"""The four walls of one hand with their tiles: which tile lies where, and which are gone.

The rules say in which order places are emptied (``rules.wall``). Not responsible for who draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from table_daemon.rules.errors import WallExhaustedError
from table_daemon.rules.kaipai import break_of
from table_daemon.rules.profile import TIANJIN
from table_daemon.rules.tiles import ALL_TILES
from table_daemon.rules.wall import DEALT, Level, Wall, WallPlace, draw_order
from table_daemon.simulator.layout import STACKS, Place, wall_place

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class WallTile:
    """One tile still in the wall."""

    tile: Tile
    place: Place
    face_up: bool


def shuffled(rng: Random) -> tuple[Tile, ...]:
    """A shuffled set of 136 tiles."""
    tiles = [tile for tile in ALL_TILES for _ in range(4)]
    rng.shuffle(tiles)
    return tuple(tiles)


class Walls:
    """The walls built of ``tiles``; the dealer's dice break them, the opposite's dice find the indicator."""

    def __init__(self, tiles: tuple[Tile, ...], *, dealer: int, profile: RuleProfile = TIANJIN) -> None:
        places = [WallPlace(seat, k, level) for seat in range(4) for k in range(STACKS) for level in Level]
        self._tiles = dict(zip(places, tiles, strict=True))
        self._dealer = dealer
        self._profile = profile
        self._break = 0
        self._second: int | None = None
        self._wall: Wall | None = None
        self._indicator: WallPlace | None = None
        self._standing: tuple[WallTile, ...] | None = None
        """What stands, once worked out; anew whenever a tile is taken or turned."""

    def deal(self, break_sum: int, second_sum: int | None = None) -> tuple[Tile, ...]:
        """Break the wall by one throw or two and take the 53 tiles of the deal, in order."""
        self._break, self._second = break_sum, second_sum
        seat, counted = break_of(self._dealer, break_sum, self._profile, second_sum=second_sum)
        return tuple(self._take(place) for place in draw_order(seat, counted)[:DEALT])

    def turn_indicator(self, indicator_sum: int) -> Tile:
        """Turn the indicator face up and return it."""
        whole = Wall.built(
            dealer=self._dealer,
            break_sum=self._break,
            second_sum=self._second,
            indicator_sum=indicator_sum,
            profile=self._profile,
        )
        if whole.indicator is None:
            raise RuntimeError("a wall built by dice knows its indicator")
        self._wall, self._indicator, self._standing = whole.dealt(), whole.indicator, None
        return self._tiles[whole.indicator]

    def draw(self) -> Tile | None:
        """Take the next tile; ``None`` when the wall is spent."""
        try:
            place, self._wall = self._playing.next_draw()
        except WallExhaustedError:
            return None
        return self._take(place)

    def replacement(self) -> Tile | None:
        """Take a kong's replacement from the tail; ``None`` when there is none."""
        try:
            place, self._wall = self._playing.next_replacement()
        except WallExhaustedError:
            return None
        return self._take(place)

    def _take(self, place: WallPlace) -> Tile:
        self._standing = None
        return self._tiles.pop(place)

    @property
    def left(self) -> int:
        """Ordinary draws left until 荒庄."""
        return self._playing.left

    @property
    def indicator_stack(self) -> Place:
        """Where the indicator lies."""
        if self._indicator is None:
            raise RuntimeError("the indicator has not been turned yet")
        return wall_place(self._indicator.seat, self._indicator.k, 1)

    def standing(self) -> tuple[WallTile, ...]:
        """Each tile still in the wall with its place; an upper tile alone has sunk onto the felt.

        An indicator that is the lower tile of its stack lies on top, where it can be seen.
        """
        if self._standing is None:
            self._standing = tuple(self._each())
        return self._standing

    def _each(self) -> Iterator[WallTile]:
        for at, tile in self._tiles.items():
            beside = WallPlace(at.seat, at.k, Level.LOWER if at.level is Level.UPPER else Level.UPPER)
            on_top = beside != self._indicator if at.level is Level.UPPER else at == self._indicator
            level = int(beside in self._tiles and on_top)
            yield WallTile(tile, wall_place(at.seat, at.k, level), at == self._indicator)

    @property
    def _playing(self) -> Wall:
        if self._wall is None:
            raise RuntimeError("the indicator has not been turned yet")
        return self._wall
