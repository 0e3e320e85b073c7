"""The TV is woken when a match begins, by whichever tool is there, and nothing else wakes it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest

from table_daemon.deploy import tv


class Bus:
    """Takes the words of the tools that are there."""

    def __init__(self, *tools: str, said: str = "Physical Address    : 1.0.0.0") -> None:
        self._tools = tools
        self._said = said
        self.words: list[str] = []

    def __call__(self, command: Sequence[str], words: str = "") -> str | None:
        if command[0] not in self._tools:
            return None
        self.words.append(" ".join([*command, words]).strip())
        return self._said


def _devices(folder: Path) -> Path:
    (folder / "cec0").touch()
    return folder


def test_cec_ctl_wakes_and_shows_this_machines_picture(tmp_path: Path) -> None:
    bus = Bus("cec-ctl", "cec-client")
    assert tv.wake(bus, devices=_devices(tmp_path))
    device = tmp_path / "cec0"
    assert bus.words == [
        f"cec-ctl -d {device} --playback",
        f"cec-ctl -d {device} --to 0 --image-view-on",
        f"cec-ctl -d {device} --to 0 --active-source phys-addr=1.0.0.0",
    ]


def test_a_tv_that_is_not_there_is_not_shown_to(tmp_path: Path) -> None:
    bus = Bus("cec-ctl", said="Physical Address    : f.f.f.f")
    tv.wake(bus, devices=_devices(tmp_path))
    assert not any("active-source" in words for words in bus.words)


def test_cec_client_helps_where_there_is_no_cec_ctl(tmp_path: Path) -> None:
    bus = Bus("cec-client")
    assert tv.wake(bus, devices=_devices(tmp_path))
    assert bus.words == ["cec-client -s -d 1 on 0\nas"]


def test_without_tools_nobody_is_woken_and_nothing_fails(tmp_path: Path) -> None:
    assert not tv.wake(Bus(), devices=_devices(tmp_path))
    assert tv.run_tool(["no-such-tool-anywhere"]) is None
    assert tv.run_tool(["false"]) is None


def test_only_a_match_that_begins_counts() -> None:
    stream = [
        b": beat\n",
        _data({"match": "old", "ended": False}),
        b"data: not json\n",
        b"data: 7\n",
        _data({"match": "old", "ended": True}),
        _data({"match": "new", "ended": False}),
        _data({"match": "new", "ended": False}),
        _data({"match": "old", "ended": False}),
        _data({"match": None}),
        _data({"match": "third", "ended": False}),
    ]
    assert list(tv.matches_begun(tv.states_in(stream))) == ["new", "third"]


def test_it_ends_once_its_starter_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    parents = iter([7, 7, 7])
    monkeypatch.setattr("os.getppid", lambda: next(parents, 1))
    asked: list[str] = []

    def gone(url: str, **_: object) -> None:
        asked.append(url)
        raise OSError

    monkeypatch.setattr("urllib.request.urlopen", gone)
    tv.keep_waking("http://x/", sleep=lambda _s: None)
    assert asked == ["http://x/api/stream"] * 2


def test_a_stream_that_goes_on_is_left_once_its_starter_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = (b": beat\n" for _ in itertools.count())
    monkeypatch.setattr("urllib.request.urlopen", lambda _url, **_: nullcontext(endless))
    wanted = iter([True, True, True])
    tv.keep_waking("http://x/", sleep=lambda _s: None, wanted=lambda: next(wanted, False))


def _data(state: dict[str, object]) -> bytes:
    return b"data: " + json.dumps(state).encode() + b"\n"
