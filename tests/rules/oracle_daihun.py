"""Brute force for 带混 (part E): every reading of a hand, its points, and what thirteen tiles wait for.

As the oracle of the city's game, it is written from the text alone and uses nothing of the package.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tests.rules.oracle import FIVE, counts
from tests.rules.oracle_case import INDEX, REFUSED, Answer, best
from tests.rules.oracle_layouts import FREE, dragons, fillings, pairings, ways

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tests.rules.oracle_case import Case
    from tests.rules.oracle_layouts import Filling, Group, Groups

POINTS = {"base": 2, "su": 2, "dubao": 2, "hundiao": 2, "shangdatai": 5, "long": 4}
POINTS |= {"zhuowu": 2, "duidui": 4, "qixiaodui": 4, "quemen": 2}
KONG = {"ming": 2, "an": 4, "fengtou_jian": 2, "fengtou_feng": 4}
EQUAL = ("pung", "ming", "an")


@dataclass(frozen=True, kw_only=True)
class DaihunHouse:
    """The options of part F that bear on a 带混 hand, with their defaults."""

    jiang: str = "luan"
    wild_is_suited_only: bool = True
    wild_as_itself: bool = True
    zhuowu_wild_draw: bool = True
    hundiao_five_is_zhuowu: bool = True
    dubao_needs_declaration: bool = True
    quemen_counts_melds: bool = True
    seven_pairs: bool = True
    shangdatai: bool = True
    kong: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)


class DaihunReading(NamedTuple):
    """What the items ask of one reading."""

    last: int
    """The kind that the last tile stands for."""
    last_wild: bool
    in_middle: bool
    """The last tile lies in the middle of a run (坎张)."""
    in_pair: bool
    """The last tile makes the pair, or one of seven (单钓)."""
    on_wild: bool
    """Its pair is with a standing wild."""
    long: bool
    duidui: bool
    seven: bool
    quemen: int
    """How many suits are missing."""


@dataclass(frozen=True)
class Hand:
    """A case and the house it is scored in; knows what its thirteen tiles wait for."""

    case: Case
    house: DaihunHouse

    @cached_property
    def waits(self) -> set[int]:
        """The kinds that complete the thirteen tiles, each taken as itself; two of them where there are more."""
        rest = list(self.case.tiles)
        rest.remove(self.case.draw)
        held = [tile for tile in rest if tile in self.case.wilds]
        naturals = counts(tile for tile in rest if tile not in self.case.wilds)
        found: set[int] = set()
        for kind in range(34):
            tiles = [count + (place == kind) for place, count in enumerate(naturals)]
            if tiles[kind] > 4:
                continue
            if len(found) < 2 and next(self.shapes(tiles, held), None):
                found.add(kind)
        return found

    def shapes(self, naturals: Sequence[int], held: Sequence[str]) -> Iterator[Groups]:
        """Every layout of those tiles that the house lets win, some again and again."""
        limit = self._limit(held)
        for groups in ways(naturals, len(held), 4 - len(self.case.melds), limit):
            pair = groups[-1][0]
            if self.house.jiang == "luan" or (pair < 27 and pair % 9 in (1, 4, 7)):
                yield groups
        if self.house.seven_pairs and not self.case.melds:
            yield from pairings(naturals, len(held), limit)

    @cached_property
    def limit_without_draw(self) -> Sequence[int]:
        """How often the wilds but the last tile may stand for each kind."""
        rest = list(self.case.tiles)
        rest.remove(self.case.draw)
        return self._limit([tile for tile in rest if tile in self.case.wilds])

    def lies(self, groups: Groups, naturals: Sequence[int]) -> set[int]:
        """Return the faces of a layout on which the last tile may lie, if it is a wild, so that the others fit too."""
        faces = [face for group in groups for face in group]
        lacking = {face: faces.count(face) - naturals[face] for face in faces}
        if not self.house.wild_is_suited_only:
            return set(faces)
        limit = self.limit_without_draw
        if all(lacking[face] <= limit[face] for face in faces):
            return {face for face in faces if face < 27 or self._is_own(face)}
        return {face for face in faces if face >= 27 and self._is_own(face)}

    def _is_own(self, face: int) -> bool:
        return self.house.wild_as_itself and INDEX[self.case.draw] == face

    def _limit(self, held: Sequence[str]) -> Sequence[int]:
        if not self.house.wild_is_suited_only:
            return FREE
        own = counts(iter(held)) if self.house.wild_as_itself else [0] * 34
        return [14] * 27 + own[27:]


def score(case: Case, house: DaihunHouse) -> Answer:
    """Return the most points each payer can owe for the hand (放炮: the discarder), and the items of such readings."""
    if case.xianggong:
        return REFUSED
    hand = Hand(case, house)
    return best({worth(hand, reading) for reading in readings(hand)})


def kong_total(case: Case, house: DaihunHouse) -> int:
    """Points of the hand's kongs."""
    return sum({**KONG, **house.kong}.get(kind, 0) for kind, _ in case.melds)


def readings(hand: Hand) -> set[DaihunReading]:
    """Every reading of the fourteen tiles."""
    case = hand.case
    naturals = counts(tile for tile in case.tiles if tile not in case.wilds)
    found: set[DaihunReading] = set()
    for groups in set(hand.shapes(naturals, case.held)):
        faces = hand.lies(groups, naturals) if case.draw in case.wilds else {INDEX[case.draw]}
        for filling in fillings(groups, naturals):
            found.update(_readings(hand, groups, filling, faces))
    return found


def worth(hand: Hand, reading: DaihunReading) -> tuple[int, frozenset[str]]:
    """The sum of the items of one reading, doubled by 杠开, and their names."""
    case, house = hand.case, hand.house
    points = {**POINTS, **house.points}
    hundiao = reading.on_wild and not case.discard
    single = (reading.in_middle or reading.in_pair) and hand.waits == {reading.last} and not hundiao
    zhuowu = single and reading.last == FIVE and (house.zhuowu_wild_draw or not reading.last_wild)
    if hundiao and reading.last == FIVE and not reading.last_wild:
        zhuowu = house.hundiao_five_is_zhuowu
    items = {
        "平和": points["base"],
        "素": points["su"] * (not case.held),
        "独抱": points["dubao"] * (single and (case.dubao or not house.dubao_needs_declaration)),
        "混钓": points["hundiao"] * hundiao,
        "上大台": points["shangdatai"] * case.shangdatai * house.shangdatai,
        "龙": points["long"] * reading.long,
        "捉五": points["zhuowu"] * zhuowu,
        "对对和": points["duidui"] * reading.duidui,
        "七小对": points["qixiaodui"] * reading.seven,
        "缺门": points["quemen"] * reading.quemen,
    }
    names = {name for name, value in items.items() if value} | ({"杠开"} if case.gangkai else set())
    return sum(items.values()) * (2 if case.gangkai else 1), frozenset(names)


def _readings(hand: Hand, groups: Groups, filling: Filling, faces: set[int]) -> Iterator[DaihunReading]:
    """Every place for the last tile, on one of ``faces``, in one filled layout."""
    case = hand.case
    seven, last_wild = len(groups) == 7, case.draw in case.wilds
    melded = [_faces(meld) for meld in case.melds]
    sets: list[Group] = [] if seven else [*groups[:-1], *melded]
    looked_at = [*groups, *melded] if hand.house.quemen_counts_melds else groups
    suits = {face // 9 for group in looked_at for face in group if face < 27}
    duidui = not seven and all(len(set(group)) == 1 for group in sets)
    long = not seven and len(dragons(sets)) > 1
    for g, group in enumerate(groups):
        for p, face in enumerate(group):
            if face not in faces or filling[g][p] != last_wild:
                continue
            pair = len(group) == 2
            yield DaihunReading(
                last=face,
                last_wild=last_wild,
                in_middle=group[0] != group[-1] and p == 1,
                in_pair=pair,
                on_wild=pair and filling[g][1 - p],
                long=long,
                duidui=duidui,
                seven=seven,
                quemen=3 - len(suits),
            )


def _faces(meld: tuple[str, str]) -> Group:
    """Return the kinds in a meld, one of each where all are alike."""
    kind, tile = meld
    if kind == "chow":
        return tuple(INDEX[tile] + step for step in range(3))
    if kind in EQUAL:
        return (INDEX[tile],) * 3
    return (31, 32, 33) if kind == "fengtou_jian" else (27, 28, 29, 30)
