"""The fewest sets that hold given natural tiles, when wilds may fill every gap.

Knows counts of one suit only. A block is the natural part of one set: any non-empty part of three equal tiles
or of a run. Every part of a block is again a block, so taking a block as large as it can be never costs a
set: from the lowest tile there are only a pung, a run and (once in a hand) the pair to try.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

_NUMBERS: Final = 9
_BITS: Final = 3
_DIGIT: Final = 7

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


@lru_cache(maxsize=1 << 16)
def fewest_blocks(counts: Counts) -> tuple[int, int]:
    """Return how many blocks one suit needs at least: without the pair, and when it may hold the pair.

    >>> fewest_blocks((1, 1, 1, 0, 0, 0, 0, 2, 0))
    (2, 1)
    """
    packed, runs = _packed(counts), len(counts) == _NUMBERS
    return _least(packed, runs, False), _least(packed, runs, True)  # noqa: FBT003 -- lru_cache is quicker by place


@lru_cache(maxsize=1 << 16)
def partition(counts: Counts, *, pair: bool) -> Partition:
    """Partition one suit into the fewest blocks; with ``pair`` the suit may hold the pair as well.

    >>> len(partition((1, 1, 1, 0, 0, 0, 0, 2, 0), pair=True).blocks)
    1
    >>> partition((0, 0, 0, 0, 0, 2, 0), pair=False).blocks
    (Block(run=False, ranks=(5, 5)),)
    """
    packed, runs = _packed(counts), len(counts) == _NUMBERS
    blocks: list[Block] = []
    paired: tuple[int, ...] = ()
    while packed:
        lowest = _lowest(packed)
        left = _least(packed, runs, pair)
        run, equal = _run(packed, lowest), min(3, packed >> lowest & _DIGIT)
        if runs and left == 1 + _least(packed - run, runs, pair):
            ranks = tuple(shift // _BITS for shift in range(lowest, lowest + 3 * _BITS, _BITS) if run >> shift & _DIGIT)
            blocks.append(Block(len(ranks) > 1, ranks))
            packed -= run
        elif left == 1 + _least(packed - (equal << lowest), runs, pair):
            blocks.append(Block(run=False, ranks=(lowest // _BITS,) * equal))
            packed -= equal << lowest
        else:
            two = min(2, packed >> lowest & _DIGIT)
            paired = (lowest // _BITS,) * two
            packed -= two << lowest
            pair = False
    return Partition(tuple(blocks), paired)


@lru_cache(maxsize=1 << 17)
def _least(packed: int, runs: bool, pair: bool) -> int:  # noqa: FBT001 -- lru_cache is quicker by place
    """Return the fewest blocks of a packed suit; ``runs``: it has runs, ``pair``: it may hold the pair."""
    if not packed:
        return 0
    lowest = _lowest(packed)
    count = packed >> lowest & _DIGIT
    least = 1 + _least(packed - (min(3, count) << lowest), runs, pair)
    if runs:
        least = min(least, 1 + _least(packed - _run(packed, lowest), runs, pair))
    if pair:
        least = min(least, _least(packed - (min(2, count) << lowest), runs, False))  # noqa: FBT003 -- as above
    return least


def _packed(counts: Counts) -> int:
    """Pack counts into one number, three bits a rank: it is quicker to take tiles from than a tuple."""
    packed = 0
    for count in reversed(counts):
        packed = packed << _BITS | count
    return packed


def _lowest(packed: int) -> int:
    """Return the shift of the lowest rank that is there."""
    return ((packed & -packed).bit_length() - 1) // _BITS * _BITS


def _run(packed: int, lowest: int) -> int:
    """Return one of each of the three ranks from ``lowest`` on, so far as they are there."""
    run = 1 << lowest
    for shift in (lowest + _BITS, lowest + 2 * _BITS):
        if packed >> shift & _DIGIT:
            run |= 1 << shift
    return run
