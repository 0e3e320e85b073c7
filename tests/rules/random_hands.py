"""Random hands that mostly win, made from random faces with some places given to wilds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from table_daemon.rules.tiles import Tile
from table_daemon.rules.wilds import wilds_of
from tests.rules.oracle import KINDS, RUNS, Case

if TYPE_CHECKING:
    import random

DRAGONS = [tuple(RUNS[start + step] for step in (0, 3, 6)) for start in (0, 7, 14)]


def random_case(rng: random.Random, *, wilds: int) -> tuple[Case, str]:
    """A hand with that many wild tiles concealed, and its indicator; about one in ten is spoiled."""
    while True:
        indicator = rng.choice(KINDS)
        face, following = (str(tile) for tile in wilds_of(Tile.parse(indicator)))
        kinds = (face, following)
        melds = _melds(rng, kinds)
        faces = _faces(rng, 4 - len(melds))
        lying = _with_wilds(rng, faces, kinds, wilds)
        if lying and rng.random() < 0.1:
            lying[rng.randrange(len(lying))] = rng.choice(KINDS)
        copies = Counter(lying) + Counter(tile for kind, tile in melds for _ in range(3 if kind == "pung" else 4))
        copies[indicator] += 1
        if len(lying) == wilds_and_naturals(melds) and max(copies.values()) <= 4:
            gangkai = bool(melds) and rng.random() < 0.3
            case = Case(tuple(lying), rng.choice(lying), tuple(melds), kinds, gangkai, rng.random() < 0.15)
            return case, indicator


def wilds_and_naturals(melds: list[tuple[str, str]]) -> int:
    """How many concealed tiles a hand with these melds has, the draw counted."""
    return 14 - 3 * len(melds)


def _melds(rng: random.Random, kinds: tuple[str, ...]) -> list[tuple[str, str]]:
    number = rng.choice((0, 0, 0, 1, 1, 2, 4))
    melds = [(rng.choice(("pung", "ming", "an")), rng.choice(KINDS)) for _ in range(number)]
    melds = [meld for meld in melds if meld[1] not in kinds]
    if rng.random() < 0.05 and len(melds) < 4:
        melds.append(("jin", kinds[1]))
    return melds


def _faces(rng: random.Random, number: int) -> list[str]:
    """Faces of that many sets and a pair, with 龙 and 四五六万 more often than chance has them."""
    sets: list[tuple[str, ...]] = []
    if number >= 3 and rng.random() < 0.5:
        sets += rng.choice(DRAGONS)
    if len(sets) < number and rng.random() < 0.4:
        sets.append(("4m", "5m", "6m"))
    while len(sets) < number:
        sets.append(rng.choice(RUNS) if rng.random() < 0.6 else (rng.choice(KINDS),) * 3)
    return [face for group in sets for face in group] + [rng.choice(KINDS)] * 2


def _with_wilds(rng: random.Random, faces: list[str], kinds: tuple[str, ...], wilds: int) -> list[str]:
    """Lay wilds on ``wilds`` of the faces, on those that are wild themselves first; empty if it cannot be."""
    own = [place for place, face in enumerate(faces) if face in kinds]
    rest = [place for place in range(len(faces)) if place not in own]
    if len(own) > wilds or wilds > len(faces):
        return []
    lying = list(faces)
    for place in own + rng.sample(rest, wilds - len(own)):
        lying[place] = faces[place] if rng.random() < 0.5 and place in own else rng.choice(kinds)
    return lying
