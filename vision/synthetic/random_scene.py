"""Plausible varied tables for training and tests: walls, racks, melds, rivers, laid-down hands. No rules of play."""

import math
from collections.abc import Callable

import cv2
import numpy as np

from vision.labels import FACES, Label
from vision.observation import Point, Side
from vision.synthetic.random_look import random_light, random_look, random_tile_size
from vision.synthetic.scene import Look, Pose, Scene, SceneHand, SceneTile, TileSize

_UPRIGHT_DEG = (0.0, 270.0, 180.0, 90.0)
"""Angle of a tile upright for seat 0 (bottom), 1 (right), 2 (top), 3 (left)."""
_CONSOLE_HALF_MM = 80.0
_STACKS = 17


def random_scene(rng: np.random.Generator, *, look: Look | None = None) -> Scene:
    """Return a table in some state of some hand; every face comes at most four times."""
    size = random_tile_size(rng)
    side_mm = float(rng.uniform(830, 900)) + (size.width_mm - 31.0) * 16
    table = _Table(rng, size, side_mm)
    for seat in range(4):
        table.lay_wall(seat)
        table.lay_strip(seat)
    rivers: list[Callable[[], None]] = [table.throw_river, table.lay_tidy_rivers, table.lay_blocks]
    for _ in range(1 if rng.random() < 0.6 else 2):
        rivers[int(rng.choice(3, p=[0.5, 0.2, 0.3]))]()
    dice = tuple(int(value) for value in rng.integers(1, 7, 2)) if rng.random() < 0.5 else None
    return Scene(
        tiles=tuple(table.tiles),
        hands=_random_hands(rng, side_mm),
        dice=dice,
        console_up=bool(rng.random() < 0.1),
        table_side_mm=side_mm,
        tile_size=size,
        light=random_light(rng),
        look=look if look is not None else random_look(rng),
    )


def _random_hands(rng: np.random.Generator, side_mm: float) -> tuple[SceneHand, ...]:
    count = int(rng.choice(3, p=[0.7, 0.2, 0.1]))
    sides = rng.permutation(4)[:count]
    return tuple(
        SceneHand(
            list(Side)[int(side)],
            (float(rng.uniform(-0.3, 0.3) * side_mm), float(rng.uniform(-0.3, 0.3) * side_mm)),
            float(rng.uniform(70, 95)),
        )
        for side in sides
    )


class _Table:
    """Tiles laid so far; refuses to lay one where another lies."""

    def __init__(self, rng: np.random.Generator, size: TileSize, side_mm: float) -> None:
        self._rng = rng
        self._size = size
        self._half = side_mm / 2
        self._deck = [FACES[int(number) % 34] for number in rng.permutation(136)]
        self._jitter_deg = float(rng.uniform(0, 2.5))
        self._wall_v = self._half - 145.0
        self.tiles: list[SceneTile] = []

    def lay_wall(self, seat: int) -> None:
        """Lay what is left of a seat's wall, now and then with its indicator turned up."""
        left = int(self._rng.choice([0, _STACKS, int(self._rng.integers(1, _STACKS))], p=[0.2, 0.4, 0.4]))
        start = int(self._rng.integers(0, _STACKS - left + 1))
        turned = int(self._rng.integers(left)) if left and self._rng.random() < 0.3 else -1
        for place in range(left):
            u = (start + place - (_STACKS - 1) / 2) * self._size.width_mm
            lone = place in (0, left - 1) and self._rng.random() < 0.15
            for level in range(1 if lone else 2):
                up = place == turned and level == (0 if lone else 1)
                self._add(seat, u, self._wall_v, label=self._next() if up else None, level=level)

    def lay_strip(self, seat: int) -> None:
        """Lay a seat's melds and his rack, standing or laid down."""
        melds = int(self._rng.choice(4, p=[0.5, 0.25, 0.15, 0.1]))
        width = self._size.width_mm
        u = self._half - 15.0 - width / 2
        for _ in range(melds):
            for number in range(3 if self._rng.random() < 0.75 else 4):
                self._add(seat, u, self._half - 35, label=self._next() if number < 4 else None)
                u -= width
            u -= float(self._rng.uniform(3, 12))
        count = 13 - 3 * melds
        start = -self._half + 135.0
        match int(self._rng.choice(3, p=[0.55, 0.3, 0.15])):
            case 0:
                for place in range(count):
                    self._add_standing(seat, start + place * width, self._half - 90)
            case 1:
                self._lay_down(seat, start, count)
            case _:
                pass

    def _lay_down(self, seat: int, start: float, count: int) -> None:
        v = self._half - float(self._rng.uniform(55, 65))
        gap = float(self._rng.choice([0.0, 0.0, 1.0]))
        for place in range(count):
            self._add(seat, start + place * (self._size.width_mm + gap), v, label=self._next())
        self._add(seat, start + count * self._size.width_mm + 25, v, label=self._next())

    def throw_river(self) -> None:
        """Throw discards at any angle into the middle."""
        reach = self._wall_v - 50
        loose = self._rng.random() < 0.5
        for _ in range(int(self._rng.integers(4, 60))):
            angle = (
                float(self._rng.uniform(0, 360))
                if loose
                else float(self._rng.choice(_UPRIGHT_DEG) + self._rng.normal(0, 14))
            )
            place = (float(self._rng.uniform(-reach, reach)), float(self._rng.uniform(-reach, reach)))
            self._add_at(place, angle, label=None if self._rng.random() < 0.06 else self._next())

    def lay_tidy_rivers(self) -> None:
        """Lay each seat's discards in rows of six before the console."""
        for seat in range(4):
            for number in range(int(self._rng.integers(0, 19))):
                u = (number % 6 - 2.5) * (self._size.width_mm + 0.5)
                v = _CONSOLE_HALF_MM + 28 + number // 6 * (self._size.length_mm + 1)
                self._add(seat, u, v, label=self._next())

    def lay_blocks(self) -> None:
        """Lay rows and blocks of touching tiles at any angle."""
        for _ in range(int(self._rng.integers(1, 6))):
            reach = self._wall_v - 60
            middle = self._rng.uniform(-reach, reach, 2)
            turn = float(self._rng.uniform(0, 360))
            columns, rows = int(self._rng.integers(2, 9)), int(self._rng.integers(1, 4))
            cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            for column in range(columns):
                for row in range(rows):
                    x = (column - (columns - 1) / 2) * self._size.width_mm
                    y = (row - (rows - 1) / 2) * self._size.length_mm
                    place = (float(middle[0] + x * cos - y * sin), float(middle[1] + x * sin + y * cos))
                    flip = 180.0 if self._rng.random() < 0.2 else 0.0
                    if max(abs(place[0]), abs(place[1])) < reach:
                        self._add_at(place, turn + flip, label=self._next())

    def _next(self) -> Label | None:
        """Return the next tile of the set, or none (a back) when all are on the table."""
        return self._deck.pop() if self._deck else None

    def _add(self, seat: int, u: float, v: float, *, label: Label | None, level: int = 0) -> None:
        angle = _UPRIGHT_DEG[seat] + float(self._rng.normal(0, self._jitter_deg * 0.3))
        place = _from_seat(seat, u, v + float(self._rng.normal(0, 0.5)))
        self._add_at(place, angle, label=label, level=level)

    def _add_standing(self, seat: int, u: float, v: float) -> None:
        tile = SceneTile(Label.BACK, Pose.STANDING, _from_seat(seat, u, v), (_UPRIGHT_DEG[seat] + 180) % 360)
        if self._free(tile):
            self.tiles.append(tile)

    def _add_at(self, place: Point, angle_deg: float, *, label: Label | None, level: int = 0) -> None:
        pose = Pose.FACE_DOWN if label is None else Pose.FACE_UP
        tile = SceneTile(label or Label.BACK, pose, place, angle_deg % 360, level)
        on_console = level == 0 and max(abs(place[0]), abs(place[1])) < _CONSOLE_HALF_MM + self._size.length_mm / 2
        if not on_console and self._free(tile):
            self.tiles.append(tile)

    def _free(self, tile: SceneTile) -> bool:
        reach = 2 * self._size.length_mm
        near = [
            other
            for other in self.tiles
            if other.level == tile.level and math.dist(other.centre_mm, tile.centre_mm) < reach
        ]
        return not any(self._overlap(tile, other) for other in near)

    def _overlap(self, one: SceneTile, other: SceneTile) -> bool:
        kind, _ = cv2.rotatedRectangleIntersection(self._box(one), self._box(other))
        return bool(kind != cv2.INTERSECT_NONE)

    def _box(self, tile: SceneTile) -> tuple[Point, Point, float]:
        # A little smaller than the tile, so that neighbours may touch.
        depth = self._size.thickness_mm if tile.pose is Pose.STANDING else self._size.length_mm
        return (tile.centre_mm, (self._size.width_mm - 1.6, depth - 1.6), tile.angle_deg)


def _from_seat(seat: int, u: float, v: float) -> Point:
    """Return the table point of a seat's own coordinates: u to his right, v outward from the middle."""
    match seat:
        case 0:
            return (u, v)
        case 1:
            return (v, -u)
        case 2:
            return (-u, -v)
        case _:
            return (-v, u)
