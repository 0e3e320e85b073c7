from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.web.asking import Client
from web_display import guard
from web_display.guard import MAX_BODY_BYTES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.web.service import MemoryTable

WISH = b'{"id": "i-1", "kind": "la", "seat": 1, "value": 2}'
JSON = {"content-type": "application/json"}
PAGES = ("/", "/seat/0", "/table", "/setup", "/history", "/overlay")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://table.local:8081"},
        {"origin": "null"},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_sites_page_cannot_post(client: Client, table: MemoryTable, headers: dict[str, str]) -> None:
    before = table.state.version
    answer = client.post("/api/intents", content=WISH, headers=JSON | headers)
    assert answer.status_code == 403
    assert table.state.version == before


@pytest.mark.parametrize(
    "headers", [{}, {"origin": "http://table.local"}, {"origin": "http://table.local", "sec-fetch-site": "same-origin"}]
)
def test_our_own_pages_and_programs_can(client: Client, headers: dict[str, str]) -> None:
    assert client.post("/api/intents", content=WISH, headers=JSON | headers).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.com", "evil.com:8080", "127.0.0.1.evil.com", "local", "table.local@evil.com:x", ""]
)
def test_another_sites_name_for_this_machine_opens_nothing(client: Client, table: MemoryTable, host: str) -> None:
    before = table.state
    posted = client.post("/api/intents", content=WISH, headers=JSON | {"host": host, "origin": f"http://{host}"})
    looked = [client.get(path, headers={"host": host}).status_code for path in ("/", "/api/state", "/api/stream")]
    assert [posted.status_code, *looked] == [421, 421, 421, 421]
    assert table.state is before


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8080", "192.168.1.7", "[::1]:8080", "[fe80::1]", "localhost", "queyan.local:80", "Mahjong-Pi"]
)
def test_this_machines_own_names_and_addresses_do(table: MemoryTable, host: str) -> None:
    client = Client(table.app(hosts=("10.0.0.9", "mahjong-pi")))
    answer = client.post("/api/intents", content=WISH, headers=JSON | {"host": host, "origin": f"http://{host}"})
    assert answer.status_code == 200
    assert client.get("/api/state", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_an_intent(client: Client, kind: str) -> None:
    assert client.post("/api/intents", content=WISH, headers={"content-type": kind}).status_code == 415


def test_a_large_body_is_refused_whether_or_not_it_says_its_size(client: Client) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b"x" * 1024

    said = client.post("/api/intents", content=b"x" * (MAX_BODY_BYTES + 1), headers=JSON)
    unsaid = client.post("/api/intents", content=chunks(), headers=JSON)
    assert (said.status_code, unsaid.status_code) == (413, 413)


def test_a_large_body_is_read_away_within_bounds(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_AWAY_BYTES", 64 * 1024)
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1024
            yield b"x" * 1024

    answer = client.post("/api/intents", content=endless(), headers=JSON)
    assert (answer.status_code, answer.headers["connection"]) == (413, "close")
    assert answer.json()["error_en"] == f"the body is larger than {MAX_BODY_BYTES} bytes"
    assert MAX_BODY_BYTES + 64 * 1024 <= sent <= MAX_BODY_BYTES + 66 * 1024


def test_a_body_that_never_ends_is_let_go(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_S", 0.0)

    async def endless() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.Event().wait()

    assert client.post("/api/intents", content=endless(), headers=JSON).status_code == 408


@pytest.mark.parametrize("path", [*PAGES, "/api/state", "/static/js/tv.js", "/nowhere"])
def test_every_answer_keeps_the_page_to_itself(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_nothing_changes_by_looking(client: Client, table: MemoryTable, method: str) -> None:
    before = table.state
    for path in (*PAGES, "/api/state", "/api/events", "/api/history", "/api/intents", "/healthz", "/metrics"):
        client.request(method, path)
        client.request(method, f"{path}?kind=end_match&id=i-1")
    assert table.state is before


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_not_there(client: Client, method: str) -> None:
    assert client.request(method, "/api/intents", content=WISH, headers=JSON).status_code == 405
