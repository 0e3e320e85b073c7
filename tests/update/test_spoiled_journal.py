"""What was written down of an update cannot be read: it is told, set aside, and the older release runs on."""

from __future__ import annotations

import pytest

from table_daemon.deploy import durable
from table_daemon.update.asking import ask
from table_daemon.update.journal import Result, last_outcome
from tests.update.standins import EVENTS, NEW, OLD, Kind, Machine, ProcessService, new_wheel, standin_release

SPOILED = (
    '{"stage',
    "",
    "[]",
    '{"stage": "dancing", "old": "a", "new": "b"}',
    '{"stage": "trying", "colour": 1}',
    "\0",
)


def _spoil(machine: Machine, text: str = SPOILED[0]) -> None:
    machine.layout.journal.write_text(text, encoding="utf-8")


def _is_well(machine: Machine, release: str, text: str = SPOILED[0]) -> None:
    answer = ask(machine.pages)
    assert answer is not None
    assert answer.log_end == EVENTS
    assert machine.releases.current() == release
    assert not machine.layout.journal.exists()
    assert not machine.layout.updating.is_symlink()
    assert (machine.layout.home / "update.json.spoiled").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("text", SPOILED)
def test_an_update_before_the_switch_is_undone(machine: Machine, text: str) -> None:
    durable.link(machine.layout.updating, f"releases/{OLD}")
    (machine.layout.releases / "half").mkdir()
    ProcessService(machine).stop()
    _spoil(machine, text)
    outcome = machine.updater(Kind.GOOD).resume()
    assert outcome is not None
    assert outcome.result is Result.BROKEN_OFF
    assert "update.json cannot be read" in outcome.why
    assert last_outcome(machine.layout) == outcome
    assert [path.name for path in machine.layout.releases.iterdir()] == [OLD]
    _is_well(machine, OLD, text)


def test_an_update_after_the_switch_is_gone_back_from(machine: Machine) -> None:
    standin_release(machine.releases, NEW, Kind.FALLS, machine.pids)
    durable.link(machine.layout.updating, f"releases/{OLD}")
    ProcessService(machine).stop()
    machine.releases.switch(NEW)
    _spoil(machine)
    outcome = machine.updater(Kind.GOOD).resume()
    assert outcome is not None
    assert (outcome.result, outcome.old, outcome.new) == (Result.WENT_BACK, OLD, NEW)
    assert machine.releases.all() == [OLD]
    _is_well(machine, OLD)


def test_where_no_update_was_under_way_the_current_release_runs_on(machine: Machine) -> None:
    _spoil(machine)
    before = {path.name for path in machine.pids.iterdir()}
    assert machine.updater(Kind.GOOD).resume() is not None
    assert {path.name for path in machine.pids.iterdir()} == before
    _is_well(machine, OLD)


def test_the_next_update_is_not_held_up_and_it_is_told(machine: Machine) -> None:
    _spoil(machine)
    said: list[str] = []
    updater = machine.updater(Kind.GOOD)
    object.__setattr__(updater._means, "say", said.append)
    outcome = updater.update(new_wheel())
    assert outcome is not None
    assert outcome.result is Result.INSTALLED
    assert any("update.json cannot be read" in text for text in said)
    assert any("update.json.spoiled" in text for text in said)
    _is_well(machine, NEW)
