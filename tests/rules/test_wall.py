"""The wall: where it breaks, what is drawn when, and when it is spent."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_daemon.rules.errors import BadDiceError, BadSeatError, WallExhaustedError
from table_daemon.rules.wall import (
    DEALT,
    Level,
    StackPlace,
    Wall,
    deal_order,
    draw_order,
    draws_to_drawn_game,
    indicator_place,
    replacement_order,
    stack_order,
)

SEATS = st.integers(0, 3)
DICE = st.integers(2, 12)


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


@given(SEATS, DICE, DICE, st.lists(st.booleans(), max_size=140))
def test_no_place_is_taken_twice_and_kongs_take_the_tail_first(
    seat: int, dice: int, flipped: int, kongs: list[bool]
) -> None:
    wall = Wall.built(dealer=seat, break_sum=dice, indicator_sum=flipped)
    taken = []
    for kong in kongs:
        left = wall.left
        try:
            place, wall = wall.next_replacement() if kong else wall.next_draw()
        except WallExhaustedError:
            assert left == 0
            break
        taken.append(place)
        costs = not kong or wall.replaced > 2 * flipped - 1
        assert wall.left == left - costs
    assert len(set(taken)) == len(taken)
    assert indicator_place(seat, dice, flipped) not in taken


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
