"""What frames the hands: seats drawn by 打风, the 锅, the two ladders."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_daemon.rules.dafeng import drawn_seats, first_to_draw
from table_daemon.rules.errors import BadDiceError, BadSeatError, BadSeatingError, BadSilverError
from table_daemon.rules.guo import Guo
from table_daemon.rules.ladders import (
    PLAYER_RANKS,
    WEALTH_LEVELS,
    most_silver,
    player_rank,
    points_to_next_rank,
    wealth_level,
)
from table_daemon.rules.tiles import Tile, parse_tiles

WINDS = parse_tiles("1z2z3z4z")


@pytest.mark.parametrize(("east", "dice", "first"), [(0, 2, 1), (0, 5, 0), (2, 3, 0), (3, 12, 2)])
def test_the_dice_count_who_draws_first(east: int, dice: int, first: int) -> None:
    assert first_to_draw(east, dice) == first


def test_the_four_who_drew_sit_down_by_their_winds() -> None:
    drawn = drawn_seats(east=1, dice_sum=6, winds=parse_tiles("4z1z3z2z"))
    # seat 2 draws 北 and so on; 东 is seat 1's place
    assert drawn.places == (3, 2, 0, 1)
    assert drawn.dealer == 1
    assert drawn.neighbours_changed


@given(st.integers(0, 3), st.integers(2, 12), st.permutations(WINDS))
def test_everybody_gets_one_seat_and_east_deals(east: int, dice: int, winds: list[Tile]) -> None:
    drawn = drawn_seats(east=east, dice_sum=dice, winds=winds)
    assert sorted(drawn.places) == [0, 1, 2, 3]
    first = first_to_draw(east, dice)
    assert drawn.places[(first + winds.index(WINDS[0])) % 4] == drawn.dealer == east


def test_four_drawings_of_twenty_four_change_no_neighbour() -> None:
    unchanged = [w for w in permutations(WINDS) if not drawn_seats(east=0, dice_sum=5, winds=w).neighbours_changed]
    assert len(unchanged) == 4


def test_winds_that_are_not_one_of_each_are_refused() -> None:
    with pytest.raises(BadSeatingError, match="1z 1z 3z 4z"):
        drawn_seats(east=0, dice_sum=5, winds=parse_tiles("1z1z3z4z"))
    with pytest.raises(BadSeatingError, match="5m"):
        drawn_seats(east=0, dice_sum=5, winds=parse_tiles("1z2z3z5m"))
    with pytest.raises(BadDiceError, match="打风 is 13"):
        drawn_seats(east=0, dice_sum=13, winds=WINDS)
    with pytest.raises(BadSeatError, match="东 is 4"):
        drawn_seats(east=4, dice_sum=5, winds=WINDS)


def test_a_guo_ends_with_the_hand_in_which_a_seat_has_lost_the_stake() -> None:
    guo = Guo(stake=10).after((-9, 27, -9, -9))
    assert (guo.is_over, guo.left(0), guo.left(1)) == (False, 1, 37)
    guo = guo.after((-1, -1, -1, 3))
    assert (guo.is_over, guo.spent, guo.left(0), guo.gains) == (True, (0, 2), 0, (-10, 26, -10, -6))


@given(st.lists(st.integers(-1000, 1000), min_size=3, max_size=3))
def test_an_open_ended_match_is_never_over(changes: list[int]) -> None:
    guo = Guo(stake=0).after((*changes, -sum(changes)))
    assert not guo.is_over
    assert guo.left(0) is None


def test_the_ladders_have_twenty_steps_each_and_rise() -> None:
    assert len(WEALTH_LEVELS) == len(PLAYER_RANKS) == 20
    for below, above in pairwise(WEALTH_LEVELS):
        assert below.least_silver < above.least_silver
        assert most_silver(below) == above.least_silver - 1
    for lower, higher in pairwise(PLAYER_RANKS):
        assert lower.base_points < higher.base_points
        assert lower.least_points < higher.least_points


def test_silver_and_stakes_double_from_level_to_level() -> None:
    assert [level.least_silver for level in WEALTH_LEVELS] == [0, *(100 * 2**k for k in range(19))]
    assert [level.base_stake for level in WEALTH_LEVELS] == [1, *(2**k for k in range(19))]


def test_a_rank_costs_hundreds_of_what_the_one_below_plays_for() -> None:
    hundreds = [
        (higher.least_points - lower.least_points) // lower.base_points for lower, higher in pairwise(PLAYER_RANKS)
    ]
    assert hundreds == [100] * 4 + [200] * 5 + [500] * 5 + [1000] * 5


@pytest.mark.parametrize(
    ("silver", "name", "stake"),
    [(0, "待业", 1), (99, "待业", 1), (100, "临时工", 1), (26_214_399, "赌神", 131_072), (10**12, "玉帝", 262_144)],
)
def test_the_wealth_level_of_some_silver(silver: int, name: str, stake: int) -> None:
    assert (wealth_level(silver).name, wealth_level(silver).base_stake) == (name, stake)


@pytest.mark.parametrize(
    ("points", "name", "further"),
    [(0, "布衣", 100), (866_399, "宰相", 1), (866_400, "皇上", None), (12_399, "太守", 1)],
)
def test_the_rank_of_some_points(points: int, name: str, further: int | None) -> None:
    assert player_rank(points).name == name
    assert points_to_next_rank(points) == further


def test_no_ladder_goes_below_nothing() -> None:
    with pytest.raises(BadSilverError, match="silver is -1"):
        wealth_level(-1)
    with pytest.raises(BadSilverError, match="points are -1"):
        player_rank(-1)
