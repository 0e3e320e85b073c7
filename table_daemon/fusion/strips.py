"""A player's strip: new melds and a hand laid down, told from the melds already known and from standing tiles."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from table_daemon.fusion.middle import distance
from table_daemon.fusion.rows import Row, rows
from table_daemon.fusion.seats import TableZones, to_local
from table_daemon.fusion.thresholds import Thresholds
from table_daemon.fusion.translate import is_face, tile_of
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import Tile
from vision.labels import Label
from vision.observation import Point, SeenTile


@dataclass(frozen=True, slots=True)
class KnownMeld:
    """A recorded meld with where its faces were last seen (empty when that is not known)."""

    kind: MeldKind
    tile: Tile
    places_mm: tuple[Point, ...]
    tiles: tuple[Tile, ...] = ()
    """Its faces where they differ, as in a 吃; ``tile`` is the first of them."""

    @property
    def faces(self) -> int:
        """How many of its faces look up (a 暗杠 shows its two inner ones)."""
        match self.kind:
            case MeldKind.MING | MeldKind.JIN | MeldKind.FENGTOU_FENG:
                return 4
            case MeldKind.AN:
                return 2
            case _:
                return 3


@dataclass(frozen=True, slots=True)
class Strip:
    """What lies in one seat's strip beyond the melds already known."""

    seat: int
    new: tuple[SeenTile, ...]
    """Faces that belong to no known meld, left to right for the player."""
    backs: tuple[SeenTile, ...]
    reach_mm: float
    """Middles of touching neighbours are at most this far apart."""
    matched: tuple[tuple[SeenTile, ...], ...] = ()
    """For each known meld, the faces seen for it."""

    def rows(self) -> tuple[Row, ...]:
        """The new faces in touching rows."""
        return rows(self.new, seat=self.seat, reach_mm=self.reach_mm)


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A row of faces that can only be a new meld."""

    count: int
    """Faces seen up: 3 or 4; 2 with a back on either side is a 暗杠; 1 beside a known 碰 is a 补杠."""
    tile: Tile
    tiles: tuple[SeenTile, ...]
    alike: bool = True
    """Whether all of them read as ``tile``; if not, all but one do."""


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A whole hand laid down face up; ``draw`` is the tile apart, if just one is."""

    hand: tuple[SeenTile, ...]
    draw: SeenTile | None


def look_at_strip(
    seat: int,
    seen: Sequence[SeenTile],
    known: Sequence[KnownMeld],
    zones: TableZones,
    limits: Thresholds,
) -> Strip:
    """Sort what lies in a seat's strip; known melds are taken out by place, else the right-most tiles of their face."""
    mine = [t for t in seen if zones.seat_of_strip(t.centre_mm) == seat]
    faces = [t for t in mine if is_face(t.label) and t.confidence >= limits.face]
    matched: list[tuple[SeenTile, ...]] = []
    for meld in known:
        taken = _of_meld(seat, faces, meld, limits)
        matched.append(tuple(taken))
        faces = [t for t in faces if not any(t is m for m in taken)]
    faces.sort(key=lambda t: to_local(seat, t.centre_mm).u)
    return Strip(
        seat=seat,
        new=tuple(faces),
        backs=tuple(t for t in mine if t.label is Label.BACK),
        reach_mm=zones.tile_width_mm + limits.touch_gap_mm,
        matched=tuple(matched),
    )


def find_meld(strip: Strip, known: Sequence[KnownMeld]) -> LaidMeld | None:
    """The new meld lying in the strip, if nothing but melds is new there (``known`` as given to the look)."""
    if not strip.new:
        return None
    found = strip.rows()
    if len(strip.new) > 4:
        return _first_of_several(found)
    if len({t.label for t in strip.new}) != 1:
        return _misread(strip.new) if len(found) == 1 else None
    tile = tile_of(strip.new[0].label)
    meld = LaidMeld(len(strip.new), tile, strip.new)
    match len(strip.new):
        case 3 | 4:
            return meld if len(found) == 1 else None
        case 2:
            return meld if len(found) == 1 and _between_backs(strip) else None
        case _:
            return meld if _beside_pung(strip, tile, known) else None


def find_hand(strip: Strip, need: int) -> LaidHand | None:
    """The hand laid down in the strip when as many faces as a whole hand needs are up, else ``None``."""
    if len(strip.new) != need:
        return None
    if need == 2:
        return LaidHand(strip.new[:1], strip.new[1])
    alone = [row.tiles[0] for row in strip.rows() if len(row.tiles) == 1]
    if len(alone) != 1:
        return LaidHand(strip.new, None)
    return LaidHand(tuple(t for t in strip.new if t is not alone[0]), alone[0])


def _of_meld(seat: int, faces: Sequence[SeenTile], meld: KnownMeld, limits: Thresholds) -> list[SeenTile]:
    """The faces of a known meld: its own face nearest to where it lay, then whatever lies in its places."""
    if meld.tiles:
        return _of_mixed_meld(seat, faces, meld, limits)
    same = [t for t in faces if tile_of(t.label) == meld.tile]
    if not meld.places_mm:
        same.sort(key=lambda t: -to_local(seat, t.centre_mm).u)
        return same[: meld.faces]
    wanted = max(meld.faces, len(meld.places_mm))
    near = sorted((_off(t, meld), i) for i, t in enumerate(same))
    taken = [same[i] for off, i in near if off <= limits.moved_mm][:wanted]
    for tile in faces:
        if len(taken) < wanted and tile not in same and _off(tile, meld) <= limits.same_place_mm:
            taken.append(tile)
    return taken


def _of_mixed_meld(seat: int, faces: Sequence[SeenTile], meld: KnownMeld, limits: Thresholds) -> list[SeenTile]:
    """One face of each kind: the nearest to where the meld lay, else the right-most."""
    taken: list[SeenTile] = []
    for face in meld.tiles:
        same = [t for t in faces if tile_of(t.label) == face]
        if meld.places_mm:
            same = sorted((t for t in same if _off(t, meld) <= limits.moved_mm), key=lambda t: _off(t, meld))
        else:
            same.sort(key=lambda t: -to_local(seat, t.centre_mm).u)
        taken += same[:1]
    return taken


def _off(tile: SeenTile, meld: KnownMeld) -> float:
    return min(distance(tile.centre_mm, p) for p in meld.places_mm)


def _first_of_several(found: Sequence[Row]) -> LaidMeld | None:
    """Of melds laid one beside the other while nobody looked the right-most: each lies left of those before it."""
    if len(found) < 2 or any(len(r.tiles) not in (3, 4) or len({t.label for t in r.tiles}) > 1 for r in found):
        return None
    tiles = found[-1].tiles
    return LaidMeld(len(tiles), tile_of(tiles[0].label), tiles)


def _misread(tiles: tuple[SeenTile, ...]) -> LaidMeld | None:
    """A row of three or four that are alike but for one, which may have been read wrong."""
    (label, alike), *_ = Counter(t.label for t in tiles).most_common(1)
    return LaidMeld(len(tiles), tile_of(label), tiles, alike=False) if alike == len(tiles) - 1 >= 2 else None


def _between_backs(strip: Strip) -> bool:
    """Whether the two new faces lie in one row with a back touching at either end."""
    row = rows((*strip.new, *strip.backs), seat=strip.seat, reach_mm=strip.reach_mm)
    for candidate in row:
        labels = [t.label for t in candidate.tiles]
        face = strip.new[0].label
        for start in range(len(labels) - 3):
            if labels[start : start + 4] == [Label.BACK, face, face, Label.BACK]:
                return True
    return False


def _beside_pung(strip: Strip, tile: Tile, known: Sequence[KnownMeld]) -> bool:
    """Whether the one new face touches a known 碰 of the same face, all three of whose tiles are seen as well."""
    for meld, seen in zip(known, strip.matched, strict=True):
        if meld.kind is MeldKind.PUNG and meld.tile == tile and len(seen) == meld.faces:
            return any(distance(strip.new[0].centre_mm, t.centre_mm) <= strip.reach_mm for t in seen)
    return False
