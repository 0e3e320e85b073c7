"""How a simulated player plays: keeps wilds, aims at a hand that may win, claims what helps. Sees only what he may see.

Not responsible for the rules of turns, nor for saying that a hand wins: the rules say that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from table_daemon.simulator.river import Habit
from table_daemon.simulator.shape import lacking

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from table_daemon.rules.tiles import Tile

_SUIT_STARTS = (0, 9, 18)
_FOUR_M, _FIVE_M, _SIX_M = 3, 4, 5


@dataclass(frozen=True, slots=True)
class Character:
    """One player's ways."""

    name: str
    habit: Habit
    eager: float
    """How likely he takes a claim that helps, 0..1."""
    zuo: float
    """How likely he 坐庄 when dealer, 0..1."""
    la: float
    """How likely he 拉庄 each time he may, 0..1."""
    pace_ms: int
    """How long he usually thinks."""
    hesitation: float = 1.0
    """How long he waits before he claims, as a share of the usual: one who claims early hardly lets the tile lie."""


CHARACTERS: tuple[Character, Character, Character, Character] = (
    Character("王建国", Habit(tidy=True, spread_deg=2.0, spread_mm=1.0), 0.9, 0.3, 0.2, 1600),
    Character("李秀英", Habit(tidy=False, spread_deg=18.0, spread_mm=8.0), 0.8, 0.5, 0.3, 1300),
    Character("张德福", Habit(tidy=True, spread_deg=5.0, spread_mm=2.0), 0.7, 0.2, 0.1, 2100),
    Character("刘玉兰", Habit(tidy=False, spread_deg=28.0, spread_mm=10.0), 0.95, 0.4, 0.4, 1000, hesitation=0.2),
)
"""The four who play: two lay their rivers in rows, two throw and turn; one is slow, one claims early."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a player may know when he decides."""

    concealed: tuple[Tile, ...]
    melds: int
    wilds: tuple[Tile, ...]
    seen: tuple[int, ...]
    """Copies of each kind that lie open on the table."""


def choose_discard(sight: Sight) -> Tile:
    """The tile that a sensible player throws; a wild only when he holds nothing else."""
    counts, wild = _split(sight)
    kinds = sorted({tile for tile in sight.concealed if tile not in sight.wilds})
    if not kinds:
        return min(sight.concealed)
    ranked = []
    for tile in kinds:
        counts[tile.index] -= 1
        ranked.append((_cost(tuple(counts), wild, sight.melds), _worth(tile.index, counts, sight.seen), tile))
        counts[tile.index] += 1
    return min(ranked)[2]


def wants_pung(sight: Sight, tile: Tile, who: Character, rng: Random) -> bool:
    """Whether the player takes a discard for a 碰."""
    if sight.concealed.count(tile) < 2 or tile in sight.wilds:
        return False
    before = distance(sight)
    after = distance_after_discard(_without(sight, tile, 2))
    return after < before - 0.3 and rng.random() < who.eager


def wants_kong(sight: Sight, tile: Tile, who: Character, rng: Random, *, own: int) -> bool:
    """Whether the player makes a kong that uses ``own`` tiles of his hand; not when it spoils the hand."""
    before = distance(sight) if own == 3 else distance_after_discard(sight)
    after = distance(_without(sight, tile, own) if own > 1 else _dropped(sight, tile))
    return after <= before + 0.2 and rng.random() < who.eager


def distance(sight: Sight) -> float:
    """About how many good draws a standing hand is away from winning."""
    counts, wild = _split(sight)
    return _cost(tuple(counts), wild, sight.melds)


def distance_after_discard(sight: Sight) -> float:
    """The same for a hand that must still discard."""
    return distance(_dropped(sight, choose_discard(sight)))


def _split(sight: Sight) -> tuple[list[int], int]:
    counts = [0] * 34
    wild = 0
    for tile in sight.concealed:
        if tile in sight.wilds:
            wild += 1
        else:
            counts[tile.index] += 1
    return counts, wild


def _without(sight: Sight, tile: Tile, count: int) -> Sight:
    """What is left after ``count`` copies went into a new meld."""
    left = list(sight.concealed)
    for _ in range(count):
        left.remove(tile)
    return Sight(tuple(left), sight.melds + 1, sight.wilds, sight.seen)


def _dropped(sight: Sight, tile: Tile) -> Sight:
    left = list(sight.concealed)
    left.remove(tile)
    return Sight(tuple(left), sight.melds, sight.wilds, sight.seen)


def _cost(counts: tuple[int, ...], wild: int, melds: int) -> float:
    """Draws to the nearest shape worth two fan: 混吊, 素, 龙 or 捉五."""
    sets = 4 - melds
    needs = lacking(counts)
    best = max(0, needs[2 * sets] - (wild - 1)) + 1.0 if wild else needs[2 * sets + 1] + 0.8
    if sets >= 3:
        best = min(best, *(_dragon(counts, start, wild, sets) for start in _SUIT_STARTS))
    if sets >= 1 and (counts[_FOUR_M] or counts[_SIX_M]) and wild:
        best = min(best, _five(counts, wild, sets))
    return best


def _dragon(counts: tuple[int, ...], start: int, wild: int, sets: int) -> float:
    missing = counts[start : start + 9].count(0)
    if missing > 3:
        return 99.0
    rest = tuple(n - (start <= k < start + 9 and n > 0) for k, n in enumerate(counts))
    return max(0.0, missing + lacking(rest)[2 * (sets - 3) + 1] - wild) + 0.8


def _five(counts: tuple[int, ...], wild: int, sets: int) -> float:
    missing = (counts[_FOUR_M] == 0) + (counts[_SIX_M] == 0)
    rest = tuple(n - (k in (_FOUR_M, _SIX_M) and n > 0) for k, n in enumerate(counts))
    return max(0.0, missing + lacking(rest)[2 * (sets - 1) + 1] - wild) + 2.4


def _worth(kind: int, counts: Sequence[int], seen: Sequence[int]) -> float:
    """How much one more tile of ``kind`` is worth keeping beside ``counts``."""
    worth = 3.0 * counts[kind] - 0.6 * seen[kind]
    if kind < 27:
        start = kind // 9 * 9
        for step, gain in ((1, 2.0), (2, 1.0)):
            for near in (kind - step, kind + step):
                if start <= near < start + 9:
                    worth += gain * min(1, counts[near]) + 0.3 * gain * (4 - seen[near]) / 4
    return worth
