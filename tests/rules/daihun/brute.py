"""A daihun scorer that tries everything, slowly: every face for every wild, every way to lay the tiles.

Written from part E alone and shares nothing with the rules but the notation; works on tile indices.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

FIVE = 4
PUNG_KINDS = {"pung", "ming", "an"}


class Piece(NamedTuple):
    """A tile as it is read."""

    face: int
    wild: bool
    last: bool


@dataclass(frozen=True)
class Case:
    """One hand with all that the score depends on; options by their public names."""

    hand: tuple[int, ...]
    draw: int
    indicator: int
    melds: tuple[tuple[str, int], ...] = ()
    flags: dict[str, int] = field(default_factory=dict)
    options: dict[str, object] = field(default_factory=dict)

    @property
    def wilds(self) -> tuple[int, int]:
        tile = self.indicator
        if tile < 27:
            return tile, tile // 9 * 9 + (tile + 1) % 9
        if tile < 31:
            return tile, 27 + (tile - 26) % 4
        return tile, {33: 32, 32: 31, 31: 33}[tile]

    def on(self, option: str, *, default: bool = True) -> bool:
        return bool(self.options.get(option, default))


def faces_of(piece: int, case: Case) -> list[int]:
    if piece not in case.wilds:
        return [piece]
    faces = set(range(27 if case.on("wild_is_suited_only") else 34))
    return sorted(faces | {piece}) if case.on("wild_as_itself") else sorted(faces)


def pair_allowed(face: int, case: Case) -> bool:
    return case.options.get("jiang") != "258" or (face < 27 and face % 9 in {1, 4, 7})


@lru_cache(maxsize=1 << 16)
def laid(pieces: tuple[Piece, ...], sets: int, pairs: int) -> tuple[tuple[tuple[Piece, ...], ...], ...]:
    """Every way to lay sorted pieces as that many sets and pairs."""
    if not pieces:
        return ((),) if sets == pairs == 0 else ()
    found = []
    first, rest = pieces[0], pieces[1:]
    for group in groups_with(first, rest, sets=sets, pairs=pairs):
        left = list(rest)
        for piece in group[1:]:
            left.remove(piece)
        is_pair = len(group) == 2
        found += [(group, *others) for others in laid(tuple(left), sets - (not is_pair), pairs - is_pair)]
    return tuple(found)


def groups_with(first: Piece, rest: tuple[Piece, ...], *, sets: int, pairs: int) -> Iterator[tuple[Piece, ...]]:
    kinds = sorted(set(rest))
    equal = [piece for piece in kinds if piece.face == first.face]
    if pairs:
        yield from ((first, other) for other in equal)
    if not sets:
        return
    for a, b in product(equal, equal):
        if a < b or (a == b and rest.count(a) > 1):
            yield first, a, b
    if first.face < 27 and first.face % 9 < 7:
        seconds = [piece for piece in kinds if piece.face == first.face + 1]
        thirds = [piece for piece in kinds if piece.face == first.face + 2]
        yield from ((first, a, b) for a, b in product(seconds, thirds))


@lru_cache(maxsize=1 << 18)
def shape(faces: tuple[int, ...], sets: int, only_258: bool, seven: bool) -> bool:  # noqa: FBT001 -- a cache key
    """Whether sorted faces are that many sets and a pair, or seven pairs."""
    if seven and len(faces) == 14 and all(faces.count(face) % 2 == 0 for face in faces):
        return True
    pieces = tuple(Piece(face, wild=False, last=False) for face in faces)
    for ways in laid(pieces, sets, 1):
        pair = next(group for group in ways if len(group) == 2)[0].face
        if not only_258 or (pair < 27 and pair % 9 in {1, 4, 7}):
            return True
    return False


def completes(tiles: tuple[int, ...], case: Case, extra: int | None = None) -> bool:
    """Whether tiles, and an ``extra`` as itself, make a hand for some choice of what wilds stand for."""
    plain = [] if extra is None else [extra]
    only_258 = case.options.get("jiang") == "258"
    seven = case.on("seven_pairs") and not case.melds
    hands = {tuple(sorted([*faces, *plain])) for faces in product(*(faces_of(tile, case) for tile in tiles))}
    return any(shape(faces, 4 - len(case.melds), only_258, seven) for faces in hands)


def single_wait(case: Case) -> int | None:
    """The only natural face waited for; not looked for where neither 独抱 nor 捉五 could come of it."""
    declared = case.flags.get("dubao") or not case.on("dubao_needs_declaration")
    if not declared and case.draw not in {FIVE, *case.wilds}:
        return None
    waits = [face for face in range(34) if case.hand.count(face) < 4 and completes(case.hand, case, face)]
    return waits[0] if len(waits) == 1 else None


def best(case: Case) -> tuple[int, set[frozenset[str]]] | None:
    """The most a hand is worth, and the names of every reading worth that; ``None`` when it does not win."""
    single = single_wait(case)
    found: dict[int, set[frozenset[str]]] = {}
    for groups in readings(case):
        items = worth(groups, case, single)
        points = sum(items.values()) * (2 if case.flags.get("gangkai") else 1)
        names = frozenset(items) | ({"杠开"} if case.flags.get("gangkai") else set())
        found.setdefault(points, set()).add(names)
    return max(found.items()) if found else None


def readings(case: Case) -> Iterator[tuple[tuple[Piece, ...], ...]]:
    tiles = (*case.hand, case.draw)
    sets = 4 - len(case.melds)
    seen = set()
    for faces in product(*(faces_of(tile, case) for tile in tiles)):
        pieces = tuple(
            sorted(
                Piece(face, tile in case.wilds, place == len(tiles) - 1)
                for place, (tile, face) in enumerate(zip(tiles, faces, strict=True))
            )
        )
        if pieces in seen:
            continue
        seen.add(pieces)
        plain = tuple(piece.face for piece in pieces)
        if not shape(plain, sets, only_258=False, seven=True):
            continue
        for ways in laid(pieces, sets, 1):
            if all(pair_allowed(group[0].face, case) for group in ways if len(group) == 2):
                yield ways
        if case.on("seven_pairs") and not case.melds:
            yield from laid(pieces, 0, 7)


POINTS = {
    "base": 2,
    "su": 2,
    "dubao": 2,
    "hundiao": 2,
    "shangdatai": 5,
    "long": 4,
    "zhuowu": 2,
    "duidui": 4,
    "qixiaodui": 4,
    "quemen": 2,
}


def worth(groups: tuple[tuple[Piece, ...], ...], case: Case, single: int | None) -> dict[str, int]:
    """What one reading is worth, item by item."""
    points = POINTS | dict(case.options.get("points", {}))  # type: ignore[call-overload]
    items = {"平和": points["base"]}
    if not any(piece.wild for group in groups for piece in group):
        items["素"] = points["su"]
    if case.flags.get("shangdatai") and case.on("shangdatai"):
        items["上大台"] = points["shangdatai"] * case.flags["shangdatai"]
    missing = missing_suits(groups, case)
    if missing:
        items["缺门"] = missing * points["quemen"]
    kinds = by_the_last_tile(groups, case, single) | by_the_shape(groups, case)
    names = {
        "独抱": "dubao",
        "混钓": "hundiao",
        "捉五": "zhuowu",
        "龙": "long",
        "对对和": "duidui",
        "七小对": "qixiaodui",
    }
    return items | {name: points[names[name]] for name in kinds}


def missing_suits(groups: tuple[tuple[Piece, ...], ...], case: Case) -> int:
    suits = {group[0].face // 9 for group in groups}
    if case.on("quemen_counts_melds"):
        suits |= {3 if kind.startswith("fengtou") else tile // 9 for kind, tile in case.melds}
    return len({0, 1, 2} - suits)


def by_the_shape(groups: tuple[tuple[Piece, ...], ...], case: Case) -> set[str]:
    if len(groups) == 7:
        return {"七小对"}
    found = set()
    runs = {group[0].face for group in groups if len(group) == 3 and group[0].face != group[2].face}
    runs |= {tile for kind, tile in case.melds if kind == "chow"}
    if any({first, first + 3, first + 6} <= runs for first in (0, 9, 18)):
        found.add("龙")
    pungs = all(group[0].face == group[-1].face for group in groups)
    if pungs and all(kind in PUNG_KINDS for kind, _ in case.melds):
        found.add("对对和")
    return found


def by_the_last_tile(groups: tuple[tuple[Piece, ...], ...], case: Case, single: int | None) -> set[str]:
    group = next(group for group in groups if any(piece.last for piece in group))
    last = next(piece for piece in group if piece.last)
    found = set()
    if len(group) == 2 and any(piece.wild and not piece.last for piece in group) and not case.flags.get("discard"):
        found.add("混钓")
        if case.draw == FIVE and not last.wild and case.on("hundiao_five_is_zhuowu"):
            found.add("捉五")
    alone = last.face == single and (len(group) == 2 or group[0].face < last.face < group[2].face)
    if alone and single == FIVE and (not last.wild or case.on("zhuowu_wild_draw")):
        found.add("捉五")
    declared = case.flags.get("dubao") or not case.on("dubao_needs_declaration")
    if alone and declared and "混钓" not in found:
        found.add("独抱")
    return found
