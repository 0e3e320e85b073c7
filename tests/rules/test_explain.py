"""Scores in words."""

from __future__ import annotations

import pytest

from table_daemon.rules.explain import chinese_name, explain
from table_daemon.rules.score import example
from table_daemon.rules.tiles import ALL_TILES, parse_tiles


def test_every_tile_has_its_own_chinese_name() -> None:
    assert len({chinese_name(tile) for tile in ALL_TILES}) == 34


@pytest.mark.parametrize(
    ("text", "melds", "said"),
    [
        (
            "46m123s11z2z66p 5m",
            "ming:9p",
            ["3 捉五", "南→东", "已亮 melded", "杠 kongs: 1", "和 win:   3番", "with kongs 4"],
        ),
        ("4m2z66s123s111z78p2z 3z", "", ["→五万 (末张 last)"]),
        ("123s11z2z78m66p 9m", "ming:9p", ["不能和 no win: 提溜 1番, 不够2番起和", "1 plain hand = 1"]),
        ("123s11z4z78m66p 9m", "ming:9p", ["不成牌"]),
    ],
)
def test_a_score_is_told_in_words(text: str, melds: str, said: list[str]) -> None:
    told = explain(example(text, indicator="2z", melds=melds), wilds=parse_tiles("2z3z"))
    assert told.startswith("混 wilds: 南 2z 西 3z\n")
    for words in said:
        assert words in told
