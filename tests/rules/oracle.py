"""Brute force: the worth of a hand from every layout there is. Slow, and shares no method with the engine.

It goes from faces to tiles (the engine goes from tiles to blocks): every choice of sets and pair whose faces
the naturals and wilds can fill, every way to fill them, every place for the last tile, every choice of 龙.
Tiles are two-letter texts and nothing of the package is used, so that a mistake there cannot hide here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
RUNS = [tuple(f"{low + k}{suit}" for k in range(3)) for suit in "mps" for low in range(1, 8)]
SETS = RUNS + [(kind,) * 3 for kind in KINDS]


@dataclass(frozen=True)
class Case:
    """A hand as the oracle takes it; ``tiles`` holds the draw."""

    tiles: tuple[str, ...]
    draw: str
    melds: tuple[tuple[str, str], ...]
    wilds: tuple[str, str]
    gangkai: bool = False
    tianhe: bool = False


@dataclass(frozen=True)
class Filled:
    """Groups of faces (the pair last), and for each place whether a wild fills it."""

    groups: tuple[tuple[str, ...], ...]
    wild: tuple[tuple[bool, ...], ...]


def best_fan(case: Case) -> int:
    """The most 番 of any layout, without kong points and before 起和; 0 when there is no layout."""
    return max((fan for layout in layouts(case) for fan in fans_of(case, layout)), default=0)


def layouts(case: Case) -> Iterator[Filled]:
    """Every layout of faces and fillings."""
    naturals = Counter(tile for tile in case.tiles if tile not in case.wilds)
    wilds = len(case.tiles) - naturals.total()
    for sets in choices(naturals, wilds, 4 - len(case.melds), 0):
        used = Counter(face for group in sets for face in group)
        for pair in KINDS:
            faces = used.copy()
            faces[pair] += 2
            if all(faces[tile] >= count for tile, count in naturals.items()):
                yield from fillings((*sets, (pair, pair)), naturals)


def choices(naturals: Counter[str], wilds: int, number: int, start: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every rising choice of ``number`` sets that lacks at most ``wilds`` tiles."""
    if number == 0:
        yield ()
        return
    for place in range(start, len(SETS)):
        need = Counter(SETS[place])
        lacking = (need - naturals).total()
        if lacking <= wilds:
            for rest in choices(naturals - need, wilds - lacking, number - 1, place):
                yield (SETS[place], *rest)


def fillings(groups: tuple[tuple[str, ...], ...], naturals: Counter[str]) -> Iterator[Filled]:
    """Every way to lay the naturals on their faces; wilds lie on the rest."""
    places: dict[str, list[tuple[int, int]]] = {}
    for g, group in enumerate(groups):
        for p, face in enumerate(group):
            places.setdefault(face, []).append((g, p))
    ways = [combinations(spots, naturals[face]) for face, spots in places.items()]
    for way in product(*ways):
        natural = {spot for spots in way for spot in spots}
        yield Filled(
            groups, tuple(tuple((g, p) not in natural for p in range(len(group))) for g, group in enumerate(groups))
        )


def fans_of(case: Case, layout: Filled) -> Iterator[int]:
    """The worth of a layout for every place of the last tile and every choice of 龙."""
    heavenly = case.tianhe and not case.melds and not case.gangkai
    for g, group in enumerate(layout.groups):
        for p, face in enumerate(group):
            wild = layout.wild[g][p]
            lasts = set(case.tiles) if heavenly else {case.draw}
            for last in lasts:
                if (last in case.wilds) if wild else last == face:
                    for dragon in dragons(layout.groups):
                        yield worth(case, layout, (g, p), last, dragon) * (4 if heavenly else 1)


def dragons(groups: Sequence[tuple[str, ...]]) -> Iterator[tuple[int, ...]]:
    """No 龙, and every three runs that are one."""
    yield ()
    for three in combinations(range(len(groups) - 1), 3):
        faces = sorted(face for g in three for face in groups[g])
        if any(faces == [f"{rank}{suit}" for rank in range(1, 10)] for suit in "mps"):
            yield three


def worth(case: Case, layout: Filled, spot: tuple[int, int], last: str, dragon: tuple[int, ...]) -> int:
    """Part C's formula for one layout, without 天和."""
    g, p = spot
    group = layout.groups[g]
    others_wild = all(wild for place, wild in enumerate(layout.wild[g]) if place != p)
    held = [tile for tile in case.tiles if tile in case.wilds]
    golden = any(kind == "jin" for kind, _ in case.melds)
    zhuowu = group == ("4m", "5m", "6m") and p == 1
    benhun = bool(dragon) and layout.groups[dragon[0]][0][1] in {wild[1] for wild in case.wilds}
    hundiao = others_wild and g not in dragon
    doubles = (
        benhun
        + hundiao
        + (not held and not golden)
        + (bool(dragon) and suben(case, layout, spot, last, dragon))
        + case.gangkai
    )
    return int(max(1, 3 * zhuowu + 4 * bool(dragon)) * 2**doubles)


def suben(case: Case, layout: Filled, spot: tuple[int, int], last: str, dragon: tuple[int, ...]) -> bool:
    """Exactly one of each wild, and each can lie on its own face inside the 龙 (the last one on its spot)."""
    held = sorted(tile for tile in case.tiles if tile in case.wilds)
    if held != sorted(case.wilds) or any(kind == "jin" for kind, _ in case.melds):
        return False
    on = [layout.groups[g][p] for g in dragon for p in range(3) if layout.wild[g][p]]
    if sorted(on) != held:
        return False
    return last not in case.wilds or layout.groups[spot[0]][spot[1]] == last
