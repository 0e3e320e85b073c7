"""Brute force for the city's game: the worth of a hand from every reading there is, for every house rule.

A reading is a layout, the way naturals and wilds lie on it, the place of the last tile, and which three runs
are taken for a 龙. Slow, and written from the rules' text alone: nothing of the package is used, so that a
mistake there cannot hide here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tests.rules.oracle_case import INDEX, KINDS, REFUSED, Answer, best
from tests.rules.oracle_layouts import completes, dragons, fillings, layouts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tests.rules.oracle_case import Case
    from tests.rules.oracle_layouts import Filling, Groups

FIVE = INDEX["5m"]
ZHUOWU_SET = (FIVE - 1, FIVE, FIVE + 1)
TIMES = {"x4": 4, "x6": 6, "x8": 8}


@dataclass(frozen=True, kw_only=True)
class House:
    """The options of part F that bear on a hand, with their defaults."""

    min_fan: int = 2
    hundiao_alone_wins: bool = True
    tianhe: str = "x4"
    dihe: str = "off"
    tianting: bool = False
    suben: bool = True
    jingang_breaks_su: bool = True
    single_hundiao_zhuowu: bool = False
    zhuowu_sole_wait: bool = False
    zhuowu_wild_draw: bool = True
    hundiao_wild_draw: bool = True
    benhun_adds: bool = False
    gangkai_stacks: bool = False
    longwu_double: bool = False
    kong: Mapping[str, int] = field(default_factory=dict)
    jingang: str = "kong"
    yingang: int = 0
    wild_kinds: int = 2

    def kong_points(self, kind: str) -> int:
        """Points of one meld."""
        if kind == "yin":
            return self.yingang
        return {"ming": 1, "an": 2, "jin": 4, **self.kong}.get(kind, 0)


class Reading(NamedTuple):
    """What the fans ask of one reading."""

    last_wild: bool
    """The last tile is a wild."""
    in_zhuowu_set: bool
    """It lies in the middle of 四五六万."""
    as_single_five: bool
    """It makes a pair of 五万 with a standing wild."""
    on_wilds: bool
    """The rest of its group is wilds and its group is no part of the 龙."""
    dragon: int | None
    """The suit of the 龙, 0 to 2."""
    as_themselves: bool
    """The wilds held are one of each, and lie in the 龙, each on its own face."""


def score(case: Case, house: House) -> Answer:
    """Return the most 番, kong points apart, and the fans of every reading that is worth so much."""
    if case.xianggong:
        return REFUSED
    if house.jingang == "instant_win" and any(kind == "jin" for kind, _ in case.melds):
        return _golden(house)
    worths = set()
    for reading in readings(case, heavenly=_is_tianhe(case, house)):
        fan, names = worth(case, house, reading)
        if fan >= house.min_fan and (house.hundiao_alone_wins or names != {"混吊"}):
            worths.add((fan, names))
    ordinary = best(worths)
    if house.jingang == "instant_win" and any(case.tiles.count(wild) == 4 for wild in case.wilds):
        golden = _golden(house)
        if golden.fan == ordinary.fan:
            return Answer(golden.fan, golden.names | ordinary.names)
        return max(golden, ordinary, key=lambda answer: answer.fan)
    return ordinary


def kong_total(case: Case, house: House) -> int:
    """Points of the hand's kongs; a 金杠 that wins at once is not counted again."""
    kinds = [kind for kind, _ in case.melds if kind != "jin" or house.jingang != "instant_win"]
    return sum(house.kong_points(kind) for kind in kinds)


def readings(case: Case, *, heavenly: bool = False) -> set[Reading]:
    """Every reading of the tiles; when ``heavenly``, any tile may be the last."""
    naturals = counts(tile for tile in case.tiles if tile not in case.wilds)
    held = [INDEX[tile] for tile in case.held]
    wilds = {INDEX[tile] for tile in case.wilds}
    lasts = [INDEX[tile] for tile in (set(case.tiles) if heavenly else {case.draw})]
    found: set[Reading] = set()
    for groups in layouts(naturals, len(held), 4 - len(case.melds)):
        ways = dragons(groups[:-1])
        for filling in fillings(groups, naturals):
            for last in lasts:
                found.update(_readings(groups, filling, ways, last, wilds, held))
    return found


def worth(case: Case, house: House, reading: Reading) -> tuple[int, frozenset[str]]:
    """Part C's formula for one reading, with part B's options, and the fans in it."""
    zhuowu, hundiao = _zhuowu(case, house, reading), _hundiao(house, reading)
    long, benhun = reading.dragon is not None, _is_benhun(case, reading)
    suben = house.suben and reading.as_themselves and not _has(case, "jin", "yin")
    su = not case.held and not (house.jingang_breaks_su and _has(case, "jin", "yin"))
    flat = 0
    times = 2 ** (hundiao + su + suben + _tianting(case, house))
    if benhun and house.benhun_adds:
        flat += 4
    elif benhun:
        times *= 2
    if case.gangkai:
        times *= 2**case.gangkai if house.gangkai_stacks else 2
    longwu = house.longwu_double and (zhuowu or long)
    if longwu:
        times *= 2
    tianhe, dihe = _is_tianhe(case, house), _is_dihe(case, house)
    for value in [house.tianhe] * tianhe + [house.dihe] * dihe:
        if value == "as_dragon":
            flat += 4
        else:
            times *= TIMES[value]
    fans = {"捉五": zhuowu, "龙": long, "本混": benhun, "混吊": hundiao, "素": su, "素本": suben}
    fans |= {"杠开": bool(case.gangkai), "天和": tianhe, "地和": dihe}
    fans |= {"天听": _tianting(case, house), "龙五翻": longwu}
    return max(1, 3 * zhuowu + 4 * long + flat) * times, frozenset(name for name, there in fans.items() if there)


def counts(tiles: Iterator[str]) -> list[int]:
    """Return how many of each kind."""
    number = Counter(tiles)
    return [number[kind] for kind in KINDS]


def _readings(
    groups: Groups,
    filling: Filling,
    ways: Sequence[tuple[int, ...]],
    last: int,
    wilds: set[int],
    held: list[int],
) -> Iterator[Reading]:
    """Every place for the last tile, and every choice of 龙, in one filled layout."""
    for g, group in enumerate(groups):
        for p, face in enumerate(group):
            wild = filling[g][p]
            if wild != (last in wilds) or (not wild and face != last):
                continue
            others = [filling[g][place] for place in range(len(group)) if place != p]
            for way in ways:
                yield Reading(
                    last_wild=wild,
                    in_zhuowu_set=group == ZHUOWU_SET and face == FIVE,
                    as_single_five=group == (FIVE, FIVE) and all(others),
                    on_wilds=all(others) and g not in way,
                    dragon=groups[way[0]][0] // 9 if way else None,
                    as_themselves=bool(way)
                    and len(held) == len(wilds)
                    and set(held) == wilds
                    and _lying(groups, filling, way) == held
                    and (not wild or face == last),
                )


def _lying(groups: Groups, filling: Filling, way: tuple[int, ...]) -> list[int]:
    """Return the faces in the 龙 on which wilds lie, in the order in which texts are sorted."""
    faces = [face for g in way for face, wild in zip(groups[g], filling[g], strict=True) if wild]
    return sorted(faces, key=lambda face: KINDS[face])


def _zhuowu(case: Case, house: House, reading: Reading) -> bool:
    if reading.last_wild and not house.zhuowu_wild_draw:
        return False
    if reading.as_single_five and house.single_hundiao_zhuowu and _hundiao(house, reading):
        return True
    if not reading.in_zhuowu_set:
        return False
    return not house.zhuowu_sole_wait or bool(case.held) or _waits_for_five_alone(case)


def _waits_for_five_alone(case: Case) -> bool:
    """Whether no other kind completes a hand without wilds, 五万 being the last; every kind is taken as itself."""
    rest = counts(iter(case.tiles))
    rest[FIVE] -= 1
    for kind in range(34):
        tiles = [count + (place == kind) for place, count in enumerate(rest)]
        if kind != FIVE and tiles[kind] <= 4 and completes(tiles, 0, 4 - len(case.melds)):
            return False
    return True


def _hundiao(house: House, reading: Reading) -> bool:
    return reading.on_wilds and (house.hundiao_wild_draw or not reading.last_wild)


def _is_benhun(case: Case, reading: Reading) -> bool:
    return reading.dragon is not None and "mps"[reading.dragon] in {wild[1] for wild in case.wilds}


def _is_tianhe(case: Case, house: House) -> bool:
    return case.tianhe and house.tianhe != "off" and not case.melds and not case.gangkai


def _is_dihe(case: Case, house: House) -> bool:
    return case.dihe and house.dihe != "off" and not case.melds and not case.gangkai


def _tianting(case: Case, house: House) -> bool:
    return case.tianting and house.tianting


def _has(case: Case, *kinds: str) -> bool:
    return any(kind in kinds for kind, _ in case.melds)


def _golden(house: House) -> Answer:
    return Answer(house.kong_points("jin"), frozenset([frozenset({"金杠"})]))
