"""How fast hands are scored, beside PyPI ``mahjong`` (Riichi) on hands of the same tiles. Run by ``make bench``.

The reference knows no wilds; its rate is that on natural hands. Both run in one thread, turn by turn.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import pytest
from mahjong.hand_calculating.hand import HandCalculator

from table_daemon.rules.flags import WinFlags
from table_daemon.rules.score import score_hand
from table_daemon.rules.tiles import ALL_TILES, Tile
from table_daemon.rules.wilds import wilds_of

HANDS = 2000
ROUNDS = 5
RUNS = [(first + low, first + low + 1, first + low + 2) for first in (0, 9, 18) for low in range(7)]
SETS = [*RUNS, *RUNS, *((kind,) * 3 for kind in range(34))]
NATURAL_AT_LEAST = 1.0
WILD_AT_LEAST = 0.25
WORST_MS = 20.0


@dataclass(frozen=True)
class Dealt:
    """Fourteen tiles that make a hand, the last one drawn."""

    tiles: tuple[int, ...]
    indicator: Tile


def _complete(rng: random.Random) -> tuple[int, ...]:
    while True:
        tiles = [tile for _ in range(4) for tile in rng.choice(SETS)] + [rng.randrange(34)] * 2
        if max(tiles.count(tile) for tile in tiles) <= 4:
            rng.shuffle(tiles)
            return tuple(tiles)


def _natural(rng: random.Random) -> Dealt:
    """A hand with an indicator that makes none of its tiles wild."""
    while True:
        tiles, indicator = _complete(rng), rng.choice(ALL_TILES)
        if not any(wild.index in tiles for wild in wilds_of(indicator)):
            return Dealt(tiles, indicator)


def _with_wilds(rng: random.Random, wilds: int) -> Dealt:
    """A hand in which that many tiles were exchanged for wilds."""
    dealt = _natural(rng)
    face, following = wilds_of(dealt.indicator)
    stock = [face.index] * 3 + [following.index] * 4
    rng.shuffle(stock)
    tiles = list(dealt.tiles)
    for place in rng.sample(range(14), wilds):
        tiles[place] = stock.pop()
    return Dealt(tuple(tiles), dealt.indicator)


def _score(dealt: Dealt) -> None:
    tiles = [ALL_TILES[tile] for tile in dealt.tiles]
    score_hand(
        hand=tiles[:-1],
        draw=tiles[-1],
        melds=[],
        wilds=wilds_of(dealt.indicator),
        flags=WinFlags(),
        indicator=dealt.indicator,
    )


def _score_reference(calculator: HandCalculator, hands: list[list[int]]) -> float:
    begun = time.perf_counter()
    for tiles in hands:
        calculator.estimate_hand_value(tiles, tiles[-1])
    return time.perf_counter() - begun


def _as_reference(dealt: Dealt) -> list[int]:
    """The reference numbers each of the 136 tiles."""
    seen: dict[int, int] = {}
    numbered = []
    for tile in dealt.tiles:
        seen[tile] = seen.get(tile, -1) + 1
        numbered.append(4 * tile + seen[tile])
    return numbered


def _score_all(hands: list[Dealt]) -> float:
    begun = time.perf_counter()
    for dealt in hands:
        _score(dealt)
    return time.perf_counter() - begun


@pytest.mark.bench
def test_the_rate_of_scoring_beside_the_reference(figure: Callable[[str], None]) -> None:
    rng = random.Random(1)
    natural = [_natural(rng) for _ in range(HANDS)]
    wild = [_with_wilds(rng, rng.randint(1, 4)) for _ in range(HANDS)]
    calculator, numbered = HandCalculator(), [_as_reference(dealt) for dealt in natural]
    cold = _score_reference(calculator, numbered) / _score_all(natural)
    reference_s, natural_s, wild_s = [], [], []
    for _ in range(ROUNDS):
        reference_s.append(_score_reference(calculator, numbered))
        natural_s.append(_score_all(natural))
        wild_s.append(_score_all(wild))
    rate = HANDS / median(reference_s)
    natural_ratio = median(a / b for a, b in zip(reference_s, natural_s, strict=True))
    wild_ratio = median(a / b for a, b in zip(reference_s, wild_s, strict=True))
    figure(f"reference: {rate:.0f} natural hands/s; natural hands {natural_ratio:.2f} x (first pass {cold:.2f} x)")
    figure(f"hands with 1 to 4 wilds: {wild_ratio:.2f} x the reference's natural rate")
    assert natural_ratio >= NATURAL_AT_LEAST
    assert wild_ratio >= WILD_AT_LEAST


@pytest.mark.bench
def test_the_worst_hand(figure: Callable[[str], None]) -> None:
    rng = random.Random(2)
    took_ms = []
    for _ in range(HANDS):
        dealt = _with_wilds(rng, rng.randint(0, 7))
        times = []
        for _ in range(3):
            begun = time.perf_counter()
            _score(dealt)
            times.append((time.perf_counter() - begun) * 1000)
        took_ms.append(min(times))
    figure(f"hands with up to 7 wilds: median {median(took_ms):.2f} ms, worst of {HANDS} {max(took_ms):.2f} ms")
    assert max(took_ms) < WORST_MS
