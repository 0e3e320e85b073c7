"""Turns told from many tiles at once: what was thrown and claimed while nobody looked, explained as one story.

Knows before whom each tile lies and who laid each meld; in which order one player threw his tiles nobody can say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import inf
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST_TILES = 24
"""More than these, thrown in a minute by hasty players, are not weighed."""
_MOST_CLAIMS = 3

_Counts: TypeAlias = tuple[int, int, int, int]
"""How many tiles each seat threw."""
_Costs: TypeAlias = tuple[tuple[float, ...], ...]
"""For each tile how unlikely (negative natural logarithm) it is of each seat that it threw it."""


@dataclass(frozen=True, slots=True)
class CrowdStory:
    """The likeliest story: how it begins, and who gave the tile that each meld took."""

    tile: int | None
    """Which of the tiles was thrown first; ``None``: one that a meld took."""
    claim: int | None
    """Which meld took it."""
    givers: tuple[int, ...]
    """For each meld."""
    margins: tuple[float, ...]
    """For each meld how much likelier (natural logarithm) that is than any story with another giver."""


class _Turns(NamedTuple):
    """Who threw how often, tiles that melds took left out, who gave to each meld, and who is in turn then."""

    counts: _Counts
    givers: tuple[int, ...]
    claimed_at_once: int | None
    """The meld that took the very first tile."""
    to_act: int


@lru_cache(maxsize=8)  # melds of one look share a story, and one that waits is asked for again
def told_by(costs: _Costs, claimers: tuple[int, ...], to_act: int, late: _Costs = ()) -> CrowdStory | None:
    """The likeliest story of tiles and melds; ``None`` where there are too many, or none that can be.

    ``claimers`` say who laid each meld, each player's in their order, ``to_act`` was in turn at first; the ``late``
    tiles were thrown after all that.
    """
    if len(costs) > _MOST_TILES or not 0 < len(claimers) <= _MOST_CLAIMS:
        return None
    layers = _shared_out(costs)
    least = layers[-1]
    told = [
        (least[turns.counts][0] + _in_turn(late, turns.to_act), turns)
        for turns in _all_turns(len(costs), claimers, to_act)
    ]
    if not told:
        return None
    cost, best = min(told, key=lambda pair: pair[0])
    margins = tuple(
        min((c for c, turns in told if turns.givers[k] != giver), default=inf) - cost
        for k, giver in enumerate(best.givers)
    )
    tile = None
    if best.claimed_at_once is None:
        mine = [k for k, seat in enumerate(_assignment(layers, best.counts)) if seat == to_act]
        tile = min(mine, key=lambda k: costs[k][to_act])
    return CrowdStory(tile, best.claimed_at_once, best.givers, margins)


def _in_turn(late: _Costs, to_act: int) -> float:
    return sum(tile[(to_act + step) % 4] for step, tile in enumerate(late))


def _all_turns(tiles: int, claimers: Sequence[int], to_act: int) -> Iterator[_Turns]:
    """Every way in which turns can have gone round and jumped to those who claimed."""
    for order in permutations(range(len(claimers))):
        if any(claimers[a] == claimers[b] for n, a in enumerate(order) for b in order[:n] if a < b):
            continue
        for lengths in _parts(tiles, len(claimers) + 1):
            turns = _turns(order, lengths, claimers, to_act)
            if turns is not None:
                yield turns


def _turns(order: Sequence[int], lengths: Sequence[int], claimers: Sequence[int], to_act: int) -> _Turns | None:
    """Turns with so many tiles before each claim that lie there still; ``None`` if somebody took his own."""
    counts, givers, seat = [0] * 4, [0] * len(claimers), to_act
    for k, length in zip(order, lengths, strict=False):
        for step in range(length):
            counts[(seat + step) % 4] += 1
        givers[k] = (seat + length) % 4
        if givers[k] == claimers[k]:
            return None
        seat = claimers[k]
    for step in range(lengths[-1]):
        counts[(seat + step) % 4] += 1
    a, b, c, d = counts
    at_once = order[0] if lengths[0] == 0 else None
    return _Turns((a, b, c, d), tuple(givers), at_once, (seat + lengths[-1]) % 4)


def _parts(total: int, number: int) -> Iterator[tuple[int, ...]]:
    """Every way to share ``total`` out in order.

    >>> list(_parts(2, 2))
    [(0, 2), (1, 1), (2, 0)]
    """
    if number == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _parts(total - first, number - 1):
            yield (first, *rest)


_Layer: TypeAlias = dict[_Counts, tuple[float, int]]
"""Counts -> the least cost to share the tiles so far out like that, and who got the last."""


def _shared_out(costs: _Costs) -> list[_Layer]:
    layers: list[_Layer] = [{(0, 0, 0, 0): (0.0, -1)}]
    for tile in costs:
        layer: _Layer = {}
        for (a, b, c, d), (cost, _) in layers[-1].items():
            given = ((a + 1, b, c, d), (a, b + 1, c, d), (a, b, c + 1, d), (a, b, c, d + 1))
            for seat, counts in enumerate(given):
                known = layer.get(counts)
                if known is None or cost + tile[seat] < known[0]:
                    layer[counts] = (cost + tile[seat], seat)
        layers.append(layer)
    return layers


def _assignment(layers: Sequence[_Layer], counts: _Counts) -> list[int]:
    """Who threw each tile, in the cheapest sharing with these counts."""
    seats: list[int] = []
    for layer in reversed(layers[1:]):
        seat = layer[counts][1]
        seats.append(seat)
        a, b, c, d = (count - (k == seat) for k, count in enumerate(counts))
        counts = (a, b, c, d)
    return seats[::-1]
