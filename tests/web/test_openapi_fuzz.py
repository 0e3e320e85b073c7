"""Made-up requests against the OpenAPI description, of a fixed seed: only answers that it documents."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from tests.web import stories
from tests.web.asking import Client
from web_display.hosts import OwnHosts

TABLE = stories.playing()
CLIENT = Client(TABLE.app())
SCHEMA = schemathesis.openapi.from_dict(CLIENT.get("/api/openapi.json").json())


@SCHEMA.parametrize()
@settings(
    max_examples=15, derandomize=True, deadline=None, database=None, phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
def test_only_documented_answers(case: schemathesis.Case[Any]) -> None:
    if case.path == "/api/stream":
        return  # it never ends; its own tests read it
    asked = case.as_transport_kwargs(base_url="http://table.local")
    request = httpx.Request(
        asked["method"], asked["url"], params=asked.get("params"), json=asked.get("json"), headers=asked.get("headers")
    )
    content = request.content
    headers = dict(request.headers) | {"host": "table.local"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OwnHosts, "addresses", lambda _self, port: (f"http://10.0.0.7:{port}",))
        answer = CLIENT.request(case.method, request.url.raw_path.decode(), content=content, headers=headers)
    documented = {int(status) for status in case.operation.definition.raw["responses"] if status.isdigit()}
    assert answer.status_code < 500 or answer.status_code == 503
    assert answer.status_code in documented | {404, 405, 413, 415, 421, 422}
