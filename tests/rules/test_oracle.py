"""The engine against brute force, and the layouts it names against what they must be."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from table_daemon.rules.melds import Meld
from table_daemon.rules.profile import TIANJIN
from table_daemon.rules.score import HandScore, WinFlags, score_hand
from table_daemon.rules.tiles import Tile
from tests.rules.oracle import Case, best_fan
from tests.rules.random_hands import random_case

ANY_FAN = replace(TIANJIN, min_fan=1)
SEED = 20240


def engine(case: Case, indicator: str) -> HandScore:
    hand = list(case.tiles)
    hand.remove(case.draw)
    return score_hand(
        hand=[Tile.parse(text) for text in hand],
        draw=Tile.parse(case.draw),
        melds=[Meld.of(*meld) for meld in case.melds],
        wilds=[Tile.parse(text) for text in case.wilds],
        flags=WinFlags(gangkai=int(case.gangkai), tianhe=case.tianhe),
        profile=ANY_FAN,
        indicator=Tile.parse(indicator),
    )


@pytest.mark.parametrize(("wilds", "hands"), [(0, 150), (1, 150), (2, 150), (3, 60), (4, 20)])
def test_the_engine_finds_what_brute_force_finds(wilds: int, hands: int) -> None:
    rng = random.Random(SEED + wilds)
    won = 0
    for _ in range(hands):
        case, indicator = random_case(rng, wilds=wilds)
        score = engine(case, indicator)
        assert score.fan == best_fan(case), (case, score)
        won += score.win
    assert won > hands // 2


@pytest.mark.parametrize("wilds", range(8))
def test_the_named_layout_is_made_of_the_tiles_of_the_hand(wilds: int) -> None:
    rng = random.Random(SEED - wilds)
    for _ in range(60):
        case, indicator = random_case(rng, wilds=wilds)
        score = engine(case, indicator)
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
