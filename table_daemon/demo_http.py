"""What the simulated people and the judge say to the daemon over HTTP. Knows addresses, not what is meant."""

from __future__ import annotations

import json
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_TIMEOUT_S = 5.0
HOST = "127.0.0.1"


class DaemonPages:
    """The daemon's pages on this machine. Every call raises ``OSError`` while nobody answers."""

    def __init__(self, port: int) -> None:
        self._port = port

    @property
    def url(self) -> str:
        """The TV page."""
        return f"http://{HOST}:{self._port}"

    def alive(self) -> bool:
        """Whether the daemon answers, well or not."""
        try:
            status, _ = self._ask("GET", "/healthz")
        except OSError:
            return False
        return status in {200, 503}

    def health(self) -> Mapping[str, tuple[str, str]]:
        """The level of each part and what it says, by its name; empty while nobody answers."""
        try:
            _, answer = self._ask("GET", "/healthz")
            items = answer["health"]["items"]
            return {item["part"]: (item["level"], item["message"]) for item in items}
        except (OSError, KeyError, TypeError):
            return {}

    def state(self) -> dict[str, Any]:
        """The public state."""
        status, answer = self._ask("GET", "/api/state")
        if status != HTTPStatus.OK or not isinstance(answer, dict):
            raise ConnectionError(f"/api/state gives no state (status {status})")
        return answer

    def events(self, after: int) -> list[dict[str, Any]]:
        """The public log after ``after``, all of it."""
        found: list[dict[str, Any]] = []
        while True:
            status, answer = self._ask("GET", f"/api/events?after={after}")
            if status != HTTPStatus.OK or not isinstance(answer, list):
                raise ConnectionError(f"/api/events gives no list (status {status})")
            if not answer:
                return found
            found += answer
            after = int(answer[-1]["seq"])

    def post(self, intent: Mapping[str, object]) -> tuple[int, str]:
        """Post an intent; answers the status and, when refused, why."""
        status, answer = self._ask("POST", "/api/intents", intent)
        why = ""
        if isinstance(answer, dict):
            why = str(answer.get("error_en") or answer.get("error") or "")
        return status, why

    def _ask(self, method: str, path: str, body: Mapping[str, object] | None = None) -> tuple[int, Any]:
        connection = HTTPConnection(HOST, self._port, timeout=_TIMEOUT_S)
        try:
            data = None if body is None else json.dumps(body, ensure_ascii=False).encode()
            headers = {} if body is None else {"content-type": "application/json"}
            connection.request(method, path, data, headers)
            response = connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if text else None
        except (HTTPException, ValueError) as error:
            raise ConnectionError(f"the daemon's answer to {path} could not be read ({error})") from error
        finally:
            connection.close()
