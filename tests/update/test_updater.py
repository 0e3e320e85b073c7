"""An update from one release to another: taken, refused, gone back from; what runs afterwards and what is told."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from table_daemon.deploy.errors import DeployError, EnvironmentBuildError
from table_daemon.deploy.releases import Releases, claimed
from table_daemon.deploy.system_files import laid
from table_daemon.deploy.wheels import Wheel
from table_daemon.update.asking import ask
from table_daemon.update.errors import NotInstalledError
from table_daemon.update.journal import Result, last_outcome
from table_daemon.update.updater import SAVED
from tests.update.standins import EVENTS, NEW, OLD, Kind, Machine, new_wheel


def test_a_good_release_takes_over_with_all_the_data(machine: Machine) -> None:
    outcome = machine.updater(Kind.GOOD).update(new_wheel())
    assert outcome is not None
    assert (outcome.result, outcome.old, outcome.new, outcome.why) == (Result.INSTALLED, OLD, NEW, "")
    assert machine.releases.current() == NEW
    assert _end_of_log(machine) == EVENTS
    assert machine.events() == EVENTS
    assert machine.releases.all() == [OLD, NEW]
    with closing(sqlite3.connect(machine.layout.data / SAVED / f"{OLD}.sqlite3")) as saved:
        assert saved.execute("SELECT count(*) FROM events").fetchone() == (EVENTS,)
    _nothing_under_way(machine)
    assert last_outcome(machine.layout) == outcome


def test_the_release_before_the_last_is_let_go(machine: Machine) -> None:
    later = "0.3.0-later-py311"
    machine.updater(Kind.GOOD).update(new_wheel())
    machine.updater(Kind.GOOD).update(new_wheel(later))
    assert machine.releases.all() == [NEW, later]
    assert [path.name for path in (machine.layout.data / SAVED).iterdir()] == [f"{NEW}.sqlite3"]


def test_the_release_that_runs_already_changes_nothing(machine: Machine) -> None:
    assert machine.updater(Kind.DIES).update(new_wheel(OLD)) is None
    assert machine.releases.current() == OLD
    _nothing_under_way(machine)


@pytest.mark.parametrize(
    ("kind", "why"), [(Kind.DIES, "no such wheel as this"), (Kind.BLIND, "the networks do not load")]
)
def test_a_release_that_fails_its_trial_is_refused_while_the_older_one_runs_on(
    machine: Machine, kind: Kind, why: str
) -> None:
    before = {path.name for path in machine.pids.iterdir()}
    outcome = machine.updater(kind).update(new_wheel())
    assert outcome is not None
    assert outcome.result is Result.REFUSED
    assert why in outcome.why
    assert before <= {path.name for path in machine.pids.iterdir()}
    assert _end_of_log(machine) == EVENTS
    _only_the_older_one(machine)


@pytest.mark.parametrize("kind", [Kind.FALLS, Kind.FORGETS])
def test_a_release_that_fails_as_the_service_is_gone_back_from_with_the_data_as_they_are(
    machine: Machine, kind: Kind
) -> None:
    outcome = machine.updater(kind).update(new_wheel())
    assert outcome is not None
    assert outcome.result is Result.WENT_BACK
    assert outcome.why
    assert _end_of_log(machine) == EVENTS
    assert not list(machine.layout.data.glob("*.of_*"))
    _only_the_older_one(machine)


def test_a_log_that_only_the_newer_release_reads_is_put_aside(machine: Machine) -> None:
    outcome = machine.updater(Kind.LIFTS).update(new_wheel())
    assert outcome is not None
    assert outcome.result is Result.WENT_BACK
    assert machine.events() == EVENTS
    assert _end_of_log(machine) == EVENTS
    with closing(sqlite3.connect(machine.layout.data / f"queyan.sqlite3.of_{NEW}")) as aside:
        assert aside.execute("PRAGMA user_version").fetchone() == (99,)
    _only_the_older_one(machine)


def test_a_machine_without_games_is_updated_as_well(machine: Machine) -> None:
    machine.cut_power()
    machine.log.unlink()
    outcome = machine.updater(Kind.DIES).update(new_wheel())
    assert outcome is not None
    assert outcome.result is Result.REFUSED
    assert not machine.log.exists()


def test_a_wheel_that_cannot_be_installed_leaves_everything_as_it_was(machine: Machine) -> None:
    def fail(_releases: Releases, _wheel: Wheel) -> None:
        raise EnvironmentBuildError("could not install the wheel: No space left on device")

    updater = machine.updater(Kind.GOOD)
    object.__setattr__(updater._means, "make", fail)
    with pytest.raises(EnvironmentBuildError):
        updater.update(new_wheel())
    _only_the_older_one(machine)
    told = last_outcome(machine.layout)
    assert told is not None
    assert told.result is Result.BROKEN_OFF
    assert "No space left" in told.why


def test_a_log_that_cannot_be_saved_stops_the_update_and_the_older_release_runs_on(machine: Machine) -> None:
    (machine.layout.data / SAVED).touch()  # in the place of the folder
    outcome = machine.updater(Kind.GOOD).update(new_wheel())
    assert outcome is not None
    assert outcome.result is Result.REFUSED
    assert "cannot be saved" in outcome.why
    assert _end_of_log(machine) == EVENTS
    _only_the_older_one(machine)


def test_two_updates_at_a_time_are_refused(machine: Machine) -> None:
    with claimed(machine.layout), pytest.raises(DeployError, match="under way"):
        machine.updater(Kind.GOOD).update(new_wheel())


def test_without_an_installation_there_is_nothing_to_update(machine: Machine) -> None:
    machine.layout.current.unlink()
    with pytest.raises(NotInstalledError, match=r"install\.sh"):
        machine.updater(Kind.GOOD).update(new_wheel())


def test_the_units_of_the_release_that_runs_are_laid(machine: Machine) -> None:
    unit = machine.layout.at("/etc/systemd/system/queyan.service")
    unit.write_text("an older unit", encoding="utf-8")
    machine.updater(Kind.GOOD).update(new_wheel())
    assert "WatchdogSec" in unit.read_text(encoding="utf-8")
    assert "/etc/systemd/system/queyan.service" in laid(machine.layout)


def _end_of_log(machine: Machine) -> int:
    answer = ask(machine.pages)
    assert answer is not None
    return answer.log_end


def _only_the_older_one(machine: Machine) -> None:
    assert machine.releases.current() == OLD
    assert machine.releases.all() == [OLD]
    assert [path.name for path in machine.layout.releases.iterdir()] == [OLD]
    _nothing_under_way(machine)


def _nothing_under_way(machine: Machine) -> None:
    assert not machine.layout.journal.exists()
    assert not machine.layout.updating.is_symlink()
    assert not (machine.layout.data / "trial").exists()
    assert json.loads(machine.layout.outcome.read_text(encoding="utf-8")) if machine.layout.outcome.exists() else True
