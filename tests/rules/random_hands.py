"""Random hands that mostly win, for both games: random groups of faces with some places given to wilds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tests.rules.oracle_case import KINDS, Case

if TYPE_CHECKING:
    import random

    Meld = tuple[str, str]

RUNS = [tuple(f"{low + step}{suit}" for step in range(3)) for suit in "mps" for low in range(1, 8)]
DRAGONS = [tuple(RUNS[start + step] for step in (0, 3, 6)) for start in (0, 7, 14)]
CIRCLES = ["123456789m", "123456789p", "123456789s", "1234z", "765z"]
KONGS = ("ming", "an", "jin")
SIZES = {"pung": 3, "yin": 3, "ming": 4, "an": 4, "jin": 4}
FENGTOU = {"fengtou_jian": ("5z", "6z", "7z"), "fengtou_feng": ("1z", "2z", "3z", "4z")}


@dataclass(frozen=True)
class Dealt:
    """A hand and the indicator that set its wilds."""

    case: Case
    indicator: str


def wilds_after(indicator: str, kinds: int) -> tuple[str, ...]:
    """Return the wilds: the indicator's kind and those behind it in its circle (A2.4)."""
    circle = next(ring for ring in CIRCLES if indicator[0] in ring[:-1] and indicator[1] == ring[-1])
    ranks = circle[:-1]
    begin = ranks.index(indicator[0])
    return tuple(f"{ranks[(begin + step) % len(ranks)]}{circle[-1]}" for step in range(kinds))


def city_hand(rng: random.Random, *, wilds: int, kinds: int = 2, jin: bool = True, yin: bool = False) -> Dealt:
    """A hand of the city's game with that many wilds among the concealed tiles, or as many as there are.

    ``jin`` and ``yin`` say whether 金杠 and 银杠 may lie in it. About one in ten is spoiled by a random tile.
    """
    while True:
        indicator = rng.choice(KINDS)
        faces = wilds_after(indicator, kinds)
        melds = _city_melds(rng, faces, jin=jin, yin=yin)
        own = faces[0][1] if rng.random() < 0.4 else "mps"
        tiles = _tiles(rng, _groups(rng, 4 - len(melds), dragon=own), faces, min(wilds, 4 * kinds - 1))
        if tiles and _exists(tiles, melds, indicator):
            case = Case(tiles=tiles, draw=_draw(rng, tiles, faces), melds=melds, wilds=faces)
            return Dealt(_won_somehow(rng, case), indicator)


def daihun_hand(rng: random.Random, *, wilds: int) -> Dealt:
    """A 带混 hand with that many wilds among the concealed tiles."""
    while True:
        indicator = rng.choice(KINDS)
        faces = wilds_after(indicator, 2)
        melds = _daihun_melds(rng, faces)
        groups = _groups(rng, 4 - len(melds), pungs=rng.choice((0.2, 0.3, 1.0)), suits=rng.choice(("mps", "mp", "s")))
        if not melds and rng.random() < 0.25:
            groups = [kind for kind in rng.choices(KINDS, k=7) for _ in range(2)]
        tiles = _tiles(rng, groups, faces, wilds)
        if tiles and _exists(tiles, melds, indicator):
            return Dealt(_daihun_case(rng, tiles, melds, faces), indicator)


def _daihun_case(rng: random.Random, tiles: tuple[str, ...], melds: tuple[Meld, ...], faces: tuple[str, ...]) -> Case:
    draw = _draw(rng, tiles, faces)
    discard = draw not in faces and rng.random() < 0.3
    kongs = sum(kind in KONGS for kind, _ in melds)
    return Case(
        tiles=tiles,
        draw=draw,
        melds=melds,
        wilds=faces,
        discard=discard,
        gangkai=0 if discard or not kongs or rng.random() < 0.5 else 1,
        dubao=rng.random() < 0.5,
    )


def _won_somehow(rng: random.Random, case: Case) -> Case:
    """Return the hand with circumstances of its win that its melds allow."""
    kongs = sum(kind in KONGS for kind, _ in case.melds)
    chance = rng.random()
    if kongs and chance < 0.5:
        return replace(case, gangkai=rng.randint(1, kongs))
    if not case.melds and chance < 0.4:
        return replace(case, tianhe=chance < 0.25, dihe=chance >= 0.25)
    if kongs == len(case.melds) and chance < 0.7:
        return replace(case, tianting=True)
    return replace(case, xianggong=chance > 0.99)


def _city_melds(rng: random.Random, wilds: tuple[str, ...], *, jin: bool, yin: bool) -> tuple[Meld, ...]:
    number = rng.choice((0, 0, 0, 0, 1, 1, 2, 3, 4))
    melds = [(rng.choice(("pung", "ming", "an")), kind) for kind in rng.sample(KINDS, number) if kind not in wilds]
    if jin and len(wilds) > 1 and len(melds) < 4 and rng.random() < 0.06:
        melds.append(("jin", rng.choice(wilds[1:])))
    if yin and len(melds) < 4 and rng.random() < 0.2:
        melds.append(("yin", wilds[0]))
    return tuple(melds)


def _daihun_melds(rng: random.Random, wilds: tuple[str, ...]) -> tuple[Meld, ...]:
    number = rng.choice((0, 0, 0, 0, 1, 1, 2, 3, 4))
    melds: list[Meld] = []
    for kind in rng.choices([*FENGTOU, "chow", "chow", "pung", "pung", "ming", "an"], k=number):
        tile = FENGTOU[kind][0] if kind in FENGTOU else rng.choice(RUNS)[0] if kind == "chow" else rng.choice(KINDS)
        known = any(other == kind for other, _ in melds) and kind in FENGTOU
        if not known and not set(laid((kind, tile))) & set(wilds):
            melds.append((kind, tile))
    return tuple(melds)


def laid(meld: Meld) -> tuple[str, ...]:
    """Return the tiles that lie in a meld."""
    kind, tile = meld
    if kind == "chow":
        return next(run for run in RUNS if run[0] == tile)
    return FENGTOU[kind] if kind in FENGTOU else (tile,) * SIZES[kind]


def _groups(rng: random.Random, number: int, *, pungs: float = 0.3, suits: str = "mpsz", dragon: str = "") -> list[str]:
    """Faces of that many sets and a pair, with 龙 (in a suit of ``dragon``) and 四五六万 more often than chance."""
    runs = [run for run in RUNS if run[0][1] in suits]
    kinds = [kind for kind in KINDS if kind[1] in suits or rng.random() < 0.2]
    sets: list[tuple[str, ...]] = []
    if pungs < 1 and number >= 3 and rng.random() < 0.45:
        sets += rng.choice([runs for runs in DRAGONS if runs[0][0][1] in (dragon or suits)] or DRAGONS)
    if pungs < 1 and len(sets) < number and rng.random() < 0.4:
        sets.append(("4m", "5m", "6m"))
    while len(sets) < number:
        sets.append((rng.choice(kinds),) * 3 if rng.random() < pungs else rng.choice(runs))
    return [face for group in sets for face in group] + [rng.choice(["5m", *kinds])] * 2


def _tiles(rng: random.Random, faces: list[str], kinds: tuple[str, ...], wilds: int) -> tuple[str, ...]:
    """Lay ``wilds`` wilds on faces, on those that are wild themselves first; empty if it cannot be."""
    own = [place for place, face in enumerate(faces) if face in kinds]
    rest = [place for place in range(len(faces)) if place not in own]
    if len(own) > wilds or wilds > len(faces):
        return ()
    lying = list(faces)
    alike = rng.random() < 0.1
    for place in own + rng.sample(rest, wilds - len(own)):
        as_itself = place in own and rng.random() < 0.7
        lying[place] = faces[place] if as_itself else kinds[-1] if alike else rng.choice(kinds)
    if rng.random() < 0.1:
        spoiled = rng.randrange(len(lying))
        if lying[spoiled] not in kinds:
            lying[spoiled] = rng.choice([kind for kind in KINDS if kind not in kinds])
    rng.shuffle(lying)
    return tuple(lying)


def _draw(rng: random.Random, tiles: tuple[str, ...], wilds: tuple[str, ...]) -> str:
    """Return the winning tile: 五万 or a wild more often than another."""
    likely = [tile for tile in tiles if tile == "5m" or tile in wilds]
    return rng.choice(likely if likely and rng.random() < 0.4 else list(tiles))


def _exists(tiles: tuple[str, ...], melds: tuple[Meld, ...], indicator: str) -> bool:
    """Whether no more than four of each kind lie there, the indicator counted."""
    copies = Counter((*tiles, indicator, *(tile for meld in melds for tile in laid(meld))))
    return max(copies.values()) <= 4
