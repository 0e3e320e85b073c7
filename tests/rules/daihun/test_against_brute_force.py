"""The scorer against one that tries every face for every wild and every way to lay the tiles."""

from __future__ import annotations

import random

import pytest

from tests.rules.daihun.brute import best
from tests.rules.daihun.engine import score
from tests.rules.daihun.made_hands import case_by


@pytest.mark.parametrize(
    ("seed", "hands", "most_wilds"),
    [pytest.param(0, 200, 0), pytest.param(1, 80, 1), pytest.param(2, 20, 2)],
)
def test_no_reading_is_worth_more_and_the_names_are_of_one_that_is_worth_most(
    seed: int, hands: int, most_wilds: int
) -> None:
    rng = random.Random(seed)
    for _ in range(hands):
        case = case_by(rng, most_wilds=most_wilds)
        found, scored = best(case), score(case)
        if found is None:
            assert not scored.win, case
        else:
            points, names = found
            assert (scored.win, scored.fan) == (True, points), case
            assert frozenset(scored.names) in names, case
