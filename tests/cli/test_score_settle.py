"""``queyan score`` as people and programs use it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from table_daemon import cli_rules
from table_daemon.rules.errors import RulesError

WORKED = Path(__file__).parents[1] / "data" / "hands_tianjin.jsonl"
GOOD = '{"id": "A", "hand": "345m123s111z77m45s", "draw": "6s", "indicator": "8p"}'


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    cli_rules.register(app)
    return app


def answers(app: typer.Typer, command: str, lines: str | bytes) -> tuple[list[dict[str, Any]], int]:
    result = CliRunner().invoke(app, [command, "--jsonl"], input=lines)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return [json.loads(line) for line in result.stdout_bytes.decode().splitlines()], result.exit_code


def score_one(app: typer.Typer, **fields: object) -> dict[str, Any]:
    (answer,), _ = answers(app, "score", json.dumps({**json.loads(GOOD), **fields}))
    return answer


def test_the_worked_hands_are_answered_in_order(app: typer.Typer) -> None:
    rows = [json.loads(line) for line in WORKED.read_text(encoding="utf-8").splitlines()]
    found, status = answers(app, "score", WORKED.read_bytes())
    assert status == 0
    assert [answer["id"] for answer in found] == [row["id"] for row in rows]
    assert [answer["fan"] for answer in found] == [row["fan"] for row in rows]


def test_an_answer_has_all_the_public_fields(app: typer.Typer) -> None:
    answer = score_one(app, hand="46m123s11z2z66p", draw="5m", indicator="2z", melds=[["ming", "9p"]])
    assert answer == {
        "id": "A",
        "win": True,
        "fan": 3,
        "kong": 1,
        "total": 4,
        "names": ["捉五"],
        "formula": "3 捉五 = 3",
        "groups": [
            {"kind": "chow", "tiles": ["4m", "5m", "6m"], "wild": [False, False, False], "last": 1},
            {"kind": "chow", "tiles": ["1s", "2s", "3s"], "wild": [False, False, False], "last": None},
            {"kind": "pung", "tiles": ["1z", "1z", "1z"], "wild": [False, False, True], "last": None},
            {"kind": "pair", "tiles": ["6p", "6p"], "wild": [False, False], "last": None},
            {"kind": "kong", "tiles": ["9p"] * 4, "wild": [False] * 4, "last": None},
        ],
        "reason": None,
    }


def test_a_refused_hand_is_an_answer_and_no_error(app: typer.Typer) -> None:
    answer = score_one(app, flags={"xianggong": True})
    assert (answer["win"], answer["fan"], answer["total"], answer["names"]) == (False, 0, 0, [])
    assert "相公" in answer["reason"]


def test_wilds_may_stand_in_place_of_the_indicator(app: typer.Typer) -> None:
    assert score_one(app, indicator=None, wilds=["9p", "8p"])["fan"] == 2


@pytest.mark.parametrize(("gangkai", "fan"), [(True, 4), (2, 4), (1, 4), (False, 2), (0, 2)])
def test_gangkai_is_a_truth_or_a_number(app: typer.Typer, gangkai: object, fan: int) -> None:
    fields = {"hand": "345m77m4s5s", "melds": [["ming", "9m"], ["an", "9s"]]}
    assert score_one(app, **fields, flags={"gangkai": gangkai})["fan"] == fan


@pytest.mark.parametrize(
    ("melds", "gangkai", "held"),
    [([], True, "no kongs"), ([["pung", "9m"]], 1, "no kongs"), ([["ming", "9m"]], 2, "1 kong:")],
)
def test_gangkai_needs_its_kongs(app: typer.Typer, melds: list[list[str]], gangkai: object, held: str) -> None:
    hand = ("345m77m45s", "123s", "111z")
    answer = score_one(app, hand="".join(hand[: 3 - len(melds)]), melds=melds, flags={"gangkai": gangkai})
    assert held in answer["error"]
    assert "give every kong as a meld" in answer["error"]


def test_people_give_gangkai_once_for_each_kong(app: typer.Typer) -> None:
    line = "score 345m77m45s --draw 6s --indicator 8p --meld ming:9m --meld an:9s --option gangkai_stacks=true"
    once, twice = (CliRunner().invoke(app, [*line.split(), *["--gangkai"] * n]).stdout for n in (1, 2))
    assert "× 2 杠开 = 4" in once
    assert "× 4 杠开 = 8" in twice


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"hand": "345m123s111z77m4s"}, "must have 13"),
        ({"hand": "345m123s111z77m45q"}, "mpsz"),
        ({"hand": 5}, "hand: "),
        ({"draw": None}, "draw: "),
        ({"draw": "55s"}, "'55s'"),
        ({"indicator": None}, "neither indicator nor wilds"),
        ({"indicator": "1m", "wilds": ["8p", "9p"]}, "makes 1m 2m wild"),
        ({"wilds": ["8p"]}, "2 different"),
        ({"indicator": None, "wilds": ["8p", "2s"]}, "no indicator makes these wild"),
        ({"draw": "６s"}, "'６s' is not a tile"),
        ({"draw": "²s"}, "'²s' is not a tile"),
        ({"hand": "x" * 100_000}, "x' is not mpsz"),
        ({"hand": True}, 'hand: it must be a text, written "..."'),
        ({"melds": [["ming", "9m", "1m"]]}, "melds.0: it must be a list of at most 2"),
        ({"flags": {"gangkai": 1.5}}, "flags.gangkai: it must be a whole number"),
        ({"flags": {"gangkai": 9}}, "flags.gangkai: it must be at most 4"),
        ({"flags": []}, "flags: it must be an object"),
        ({"flags": {"what": 1}}, "flags.what: there is no such key"),
        ({"melds": [[1, 2]] * 50}, "and 95 more"),
        ({"options": {"min_fan": 10**40}}, "from 1 to 10000"),
        ({"options": {"chan": None}}, "chan is null"),
        ({"melds": [["kong", "9m"]]}, "kinds are pung"),
        ({"melds": [["ming"]]}, "melds.0"),
        ({"melds": "ming:9m"}, "melds: "),
        ({"flags": {"gangkia": True}}, "flags.gangkia"),
        ({"flags": {"tianhe": "yes"}}, "flags.tianhe"),
        ({"flags": {"dubao": True}}, "not of these rules"),
        ({"profile": "riichi"}, "choose one of tianjin"),
        ({"options": {"suben": "no"}}, "suben is 'no'"),
        ({"options": {"jiang": "258"}}, "jiang is not known in profile tianjin"),
        ({"flags": {"tianhe": True, "dihe": True}}, "tianhe and dihe"),
        ({"options": {"nonsense": 1}}, "nonsense is not known"),
        ({"options": {"min_fan": 2.5}}, "option min_fan is 2.5"),
        ({"options": None}, "options: "),
    ],
)
def test_a_bad_hand_is_answered_with_what_is_wrong(app: typer.Typer, fields: dict[str, object], said: str) -> None:
    answer = score_one(app, **fields)
    assert set(answer) == {"id", "error"}
    assert answer["id"] == "A"
    assert said in answer["error"]
    assert "Input should" not in answer["error"]
    assert len(answer["error"]) < 1000


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (b"{nonsense", "line 2 is not JSON"),
        (b"[1, 2]", "line 2 is not a JSON object"),
        (b'{"hand": "\xff"}', "line 2 is not JSON"),
        (b'{"hand": NaN}', "line 2 is not JSON"),
        (b"[" * 100_000, "line 2 is not JSON"),
        (b'{"hand": "' + b"x" * 3_000_000, "line 2 is longer than 1000000 bytes"),
    ],
)
def test_a_spoiled_line_is_answered_and_the_rest_goes_on(app: typer.Typer, bad: bytes, said: str) -> None:
    lines = b"\n".join([GOOD.encode(), bad, b"", GOOD.encode(), b""])
    found, status = answers(app, "score", lines)
    assert status == 1
    assert [answer["id"] for answer in found] == ["A", None, "A"]
    assert said in found[1]["error"]
    assert found[0] == found[2]


def test_options_at_their_defaults_are_accepted(app: typer.Typer) -> None:
    options = {"min_fan": 2, "suben": True, "kong": {"ming": 1}, "tianhe": "x4", "dihe": "off"}
    assert score_one(app, options=options)["fan"] == 2


def test_people_get_a_hand_explained(app: typer.Typer) -> None:
    line = "score 46m123s11z2z66p --draw 5m --indicator 2z --meld ming:9p --gangkai"
    result = CliRunner().invoke(app, line.split())
    assert result.exit_code == 0
    assert "3 捉五 × 2 杠开 = 6" in result.stdout
    assert "with kongs 7" in result.stdout


def test_people_get_a_refusal_explained_and_no_failure(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, ["score", "123s111z2z78m66p14p", "--draw", "9m", "--indicator", "2z"])
    assert result.exit_code == 0
    assert "不能和" in result.stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("score 345m123s111z77m4s --draw 6s --indicator 8p", "must have 13"),
        ("score 345m123s --draw 6s --indicator 8p --meld kong:9p", "--meld kong:9p"),
        ("score 345m123s --draw 6s --indicator 8p --meld 9p", "--meld 9p"),
        ("score 345m123s --draw 6s --indicator 8p --meld ming:9q", "'9q'"),
        ("score 345m123s111z77m45s --draw 6s --indicator 8p --profile riichi", "choose one of tianjin"),
    ],
)
def test_people_hear_what_is_wrong_with_a_hand(app: typer.Typer, line: str, said: str) -> None:
    result = CliRunner().invoke(app, line.split())
    assert isinstance(result.exception, RulesError)
    assert said in str(result.exception)


@pytest.mark.parametrize("line", ["score", "score 345m", "settle"])
def test_people_hear_what_to_give(app: typer.Typer, line: str) -> None:
    result = CliRunner().invoke(app, line.split())
    assert result.exit_code == 2
    assert "--jsonl" in result.output


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    path = tmp_path / "queyan.toml"
    path.write_text('[match]\nprofile = "tianjin_club"\n[match.rules]\nmin_fan = 3\n', encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("more", "changed"),
    [([], {"min_fan"}), (["--option", "chan_unit=1", "--option", "kong.jin=4"], {"min_fan", "chan_unit", "kong"})],
)
def test_the_rules_of_the_settings_are_shown(
    app: typer.Typer, settings: Path, more: list[str], changed: set[str]
) -> None:
    shown = CliRunner().invoke(app, ["rules", "--settings", str(settings), *more])
    assert shown.stdout.startswith("tianjin_club")
    lines = shown.stdout.splitlines()
    assert {name.split(":")[0].strip() for star, name in pairwise(lines) if star.startswith("*")} == changed


def test_without_a_name_the_rules_are_those_that_the_daemon_plays(
    app: typer.Typer, settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table_daemon.cli.settings_files", lambda _: [settings])
    assert CliRunner().invoke(app, ["rules"]).stdout.startswith("tianjin_club")
    assert CliRunner().invoke(app, ["rules", "--profile", "daihun"]).stdout.startswith("daihun")


def test_a_profile_and_settings_at_once_are_refused(app: typer.Typer, settings: Path) -> None:
    refused = CliRunner().invoke(app, ["rules", "--profile", "daihun", "--settings", str(settings)])
    assert refused.exit_code == 2
    assert "not both" in refused.output
