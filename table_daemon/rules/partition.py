"""The fewest sets that hold given natural tiles, when wilds may fill every gap.

Knows counts of one suit only. A block is the natural part of one set: any non-empty part of three equal tiles
or of a run. Every part of a block is again a block, so taking a block as large as it can be never costs a
set: from the lowest tile there are only a pung, a run and (once in a hand) the pair to try.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

Counts: TypeAlias = tuple[int, ...]
"""Tiles of one suit by rank, 9 numbers, or of the honours, 7 numbers."""


class Block(NamedTuple):
    """The natural part of one set or of the pair, by rank index within its suit."""

    run: bool
    """Whether it is to become a run; otherwise its tiles are equal."""
    ranks: tuple[int, ...]


class Partition(NamedTuple):
    """Blocks of one suit, and the natural part of the pair (empty when the suit does not hold the pair)."""

    blocks: tuple[Block, ...]
    pair: tuple[int, ...]


@lru_cache(maxsize=1 << 17)
def fewest_blocks(counts: Counts) -> tuple[int, int]:
    """Return how many blocks one suit needs at least: without the pair, and when it may hold the pair.

    >>> fewest_blocks((1, 1, 1, 0, 0, 0, 0, 2, 0))
    (2, 1)
    """
    return len(partition(counts, pair=False).blocks), len(partition(counts, pair=True).blocks)


@lru_cache(maxsize=1 << 17)
def partition(counts: Counts, *, pair: bool) -> Partition:
    """Partition one suit into the fewest blocks; with ``pair`` the suit may hold the pair as well.

    >>> len(partition((1, 1, 1, 0, 0, 0, 0, 2, 0), pair=True).blocks)
    1
    >>> partition((0, 0, 0, 0, 0, 2, 0), pair=False).blocks
    (Block(run=False, ranks=(5, 5)),)
    """
    lowest = next((rank for rank, count in enumerate(counts) if count), None)
    if lowest is None:
        return Partition((), ())
    options = [_run_first(counts, lowest, pair=pair)] if len(counts) == 9 else []
    options.append(_pung_first(counts, lowest, pair=pair))
    if pair:
        options.append(_pair_first(counts, lowest))
    return min(options, key=lambda option: len(option.blocks))


def _without(counts: Counts, ranks: tuple[int, ...]) -> Counts:
    left = list(counts)
    for rank in ranks:
        left[rank] -= 1
    return tuple(left)


def _run_first(counts: Counts, lowest: int, *, pair: bool) -> Partition:
    ranks = tuple(rank for rank in range(lowest, min(lowest + 3, 9)) if counts[rank])
    rest = partition(_without(counts, ranks), pair=pair)
    return Partition((Block(len(ranks) > 1, ranks), *rest.blocks), rest.pair)


def _pung_first(counts: Counts, lowest: int, *, pair: bool) -> Partition:
    ranks = (lowest,) * min(3, counts[lowest])
    rest = partition(_without(counts, ranks), pair=pair)
    return Partition((Block(run=False, ranks=ranks), *rest.blocks), rest.pair)


def _pair_first(counts: Counts, lowest: int) -> Partition:
    ranks = (lowest,) * min(2, counts[lowest])
    rest = partition(_without(counts, ranks), pair=False)
    return Partition(rest.blocks, ranks)
