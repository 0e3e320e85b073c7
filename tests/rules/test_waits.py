"""What a hand waits for: exactly the tiles that thirty-four scorings say, in every game."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_daemon.rules.errors import FifthCopyError, RulesError, WrongTileCountError
from table_daemon.rules.explain import explain_waits
from table_daemon.rules.flags import WinFlags
from table_daemon.rules.melds import Meld
from table_daemon.rules.profile import DAIHUN, TIANJIN, RuleProfile
from table_daemon.rules.results import HandScore, Refusal
from table_daemon.rules.score import score_hand
from table_daemon.rules.tiles import ALL_TILES, Tile, parse_tiles
from table_daemon.rules.waits import waits
from tests.rules.random_hands import Dealt, city_hand, daihun_hand


def _hand(dealt: Dealt) -> tuple[list[Tile], list[Meld], list[Tile], Tile]:
    case = dealt.case
    tiles = [Tile.parse(tile) for tile in case.tiles]
    tiles.remove(Tile.parse(case.draw))
    melds = [Meld.of(kind, tile) for kind, tile in case.melds]
    return tiles, melds, [Tile.parse(wild) for wild in case.wilds], Tile.parse(dealt.indicator)


def _scored(dealt: Dealt, draw: Tile, profile: RuleProfile) -> HandScore | None:
    hand, melds, wilds, indicator = _hand(dealt)
    try:
        return score_hand(
            hand=hand, draw=draw, melds=melds, wilds=wilds, flags=WinFlags(), profile=profile, indicator=indicator
        )
    except FifthCopyError:
        return None


@given(st.integers(0, 10_000), st.integers(0, 7), st.sampled_from([TIANJIN, DAIHUN]))
def test_waits_are_what_scoring_every_tile_gives(seed: int, wilds: int, profile: RuleProfile) -> None:
    rng = random.Random(seed)
    dealt = city_hand(rng, wilds=wilds) if profile is TIANJIN else daihun_hand(rng, wilds=wilds)
    hand, melds, faces, indicator = _hand(dealt)
    found = waits(hand=hand, melds=melds, wilds=faces, profile=profile, indicator=indicator)
    scored = {tile: _scored(dealt, tile, profile) for tile in ALL_TILES}
    assert {wait.tile: wait.score for wait in found} == {
        tile: score for tile, score in scored.items() if score and score.reason is not Refusal.NOT_COMPLETE
    }


def test_a_lone_wild_waits_for_every_tile_that_can_come() -> None:
    found = waits(hand=parse_tiles("345m123s111z456s8p"), wilds=parse_tiles("89p"), indicator=Tile.parse("8p"))
    assert {wait.tile for wait in found} == set(ALL_TILES)
    assert {wait.score.fan for wait in found} == {2}


def test_a_tile_that_wins_too_little_is_told_with_its_reason() -> None:
    found = waits(hand=parse_tiles("12p8p456s789s111z3s"), wilds=parse_tiles("89p"))
    told = explain_waits(found, wilds=parse_tiles("89p"))
    assert "3条" not in told
    assert "三条 3s   不能和 no win   提溜 1番, 不够2番起和" in told


def test_a_hand_that_waits_for_nothing_says_so() -> None:
    found = waits(hand=parse_tiles("147m147p147s1234z"), wilds=parse_tiles("89p"))
    assert found == ()
    assert "没有听" in explain_waits(found, wilds=parse_tiles("89p"))


@pytest.mark.parametrize(
    ("hand", "error"), [("123m", WrongTileCountError), ("11111m22233344z", FifthCopyError), ("0m", RulesError)]
)
def test_a_hand_that_cannot_be_is_an_error(hand: str, error: type[RulesError]) -> None:
    with pytest.raises(error):
        waits(hand=parse_tiles(hand), wilds=parse_tiles("89p"))
