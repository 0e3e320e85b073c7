"""The wall: where it breaks, what is drawn when, and when it is spent."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_daemon.rules.errors import BadDiceError, BadSeatError, WallExhaustedError
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import DAIHUN, TIANJIN, TIANJIN_CLUB, RuleProfile
from table_daemon.rules.wall import (
    DEALT,
    Level,
    StackPlace,
    Wall,
    WallPlace,
    daihun_indicator_place,
    deal_order,
    draw_order,
    draws_left,
    draws_to_drawn_game,
    indicator_place,
    replacement_order,
    stack_order,
)

SEATS = st.integers(0, 3)
DICE = st.integers(2, 12)
TO_THE_END = with_options(TIANJIN, {"wall_end": "all"})
TWO_THROWS = with_options(TIANJIN, {"kaipai": "two_throws"})
PROFILES = [TIANJIN, TO_THE_END, TIANJIN_CLUB, with_options(TIANJIN_CLUB, {"wall_end": "all"}), DAIHUN]


def built(dealer: int, dice: int, flipped: int, profile: RuleProfile) -> Wall:
    """A whole wall; whoever throws a second time throws what the dealer threw."""
    second = dice if profile.kaipai is TWO_THROWS.kaipai else None
    return Wall.built(dealer=dealer, break_sum=dice, indicator_sum=flipped, second_sum=second, profile=profile)


@pytest.mark.parametrize(("dice", "draws"), [(2, 79), (3, 77), (7, 69), (12, 59)])
def test_draws_until_a_drawn_game(dice: int, draws: int) -> None:
    assert draws_to_drawn_game(dice) == draws


@given(SEATS, DICE, DICE)
def test_every_place_is_drawn_once_and_the_indicator_never_replaces(seat: int, dice: int, flipped: int) -> None:
    order = draw_order(seat, dice)
    assert len(set(order)) == len(order) == 136
    indicator = indicator_place(seat, dice, flipped)
    replacements = replacement_order(seat, dice, flipped)
    assert len(set(replacements)) == 135
    assert set(order) - set(replacements) == {indicator}


@given(SEATS, DICE)
def test_drawing_goes_clockwise_from_the_stack_after_the_counted_ones(seat: int, dice: int) -> None:
    stacks = stack_order(seat, dice)
    assert stacks[0] == StackPlace(seat, dice)
    assert stacks[-1] == StackPlace(seat, dice - 1)
    for before, after in pairwise(stacks):
        assert after in {StackPlace(before.seat, before.k + 1), StackPlace((before.seat + 3) % 4, 0)}
        assert (after.k == 0) == (before.k == 16)


def test_the_upper_tile_of_a_stack_goes_first_from_either_end() -> None:
    assert [place.level for place in draw_order(1, 6)[:4]] == [Level.UPPER, Level.LOWER] * 2
    tail = replacement_order(1, 6, 3)
    assert [(place.k, place.level) for place in tail[:6]] == [
        (5, Level.UPPER),
        (5, Level.LOWER),
        (4, Level.UPPER),
        (4, Level.LOWER),
        (3, Level.LOWER),
        (2, Level.UPPER),
    ]


@pytest.mark.parametrize(("flipped", "seat", "k"), [(2, 1, 4), (6, 1, 0), (7, 2, 16), (12, 2, 11)])
def test_the_indicator_is_counted_back_from_the_tail_round_the_corner(flipped: int, seat: int, k: int) -> None:
    assert indicator_place(1, 6, flipped) == (seat, k, Level.UPPER)


@given(SEATS)
def test_the_deal_gives_fourteen_to_the_dealer_and_thirteen_to_the_rest(dealer: int) -> None:
    dealt = deal_order(dealer)
    assert len(dealt) == DEALT
    assert [dealt.count((dealer + k) % 4) for k in range(4)] == [14, 13, 13, 13]


@given(SEATS, DICE, DICE)
def test_a_wall_without_kongs_gives_83_less_twice_the_dice(seat: int, dice: int, flipped: int) -> None:
    wall = Wall.built(dealer=seat, break_sum=dice, indicator_sum=flipped)
    drawn = []
    while wall.left:
        place, wall = wall.next_draw()
        drawn.append(place)
    assert len(drawn) - DEALT == 83 - 2 * flipped
    assert drawn == list(draw_order(seat, dice)[: len(drawn)])
    before_indicator = stack_order(seat, dice)[-flipped - 1]
    assert drawn[-1].stack == before_indicator
    with pytest.raises(WallExhaustedError, match="荒庄"):
        wall.next_draw()


@given(SEATS, DICE, DICE)
def test_a_wall_drawn_to_the_end_leaves_only_the_indicator(seat: int, dice: int, flipped: int) -> None:
    wall = built(seat, dice, flipped, TO_THE_END).dealt()
    assert wall.left == 82 == draws_to_drawn_game(flipped, TO_THE_END)
    drawn = set()
    while wall.left:
        place, wall = wall.next_draw()
        drawn.add(place)
    assert set(draw_order(seat, dice)[DEALT:]) - drawn == {indicator_place(seat, dice, flipped)}


@given(SEATS, DICE, DICE)
def test_two_throws_count_on_the_wall_of_whom_the_first_picks(seat: int, first: int, second: int) -> None:
    wall = Wall.built(dealer=seat, break_sum=first, indicator_sum=3, second_sum=second, profile=TWO_THROWS)
    thrower = (seat + first - 1) % 4
    assert wall.order[0] == draw_order(thrower, first + second)[0]
    past = first + second - 17
    assert wall.order[0][:2] == ((thrower, past + 17) if past < 0 else ((thrower + 3) % 4, past))
    assert wall.indicator == indicator_place(thrower, first + second, 3)
    assert wall.dealt().left == 77


@given(SEATS, DICE, DICE)
def test_daihun_draws_up_to_the_35th_tile_from_the_end(seat: int, first: int, second: int) -> None:
    whole = draw_order(seat, first)
    wall = built(seat, first, second, DAIHUN)
    assert wall.indicator == whole[-(first + second)]
    assert wall.indicator in whole[-34:]
    wall, drawn, kong = wall.dealt(), [], False
    assert wall.left == 49 == draws_to_drawn_game(second, DAIHUN)
    while wall.left:
        place, wall = wall.next_replacement() if kong else wall.next_draw()
        drawn.append(place)
        kong = not kong
    assert drawn == list(whole[DEALT:-34])
    assert drawn[-1] == whole[-35]
    for take in (wall.next_draw, wall.next_replacement):
        with pytest.raises(WallExhaustedError, match="荒庄"):
            take()


def test_daihun_counts_tiles_and_so_may_turn_a_lower_one() -> None:
    assert daihun_indicator_place(0, 7, 5) == WallPlace(0, 4, Level.LOWER)
    assert daihun_indicator_place(0, 7, 24) == WallPlace(1, 12, Level.UPPER)


@pytest.mark.parametrize("profile", PROFILES)
@given(SEATS, DICE, DICE, st.floats(0, 1), st.randoms(use_true_random=False))
def test_every_tile_that_may_be_drawn_is_drawn_once(  # the same law under every way to end the wall
    profile: RuleProfile, seat: int, dice: int, flipped: int, kongs: float, rng: Random
) -> None:
    wall = built(seat, dice, flipped, profile).dealt()
    dealt = set(wall.order[:DEALT])
    taken: list[WallPlace] = []
    draws = replacements = 0
    while wall.left:
        kong = rng.random() < kongs
        place, wall = wall.next_replacement() if kong else wall.next_draw()
        taken.append(place)
        draws, replacements = draws + (not kong), replacements + kong
        counted = draws_left(indicator_sum=flipped, draws=draws, replacements=replacements, profile=profile)
        assert wall.left == counted
    assert len(set(taken)) == len(taken)
    assert not dealt & set(taken)
    assert wall.indicator not in taken


def test_kongs_and_draws_that_meet_leave_no_tile_and_take_none_twice() -> None:
    for profile in PROFILES:
        for kongs in range(1, 60):
            wall = built(1, 6, 3, profile).dealt()
            taken = []
            for _ in range(kongs):
                if wall.left:
                    place, wall = wall.next_replacement()
                    taken.append(place)
            while wall.left:
                place, wall = wall.next_draw()
                taken.append(place)
            assert len(set(taken)) == len(taken)


@pytest.mark.parametrize("dice", [3, 25])
def test_two_throws_of_two_dice_count_four_to_twenty_four_tiles(dice: int) -> None:
    with pytest.raises(BadDiceError, match=f"is {dice}"):
        daihun_indicator_place(0, 7, dice)


@pytest.mark.parametrize("stacks", [1, 25])
def test_no_dice_count_fewer_than_two_or_more_than_twenty_four_stacks(stacks: int) -> None:
    with pytest.raises(BadDiceError, match=f"are {stacks}"):
        stack_order(0, stacks)


@pytest.mark.parametrize("dice", [1, 13])
def test_two_dice_show_two_to_twelve(dice: int) -> None:
    with pytest.raises(BadDiceError, match=f"is {dice}"):
        draws_to_drawn_game(dice)
    with pytest.raises(BadDiceError, match=f"is {dice}"):
        Wall.built(dealer=0, break_sum=dice, indicator_sum=3)
    with pytest.raises(BadDiceError, match=f"is {dice}"):
        Wall.built(dealer=0, break_sum=3, indicator_sum=dice)


def test_a_wall_has_four_seats() -> None:
    with pytest.raises(BadSeatError, match="dealer is 4"):
        Wall.built(dealer=4, break_sum=3, indicator_sum=3)
