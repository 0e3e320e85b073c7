"""The fewest sets that hold given natural tiles of one suit, when wilds may fill every gap.

Knows counts of one suit only. From the lowest tile on there are only a pung, a run and (once in a hand) the
pair to try, each taking as many naturals as it can: every part of a set is completed by wilds just as well,
so to take fewer never saves a set.

What is remembered is plain tuples of numbers: the garbage collector stops watching those, where tens of
thousands of objects would hold up a hand now and then for as long as a hundred others take.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

Counts: TypeAlias = tuple[int, ...]
"""Tiles of one suit by rank, 9 numbers, or of the honours, 7 numbers."""
Ranks: TypeAlias = tuple[int, int, int]
Blocks: TypeAlias = tuple[tuple[Ranks, ...], int | None]
"""Whole sets by rank index, and the rank of the pair where these tiles hold some of it."""
Cost: TypeAlias = tuple[int, int]
"""How many sets a suit takes, and how many fewer when it may hold the pair as well."""
IMPOSSIBLE: Final = 9
"""A number of sets that no hand has room for."""


@lru_cache(maxsize=1 << 14)
def fewest(counts: Counts, *, runs: bool, pair_ranks: int) -> Blocks:
    """Lay one suit in the fewest sets; ``pair_ranks`` has a bit for each rank the pair may be, 0 for no pair.

    >>> fewest((1, 0, 1, 0, 0, 0, 0, 2, 0), runs=True, pair_ranks=0b1_1111_1111)
    (((0, 1, 2),), 7)
    >>> fewest((1, 0, 1, 0, 0, 0, 0, 2, 0), runs=False, pair_ranks=0)
    (((0, 0, 0), (2, 2, 2), (7, 7, 7)), None)
    """
    lowest = next((rank for rank, count in enumerate(counts) if count), None)
    if lowest is None:
        return (), None
    options: list[Blocks] = []
    if runs:
        start = min(lowest, 6)
        options.append(_with_set(counts, (start, start + 1, start + 2), runs=runs, pair_ranks=pair_ranks))
    options.append(_with_set(counts, (lowest, lowest, lowest), runs=runs, pair_ranks=pair_ranks))
    if pair_ranks >> lowest & 1:
        sets, _ = fewest(_without(counts, (lowest, lowest)), runs=runs, pair_ranks=0)
        options.append((sets, lowest))
    return min(options, key=lambda option: len(option[0]))


def _with_set(counts: Counts, ranks: Ranks, *, runs: bool, pair_ranks: int) -> Blocks:
    sets, pair = fewest(_without(counts, ranks), runs=runs, pair_ranks=pair_ranks)
    return (ranks, *sets), pair


def _without(counts: Counts, ranks: tuple[int, ...]) -> Counts:
    """Take away the naturals there are of ``ranks``; wilds fill the other places."""
    left = list(counts)
    for rank in ranks:
        if left[rank]:
            left[rank] -= 1
    return tuple(left)


@lru_cache(maxsize=1 << 14)
def exact(counts: Counts, *, pair: bool) -> Blocks | None:
    """Lay honours that no wild may stand for: threes and, where ``pair``, one two; ``None`` if they do not fit.

    >>> exact((3, 0, 2, 0, 0, 0, 0), pair=True)
    (((0, 0, 0),), 2)
    >>> exact((3, 0, 2, 0, 0, 0, 0), pair=False) is None
    True
    """
    twos = [rank for rank, count in enumerate(counts) if count == 2]
    if any(count not in {0, 2, 3} for count in counts) or len(twos) > pair:
        return None
    return tuple((rank, rank, rank) for rank, count in enumerate(counts) if count == 3), twos[0] if twos else None


@lru_cache(maxsize=1 << 14)
def suit_cost(counts: Counts, *, runs: bool, pair_ranks: int) -> Cost:
    """Count what ``fewest`` would lay.

    >>> suit_cost((1, 0, 1, 0, 0, 0, 0, 2, 0), runs=True, pair_ranks=0b1_1111_1111)
    (2, 1)
    """
    alone = len(fewest(counts, runs=runs, pair_ranks=0)[0])
    return alone, alone - len(fewest(counts, runs=runs, pair_ranks=pair_ranks)[0])


@lru_cache(maxsize=1 << 14)
def exact_cost(counts: Counts, *, pair: bool) -> Cost:
    """Count what ``exact`` would lay; ``IMPOSSIBLE`` where it lays nothing.

    >>> exact_cost((3, 0, 2, 0, 0, 0, 0), pair=True)
    (9, 8)
    """
    alone, paired = exact(counts, pair=False), exact(counts, pair=pair)
    sets = IMPOSSIBLE if alone is None else len(alone[0])
    return sets, sets - (IMPOSSIBLE if paired is None else len(paired[0]))
