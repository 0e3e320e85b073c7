from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from table_daemon.views import HealthItem, HealthLevel, HealthPart, HealthView, to_json
from tests.web import stories
from tests.web.asking import Client

if TYPE_CHECKING:
    from table_daemon.views import JsonValue
    from tests.web.service import MemoryTable


def test_the_state_is_the_whole_public_state(client: Client, table: MemoryTable) -> None:
    answer = client.get("/api/state")
    assert answer.status_code == 200
    assert answer.json() == to_json(table.current())
    assert answer.headers["cache-control"] == "no-store"


def test_the_log_is_read_on_from_where_one_was(client: Client, table: MemoryTable) -> None:
    everything = client.get("/api/events").json()
    assert [event["seq"] for event in everything] == list(range(1, table.state.version + 1))
    last = table.state.version
    assert [event["seq"] for event in client.get(f"/api/events?after={last - 2}").json()] == [last - 1, last]
    assert client.get(f"/api/events?after={last}").json() == []


def test_the_public_log_has_no_pictures(client: Client, table: MemoryTable) -> None:
    story = stories.foul()
    table.log[:] = story.log
    assert any(entry.event.source.picture for entry in table.log)
    assert "picture" not in client.get("/api/events").text


def test_a_persons_reason_is_private_and_the_rules_reason_is_not(
    client: Client, table: MemoryTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def after(_self: MemoryTable, _seq: int, *, limit: int) -> list[dict[str, JsonValue]]:
        lines: JsonValue = [{"from": 1, "to": 0, "points": 3, "why": "和 3"}]
        log: list[dict[str, JsonValue]] = [
            {"kind": "settled", "lines": lines},
            {"kind": "corrected", "why": "I moved it"},
        ]
        return log[:limit]

    monkeypatch.setattr(type(table), "after", after)
    settled, corrected = client.get("/api/events").json()
    assert settled["lines"][0]["why"] == "和 3"
    assert corrected == {"kind": "corrected"}


@pytest.mark.parametrize("query", ["after=-1", "after=x", f"after={2**60}"])
def test_a_place_in_the_log_that_is_none_is_refused(client: Client, query: str) -> None:
    answer = client.get(f"/api/events?{query}")
    assert answer.status_code == 422
    assert "after" in answer.json()["error"]


def test_a_kept_picture_is_served_as_jpeg(client: Client, table: MemoryTable) -> None:
    table.pictures["tile-7.jpg"] = b"\xff\xd8 a picture"
    answer = client.get("/api/pictures/tile-7.jpg")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert answer.content == b"\xff\xd8 a picture"


@pytest.mark.parametrize("name", ["none.jpg", "..%2f..%2fetc%2fpasswd", ".hidden", "a" * 200, "%00", "a/b"])
def test_no_other_name_gives_a_picture(client: Client, table: MemoryTable, name: str) -> None:
    table.pictures |= {".hidden": b"secret", "a/b": b"secret"}
    assert client.get(f"/api/pictures/{name}").status_code == 404


def test_history_has_the_finished_hands(client: Client, table: MemoryTable) -> None:
    assert client.get("/api/history").json()["hands"] == []
    table.state = stories.won_big().state
    assert client.get("/api/history").json()["hands"][0]["fan"] == 56


@pytest.mark.parametrize(("level", "status"), [("ok", 200), ("warn", 200), ("bad", 503)])
def test_monitors_learn_whether_the_table_can_be_followed(
    client: Client, table: MemoryTable, level: str, status: int
) -> None:
    table.health = HealthView(items=(HealthItem(part=HealthPart.CAMERA, level=HealthLevel(level)),))
    answer = client.get("/healthz")
    assert answer.status_code == status
    assert answer.json()["health"]["level"] == level


def test_metrics_are_prometheus_text(client: Client, table: MemoryTable) -> None:
    client.post("/api/intents", json={"id": "i-1", "kind": "la", "seat": 1, "value": 2})
    client.post("/api/intents", json={"id": "i-2", "kind": "undo", "of": 3})
    text = client.get("/metrics").text
    figures: dict[str, Any] = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert figures["queyan_log_version"] == str(table.state.version)
    assert figures["queyan_intents_accepted_total"] == "1"
    assert figures["queyan_intents_refused_total"] == "1"
    assert figures['queyan_health{part="camera"}'] == "1"


def test_the_api_describes_itself(client: Client) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert {"/api/state", "/api/events", "/api/intents", "/healthz", "/metrics"} <= set(paths)


def test_an_earlier_match_is_read_by_its_id() -> None:
    table = stories.two_matches()
    client = Client(table.app())
    matches = client.get("/api/matches").json()["matches"]
    assert [(one["match"], one["players"][0], one["ended"]) for one in matches] == [
        ("m-2", "甲", False),
        ("m-1", "张伟", True),
    ]
    first = client.get("/api/history?match=m-1").json()
    assert (first["players"][0], len(first["hands"])) == ("张伟", 2)
    assert client.get("/api/history").json()["players"][0] == "甲"
    log = client.get("/api/events?match=m-1").json()
    assert [event["kind"] for event in (log[0], log[-1])] == ["match_started", "match_ended"]
    assert client.get(f"/api/events?match=m-1&after={log[-2]['seq']}").json() == log[-1:]
    assert client.get("/api/history.csv?match=m-1").text.count("\r\n") == 3
    for path in ("/api/history", "/api/history.csv"):
        assert client.get(f"{path}?match=none").status_code == 404
    assert client.get("/api/events?match=none").json() == []
