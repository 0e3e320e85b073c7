"""Daihun hands made by chance, most of them winning ones: sets and pairs are laid, then wilds put in."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.rules.daihun.brute import Case

if TYPE_CHECKING:
    import random

OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {},
    {"jiang": "258"},
    {"wild_is_suited_only": False},
    {"wild_as_itself": False},
    {"wild_is_suited_only": False, "wild_as_itself": False},
    {"zhuowu_wild_draw": False, "hundiao_five_is_zhuowu": False},
    {"dubao_needs_declaration": False},
    {"quemen_counts_melds": False},
    {"seven_pairs": False, "shangdatai": False},
    {"points": {"quemen": 9, "long": 1, "duidui": 3}},
    {"points": {"base": 1, "hundiao": 7, "qixiaodui": 5, "zhuowu": 8}, "jiang": "258"},
)


def case_by(rng: random.Random, *, most_wilds: int) -> Case:
    """Return a hand that could be dealt, with at most that many wilds."""
    while True:
        case = _attempt(rng, most_wilds)
        if case is not None:
            return case


def _attempt(rng: random.Random, most_wilds: int) -> Case | None:
    indicator = rng.randrange(34)
    wilds = Case((), 0, indicator).wilds
    suits = rng.choice([(0, 9, 18), (0, 9), (0,), (9, 18), (27,), (0, 27)])
    melds: list[tuple[str, int]] = []
    tiles: list[int] = []
    if rng.random() < 0.15:
        for _ in range(7):
            tiles += [_face(rng, suits)] * 2
    else:
        for group in _sets(rng, suits):
            meld = _meld(rng, group)
            if meld is not None and rng.random() < 0.25:
                melds.append(meld)
            else:
                tiles += group
        tiles += [rng.choice([_face(rng, suits), FIVE_OF_WAN])] * 2
    for place in rng.sample(range(len(tiles)), min(len(tiles), rng.randrange(most_wilds + 1))):
        tiles[place] = rng.choice(wilds)
    if rng.random() < 0.1:
        tiles[rng.randrange(len(tiles))] = rng.randrange(34)
    draw = tiles.pop(rng.randrange(len(tiles)))
    case = Case(tuple(tiles), draw, indicator, tuple(melds), _flags(rng), rng.choice(OPTIONS))
    return case if _exists(case, most_wilds) else None


FIVE_OF_WAN = 4


def _face(rng: random.Random, suits: tuple[int, ...]) -> int:
    first = rng.choice(suits)
    return first + rng.randrange(9 if first < 27 else 7)


def _sets(rng: random.Random, suits: tuple[int, ...]) -> list[list[int]]:
    if rng.random() < 0.2 and suits != (27,):
        first = rng.choice([suit for suit in suits if suit < 27])
        made = [[first + low, first + low + 1, first + low + 2] for low in (0, 3, 6)]
    else:
        made = []
    pungs = rng.random()
    while len(made) < 4:
        face = _face(rng, suits)
        if face >= 27 or rng.random() < pungs:
            made.append([face] * 3)
        elif face % 9 < 7:
            made.append([face, face + 1, face + 2])
    return made


def _meld(rng: random.Random, group: list[int]) -> tuple[str, int] | None:
    if rng.random() < 0.1:
        return rng.choice([("fengtou_jian", 31), ("fengtou_feng", 27)])
    if group[0] != group[2]:
        return "chow", group[0]
    return rng.choice(["pung", "ming", "an"]), group[0]


def _flags(rng: random.Random) -> dict[str, int]:
    flags: dict[str, int] = {}
    if rng.random() < 0.3:
        flags["discard"] = 1
    elif rng.random() < 0.2:
        flags["gangkai"] = rng.randrange(1, 3)
    if rng.random() < 0.5:
        flags["dubao"] = 1
    if rng.random() < 0.2:
        flags["shangdatai"] = rng.randrange(1, 3)
    return flags


def tiles_of(meld: tuple[str, int]) -> list[int]:
    """Return what lies in a meld."""
    kind, tile = meld
    match kind:
        case "chow":
            return [tile, tile + 1, tile + 2]
        case "fengtou_jian":
            return [31, 32, 33]
        case "fengtou_feng":
            return [27, 28, 29, 30]
        case "pung":
            return [tile] * 3
        case _:
            return [tile] * 4


def _exists(case: Case, most_wilds: int) -> bool:
    held = Counter([*case.hand, case.draw, case.indicator])
    laid = Counter(tile for meld in case.melds for tile in tiles_of(meld))
    if any(tile in case.wilds for tile in laid):
        return False
    if sum(held[tile] for tile in case.wilds) - 1 > most_wilds:
        return False
    return max((held + laid).values()) <= 4
