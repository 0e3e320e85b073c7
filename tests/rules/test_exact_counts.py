"""Every hand of a few small pools, counted by the engine as the oracle counted it once."""

from __future__ import annotations

import json

import pytest

from tests.rules.exact_counts import DATA, POOLS, count
from tests.rules.oracle_engine import engine, profile_of

COUNTS = json.loads(DATA.read_text(encoding="utf-8"))


def test_every_pool_is_counted() -> None:
    assert list(COUNTS) == list(POOLS)


@pytest.mark.parametrize("name", POOLS)
def test_the_engine_counts_the_hands_of_a_pool_as_brute_force_did(name: str) -> None:
    pool = POOLS[name]
    profile = profile_of(pool.game, dict(pool.options))
    assert count(pool, lambda case: engine(case, profile, pool.indicator).fan) == COUNTS[name]
