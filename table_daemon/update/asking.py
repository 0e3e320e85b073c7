"""Asks a daemon over HTTP how it is."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException
from typing import Any

_ANSWER_S = 5.0
_PAUSE_S = 0.1


@dataclass(frozen=True, slots=True)
class Answer:
    """What ``/healthz`` says, as far as an update is concerned."""

    log_end: int
    saves: bool
    """Whether the log can be written."""


def ask(base: str) -> Answer | None:
    """Return how the daemon at ``http://host:port`` is; ``None`` where none answers. A bad camera is no matter here."""
    try:
        said = _fetch(f"{base}/healthz")
    except (OSError, ValueError, HTTPException):  # the last where it ends in the middle of its answer
        return None
    try:
        levels = {item["part"]: item["level"] for item in said["health"]["items"]}
        return Answer(int(said["version"]), levels.get("store") == "ok")
    except (KeyError, TypeError, ValueError):
        return None


def _fetch(url: str) -> Any:
    try:
        with urllib.request.urlopen(url, timeout=_ANSWER_S) as answer:  # noqa: S310 -- the settings' own page
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code != HTTPStatus.SERVICE_UNAVAILABLE:
            raise
        with error:
            return json.load(error)


def wait_for(
    base: str,
    *,
    log_end: int,
    patience_s: float,
    lives: Callable[[], bool],
    sleep: Callable[[float], None] = time.sleep,
) -> str:
    """Wait until the daemon is well and has the whole log; return what is wrong, empty when nothing is."""
    end_s = time.monotonic() + patience_s
    while True:
        answer = ask(base)
        if answer is not None and answer.saves and answer.log_end >= log_end:
            return ""
        if not lives():
            return "it ends by itself"
        if time.monotonic() >= end_s:
            break
        sleep(_PAUSE_S)
    if answer is None:
        return f"its pages do not answer at {base} within {patience_s:.0f} s"
    if not answer.saves:
        return "it cannot save"
    return f"its log ends at event {answer.log_end} and must reach {log_end}"
