"""The middle of the table: which tiles seen there are known discards, which moved, which are new, which gone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot

from table_daemon.fusion.thresholds import Thresholds
from table_daemon.fusion.translate import is_face, tile_of
from table_daemon.rules.tiles import Tile
from vision.observation import Point, SeenTile


@dataclass(frozen=True, slots=True)
class KnownDiscard:
    """A recorded discard that should lie in the middle."""

    event: int
    tile: Tile
    place_mm: Point | None
    """Where it was last seen; ``None`` when that is not known."""
    missed: bool = False
    """It was not there at the last look: another face in its place is another tile."""
    unwatched: bool = False
    """It was read surely and may have been taken since nobody looked: a surely read other face is another tile."""


@dataclass(frozen=True, slots=True)
class MiddleMatch:
    """How what is seen in the middle relates to what is known."""

    lying: dict[int, SeenTile]
    """Known discards by event, each with the tile seen for it."""
    moved: int
    """How many of them were found away from their place."""
    gone: tuple[int, ...]
    """Known discards that are not seen, by event."""
    new: tuple[SeenTile, ...]
    """Seen tiles that are no known discard."""


def match_middle(known: Sequence[KnownDiscard], seen: Sequence[SeenTile], limits: Thresholds) -> MiddleMatch:
    """Pair known discards with seen faces: by place, then the same face nearby, then by face if no place is known."""
    lying: dict[int, SeenTile] = {}
    free = list(seen)
    waiting = list(known)

    def pair(pairs: list[tuple[float, KnownDiscard, SeenTile]]) -> int:
        made = 0
        for _, discard, tile in sorted(pairs, key=lambda p: p[0]):
            if discard in waiting and any(tile is t for t in free):
                lying[discard.event] = tile
                waiting.remove(discard)
                free[:] = [t for t in free if t is not tile]
                made += 1
        return made

    pair(
        [(off, k, t) for off, k, t in _near(waiting, free, limits.same_place_mm) if not _another(k, t, limits)],
    )
    moved = pair([p for p in _near(waiting, free, limits.moved_mm) if tile_of(p[2].label) == p[1].tile])
    moved += pair([p for p in _near(waiting, free, limits.pushed_mm) if _reread(p[1], p[2], limits)])
    for agrees in (_reads_as, partial(_may_read_as, limits=limits)):
        pair([(-t.confidence, k, t) for k in waiting for t in free if k.place_mm is None and agrees(k.tile, t)])
    return MiddleMatch(lying=lying, moved=moved, gone=tuple(k.event for k in waiting), new=tuple(free))


def _another(known: KnownDiscard, seen: SeenTile, limits: Thresholds) -> bool:
    """Whether a tile in a place that was empty, or that nobody watched, is surely not the one that lay there."""
    if tile_of(seen.label) == known.tile:
        return False
    if seen.confidence >= limits.sure:
        return known.missed or known.unwatched
    return known.missed and not _second_is(seen, known.tile)


def _reread(known: KnownDiscard, seen: SeenTile, limits: Thresholds) -> bool:
    """Whether a tile pushed aside may be this one, which now reads as another but has this face for second reading."""
    return not known.missed and _may_read_as(known.tile, seen, limits)


def _reads_as(tile: Tile, seen: SeenTile) -> bool:
    return tile_of(seen.label) == tile


def _may_read_as(tile: Tile, seen: SeenTile, limits: Thresholds) -> bool:
    """Whether a doubtful reading has this face for second."""
    return seen.confidence < limits.sure and _second_is(seen, tile)


def _second_is(seen: SeenTile, tile: Tile) -> bool:
    return is_face(seen.second) and tile_of(seen.second) == tile


def _near(
    known: Sequence[KnownDiscard], seen: Sequence[SeenTile], reach_mm: float
) -> Iterator[tuple[float, KnownDiscard, SeenTile]]:
    """Known discards with the tiles at most ``reach_mm`` away from them."""
    for discard in known:
        if discard.place_mm is None:
            continue
        x, y = discard.place_mm
        for tile in seen:
            u, v = tile.centre_mm
            if abs(u - x) <= reach_mm and abs(v - y) <= reach_mm:
                off = hypot(u - x, v - y)
                if off <= reach_mm:
                    yield off, discard, tile


def distance(a: Point, b: Point) -> float:
    """Millimetres between two places."""
    return hypot(a[0] - b[0], a[1] - b[1])
