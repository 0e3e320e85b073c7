"""What hands are worth: the worked hands, the points the rules decide, what is refused and what is an error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from table_daemon.rules import errors
from table_daemon.rules.melds import Meld
from table_daemon.rules.score import GroupKind, HandScore, Refusal, WinFlags, example, score_hand, shape_completes
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.rules.wilds import wilds_of

WORKED = Path(__file__).parents[1] / "data" / "hands_tianjin.jsonl"
ROWS = [json.loads(line) for line in WORKED.read_text(encoding="utf-8").splitlines()]


def score_row(row: dict[str, Any]) -> HandScore:
    indicator = Tile.parse(row["indicator"])
    flags = {**row["flags"], "gangkai": int(row["flags"].get("gangkai", 0))}
    return score_hand(
        hand=parse_tiles(row["hand"]),
        draw=Tile.parse(row["draw"]),
        melds=[Meld.of(*meld) for meld in row["melds"]],
        wilds=wilds_of(indicator),
        flags=WinFlags(**flags),
        indicator=indicator,
    )


def alike(names: list[str] | tuple[str, ...]) -> set[str]:
    """Names as a set; where 单混吊 and 双混吊 score the same either may be named."""
    return {name.removeprefix("单").removeprefix("双") for name in names}


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_a_worked_hand(row: dict[str, Any]) -> None:
    score = score_row(row)
    assert (score.fan, alike(score.names)) == (row["fan"], alike(row["names"]))
    assert score.win == (row["fan"] > 0)
    assert score.total == (score.fan + score.kong if score.win else 0)


@pytest.mark.parametrize(
    ("text", "indicator", "fan", "names"),
    [
        pytest.param("345m123s111z456s8p 9p", "8p", 2, "单混吊", id="B9 the last tile is itself wild"),
        pytest.param("123m456m123p456p7z 5m", "7z", 3, "捉五", id="B11 single 混吊 is not 捉五 as well"),
        pytest.param("34456m123s111z66p 5m", "2z", 6, "捉五 素", id="B13 五万 need not be the only wait"),
        pytest.param("123789m6z7z66p234s 5m", "7z", 7, "捉五 龙", id="B15 wilds inside the 龙, drawing 五万"),
        pytest.param("123789m6z7z66p234s 6m", "7z", 4, "龙", id="B15 wilds inside the 龙, drawing 六万"),
        pytest.param("1234567s88s46m66p 5m", "8s", 14, "捉五 龙 本混", id="B16 本混 doubles the sum"),
        pytest.param("1234567s88s23p66m 4p", "8s", 8, "龙 本混", id="B18 two of one wild are no 素本"),
        pytest.param("1234m578m9m234p66s 6m", "5m", 16, "龙 本混 素本", id="B18 the last tile as itself"),
        pytest.param("1234568s9m789p66s 7s", "8m", 4, "龙", id="本混 wants the suit of the wilds"),
        pytest.param("46m123s111z66s789p 5m", "2z", 6, "捉五 素", id="四五六万 all natural"),
        pytest.param("46p123s111z66s789m 5p", "2z", 2, "素", id="捉五 is 万 only"),
        pytest.param("56m123s111z66s789p 4m", "2z", 2, "素", id="捉五 wants the middle"),
        pytest.param("12346789m234p66s 5z", "2z", 0, "", id="not complete"),
    ],
)
def test_a_decided_point(text: str, indicator: str, fan: int, names: str) -> None:
    score = example(text, indicator=indicator)
    assert (score.fan, " ".join(score.names)) == (fan, names)


def test_tianhe_takes_any_tile_as_the_last() -> None:
    score = example("456m123s111z66s78p 2z", indicator="2z", tianhe=True)
    assert (score.fan, score.names) == (12, ("捉五", "天和"))


def test_after_a_kong_it_is_gangkai_and_no_tianhe() -> None:
    score = example("46m123s11z2z66p 5m", indicator="2z", melds="an:9p", gangkai=1, tianhe=True)
    assert (score.fan, score.kong, score.names) == (6, 2, ("捉五", "杠开"))


@pytest.mark.parametrize("kongs", [1, 2, 3])
def test_gangkai_counts_once(kongs: int) -> None:
    assert example("78m66p123s 9m", indicator="2z", melds="ming:9p an:1z", gangkai=kongs).fan == 4


def test_kong_points_are_counted_apart_from_the_fan() -> None:
    score = example("234m78p11z 9p", indicator="8s", melds="jin:9s ming:3z", gangkai=1)
    assert (score.fan, score.kong, score.total) == (2, 5, 7)


def test_a_layout_says_what_each_wild_stands_for() -> None:
    score = example("345m123s111z66s8p9p 5m", indicator="8p")
    caught = next(group for group in score.groups if group.last is not None)
    assert (caught.kind, caught.tiles, caught.last) == (GroupKind.CHOW, parse_tiles("456m"), 1)
    assert caught.wild == (True, False, True)
    assert set(caught.pieces) == set(parse_tiles("8p5m9p"))


def test_a_wild_on_its_own_face_stands_for_nothing_else() -> None:
    score = example("1234567s8s234p66m 9s", indicator="8s")
    assert not any(any(group.wild) for group in score.groups)


def test_melds_are_among_the_groups_after_the_concealed_ones() -> None:
    score = example("46m123s11z2z66p 5m", indicator="2z", melds="ming:9p", gangkai=1)
    assert [group.kind for group in score.groups] == ["chow", "chow", "pung", "pair", "kong"]
    assert [group.melded for group in score.groups] == [False] * 4 + [True]


def test_a_hand_below_the_least_fan_is_refused_with_its_best_reading() -> None:
    score = example("123s11z2z78m66p 9m", indicator="2z", melds="ming:9p")
    assert (score.win, score.fan, score.kong, score.total, score.names) == (False, 0, 1, 0, ())
    assert score.reason is Refusal.BELOW_MIN_FAN
    assert score.reason_zh == "提溜 1番, 不够2番起和"
    assert score.formula == "1 提溜 = 1"
    assert len(score.groups) == 5


def test_an_incomplete_hand_is_refused_without_a_reading() -> None:
    score = example("55m234p145678s6z7z 5z", indicator="7z")
    assert (score.reason, score.groups, score.formula) == (Refusal.NOT_COMPLETE, (), "")


def test_a_player_who_fouled_is_refused_whatever_the_hand_and_its_number_of_tiles() -> None:
    for hand in ("345m123s111z456s8p", "345m123s111z456s", "345m123s111z456s8p1p"):
        score = score_hand(
            hand=parse_tiles(hand),
            draw=Tile.parse("5z"),
            melds=[],
            wilds=parse_tiles("8p9p"),
            flags=WinFlags(xianggong=True),
        )
        assert score.reason is Refusal.XIANGGONG


@pytest.mark.parametrize(
    ("text", "melds", "error", "said"),
    [
        pytest.param("345m123s111z77m4s 6s", "", errors.WrongTileCountError, "must have 13", id="13 tiles"),
        pytest.param("345m123s111z77m45s 6s", "pung:2z", errors.WrongTileCountError, "must have 10", id="many"),
        pytest.param("7m 7m", "pung:1z pung:2z pung:3z pung:4z pung:5z", errors.WrongTileCountError, "4", id="5"),
        pytest.param("3333m123s111z77m4s 3m", "", errors.FifthCopyError, "3m is there 5 times", id="fifth"),
        pytest.param("345m123s77m45s 6s", "ming:3m", errors.FifthCopyError, "3m", id="fifth with a meld"),
        pytest.param("345m123s771m8888p 6s", "", errors.FifthCopyError, "indicator", id="four indicators"),
        pytest.param("123s77m4455s 6s", "pung:9p", errors.WildMeldError, "9p is wild", id="碰 of a wild"),
        pytest.param("123s77m4455s 6s", "ming:9p", errors.WildMeldError, "jin:9p", id="明杠 of a wild"),
        pytest.param("123s77m4455s 6s", "an:9p", errors.WildMeldError, "jin:9p", id="暗杠 of a wild"),
        pytest.param("123s77m4455s 6s", "jin:9m", errors.WildMeldError, "not wild", id="金杠 of no wild"),
        pytest.param(
            "123s77m44556s 6s", "jin:8p", errors.FifthCopyError, "indicator", id="金杠 of the indicator's kind"
        ),
        pytest.param("123s77m4455s 6s", "chow:1p", errors.MeldNotPlayedError, "chow:1p", id="吃"),
        pytest.param("345m123s111z77m45s 8z", "", errors.BadNotationError, "'8z'", id="no such tile"),
        pytest.param("345m123s111z77m45x 6s", "", errors.BadNotationError, "mpsz", id="no such suit"),
    ],
)
def test_a_hand_that_cannot_be_is_an_error(text: str, melds: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        example(text, indicator="8p", melds=melds)


@pytest.mark.parametrize("wilds", ["", "8p", "8p8p", "8p9p1p"])
def test_wilds_are_two_different_tiles(wilds: str) -> None:
    with pytest.raises(errors.BadWildsError, match="2 different"):
        score_hand(
            hand=parse_tiles("345m123s111z77m45s"),
            draw=Tile.parse("6s"),
            melds=[],
            wilds=parse_tiles(wilds),
            flags=WinFlags(),
        )


def test_wilds_that_the_indicator_does_not_make_are_an_error() -> None:
    with pytest.raises(errors.BadWildsError, match="makes 8p 9p wild"):
        score_hand(
            hand=parse_tiles("345m123s111z77m45s"),
            draw=Tile.parse("6s"),
            melds=[],
            wilds=parse_tiles("7p8p"),
            flags=WinFlags(),
            indicator=Tile.parse("8p"),
        )


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("345m123s111z77m456s", 0, True),
        ("345m123s111z78m456s", 0, False),
        ("345m123s111z78p456s", 0, True),
        ("12s9s8p3z", 3, False),
        ("12s8p9p9p", 3, True),
        ("7z7z", 4, True),
        ("7z7z7z", 4, False),
    ],
)
def test_whether_a_shape_completes(tiles: str, melds: int, *, expected: bool) -> None:
    assert shape_completes(tiles=parse_tiles(tiles), melds=melds, wilds=parse_tiles("8p9p")) is expected
