from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from tests.web import stories
from tests.web.service import MemoryTable
from web_display.intents import MAX_NAME_CHARS, Name

if TYPE_CHECKING:
    from tests.web.asking import Client

NAMES = ["甲", "乙", "丙", "丁"]
A_NAME: TypeAdapter[str] = TypeAdapter(Name)


def post(client: Client, **intent: Any) -> Any:
    return client.post("/api/intents", json={"id": "i-1", **intent})


@pytest.mark.parametrize(
    "intent",
    [
        {"kind": "end_match"},
        {"kind": "set_name", "seat": 2, "name": "王五"},
        {"kind": "zuo", "seat": 1, "value": True},
        {"kind": "la", "seat": 3, "value": 2},
    ],
)
def test_a_wish_is_carried_out_and_answered_with_the_new_version(
    client: Client, table: MemoryTable, intent: dict[str, Any]
) -> None:
    before = table.state.version
    answer = post(client, **intent)
    assert answer.status_code == 200
    assert answer.json() == {"id": "i-1", "version": table.state.version}
    assert table.state.version > before


def test_a_match_starts_with_its_names_and_dealer(client: Client, table: MemoryTable) -> None:
    table.state = MemoryTable().state
    answer = post(client, kind="start_match", names=NAMES, profile="tianjin", first_dealer=2)
    assert answer.status_code == 200
    match = table.state.match
    assert match is not None
    assert (list(match.names), match.profile.name, match.next_dealer) == (NAMES, "tianjin", 2)


def test_a_question_is_answered(client: Client, table: MemoryTable) -> None:
    table.state = stories.in_doubt().state
    review = table.current().reviews[0]
    assert post(client, kind="answer", review=review.id, choice="7s").status_code == 200
    assert table.current().reviews == ()


def test_the_same_id_changes_nothing_the_second_time(client: Client, table: MemoryTable) -> None:
    first = post(client, kind="la", seat=1, value=2)
    version = table.state.version
    for _ in range(4):
        assert post(client, kind="la", seat=1, value=0).json() == first.json()
    assert table.state.version == version
    assert table.current().seats[1].choice.la == 2


def test_what_the_game_refuses_is_409_with_the_reason_in_both_languages(client: Client, table: MemoryTable) -> None:
    before = table.state.version
    answer = post(client, kind="start_match", names=NAMES)
    assert answer.status_code == 409
    body = answer.json()
    assert body["id"] == "i-1"
    assert body["error"]
    assert body["error_en"].isascii()
    assert table.state.version == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"hello"',
        b"{}",
        b'{"id": "i-1"}',
        b'{"id": "i-1", "kind": "launch"}',
        b'{"id": "", "kind": "end_match"}',
        b'{"id": "a b", "kind": "end_match"}',
        b'{"id": "%s", "kind": "end_match"}' % (b"x" * 65),
        b'{"id": "i-1", "kind": "zuo", "seat": 4, "value": true}',
        b'{"id": "i-1", "kind": "zuo", "seat": 0, "value": "yes"}',
        b'{"id": "i-1", "kind": "zuo", "seat": true, "value": true}',
        b'{"id": "i-1", "kind": "la", "seat": 0, "value": 3}',
        b'{"id": "i-1", "kind": "la", "seat": 0, "value": 1.5}',
        b'{"id": "i-1", "kind": "set_name", "seat": 0, "name": " "}',
        b'{"id": "i-1", "kind": "start_match", "names": ["a", "b", "c"]}',
        b'{"id": "i-1", "kind": "answer", "review": -1, "choice": "x"}',
        b'{"id": "i-1", "kind": "answer", "review": true, "choice": "x"}',
        b'{"id": "i-1", "kind": "answer", "review": 1.0, "choice": "x"}',
        b'{"id": "i-1", "kind": "enter", "fact": "score", "net": ["3", "-3", 0, 0]}',
        b'{"id": "i-1", "kind": "enter", "fact": "score", "net": [10000000000, -10000000000, 0, 0]}',
        b'{"id": "i-1", "kind": "enter", "fact": "dice", "dice": [3.0, 4]}',
        b"\xff\xfe\x00",
    ],
)
def test_what_is_no_intent_is_refused_and_changes_nothing(client: Client, table: MemoryTable, body: bytes) -> None:
    before = table.state.version
    answer = client.post("/api/intents", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == (400 if body.startswith(b"\xff") else 422)
    assert answer.json()["error"]
    assert table.state.version == before


def test_a_refusal_does_not_give_the_clients_text_back(client: Client) -> None:
    body = json.dumps({"id": "i-1", "kind": "<script>alert(1)</script>"})
    answer = client.post("/api/intents", content=body, headers={"content-type": "application/json"})
    assert "<script>" not in answer.text


@given(st.text(max_size=60))
def test_a_name_is_kept_short_visible_and_in_its_own_direction(text: str) -> None:
    try:
        name = A_NAME.validate_python(text)
    except ValidationError:
        return
    assert 0 < len(name) <= MAX_NAME_CHARS
    assert name == name.strip()
    assert not any(char in name for char in "\u202e\u2066\u200f\n\r\t\x00")
    assert A_NAME.validate_python(name) == name


@pytest.mark.parametrize(
    "name", ["王麻子🀄", "王" * 40, "<svg/onload=alert(1)>", "שחקן מספר אחת", "👨\u200d👩\u200d👧"]
)
def test_names_people_have_are_kept_whole(name: str) -> None:
    assert A_NAME.validate_python(name) == name
