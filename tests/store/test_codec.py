"""The public JSON of every event: exact both ways, its names as the contract gives them, clear about bad input."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, get_args

import pytest
from hypothesis import given

from table_daemon.game.events import Event, MatchStarted, NameSet, Recorded
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import TIANJIN
from table_daemon.store.codec import decode, dumps, encode, kind_of, loads
from table_daemon.store.errors import EventFormatError
from table_daemon.store.reading import READERS
from tests.game.story import NAMES, PERSON
from tests.game.strategies import any_recorded
from tests.store.logs import played_hand

if TYPE_CHECKING:
    from table_daemon.store.fields import Json

# The fields other programs count on (the event log's contract); further fields may stand beside them.
CONTRACT = {
    "match_started": set[str](),
    "hand_started": {"dealer"},
    "dice": {"seat", "dice"},
    "indicator": {"tile", "wilds"},
    "discard": {"seat", "tile", "sure"},
    "meld": {"seat", "meld"},
    "foul": {"seat", "foul", "of"},
    "hand_won": {"winner", "draw", "hand", "melds", "score"},
    "false_hu": {"seat"},
    "settled": {"net", "lines", "next_dealer"},
    "review_opened": {"review", "question", "of"},
    "review_answered": set[str](),
}
SCORE = {"win", "fan", "kong", "total", "names", "formula", "groups", "reason"}
DISCARD: dict[str, Any] = {
    "seq": 9, "t_ms": 4, "kind": "discard", "v": 3, "seat": 2, "tile": "5m", "sure": True, "witness": "camera",
}  # fmt: skip


@given(any_recorded)
def test_every_event_comes_back_as_it_was(recorded: Recorded) -> None:
    assert loads(dumps(recorded)) == recorded


@given(any_recorded)
def test_a_line_is_one_line_of_utf8(recorded: Recorded) -> None:
    assert b"\n" not in dumps(recorded).encode("utf-8")


def test_a_name_with_half_a_surrogate_pair_is_kept() -> None:
    recorded = Recorded(1, 0, NameSet(seat=0, name="王\ud83c", source=PERSON))
    assert loads(dumps(recorded)) == recorded
    assert dumps(recorded).encode("utf-8").isascii()


def test_a_played_hand_has_the_fields_of_the_contract() -> None:
    log, _ = played_hand()
    seen = {}
    for recorded in log:
        value = encode(recorded)
        assert {"seq", "t_ms", "kind", "witness"} <= set(value)
        seen[value["kind"]] = value
    assert set(seen) == set(CONTRACT)
    for kind, wanted in CONTRACT.items():
        assert wanted <= set(seen[kind]), kind
    score = seen["hand_won"]["score"]
    assert isinstance(score, dict)
    assert set(score) >= SCORE
    assert seen["meld"]["meld"] == {"kind": "an", "tiles": ["2m"] * 4, "from": None}
    assert seen["hand_won"]["hand"] == "12346789m234p55s"
    assert seen["foul"]["foul"] == "xiao_xianggong"


def test_the_json_of_a_match_start_is_fixed() -> None:
    rules = with_options(TIANJIN, {"min_fan": 3})
    started = MatchStarted(match="m1", names=NAMES, profile=rules, first_dealer=2, source=PERSON)
    written = dumps(Recorded(1, 1700, started))
    assert written.startswith(
        '{"seq":1,"t_ms":1700,"kind":"match_started","v":3,"match":"m1","names":["王麻子","李四","张三","赵六"],'
        '"profile":"tianjin","options":{"min_fan":3,"hundiao_alone_wins":true,'
    )
    assert written.endswith('"guo_stake":0},"first_dealer":2,"witness":"person"}')


def test_a_match_start_of_an_older_log_plays_its_profile_by_name() -> None:
    line = (
        '{"seq":1,"t_ms":1700,"kind":"match_started","v":1,"match":"m1","names":["王","李","张","赵"],'
        '"profile":"tianjin","first_dealer":2,"witness":"person"}'
    )
    event = loads(line).event
    assert isinstance(event, MatchStarted)
    assert event.profile is TIANJIN


def test_a_match_start_with_rules_this_version_does_not_know_says_so() -> None:
    line = (
        '{"seq":1,"t_ms":1700,"kind":"match_started","v":1,"match":"m1","names":["王","李","张","赵"],'
        '"profile":"tianjin","options":{"later":1},"first_dealer":2,"witness":"person"}'
    )
    with pytest.raises(EventFormatError, match="option later is not known"):
        loads(line)


def test_every_kind_of_event_can_be_read() -> None:
    assert len(READERS) == len(get_args(Event))
    log, _ = played_hand()
    assert {kind_of(recorded.event) for recorded in log} <= set(READERS)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"kind": "earthquake"}, "event kind 'earthquake' is not known"),
        ({"kind": None}, "event: kind is None: it must be a string"),
        ({"v": 4}, "event format 4 is not known"),
        ({"v": 0}, "event format 0 is not known"),
        ({"tile": "10m"}, "discard: tile: '10m' is not a tile"),
        ({"tile": 5}, "discard: tile is 5: it must be a tile such as 5m"),
        ({"seat": "2"}, "discard: seat is '2': it must be a whole number"),
        ({"seat": True}, "discard: seat is True: it must be a whole number"),
        ({"sure": 1}, "discard: sure is 1: it must be true or false"),
        ({"witness": "ghost"}, "discard: witness is 'ghost': it must be one of camera, link, person, rules"),
        ({"confidence": "high"}, "discard: confidence is 'high': it must be a number"),
        ({"place_mm": [1]}, "discard: place_mm is .*: it must be a list of 2"),
    ],
)
def test_what_is_no_event_is_named(change: dict[str, Json], complaint: str) -> None:
    with pytest.raises(EventFormatError, match=complaint):
        decode({**DISCARD, **change})


@pytest.mark.parametrize("line", ["", "{", "[]", "null", '{"kind":"discard"}', "[" * 100_000])
def test_a_line_that_is_no_event_is_an_error_with_words(line: str) -> None:
    with pytest.raises(EventFormatError):
        loads(line)


def test_unknown_fields_are_left_alone() -> None:
    assert json.loads(dumps(decode({**DISCARD, "later": 1}))) == DISCARD
