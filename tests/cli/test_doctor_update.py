"""What the doctor says of the release that runs, after each way an update can end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from table_daemon.deploy.layout import Layout
from table_daemon.deploy.releases import Releases
from table_daemon.doctor_machine import this_machine
from table_daemon.doctor_parts import Part, State
from table_daemon.doctor_update import release
from table_daemon.settings import Settings
from table_daemon.update import journal as book
from table_daemon.update.journal import Journal, Outcome, Result, Stage


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    made = Layout(tmp_path)
    releases = Releases(made)
    releases.begin("old")
    releases.complete("old")
    releases.switch("old")
    return made


def _said(root: Path) -> Part:
    return release(replace(this_machine({}), root=root), Settings())


def _outcome(result: Result) -> Outcome:
    return Outcome(result=result, old="old", new="new", at="2026-11-30T10:00:00+00:00", why="it dies")


def test_a_checkout_is_no_fault(tmp_path: Path) -> None:
    part = _said(tmp_path)
    assert (part.state, part.needed) == (State.MISSING, False)
    assert "install.sh" in part.cure


def test_the_release_that_runs_is_named(layout: Layout) -> None:
    assert (_said(layout.root).state, _said(layout.root).text) == (State.OK, "old")
    book.close(layout, _outcome(Result.INSTALLED))
    assert _said(layout.root).state is State.OK


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Result.REFUSED, "new failed its trial (2026-11-30): it dies"),
        (Result.WENT_BACK, "new failed and was gone back from (2026-11-30): it dies"),
        (Result.BROKEN_OFF, "the update to new was broken off (2026-11-30): it dies"),
    ],
)
def test_an_update_that_failed_is_told_with_its_reason(layout: Layout, result: Result, words: str) -> None:
    book.close(layout, _outcome(result))
    part = _said(layout.root)
    assert part.state is State.WRONG
    assert not part.fails
    assert words in part.text


def test_an_update_under_way_is_told(layout: Layout) -> None:
    book.save(layout, Journal(stage=Stage.TRYING, old="old", new="new"))
    assert "under way" in _said(layout.root).text
    assert "--resume" in _said(layout.root).cure


def test_a_spoiled_word_of_the_last_update_is_none(layout: Layout) -> None:
    layout.outcome.write_text("{torn", encoding="utf-8")
    assert _said(layout.root).state is State.OK
