"""How fast hands are scored. Run by ``make bench``; prints figures, judges only what would be absurd."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from table_daemon.rules.flags import WinFlags
from table_daemon.rules.profile import profile_named
from table_daemon.rules.score import score_hand
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.rules.wilds import wilds_of

HANDS = 2000


def _random_hands() -> list[tuple[list[Tile], Tile, Tile]]:
    """Return random deals of 13 tiles, a draw and an indicator, of one set of 136 each."""
    rng = random.Random(1)
    tile_set = [
        Tile.parse(f"{n}{suit}") for suit, top in (("m", 9), ("p", 9), ("s", 9), ("z", 7)) for n in range(1, top + 1)
    ]
    hands = []
    for _ in range(HANDS):
        drawn = rng.sample(tile_set * 4, 15)
        hands.append((drawn[:13], drawn[13], drawn[14]))
    return hands


@pytest.mark.bench
def test_scoring_hands(figure: Callable[[str], None]) -> None:
    profile = profile_named("tianjin")
    known = (parse_tiles("345m123s111z77m45s"), Tile.parse("6s"), Tile.parse("8p"))
    for name, hands in (("random deals", _random_hands()), ("a winning hand", [known] * HANDS)):
        took_s: list[float] = []
        for hand, draw, indicator in hands:
            begun = time.perf_counter()
            score_hand(
                hand=hand,
                draw=draw,
                melds=[],
                wilds=wilds_of(indicator),
                profile=profile,
                indicator=indicator,
                flags=WinFlags(),
            )
            took_s.append(time.perf_counter() - begun)
        took_s.sort()
        median_ms, p99_ms = took_s[len(took_s) // 2] * 1000, took_s[len(took_s) * 99 // 100] * 1000
        figure(
            f"score, {name}: median {median_ms:.3f} ms, 99 % under {p99_ms:.3f} ms, worst {took_s[-1] * 1000:.2f} ms"
        )
        assert median_ms < 100
