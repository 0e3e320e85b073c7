"""The engine against brute force, and the layouts it names against what they must be."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.rules.oracle_engine import Deal, Game, assert_agreed, random_deal
from tests.rules.oracle_options import CITY_SETS, DAIHUN_SETS, city_hand_for
from tests.rules.random_hands import daihun_hand

SEED = 20240


@pytest.mark.parametrize(
    ("game", "wilds", "hands"),
    [
        (Game.CITY, 0, 120),
        (Game.CITY, 1, 120),
        (Game.CITY, 2, 120),
        (Game.CITY, 3, 100),
        (Game.CITY, 4, 40),
        (Game.CITY, 6, 3),
        (Game.DAIHUN, 0, 60),
        (Game.DAIHUN, 1, 60),
        (Game.DAIHUN, 2, 60),
        (Game.DAIHUN, 3, 40),
        (Game.DAIHUN, 4, 30),
        (Game.DAIHUN, 6, 2),
    ],
)
def test_the_engine_finds_what_brute_force_finds(game: Game, wilds: int, hands: int) -> None:
    rng = random.Random(SEED + wilds)
    won = sum(assert_agreed(random_deal(rng, game, wilds=wilds)) for _ in range(hands))
    assert won > hands // 2


@pytest.mark.parametrize("name", CITY_SETS)
def test_every_set_of_house_rules_of_the_city_agrees_with_brute_force(name: str) -> None:
    rng = random.Random(f"{SEED} {name}")
    for wilds in (0, 1, 2, 3) * 6:
        assert_agreed(Deal(Game.CITY, CITY_SETS[name], city_hand_for(rng, CITY_SETS[name], wilds=wilds)))


@pytest.mark.parametrize("name", DAIHUN_SETS)
def test_every_set_of_house_rules_of_daihun_agrees_with_brute_force(name: str) -> None:
    rng = random.Random(f"{SEED} {name}")
    for wilds in (0, 1, 2, 3) * 6:
        assert_agreed(Deal(Game.DAIHUN, DAIHUN_SETS[name], daihun_hand(rng, wilds=wilds)))


@pytest.mark.parametrize("announced", [1, 2])
def test_shangdatai_is_paid_with_hundiao_as_brute_force_pays_it(announced: int) -> None:
    rng = random.Random(SEED + announced)
    found = 0
    while found < 12:
        deal = random_deal(rng, Game.DAIHUN, wilds=2)
        answer, _ = deal.oracle()
        if not any("混钓" in names for names in answer.names):
            continue
        found += 1
        assert_agreed(replace(deal, dealt=replace(deal.dealt, case=replace(deal.case, shangdatai=announced))))


@pytest.mark.parametrize("wilds", range(8))
def test_the_named_layout_is_made_of_the_tiles_of_the_hand(wilds: int) -> None:
    rng = random.Random(SEED - wilds)
    for _ in range(60):
        deal = Deal(Game.CITY, {}, city_hand_for(rng, {}, wilds=wilds))
        case, score = deal.case, deal.engine()
        if not score.win:
            continue
        concealed = [group for group in score.groups if not group.melded]
        assert Counter(str(piece) for group in concealed for piece in group.pieces) == Counter(case.tiles)
        last = [group.pieces[group.last] for group in score.groups if group.last is not None]
        assert len(last) == 1
        assert str(last[0]) == case.draw or case.tianhe
        assert sorted(len(group.tiles) for group in concealed) == [2] + [3] * (4 - len(case.melds))
        for group in score.groups:
            ranks = [tile.index for tile in group.tiles]
            steps = {after - before for before, after in pairwise(ranks)}
            assert steps == ({1} if group.kind == "chow" else {0})
            for tile, piece in zip(group.tiles, group.pieces, strict=True):
                assert tile == piece or str(piece) in case.wilds
