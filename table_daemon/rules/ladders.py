"""The two ladders of text 000, which on-line tables rank their players by: silver (财富等级) and points (玩家级别)."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from table_daemon.rules.errors import BadSilverError


class WealthLevel(NamedTuple):
    """A step of 财富等级 (A6.1)."""

    number: int
    """1 to 20."""
    name: str
    least_silver: int
    """The least silver (两) of the level; it lasts until the next level's."""
    base_stake: int
    """基本银子: silver (两) that one 番 is played for."""


class PlayerRank(NamedTuple):
    """A step of 玩家级别 (A6.2)."""

    number: int
    """1 to 20."""
    name: str
    base_points: int
    """基础分: points (积分) that one 番 is played for."""
    least_points: int
    """The least points (积分) of the rank; it lasts until the next rank's."""


_WEALTH: Final = (
    ("待业", 0, 1),
    ("临时工", 100, 1),
    ("契约工", 200, 2),
    ("正式工", 400, 4),
    ("助理主管", 800, 8),
    ("副主管", 1_600, 16),
    ("主管", 3_200, 32),
    ("助理经理", 6_400, 64),
    ("副经理", 12_800, 128),
    ("经理", 25_600, 256),
    ("助理总裁", 51_200, 512),
    ("副总裁", 102_400, 1_024),
    ("总裁", 204_800, 2_048),
    ("董事", 409_600, 4_096),
    ("副董事长", 819_200, 8_192),
    ("董事长", 1_638_400, 16_384),
    ("赌王", 3_276_800, 32_768),
    ("赌圣", 6_553_600, 65_536),
    ("赌神", 13_107_200, 131_072),
    ("玉帝", 26_214_400, 262_144),
)
_RANKS: Final = (
    ("布衣", 1, 0),
    ("秀才", 2, 100),
    ("举人", 3, 300),
    ("进士", 4, 600),
    ("县令", 5, 1_000),
    ("通判", 10, 2_000),
    ("知府", 12, 4_000),
    ("道台", 14, 6_400),
    ("太守", 16, 9_200),
    ("都督", 18, 12_400),
    ("御史", 50, 21_400),
    ("提督", 55, 46_400),
    ("巡按", 60, 73_900),
    ("天官", 65, 103_900),
    ("总督", 70, 136_400),
    ("尚书", 150, 206_400),
    ("太师", 160, 356_400),
    ("大将军", 170, 516_400),
    ("宰相", 180, 686_400),
    ("皇上", 190, 866_400),
)

WEALTH_LEVELS: Final = tuple(WealthLevel(number, *row) for number, row in enumerate(_WEALTH, start=1))
"""财富等级 from the poorest up."""
PLAYER_RANKS: Final = tuple(PlayerRank(number, *row) for number, row in enumerate(_RANKS, start=1))
"""玩家级别 from the lowest up."""


def wealth_level(silver: int) -> WealthLevel:
    """Return the level of who owns ``silver`` 两 (A6.1); raises ``BadSilverError`` below 0.

    >>> wealth_level(399).name, wealth_level(400).name, wealth_level(400).base_stake
    ('契约工', '正式工', 4)
    """
    if silver < 0:
        raise BadSilverError(f"silver is {silver}: no level begins below 0")
    return WEALTH_LEVELS[bisect_right(WEALTH_LEVELS, silver, key=lambda level: level.least_silver) - 1]


def most_silver(level: WealthLevel) -> int | None:
    """Return the most silver (两) of a level, ``None`` for the last, which has no end (A6.1).

    >>> most_silver(WEALTH_LEVELS[0]), most_silver(WEALTH_LEVELS[-1])
    (99, None)
    """
    above = WEALTH_LEVELS[level.number :]
    return above[0].least_silver - 1 if above else None


def player_rank(points: int) -> PlayerRank:
    """Return the rank of who has ``points`` 积分 (A6.2); raises ``BadSilverError`` below 0.

    >>> player_rank(99).name, player_rank(21_400).name, player_rank(21_400).base_points
    ('布衣', '御史', 50)
    """
    if points < 0:
        raise BadSilverError(f"points are {points}: no rank begins below 0")
    return PLAYER_RANKS[bisect_right(PLAYER_RANKS, points, key=lambda rank: rank.least_points) - 1]


def points_to_next_rank(points: int) -> int | None:
    """Return how many 积分 the next rank is away, ``None`` for the highest (A6.2); raises ``BadSilverError``.

    >>> points_to_next_rank(250), points_to_next_rank(900_000)
    (50, None)
    """
    above = PLAYER_RANKS[player_rank(points).number :]
    return above[0].least_points - points if above else None
