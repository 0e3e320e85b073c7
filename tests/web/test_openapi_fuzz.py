"""Made-up requests against the OpenAPI description, of a fixed seed, from this machine and from phones in the house.

Only documented answers may come, and nothing changes without the right.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import httpx
import numpy as np
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from table_daemon.last_looks import LastLooks
from table_daemon.settings import Settings
from table_daemon.setup_desk import SetupRoom
from table_daemon.setup_files import SetupFiles
from tests.web import stories
from tests.web.asking import Client
from tests.web.service import MemoryTable
from web_display.hosts import OwnHosts
from web_display.roles import Badge, Doorkeeper, Role, Secrets, Use

NEVER_ENDS: Final = "/api/stream"
"""Its own tests read it."""
SECRETS: Final = Secrets(seat_pin="8351", table_pin="690274", setup_pin="41907733", signing=b"k" * 32)
ERRORS: Final = frozenset({400, 401, 403, 404, 408, 409, 413, 415, 421, 422, 429})
WITHOUT_A_ROLE: Final = frozenset({"/api/enter"})
"""What anybody may post."""


def table_with_everything() -> MemoryTable:
    """Return a table in the middle of a hand, with roles, a waits helper and a camera whose picture shows nothing."""
    table = stories.playing()
    table.keeper = Doorkeeper(SECRETS)
    table.waits_helper = True
    looks = LastLooks()
    looks.keep(np.zeros((48, 64, 3), np.uint8), t_ms=0, observation=None, place=None)
    table.setup = SetupRoom(Settings(), SetupFiles(Path("/nonexistent")), looks)
    return table


TABLE = table_with_everything()
APP = TABLE.app()
HERE, PHONE = Client(APP), Client(APP, address="192.168.1.20")
SCHEMA = schemathesis.openapi.from_dict(HERE.get("/api/openapi.json").json())
made_up = settings(
    max_examples=8, derandomize=True, deadline=None, database=None, phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


def answer_to(case: schemathesis.Case[Any], client: Client, badge: Badge | None = None) -> httpx.Response:
    """Ask what was made up, without any right or with a badge; the answer is one that is documented."""
    asked = case.as_transport_kwargs(base_url="http://table.local")
    request = httpx.Request(
        asked["method"], asked["url"], params=asked.get("params"), json=asked.get("json"), headers=asked.get("headers")
    )
    headers = {k: v for k, v in request.headers.items() if k not in {"cookie", "authorization"}}
    headers["host"] = "table.local"
    if badge is not None and TABLE.keeper is not None:
        key = TABLE.keeper.key(badge, Use.PASS, now_s=TABLE.clock.t_ms / 1000)
        headers["authorization"] = f"Bearer {key}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OwnHosts, "addresses", lambda _self, port: (f"http://10.0.0.7:{port}",))
        path = request.url.raw_path.decode()
        answer = client.request(case.method, path, content=request.content, headers=headers)
    documented = {int(status) for status in case.operation.definition.raw["responses"]}
    assert answer.status_code in documented, answer.text
    if answer.status_code in ERRORS:
        assert json.loads(answer.text)["error"]
    return answer


@SCHEMA.parametrize()
@made_up
def test_who_may_do_everything_gets_documented_answers_only(case: schemathesis.Case[Any]) -> None:
    if case.path != NEVER_ENDS:
        answer_to(case, HERE)


@SCHEMA.parametrize()
@made_up
def test_a_phone_without_a_role_changes_nothing_and_sees_no_picture_of_the_camera(
    case: schemathesis.Case[Any],
) -> None:
    if case.path == NEVER_ENDS:
        return
    before = (TABLE.state, len(TABLE.log), len(TABLE.answers))
    answer = answer_to(case, PHONE)
    if case.method == "POST":
        allowed = {403, 422, 429} if case.path in WITHOUT_A_ROLE else {401, 403, 413, 415, 422}
        assert answer.status_code in allowed
    if case.path.startswith("/api/setup"):
        assert answer.status_code in {401, 415, 422}
    if case.path == "/api/pins":
        assert answer.status_code == 403
    assert (TABLE.state, len(TABLE.log), len(TABLE.answers)) == before


@SCHEMA.parametrize()
@made_up
def test_a_player_touches_no_other_seat_and_no_set_up(case: schemathesis.Case[Any]) -> None:
    if case.path == NEVER_ENDS:
        return
    others = [seat for seat in TABLE.current().seats if seat.seat != 2]
    answer = answer_to(case, PHONE, Badge(Role.SEAT, 2))
    if case.path.startswith("/api/setup"):
        assert answer.status_code in {403, 415, 422}
    chosen = [(seat.name, seat.choice) for seat in TABLE.current().seats if seat.seat != 2]
    assert chosen == [(seat.name, seat.choice) for seat in others]
