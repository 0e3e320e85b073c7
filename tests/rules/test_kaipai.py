"""Where the wall is broken, and who throws."""

from __future__ import annotations

import pytest

from table_daemon.rules.errors import BadDiceError, BadSeatError
from table_daemon.rules.kaipai import Break, break_of, indicator_thrower, second_thrower
from table_daemon.rules.profile import DAIHUN, TIANJIN, TIANJIN_CLUB


@pytest.mark.parametrize(
    ("dealer", "first", "thrower"), [(0, 2, 1), (0, 4, 3), (0, 5, 0), (0, 9, 0), (3, 12, 2), (2, 3, 0)]
)
def test_the_dealers_dice_pick_the_second_thrower(dealer: int, first: int, thrower: int) -> None:
    assert second_thrower(dealer, first, TIANJIN_CLUB) == thrower
    assert indicator_thrower(dealer, first, DAIHUN) == thrower
    assert second_thrower(dealer, first, TIANJIN) is None
    assert indicator_thrower(dealer, first, TIANJIN_CLUB) == (dealer + 2) % 4


def test_one_throw_counts_on_the_dealers_wall_and_two_on_the_second_throwers() -> None:
    assert break_of(3, 7, TIANJIN) == Break(3, 7)
    assert break_of(3, 7, DAIHUN) == Break(3, 7)
    assert break_of(3, 7, TIANJIN_CLUB, second_sum=10) == Break(1, 17)


def test_a_throw_too_many_too_few_or_impossible_is_an_error() -> None:
    with pytest.raises(BadDiceError, match="second throw of 5 is given"):
        break_of(0, 7, TIANJIN, second_sum=5)
    with pytest.raises(BadDiceError, match="seat 2 has to throw as well"):
        break_of(0, 7, TIANJIN_CLUB)
    with pytest.raises(BadDiceError, match="second thrower's dice is 13"):
        break_of(0, 7, TIANJIN_CLUB, second_sum=13)
    with pytest.raises(BadDiceError, match="dealer's dice is 1"):
        break_of(0, 1, TIANJIN)
    with pytest.raises(BadSeatError, match="dealer is 4"):
        indicator_thrower(4, 7, DAIHUN)
