"""What must hold for every hand, whatever its worth."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_daemon.rules.options import options_of, with_options
from table_daemon.rules.profile import PROFILES, RuleProfile
from tests.rules.oracle_case import Case
from tests.rules.oracle_engine import Deal, Game, engine, profile_of, random_deal
from tests.rules.oracle_options import city_hand_for
from tests.rules.random_hands import DRAGONS, daihun_hand

SEEDS = st.integers(0, 10_000)
WILDS = st.integers(0, 7)
GAMES = st.sampled_from(Game)
SWAPPED = str.maketrans("ps", "sp")
TURNED = str.maketrans("mps", "psm")


def deal_of(seed: int, game: Game, wilds: int) -> Deal:
    return random_deal(random.Random(seed), game, wilds=wilds)


def plain_city_hand(seed: int, wilds: int) -> Deal:
    return Deal(Game.CITY, {}, city_hand_for(random.Random(seed), {}, wilds=wilds))


def relabelled(deal: Deal, suits: dict[int, int]) -> Deal:
    """Return the same hand in other suits, its wilds and indicator too."""
    case = deal.case
    other = replace(
        case,
        tiles=tuple(tile.translate(suits) for tile in case.tiles),
        draw=case.draw.translate(suits),
        melds=tuple((kind, tile.translate(suits)) for kind, tile in case.melds),
        wilds=tuple(tile.translate(suits) for tile in case.wilds),
    )
    return replace(deal, dealt=replace(deal.dealt, case=other, indicator=deal.dealt.indicator.translate(suits)))


@given(SEEDS, GAMES, WILDS, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_melds_is_irrelevant(seed: int, game: Game, wilds: int, shuffler: random.Random) -> None:
    deal = deal_of(seed, game, wilds)
    tiles, melds = list(deal.case.tiles), list(deal.case.melds)
    shuffler.shuffle(tiles)
    shuffler.shuffle(melds)
    case = replace(deal.case, tiles=tuple(tiles), melds=tuple(melds))
    shuffled, score = replace(deal, dealt=replace(deal.dealt, case=case)).engine(), deal.engine()
    assert (shuffled.win, shuffled.fan, shuffled.kong, set(shuffled.names)) == (
        score.win,
        score.fan,
        score.kong,
        set(score.names),
    )


@given(SEEDS, GAMES, WILDS)
def test_changing_bing_for_tiao_keeps_the_score(seed: int, game: Game, wilds: int) -> None:
    deal = deal_of(seed, game, wilds)
    other, score = relabelled(deal, SWAPPED).engine(), deal.engine()
    assert (other.win, other.fan, other.kong) == (score.win, score.fan, score.kong)


def test_wan_is_a_suit_of_its_own() -> None:
    zhuowu = Case(tiles=("4m", "5m", "6m", *DRAGONS[1][0], *("3s",) * 3, *("7s",) * 3, "1z", "1z"), draw="5m", wilds=())
    deal = Deal(Game.CITY, {}, city_hand_for(random.Random(0), {}, wilds=0))
    deal = replace(deal, dealt=replace(deal.dealt, case=replace(zhuowu, wilds=("2z", "3z")), indicator="2z"))
    assert (deal.engine().fan, relabelled(deal, TURNED).engine().fan) == (6, 2)


@given(SEEDS, GAMES, WILDS)
def test_an_option_at_its_default_changes_nothing(seed: int, game: Game, wilds: int) -> None:
    deal = deal_of(seed, game, wilds)
    profile = profile_of(game, deal.options)
    spelt_out = profile_of(game, {**options_of(profile_of(game, {})), **options_of(profile)})
    assert spelt_out == profile
    assert engine(deal.case, spelt_out, deal.dealt.indicator) == deal.engine()


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_every_option_of_a_profile_may_be_spelt_out(profile: RuleProfile) -> None:
    rng = random.Random(profile.name)
    game = Game(profile.ruleset.value)
    for name, value in options_of(profile).items():
        dealt = daihun_hand(rng, wilds=1) if game is Game.DAIHUN else city_hand_for(rng, {}, wilds=1)
        told = with_options(profile, {name: value})
        assert engine(dealt.case, told, dealt.indicator) == engine(dealt.case, profile, dealt.indicator), name


@given(SEEDS, WILDS)
def test_gangkai_doubles_what_is_not_a_tianhe(seed: int, wilds: int) -> None:
    deal = plain_city_hand(seed, wilds)
    profile = profile_of(Game.CITY, {"min_fan": 1})
    plain = replace(deal.case, gangkai=0, tianhe=False)
    once = engine(replace(plain, gangkai=1), profile, deal.dealt.indicator)
    assert once.fan == 2 * engine(plain, profile, deal.dealt.indicator).fan


@given(SEEDS, WILDS)
def test_a_wild_in_place_of_a_natural_tile_never_breaks_the_shape(seed: int, wilds: int) -> None:
    deal = plain_city_hand(seed, min(wilds, 5))
    case, profile = deal.case, profile_of(Game.CITY, {"min_fan": 1})
    spare = next((wild for wild, most in zip(case.wilds, (3, 4), strict=True) if case.tiles.count(wild) < most), None)
    place = next((i for i, t in enumerate(case.tiles) if t not in case.wilds and t != case.draw), None)
    if spare is None or place is None or any(kind == "jin" for kind, _ in case.melds):
        return
    richer = replace(case, tiles=(*case.tiles[:place], spare, *case.tiles[place + 1 :]))
    better = engine(richer, profile, deal.dealt.indicator)
    assert better.win or not engine(case, profile, deal.dealt.indicator).win
