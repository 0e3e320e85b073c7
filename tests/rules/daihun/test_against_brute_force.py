"""The scorer against one that tries every face for every wild and every way to lay the tiles."""

from __future__ import annotations

import random

import pytest

from tests.rules.daihun.brute import best
from tests.rules.daihun.engine import score
from tests.rules.daihun.made_hands import case_by


@pytest.mark.parametrize(
    ("seed", "hands", "most_wilds"), [pytest.param(0, 150, 0), pytest.param(1, 50, 1), pytest.param(2, 10, 2)]
)
def test_no_reading_is_worth_more_than_the_one_found(seed: int, hands: int, most_wilds: int) -> None:
    compare(seed, hands, most_wilds)


@pytest.mark.verify
@pytest.mark.parametrize(
    ("seed", "hands", "most_wilds"), [pytest.param(3, 2000, 1), pytest.param(4, 400, 2), pytest.param(5, 40, 3)]
)
def test_no_reading_is_worth_more_among_many_hands(seed: int, hands: int, most_wilds: int) -> None:
    compare(seed, hands, most_wilds)


def compare(seed: int, hands: int, most_wilds: int) -> None:
    """Score hands made by chance both ways: as much must come out, named as a reading worth that much."""
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
