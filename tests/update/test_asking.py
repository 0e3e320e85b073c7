"""What a daemon says of itself, and how long it is believed."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator

import pytest

from table_daemon.update.asking import Answer, ask, wait_for
from table_daemon.update.errors import StartFailedError
from table_daemon.update.service import NoService, check_steady


class _Page(http.server.BaseHTTPRequestHandler):
    status = 200
    body = b""

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.send_header("content-length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


def _says(*, version: int = 5, store: str = "ok", status: int = 200) -> None:
    _Page.status = status
    items = [{"part": "store", "level": store}, {"part": "camera", "level": "bad"}]
    _Page.body = json.dumps({"version": version, "health": {"items": items}}).encode()


@pytest.fixture
def base() -> Iterator[str]:
    _says()
    with http.server.HTTPServer(("127.0.0.1", 0), _Page) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("status", [200, 503])
def test_a_bad_camera_does_not_matter(base: str, status: int) -> None:
    _says(status=status)
    assert ask(base) == Answer(5, saves=True)


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"version": 1}', b'{"version": "x", "health": {"items": []}}'])
def test_another_program_on_the_port_is_no_daemon(base: str, body: bytes) -> None:
    _Page.body = body
    assert ask(base) is None


def test_an_error_of_another_kind_is_no_answer(base: str) -> None:
    _says(status=500)
    assert ask(base) is None


def test_a_daemon_that_ends_in_the_middle_of_its_answer_gives_none(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _says(status=503)
    whole = _Page.body
    monkeypatch.setattr(_Page, "body", property(lambda _page: whole[: len(whole) // 2]))
    monkeypatch.setattr(_Page, "send_header", lambda page, name, _value: _promise(page, name, len(whole)))
    assert ask(base) is None


def _promise(page: _Page, name: str, length: int) -> None:
    http.server.BaseHTTPRequestHandler.send_header(page, name, str(length))


@pytest.mark.parametrize(
    ("version", "store", "words"),
    [(5, "bad", "it cannot save"), (4, "ok", "its log ends at event 4 and must reach 5")],
)
def test_what_is_wrong_is_said_when_patience_ends(base: str, version: int, store: str, words: str) -> None:
    _says(version=version, store=store)
    assert wait_for(base, log_end=5, patience_s=0.05, lives=lambda: True) == words


def test_silence_and_death_are_told_apart() -> None:
    nobody = "http://127.0.0.1:1"
    assert "do not answer" in wait_for(nobody, log_end=0, patience_s=0.0, lives=lambda: True)
    assert wait_for(nobody, log_end=0, patience_s=60.0, lives=lambda: False) == "it ends by itself"


def test_a_service_that_starts_again_and_again_is_not_steady(base: str) -> None:
    starts = iter(["1", "2"])
    with pytest.raises(StartFailedError, match="does not stay up"):
        check_steady(base, log_end=5, lives=lambda: True, starts=lambda: next(starts), patience_s=1, steady_s=0.01)
    check_steady(base, log_end=5, lives=lambda: True, starts=lambda: "", patience_s=1, steady_s=0.01)


def test_where_no_port_is_set_only_the_service_itself_is_watched() -> None:
    check_steady("", log_end=5, lives=lambda: True, starts=lambda: "", patience_s=1, steady_s=0.01)
    with pytest.raises(StartFailedError):
        check_steady("", log_end=5, lives=lambda: False, starts=lambda: "", patience_s=1, steady_s=0.01)


def test_without_systemd_nothing_is_started() -> None:
    service = NoService()
    assert not service.runs_here
    service.stop()
    service.start()
    service.check("http://127.0.0.1:1", log_end=5)
