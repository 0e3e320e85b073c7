"""Every way to lay tiles out as sets and a pair, by faces: brute force, shared by the oracles of both games.

It goes from faces to tiles: every choice of groups whose faces the naturals and wilds can fill, then every way
to lie the naturals on those faces. Kinds are numbers 0..33,万 first, then 饼, 条 and honours.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Group = tuple[int, ...]
    Groups = tuple[Group, ...]
    Filling = tuple[tuple[bool, ...], ...]

RUNS = [(low, low + 1, low + 2) for suit in (0, 9, 18) for low in range(suit, suit + 7)]
TRIPLETS = [(kind,) * 3 for kind in range(34)]
PAIRS = [(kind,) * 2 for kind in range(34)]
COVERING = [[group for group in (*RUNS, *TRIPLETS) if kind in group] for kind in range(34)]
FREE = (14,) * 34
"""A limit that lets wilds stand for every kind as often as one likes."""


def layouts(naturals: Sequence[int], wilds: int, sets: int, limit: Sequence[int] = FREE) -> set[Groups]:
    """Every choice of ``sets`` sets and a pair (last) that takes all the naturals and all the wilds.

    ``limit`` says how often wilds may stand for each kind.
    """
    return set(ways(naturals, wilds, sets, limit))


def ways(naturals: Sequence[int], wilds: int, sets: int, limit: Sequence[int] = FREE) -> Iterator[Groups]:
    """As ``layouts``, found one by one, some of them again and again."""
    for groups in _sets_and_pair(list(naturals), wilds, sets, (), ()):
        if _within(groups, naturals, limit):
            yield groups


def pairings(naturals: Sequence[int], wilds: int, limit: Sequence[int] = FREE) -> Iterator[Groups]:
    """Every choice of seven pairs that takes all the naturals and all the wilds."""
    begun = [(kind,) * 2 for kind, count in enumerate(naturals) for _ in range((count + 1) // 2)]
    lacking = sum(count % 2 for count in naturals)
    if lacking > wilds or (wilds - lacking) % 2 or 2 * len(begun) + wilds - lacking != 14:
        return
    for more in combinations_with_replacement(PAIRS, (wilds - lacking) // 2):
        groups = (*begun, *more)
        if _within(groups, naturals, limit):
            yield groups


def completes(naturals: Sequence[int], wilds: int, sets: int) -> bool:
    """Whether there is any layout."""
    return any(True for _ in ways(naturals, wilds, sets))


def fillings(groups: Groups, naturals: Sequence[int]) -> Iterator[Filling]:
    """Every way to lay the naturals on their faces; True where a wild lies."""
    places: dict[int, list[tuple[int, int]]] = {}
    for g, group in enumerate(groups):
        for p, face in enumerate(group):
            places.setdefault(face, []).append((g, p))
    chosen = [combinations(spots, len(spots) - naturals[face]) for face, spots in places.items()]
    for way in product(*chosen):
        wild = {spot for spots in way for spot in spots}
        yield tuple(tuple((g, p) in wild for p in range(len(group))) for g, group in enumerate(groups))


def dragons(sets: Sequence[Group]) -> list[tuple[int, ...]]:
    """Return no 龙, and every three places of ``sets`` whose runs are one."""
    choices: list[tuple[int, ...]] = [()]
    runs = [g for g, group in enumerate(sets) if group[0] != group[-1]]
    for three in combinations(runs, 3):
        faces = sorted(face for g in three for face in sets[g])
        if len(faces) == 9 and any(faces == list(range(suit, suit + 9)) for suit in (0, 9, 18)):
            choices.append(three)
    return choices


def _sets_and_pair(left: list[int], wilds: int, number: int, sets: Groups, pair: Groups) -> Iterator[Groups]:
    """Cover the lowest natural that is left in every way; when none is left, wilds make every group there is."""
    lowest = next((kind for kind in range(34) if left[kind]), None)
    if lowest is None:
        if wilds == 3 * number + 2 * (not pair):
            for more in combinations_with_replacement((*RUNS, *TRIPLETS), number):
                for last in (pair,) if pair else zip(PAIRS, strict=True):
                    yield (*sorted((*sets, *more)), *last)
        return
    for group in COVERING[lowest] if number else ():
        less, lacking = _without(left, group)
        if lacking <= wilds:
            yield from _sets_and_pair(less, wilds - lacking, number - 1, (*sets, group), pair)
    if not pair:
        less, lacking = _without(left, PAIRS[lowest])
        if lacking <= wilds:
            yield from _sets_and_pair(less, wilds - lacking, number, sets, (PAIRS[lowest],))


def _without(left: list[int], group: Group) -> tuple[list[int], int]:
    """Return what is left once ``group`` took its naturals, and how many it lacked."""
    less, lacking = left.copy(), 0
    for face in group:
        if less[face]:
            less[face] -= 1
        else:
            lacking += 1
    return less, lacking


def _within(groups: Groups, naturals: Sequence[int], limit: Sequence[int]) -> bool:
    """Whether wilds stand for no kind more often than they may."""
    if limit is FREE:
        return True
    faces = [face for group in groups for face in group]
    return all(faces.count(face) - naturals[face] <= limit[face] for face in set(faces))
