"""How many tiles a hand lacks: a player's quick guess, not the rules' word on winning.

``lacking(counts)`` says, for every number of sets and pairs, how many tiles must still come. Wild tiles are left out
here; a player counts them as tiles that have come.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Needs: TypeAlias = tuple[int, ...]
"""Tiles lacking for ``s`` sets and ``p`` pairs at index ``2 * s + p``; s is 0..4."""

_FAR = 99
_NONE: Needs = (0, *([_FAR] * 9))
SET_FROM_NOTHING = 3
PAIR_FROM_NOTHING = 2


def lacking(counts: tuple[int, ...]) -> Needs:
    """Return what the 34 counts lack for 0..4 sets, without and with a pair.

    >>> from table_daemon.rules.tiles import ALL_TILES, parse_tiles
    >>> hand = parse_tiles("123m456p78s11z")
    >>> needs = lacking(tuple(hand.count(tile) for tile in ALL_TILES))
    >>> needs[2 * 2 + 0], needs[2 * 3 + 1], needs[2 * 4 + 1]
    (0, 1, 4)
    """
    total = _honours(counts[27:])
    for first in (0, 9, 18):
        total = _join(total, _suit(counts[first : first + 9], 0, 0))
    return _from_nothing(total)


@lru_cache(maxsize=1 << 16)
def _from_nothing(total: Needs) -> Needs:
    """Let a set or the pair also be made of tiles that are all still to come."""
    best = list(total)
    for sets in range(5):
        for pair in range(2):
            best[2 * sets + pair] = min(
                total[2 * have + paired] + SET_FROM_NOTHING * (sets - have) + PAIR_FROM_NOTHING * (pair - paired)
                for have in range(sets + 1)
                for paired in range(pair + 1)
            )
    return tuple(best)


@lru_cache(maxsize=1 << 16)
def _join(a: Needs, b: Needs) -> Needs:
    """Return the least sums over every split of sets and pair between two groups of kinds."""
    out = [_FAR] * 10
    for i, x in enumerate(a):
        if x >= _FAR:
            continue
        for j, y in enumerate(b):
            if y >= _FAR or (i & 1) + (j & 1) > 1:
                continue
            k = i + j
            if k < 10 and x + y < out[k]:
                out[k] = x + y
    return tuple(out)


@lru_cache(maxsize=1 << 16)
def _honours(counts: tuple[int, ...]) -> Needs:
    total = _NONE
    for count in counts:
        if count:
            total = _join(total, _alone(count))
    return total


@lru_cache(maxsize=8)
def _alone(count: int) -> Needs:
    """Return what one kind of honour lacks as a triplet or a pair."""
    out = list(_NONE)
    out[1] = max(0, 2 - count)
    out[2] = max(0, 3 - count)
    return tuple(out)


@lru_cache(maxsize=1 << 18)
def _suit(counts: tuple[int, ...], carried: int, older: int) -> Needs:
    """Return what ranks ``counts`` lack while ``carried`` runs began one rank before and ``older`` two before."""
    if not counts:
        return _NONE if carried == older == 0 else (_FAR,) * 10
    if not any(counts) and carried == older == 0:
        return _NONE
    have, rest = counts[0], counts[1:]
    out = [_FAR] * 10
    for runs in range(min(2, max(counts[:3])) + 1 if len(counts) >= 3 else 1):
        tail = _suit(rest, runs, carried)
        for block, used in ((0, 0), (1, 2), (2, 3)) if have else ((0, 0),):
            cost = max(0, runs + carried + older + used - have)
            shift = 2 * runs + block
            _lay_over(out, tail, shift, cost)
    return tuple(out)


def _lay_over(out: list[int], tail: Needs, shift: int, cost: int) -> None:
    for k in range(10 - shift):
        if shift & 1 and k & 1:
            continue
        out[k + shift] = min(out[k + shift], tail[k] + cost)
