"""The page as the kiosk finds it: waited for until it is there."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator

import pytest

from table_daemon.deploy import page


class _Page(http.server.BaseHTTPRequestHandler):
    ready = False

    def do_GET(self) -> None:
        self.send_response(200 if self.ready else 503)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def served() -> Iterator[str]:
    _Page.ready = False
    with http.server.HTTPServer(("127.0.0.1", 0), _Page) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_a_page_that_answers_with_an_error_is_waited_for(served: str) -> None:
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        _Page.ready = len(waits) == 3

    page.wait_for(served, sleep=sleep)
    assert waits == [page.PAUSE_S] * 3


def test_a_page_that_is_not_there_does_not_answer() -> None:
    assert not page.answers("http://127.0.0.1:1/")
    assert not page.answers("no address")
