"""Daihun hands worked by hand: what each is worth and why, what is refused, what cannot be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from table_daemon.rules import errors
from table_daemon.rules.daihun.score import example
from table_daemon.rules.flags import WinFlags
from table_daemon.rules.layout import GroupKind
from table_daemon.rules.melds import Meld
from table_daemon.rules.profile import DAIHUN
from table_daemon.rules.results import Refusal
from table_daemon.rules.score import score_hand
from table_daemon.rules.tiles import Tile, parse_tiles

if TYPE_CHECKING:
    from pathlib import Path

WILD_PAIR = "123m456p789s111z2p"
"""Four sets and a wild 二饼 (indicator 2p): 混钓."""
MIDDLE = "123m46p789s234s99m"
"""Waits for 五饼 alone, by 坎张; no wild at indicator 1z."""


def test_the_worked_hands_beside_the_project(shared_data: Path) -> None:
    lines = (shared_data / "reference" / "hands.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["profile"] == "daihun"]
    assert rows
    for row in rows:
        flags = row["flags"] | ({"gangkai": int(row["flags"]["gangkai"])} if "gangkai" in row["flags"] else {})
        melds = " ".join(f"{kind}:{tile}" for kind, tile in row["melds"])
        text = f"{row['hand']} {row['draw']}"
        score = example(text, indicator=row["indicator"], melds=melds, options=row["options"], **flags)
        assert (score.fan, set(score.names)) == (row["fan"], set(row["names"])), row


@pytest.mark.parametrize(
    ("text", "indicator", "given", "formula"),
    [
        pytest.param("123m45678p99s1z2z3m 4m", "1z", {}, "2 平和 = 2", id="E12 wilds make it plain, 2 suffice"),
        pytest.param(f"{MIDDLE} 5p", "1z", {}, "2 平和 + 2 素 = 4", id="O15 undeclared, no 独抱"),
        pytest.param(f"{MIDDLE} 5p", "1z", {"dubao": True}, "2 平和 + 2 素 + 2 独抱 = 6", id="E14 坎张"),
        pytest.param(
            f"{MIDDLE} 5p", "1z", {"dubao": True, "discard": True}, "2 平和 + 2 素 + 2 独抱 = 6", id="E14 by a discard"
        ),
        pytest.param(f"{MIDDLE} 1z", "1z", {"dubao": True}, "2 平和 + 2 独抱 = 4", id="E14 a wild drawn as the tile"),
        pytest.param(
            f"{MIDDLE} 5p",
            "1z",
            {"options": {"dubao_needs_declaration": False}},
            "2 平和 + 2 素 + 2 独抱 = 6",
            id="O15 where it need not be declared",
        ),
        pytest.param("123m12p789s234s99m 3p", "1z", {"dubao": True}, "2 平和 + 2 素 = 4", id="E14 边张 is no 独抱"),
        pytest.param(
            "123m45p789s234s99m 6p", "1z", {"dubao": True}, "2 平和 + 2 素 = 4", id="E14 two tiles waited for"
        ),
        pytest.param(
            "123m2444p789s234s 3p",
            "1z",
            {"dubao": True},
            "2 平和 + 2 素 = 4",
            id="E14 坎张 and 单钓 at once are two waits",
        ),
        pytest.param(
            "123m456p789s234s5z 5z", "1z", {"dubao": True}, "2 平和 + 2 素 + 2 独抱 = 6", id="E14 单钓 an honour"
        ),
        pytest.param(
            "12m1z456p789s234s5z 5z",
            "1z",
            {"dubao": True},
            "2 平和 + 2 独抱 = 4",
            id="E14 single though a wild is there: it cannot be 白",
        ),
        pytest.param(f"{WILD_PAIR} 8m", "2p", {"dubao": True}, "2 平和 + 2 混钓 = 4", id="E15 混钓 is not 独抱"),
        pytest.param(f"{WILD_PAIR} 3p", "2p", {}, "2 平和 + 2 混钓 = 4", id="E15 drew the other wild"),
        pytest.param(f"{WILD_PAIR} 8m", "2p", {"discard": True}, "2 平和 = 2", id="E15 not by a discard"),
        pytest.param(f"{WILD_PAIR} 3p", "2p", {"shangdatai": 1}, "2 平和 + 2 混钓 + 5 上大台 = 9", id="E16 once"),
        pytest.param(f"{WILD_PAIR} 8m", "2p", {"shangdatai": 2}, "2 平和 + 2 混钓 + 10 上大台 = 14", id="E16 twice"),
        pytest.param(
            f"{WILD_PAIR} 8m",
            "2p",
            {"shangdatai": 1, "discard": True},
            "2 平和 + 5 上大台 = 7",
            id="E16 whatever comes later",
        ),
        pytest.param(
            f"{WILD_PAIR} 8m",
            "2p",
            {"shangdatai": 1, "options": {"shangdatai": False}},
            "2 平和 + 2 混钓 = 4",
            id="O3 off",
        ),
        pytest.param(f"{WILD_PAIR} 5m", "2p", {}, "2 平和 + 2 混钓 + 2 捉五 = 6", id="O7 混钓 with a real 五万"),
        pytest.param(
            f"{WILD_PAIR} 5m", "2p", {"options": {"hundiao_five_is_zhuowu": False}}, "2 平和 + 2 混钓 = 4", id="O7 off"
        ),
        pytest.param("123m456p789s111z4m 5m", "4m", {}, "2 平和 + 2 混钓 = 4", id="O7 五万 that is wild itself"),
        pytest.param("46m123p789s234s99p 5m", "1z", {}, "2 平和 + 2 素 + 2 捉五 = 6", id="E17 捉五 by 坎张"),
        pytest.param(
            "46m123p789s234s99p 5m", "1z", {"discard": True}, "2 平和 + 2 素 + 2 捉五 = 6", id="E17 捉五 by a discard"
        ),
        pytest.param("46m123p789s234s99p 1z", "1z", {}, "2 平和 + 2 捉五 = 4", id="E17 a wild drawn as 五万"),
        pytest.param(
            "46m123p789s234s99p 1z",
            "1z",
            {"options": {"zhuowu_wild_draw": False}},
            "2 平和 = 2",
            id="E17 not as 五万 here",
        ),
        pytest.param("34m123p789s234s99p 5m", "1z", {}, "2 平和 + 2 素 = 4", id="O6 two-sided is no 捉五"),
        pytest.param(
            "5m123p456p789s234s 5m", "1z", {}, "2 平和 + 2 素 + 2 捉五 = 6", id="E17 捉五 by 单钓, undeclared"
        ),
        pytest.param("1234567s9s2p23m66p 1m", "2p", {}, "2 平和 + 4 龙 = 6", id="E17 a wild in the 龙"),
        pytest.param(
            "12346789m11p234s 5m",
            "1z",
            {"dubao": True},
            "2 平和 + 2 素 + 2 独抱 + 4 龙 + 2 捉五 = 12",
            id="E17 坎五万 inside the 龙",
        ),
        pytest.param(
            "55p88s999s 8s",
            "1z",
            {"melds": "pung:7z ming:3m"},
            "2 平和 + 2 素 + 4 对对和 = 8",
            id="E17 对对和 with a kong",
        ),
        pytest.param(
            "55p88s999s 8s", "1z", {"melds": "fengtou_jian:7z an:3m"}, "2 平和 + 2 素 = 4", id="O12 风头杠 is no pung"
        ),
        pytest.param(
            "555p88s999s1z2z 8s",
            "1z",
            {"melds": "pung:7z"},
            "2 平和 + 2 混钓 + 4 对对和 + 2 缺门 = 10",
            id="E17 wilds fill 对对和, and the other one the pair",
        ),
        pytest.param("1122m3344p5566s7z 7z", "1z", {}, "2 平和 + 2 素 + 4 七小对 = 8", id="E17 七小对"),
        pytest.param(
            "1122m3344p5566s7z 7z",
            "1z",
            {"dubao": True},
            "2 平和 + 2 素 + 2 独抱 + 4 七小对 = 10",
            id="O10 七小对 and 独抱",
        ),
        pytest.param(
            "5m3344p556699s77z 5m", "1z", {}, "2 平和 + 2 素 + 2 捉五 + 4 七小对 = 10", id="E17 七小对 waiting for 五万"
        ),
        pytest.param(
            "1111m3344p5577s9s 9s", "1z", {}, "2 平和 + 2 素 + 4 七小对 = 8", id="O9 four equal are two pairs"
        ),
        pytest.param(
            "1111m3344p5577s1z 9s", "1z", {}, "2 平和 + 2 混钓 + 4 七小对 = 8", id="O9 七小对 waiting with a wild"
        ),
        pytest.param(
            "1111m3344p5577s1z 9s", "1z", {"discard": True}, "2 平和 + 4 七小对 = 6", id="O9 the same by a discard"
        ),
        pytest.param(
            "112233m778899p1z 1z",
            "1z",
            {},
            "2 平和 + 2 混钓 + 4 七小对 + 2 缺门 = 10",
            id="E17 seven pairs beat four runs",
        ),
        pytest.param(
            "112233m778899p1z 1z",
            "1z",
            {"options": {"seven_pairs": False}},
            "2 平和 + 2 混钓 + 2 缺门 = 6",
            id="O9 seven_pairs off leaves four runs",
        ),
        pytest.param(
            "1122m3344p5566s8s 8s",
            "1z",
            {"options": {"jiang": "258"}},
            "2 平和 + 2 素 + 4 七小对 = 8",
            id="O4 七小对 has no 将 to ask 258 of",
        ),
        pytest.param("123m123m78m11z234m 9m", "6z", {}, "2 平和 + 2 素 + 4 缺门 = 8", id="E17 two suits missing"),
        pytest.param(
            "111222333z44z55z 5z",
            "1m",
            {"dubao": True},
            "2 平和 + 2 素 + 4 对对和 + 6 缺门 = 14",
            id="O8 honours are no suit",
        ),
        pytest.param(
            "12m1z456m789p55p23p 4p", "1z", {}, "2 平和 + 2 缺门 = 4", id="O8 the wild stays in a suit that is there"
        ),
        pytest.param(
            "333444666z77z1z1z 7z",
            "1z",
            {},
            "2 平和 + 4 对对和 + 6 缺门 = 12",
            id="E4 two wild 东 are plain 东, so no suit is there",
        ),
        pytest.param(
            "333444666z77z1z1z 7z",
            "1z",
            {"options": {"wild_as_itself": False}},
            "2 平和 + 4 对对和 + 4 缺门 = 10",
            id="O5 where they may not, they are of some suit",
        ),
        pytest.param(
            "333444666777z1z 1z",
            "1z",
            {},
            "2 平和 + 2 混钓 + 4 对对和 + 6 缺门 = 14",
            id="E15 混钓 of a wild 东 with another, both plain",
        ),
        pytest.param(
            "456m78p11z 9p",
            "6z",
            {"melds": "chow:1s pung:7p"},
            "2 平和 + 2 素 = 4",
            id="E17 melds count for 缺门",
        ),
        pytest.param(
            "456m78p11z 9p",
            "6z",
            {"melds": "chow:1s pung:4p", "options": {"quemen_counts_melds": False}},
            "2 平和 + 2 素 + 2 缺门 = 6",
            id="E17 where melds are left out",
        ),
        pytest.param(
            "45678s234m66p 9s", "1z", {"melds": "chow:1s"}, "2 平和 + 2 素 + 4 龙 = 8", id="E5 吃 counts for the 龙"
        ),
        pytest.param(
            "46p789s99m 5p",
            "1z",
            {"melds": "an:1m chow:2s", "gangkai": 2},
            "(2 平和 + 2 素) × 2 杠开 = 8",
            id="E18 once",
        ),
        pytest.param(
            "12p1z9m 9m",
            "1z",
            {"melds": "an:1m chow:2s chow:7s", "gangkai": 1},
            "2 平和 × 2 杠开 = 4",
            id="E18 on 平和",
        ),
        pytest.param("123m456p78s55s234s 6s", "1z", {"options": {"jiang": "258"}}, "2 平和 + 2 素 = 4", id="E9 258将"),
        pytest.param(
            "46m123s99p 5m",
            "5s",
            {"melds": "chow:1p fengtou_feng:1z"},
            "2 平和 + 2 素 + 2 捉五 = 6",
            id="E8 东南西北 is one set of four tiles",
        ),
        pytest.param(
            "123m456p789s111z2p 5z",
            "2p",
            {"options": {"wild_is_suited_only": False}},
            "2 平和 + 2 混钓 = 4",
            id="O5 a wild may be an honour",
        ),
        pytest.param(
            f"{MIDDLE} 5p", "1z", {"options": {"points": {"base": 5, "su": 0}}}, "5 平和 + 0 素 = 5", id="F points"
        ),
        pytest.param(
            f"{WILD_PAIR} 2p", "2p", {"discard": True}, "2 平和 = 2", id="E10 a thrown wild may be taken to win"
        ),
    ],
)
def test_a_hand_is_worth(text: str, indicator: str, given: dict[str, Any], formula: str) -> None:
    score = example(text, indicator=indicator, **given)
    assert score.formula == formula
    assert str(score.fan) == formula.rpartition(" = ")[2]
    assert all(name in formula for name in score.names)


@pytest.mark.parametrize(
    ("text", "indicator", "given", "chinese", "english"),
    [
        pytest.param(f"{WILD_PAIR} 5z", "2p", {}, "不能顶字牌", "not for honours", id="E4 no wild for an honour"),
        pytest.param(
            "123m456p78s99s234s 6s", "1z", {"options": {"jiang": "258"}}, "将不是二五八", "2, 5 or 8", id="E9 258将"
        ),
        pytest.param(
            "1122m3344p5566s7z 7z",
            "1z",
            {"options": {"seven_pairs": False}},
            "不打七小对",
            "seven pairs are not played",
            id="O9 seven_pairs off",
        ),
        pytest.param("1122m3344p5566s7z 6z", "1z", {}, "也不是七小对", "nor seven pairs", id="nothing at all"),
        pytest.param("1m3p5566s7z 6z", "1z", {"melds": "chow:1s pung:4z"}, "四副一将", "four sets", id="with melds"),
    ],
)
def test_a_refused_hand_says_why(text: str, indicator: str, given: dict[str, Any], chinese: str, english: str) -> None:
    score = example(text, indicator=indicator, **given)
    assert (score.win, score.fan, score.total, score.names) == (False, 0, 0, ())
    assert score.reason is Refusal.NOT_COMPLETE
    assert chinese in score.reason_zh
    assert english in score.reason_en


def test_a_fouled_hand_is_refused_and_its_kongs_are_told() -> None:
    melds = [Meld.of("fengtou_jian", "7z"), Meld.of("an", "1m")]
    score = score_hand(
        hand=parse_tiles("46p789s99p234s"),
        draw=Tile.parse("5p"),
        melds=melds,
        wilds=parse_tiles("1z2z"),
        flags=WinFlags(xianggong=True),
        profile=DAIHUN,
    )
    assert (score.win, score.reason, score.kong) == (False, Refusal.XIANGGONG, 6)


@pytest.mark.parametrize(
    ("text", "given", "error"),
    [
        pytest.param("46m123s99p 5m", {"melds": "chow:8p pung:1z"}, errors.BadMeldError, id="a run past nine"),
        pytest.param("46m123s99p 5m", {"melds": "chow:5z pung:1z"}, errors.BadMeldError, id="a run of honours"),
        pytest.param("46m123s99p 5m", {"melds": "jin:5s pung:1z"}, errors.MeldNotPlayedError, id="a 金杠"),
        pytest.param("46m123s99p 5m", {"melds": "yin:5s pung:1z"}, errors.MeldNotPlayedError, id="a 银杠"),
        pytest.param("46m123s99p 5m", {"melds": "an:6s pung:1z"}, errors.WildMeldError, id="a kong of wilds"),
        pytest.param("46m123s99p 5m", {"melds": "chow:4s pung:1z"}, errors.WildMeldError, id="a run with a wild"),
        pytest.param("46m123s99p 5m", {"melds": "pung:1z"}, errors.WrongTileCountError, id="too few tiles"),
        pytest.param("46m123s99p2z 5m", {"melds": "chow:1p pung:1z"}, errors.DrawNotAmongTilesError, id="14 tiles"),
        pytest.param("46m123s99p 5m", {"melds": "chow:7p ming:9p"}, errors.FifthCopyError, id="a fifth copy"),
        pytest.param(
            "46m123s99p 5m", {"melds": "fengtou_feng:1z ming:1z"}, errors.FifthCopyError, id="a fifth wind by 风头杠"
        ),
        pytest.param("46m555s99p 5s", {"melds": "chow:1p pung:1z"}, errors.IndicatorCopiesError, id="four indicators"),
        pytest.param("46m123s99p 5m", {"melds": "chow:1p pung:1z", "shangdatai": 3}, errors.BadFlagsError, id="大台 3"),
        pytest.param(
            "46m123s99p 5m",
            {"melds": "chow:1p ming:1z", "discard": True, "gangkai": 1},
            errors.BadFlagsError,
            id="杠开 by a discard",
        ),
    ],
)
def test_a_hand_that_cannot_be_is_an_error(text: str, given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        example(text, indicator="5s", **given)


def test_wilds_take_no_part_in_a_fengtou_kong() -> None:
    with pytest.raises(errors.WildMeldError, match="风头杠"):
        example("46m123s99p 5m", indicator="3z", melds="chow:1p fengtou_feng:1z")


def test_the_kongs_are_counted_apart() -> None:
    score = example("46m99p 5m", indicator="5s", melds="fengtou_feng:1z fengtou_jian:7z an:1s")
    assert (score.fan, score.kong, score.total) == (6, 10, 16)


def test_the_reading_shows_each_wild_and_the_last_tile() -> None:
    score = example("12346m8m9m11p234s1z 5m", indicator="1z")
    assert score.formula == "2 平和 + 4 龙 = 6"
    runs = [group for group in score.groups if group.kind is GroupKind.CHOW]
    assert [group.last for group in runs] == [None, 1, None, None]
    assert runs[2].tiles == parse_tiles("789m")
    assert runs[2].pieces == parse_tiles("1z8m9m")
    assert runs[2].wild == (True, False, False)


def test_seven_pairs_are_seven_groups() -> None:
    score = example("1111m3344p5577s1z 9s", indicator="1z")
    assert [group.kind for group in score.groups] == [GroupKind.PAIR] * 7
    assert score.groups[-1].wild in {(True, False), (False, True)}
