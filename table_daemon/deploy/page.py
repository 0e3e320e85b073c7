"""The TV page as this machine's own screen reaches it: its address, and waiting until it is there."""

import time
import urllib.request
from collections.abc import Callable
from http.client import HTTPException

PAUSE_S = 1.0
_ANSWER_S = 5.0


def address(port: int) -> str:
    """Return the page's address on this machine.

    >>> address(8080)
    'http://127.0.0.1:8080/'
    """
    return f"http://127.0.0.1:{port}/"


def wait_for(url: str, *, sleep: Callable[[float], None] = time.sleep) -> None:
    """Return once the page answers, however long that takes."""
    while not answers(url):
        sleep(PAUSE_S)


def answers(url: str) -> bool:
    """Whether a page is served at ``url`` now."""
    try:
        with urllib.request.urlopen(url, timeout=_ANSWER_S) as answer:  # noqa: S310 -- the settings' own page
            return bool(answer.status == 200)
    except (OSError, ValueError, HTTPException):
        return False
