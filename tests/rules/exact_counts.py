"""Small pools of tiles of which every hand is scored: how many win, and with how many 番 each.

``python -m tests.rules.exact_counts`` has the oracles count and writes exact_counts.json; the tests have the
engine count again. A hand is a choice of tiles together with the one of them that was drawn last.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.rules.oracle_case import Case
from tests.rules.oracle_engine import Game, asked
from tests.rules.random_hands import wilds_after

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

DATA = Path(__file__).with_name("exact_counts.json")


@dataclass(frozen=True, kw_only=True)
class Pool:
    """How many of each kind there are to choose from, and what all the hands have in common."""

    tiles: Mapping[str, int]
    indicator: str
    game: Game = Game.CITY
    options: Mapping[str, Any] = field(default_factory=dict)
    melds: tuple[tuple[str, str], ...] = ()
    flags: Mapping[str, Any] = field(default_factory=dict)

    def cases(self) -> Iterator[Case]:
        """Every hand of the pool."""
        wilds = wilds_after(self.indicator, self.options.get("wild_kinds", 2))
        size = 14 - 3 * len(self.melds)
        for numbers in product(*(range(most + 1) for most in self.tiles.values())):
            if sum(numbers) != size:
                continue
            chosen = tuple(kind for kind, number in zip(self.tiles, numbers, strict=True) for _ in range(number))
            for draw in dict.fromkeys(chosen):
                yield Case(tiles=chosen, draw=draw, melds=self.melds, wilds=wilds, **self.flags)


def pool_of(text: str) -> dict[str, int]:
    """Read a pool such as ``4567m:4 1z:3``."""
    pool: dict[str, int] = {}
    for part in text.split():
        kinds, number = part.split(":")
        pool |= {rank + kinds[-1]: int(number) for rank in kinds[:-1]}
    return pool


POOLS = {
    "四至七万, one kind of wild": Pool(
        tiles=pool_of("4567m:4 1z:3"), indicator="1z", options={"wild_kinds": 1, "min_fan": 1}
    ),
    "honours": Pool(tiles=pool_of("1234z:4 5z:3"), indicator="5z"),
    "龙 of the wilds' suit": Pool(tiles=pool_of("1234567s:1 89s:2 5m:2 46m:1 1z:2"), indicator="8s"),
    "龙 and 捉五 in 万": Pool(tiles=pool_of("123789m:1 456m:2 6p:2 67z:1"), indicator="7z"),
    "二至八万, 五万 the sole wait": Pool(
        tiles=pool_of("2345678m:3"), indicator="1z", options={"zhuowu_sole_wait": True, "longwu_double": True}
    ),
    "杠开 with a 明杠": Pool(
        tiles=pool_of("34567m:3 2z:2 3z:1"), indicator="2z", melds=(("ming", "9p"),), flags={"gangkai": 1}
    ),
    "天和 as 龙": Pool(
        tiles=pool_of("3456m:3 7s:2 1p:1 2p:2"),
        indicator="1p",
        options={"tianhe": "as_dragon", "single_hundiao_zhuowu": True},
        flags={"tianhe": True},
    ),
    "带混: pungs and pairs": Pool(
        tiles=pool_of("2m:3 5m:4 58p:3 5z:3 1s:2"), indicator="1s", game=Game.DAIHUN, flags={"dubao": True}
    ),
    "带混: a 吃 and its 龙": Pool(
        tiles=pool_of("45678m:2 9m:1 5z:2 2p:1 3p:2"),
        indicator="2p",
        game=Game.DAIHUN,
        options={"jiang": "258"},
        melds=(("chow", "1m"),),
        flags={"dubao": True},
    ),
}


def count(pool: Pool, fan_of: Callable[[Case], int]) -> dict[str, Any]:
    """Return how many hands the pool has, how many win, and of those how many have each number of 番."""
    fans = Counter(fan_of(case) for case in pool.cases())
    hands, losing = fans.total(), fans.pop(0, 0)
    return {"hands": hands, "wins": hands - losing, "fans": {str(fan): fans[fan] for fan in sorted(fans)}}


def counted(pool: Pool) -> dict[str, Any]:
    """Count with the oracle."""
    return count(pool, lambda case: asked(pool.game, case, dict(pool.options))[0].fan)


def main() -> None:
    """Write the counts of every pool."""
    lines = [f'  "{name}": {json.dumps(counted(pool))}' for name, pool in POOLS.items()]
    DATA.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
