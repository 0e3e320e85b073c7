"""The rules against brute force at length: every house rule, melds, 杠开, 天和, up to seven wilds. ``make verify``."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.rules.oracle_engine import Game, assert_agreed, random_deal

PARTS = 10
SEED = 31_000


@pytest.mark.verify
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    ("game", "wilds", "hands"),
    [
        (Game.CITY, (0, 1, 1, 2, 2, 3, 4), 2_000),
        (Game.CITY, (5, 6, 7), 30),
        (Game.DAIHUN, (0, 1, 1, 2, 2, 3, 4), 1_000),
        (Game.DAIHUN, (5, 6, 7), 10),
    ],
)
def test_the_rules_find_what_brute_force_finds(
    game: Game, wilds: tuple[int, ...], hands: int, part: int, figure: Callable[[str], None]
) -> None:
    won = 0
    for number in range(hands):
        rng = random.Random(SEED + part * 1_000_000 + number)
        won += assert_agreed(random_deal(rng, game, wilds=rng.choice(wilds)))
    figure(f"{game.value}, {min(wilds)} to {max(wilds)} wilds, part {part}: {hands} hands agree, {won} of them win")
    assert won > hands // 2
