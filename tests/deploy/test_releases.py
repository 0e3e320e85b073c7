"""Releases side by side: only a complete one runs, only those asked for are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from table_daemon.deploy.errors import DeployError, ReleaseMissingError
from table_daemon.deploy.layout import Layout
from table_daemon.deploy.releases import Releases, claimed


@pytest.fixture
def releases(tmp_path: Path) -> Releases:
    made = Releases(Layout(tmp_path))
    for name in ("one", "two", "three"):
        (made.begin(name) / "program").touch()
        if name != "three":
            made.complete(name, version="1")
    return made


def test_the_current_one_changes_in_one_step(releases: Releases, tmp_path: Path) -> None:
    assert releases.current() is None
    releases.switch("one")
    assert releases.current() == "one"
    releases.switch("two")
    assert releases.current() == "two"
    assert (Layout(tmp_path).current / "program").is_file()


def test_a_broken_off_release_is_never_current(releases: Releases) -> None:
    assert releases.all() == ["one", "two"]
    with pytest.raises(ReleaseMissingError, match="three"):
        releases.switch("three")
    assert releases.current() is None


def test_a_current_name_that_leads_nowhere_is_none(releases: Releases, tmp_path: Path) -> None:
    Layout(tmp_path).current.symlink_to("releases/gone")
    assert releases.current() is None


def test_what_a_broken_off_installation_left_is_cleared(releases: Releases) -> None:
    assert list(releases.begin("three").iterdir()) == []


def test_only_those_asked_for_are_kept_and_the_current_one_always(releases: Releases) -> None:
    releases.switch("one")
    assert releases.keep_only("two") == ["one", "three"]
    assert releases.all() == ["one", "two"]
    assert not releases.path("three").exists()


def test_one_at_a_time(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    with claimed(layout), pytest.raises(DeployError, match="under way"), claimed(layout):
        pytest.fail("two had it at once")
    with claimed(layout):
        assert layout.lock.is_file()
