"""What must hold for every hand, whatever its worth."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.oracle import Case
from tests.rules.random_hands import random_case
from tests.rules.test_oracle import engine

SEEDS = st.integers(0, 10_000)
WILDS = st.integers(0, 7)
SWAPPED = str.maketrans("ps", "sp")


def case_of(seed: int, wilds: int) -> tuple[Case, str]:
    return random_case(random.Random(seed), wilds=wilds)


@given(SEEDS, WILDS, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_melds_is_irrelevant(seed: int, wilds: int, shuffler: random.Random) -> None:
    case, indicator = case_of(seed, wilds)
    tiles, melds = list(case.tiles), list(case.melds)
    shuffler.shuffle(tiles)
    shuffler.shuffle(melds)
    shuffled = engine(replace(case, tiles=tuple(tiles), melds=tuple(melds)), indicator)
    score = engine(case, indicator)
    assert (shuffled.fan, shuffled.kong, set(shuffled.names)) == (score.fan, score.kong, set(score.names))


@given(SEEDS, WILDS)
def test_changing_bing_for_tiao_keeps_the_score(seed: int, wilds: int) -> None:
    case, indicator = case_of(seed, wilds)
    first, second = case.wilds
    swapped = Case(
        tiles=tuple(tile.translate(SWAPPED) for tile in case.tiles),
        draw=case.draw.translate(SWAPPED),
        melds=tuple((kind, tile.translate(SWAPPED)) for kind, tile in case.melds),
        wilds=(first.translate(SWAPPED), second.translate(SWAPPED)),
        gangkai=case.gangkai,
        tianhe=case.tianhe,
    )
    assert engine(swapped, indicator.translate(SWAPPED)).fan == engine(case, indicator).fan


@given(SEEDS, WILDS)
def test_gangkai_doubles_what_is_not_a_tianhe(seed: int, wilds: int) -> None:
    case, indicator = case_of(seed, wilds)
    plain = engine(replace(case, gangkai=False, tianhe=False), indicator)
    assert engine(replace(case, gangkai=True, tianhe=False), indicator).fan == 2 * plain.fan


@given(SEEDS, WILDS)
def test_a_wild_in_place_of_a_natural_tile_never_breaks_the_shape(seed: int, wilds: int) -> None:
    case, indicator = case_of(seed, min(wilds, 5))
    held = [case.tiles.count(wild) for wild in case.wilds]
    spare = next((wild for wild, count in zip(case.wilds, held, strict=True) if count < 3), None)
    place = next((i for i, t in enumerate(case.tiles) if t not in case.wilds and t != case.draw), None)
    if spare is None or place is None or any(kind == "jin" for kind, _ in case.melds):
        return
    richer = replace(case, tiles=(*case.tiles[:place], spare, *case.tiles[place + 1 :]))
    assert engine(richer, indicator).win or not engine(case, indicator).win
