"""``queyan settle`` as people and programs use it."""

from __future__ import annotations

import json
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from table_daemon import cli_rules
from table_daemon.rules.errors import RulesError


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    cli_rules.register(app)
    return app


def settle_one(app: typer.Typer, **fields: object) -> dict[str, Any]:
    line = json.dumps({"id": "S", "dealer": 0, **fields})
    result = CliRunner().invoke(app, ["settle", "--jsonl"], input=line)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    (answer,) = [json.loads(line) for line in result.stdout_bytes.decode().splitlines()]
    assert isinstance(answer, dict)
    assert result.exit_code == int("error" in answer)
    return answer


def test_a_settlement_has_all_the_public_fields(app: typer.Typer) -> None:
    answer = settle_one(app, zuo=True, la=[0, 2, 0, 0], winner=1, fan=3, kongs=[[2, "an"], [3, "ming", 0]])
    assert answer["net"] == [-24 - 4 - 2, 30 - 2 - 1, -3 + 8 - 1, -3 - 2 + 4]
    assert answer["next_dealer"] == 1
    assert answer["lines"][0] == {
        "from": 0,
        "to": 1,
        "points": 24,
        "why": "庄家坐庄 ×2, 拉两庄 ×4: 8 × 和 3",
        "why_en": "zuo ×2, la ×4: 8 × win 3",
    }
    assert set(answer) == {"id", "net", "next_dealer", "lines"}


def test_a_settlement_with_nothing_but_a_dealer_is_a_drawn_hand(app: typer.Typer) -> None:
    assert settle_one(app) == {"id": "S", "net": [0, 0, 0, 0], "next_dealer": 0, "lines": []}


def test_fouls_and_a_false_win_are_taken_by_seat(app: typer.Typer) -> None:
    answer = settle_one(app, kongs=[[2, "an"], [3, "an"]], fouls={"2": "da_xianggong"}, false_hu=[3], base=2)
    assert answer["net"] == [-4, -4, -4, 12]


@pytest.mark.parametrize(
    ("fields", "net", "following"),
    [
        ({"winner": 1, "fan": 4, "discarder": 0}, [-4, 4, 0, 0], 1),
        ({"winner": 1, "fan": 4, "discarder": 0, "options": {"discard_pay": "flat2"}}, [-2, 2, 0, 0], 1),
        ({"winner": 1, "fan": 6, "discarder": 0, "dubao": True}, [-6, 10, -2, -2], 1),
        ({"kongs": [[0, "fengtou_jian"], [2, "fengtou_feng"]]}, [2, -6, 10, -6], 1),
        ({"shangdatai": [0, 0, 1, 0]}, [-5, -5, 15, -5], 1),
        ({"dubao_declared": [3], "options": {"dubao_pays_without_win": True}}, [-2, -2, -2, 6], 1),
        ({"options": {"draw_dealer": "stay"}}, [0, 0, 0, 0], 0),
    ],
)
def test_daihun_is_settled_too(app: typer.Typer, fields: dict[str, object], net: list[int], following: int) -> None:
    answer = settle_one(app, profile="daihun", **fields)
    assert (answer["net"], answer["next_dealer"]) == (net, following)


@pytest.mark.parametrize(("chan", "net"), [(False, 0), (0, 0), (True, -3), (1, -3), (2, -6)])
def test_chan_may_be_told_as_a_number_of_rounds(app: typer.Typer, chan: object, net: int) -> None:
    assert settle_one(app, chan=chan, options={"chan_rounds": 2})["net"][0] == net


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"dealer": 4}, "dealer: "),
        ({"dealer": "0"}, "dealer: "),
        ({"dealer": True}, "dealer: "),
        ({"la": [0, 0, 0]}, "la.3"),
        ({"la": [1, 0, 0, 0]}, "is the dealer"),
        ({"winner": 1, "fan": 0}, "fan is 0"),
        ({"winner": 1, "fan": -2}, "fan: "),
        ({"winner": 1, "fan": 2, "fouls": {"1": "xiao_xianggong"}}, "小相公"),
        ({"fouls": {"5": "xiao_xianggong"}}, "fouls.5"),
        ({"fouls": {"1": "xianggong"}}, "fouls.1"),
        ({"kongs": [[0, "pung"]]}, "kongs are ming, an and jin"),
        ({"kongs": [[0, "an"]] * 5}, "seat 0 has 5 kongs"),
        ({"kongs": [[0]]}, "kongs.0"),
        ({"chan": 2}, "chan is 2 rounds"),
        ({"chan": 3}, "chan: "),
        ({"chan": "yes"}, "chan: "),
        ({"winner": 1, "fan": 2, "discarder": 0}, "one's own draw"),
        ({"dubao": True}, "not played in tianjin"),
        ({"profile": "daihun", "discarder": 1}, "nobody won"),
        ({"profile": "riichi"}, "choose one of tianjin"),
        ({"options": {"draw_dealer": "leave"}}, "draw_dealer is 'leave'"),
    ],
)
def test_a_bad_settlement_is_answered_with_what_is_wrong(
    app: typer.Typer, fields: dict[str, object], said: str
) -> None:
    answer = settle_one(app, **fields)
    assert set(answer) == {"id", "error"}
    assert said in answer["error"]


def test_people_are_told_who_pays_whom_and_why(app: typer.Typer) -> None:
    line = "settle --dealer 0 --zuo --la 0,0,1,2 --winner 3 --fan 2 --kong 1:ming:0 --chan 1 --option chan_unit=2"
    result = CliRunner().invoke(app, line.split())
    assert result.exit_code == 0
    assert "  0 → 3     16   庄家坐庄 ×2, 拉两庄 ×4: 8 × 和 2  (zuo ×2, la ×4: 8 × win 2)" in result.stdout
    assert "  0 → 3     16   庄家坐庄 ×2, 拉两庄 ×4: 8 × 铲 2" in result.stdout
    assert result.stdout.endswith("next dealer: 座 seat 1\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--profile daihun --winner 1 --fan 6 --discarder 0 --dubao", "座 0 −6   座 1 +10   座 2 −2   座 3 −2"),
        ("--profile daihun --shangdatai 0,0,2,0", "上大台两次 10"),
        ("--profile daihun --dubao-declared 2 --option dubao_pays_without_win=true", "独抱 2"),
        ("--false-hu 2 --option false_hu_penalty=3", "诈和 3"),
        ("--kong 2:an --foul 2:da_xianggong", "座 0 0   座 1 0   座 2 0   座 3 0"),
        ("--kong 2:jin --option kong.jin=8", "金杠 8"),
        ("--option draw_dealer=pass --base 3", "荒庄"),
    ],
)
def test_people_may_give_every_fact(app: typer.Typer, line: str, said: str) -> None:
    result = CliRunner().invoke(app, ["settle", "--dealer", "0", *line.split()])
    assert result.exit_code == 0
    assert said in result.stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--la 0,0,1", "--la 0,0,1: write four numbers"),
        ("--shangdatai a,b,c,d", "--shangdatai a,b,c,d: write four numbers"),
        ("--kong 1", "--kong 1: write SEAT:KIND"),
        ("--kong 1:ming:0:2", "--kong 1:ming:0:2: write"),
        ("--kong x:ming", "--kong x:ming: write"),
        ("--kong 1:kong", "'kong' is none of pung"),
        ("--foul 1:foul", "'foul' is none of xiao_xianggong, da_xianggong"),
        ("--option min_fan", "write NAME=VALUE"),
        ("--option nonsense=1", "nonsense is not known"),
        ("--profile riichi", "choose one of tianjin"),
        ("--winner 1", "fan is 0"),
    ],
)
def test_people_hear_what_is_wrong(app: typer.Typer, line: str, said: str) -> None:
    result = CliRunner().invoke(app, ["settle", "--dealer", "0", *line.split()])
    assert isinstance(result.exception, RulesError)
    assert said in str(result.exception)
