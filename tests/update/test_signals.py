"""A lost terminal, Ctrl-C or a kill at any step of an update: a release runs afterwards, and it is told how it came."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from table_daemon.update.asking import ask
from table_daemon.update.journal import Outcome, Result, Stage, last_outcome
from table_daemon.update.place import Place
from table_daemon.update.updater import Updater
from tests.update.standins import EVENTS, NEW, OLD, Kind, Machine, ProcessService, new_wheel

ENDING = (signal.SIGTERM, signal.SIGINT)
NAMES = {signal.SIGTERM: "SIGTERM", signal.SIGINT: "Ctrl-C"}


class Disturbed:
    """A service whose steps are each met by a signal, where it is wished; the step is not taken then."""

    def __init__(self, machine: Machine, disturb: Callable[[str], None]) -> None:
        self._service = ProcessService(machine)
        self._disturb = disturb

    @property
    def runs_here(self) -> bool:
        return True

    def stop(self) -> None:
        self._service.stop()
        self._disturb("stop")

    def start(self) -> None:
        self._disturb("start")
        self._service.start()

    def check(self, base: str, *, log_end: int) -> None:
        self._disturb("check")
        self._service.check(base, log_end=log_end)


def _updater(machine: Machine, disturb: Callable[[str], None]) -> Updater:
    updater = machine.updater(Kind.GOOD)
    object.__setattr__(updater._means, "service", Disturbed(machine, disturb))
    return updater


def _at(step: str, number: signal.Signals) -> Callable[[str], None]:
    """Send a signal at the first of these steps."""
    left = [step]

    def disturb(taken: str) -> None:
        if taken in left:
            left.remove(taken)
            os.kill(os.getpid(), number)

    return disturb


def _runs(machine: Machine, release: str) -> None:
    answer = ask(machine.pages)
    assert answer is not None, "the service stands still"
    assert answer.log_end == EVENTS
    assert machine.releases.current() == release
    assert not machine.layout.journal.exists()
    assert not machine.layout.updating.is_symlink()


@pytest.mark.parametrize("number", ENDING)
@pytest.mark.parametrize(
    ("step", "result"), [("stop", Result.BROKEN_OFF), ("start", Result.WENT_BACK), ("check", Result.WENT_BACK)]
)
def test_the_older_release_runs_again_and_it_is_told_why(
    machine: Machine, step: str, result: Result, number: signal.Signals
) -> None:
    outcome = _updater(machine, _at(step, number)).update(new_wheel())
    assert outcome is not None
    assert (outcome.result, outcome.why) == (result, f"it was stopped by {NAMES[number]}")
    assert last_outcome(machine.layout) == outcome
    assert machine.releases.all() == [OLD]
    _runs(machine, OLD)


@pytest.mark.parametrize("step", ["stop", "start", "check"])
def test_a_lost_terminal_lets_the_work_run_on(machine: Machine, step: str) -> None:
    updater = _updater(machine, _at(step, signal.SIGHUP))

    def say(_text: str) -> None:
        raise OSError("Input/output error")  # as a terminal that is gone

    object.__setattr__(updater._means, "say", say)
    outcome = updater.update(new_wheel())
    assert outcome is not None
    assert outcome.result is Result.INSTALLED
    _runs(machine, NEW)


@pytest.mark.parametrize("number", ENDING)
def test_before_anything_is_stopped_nothing_is_changed(machine: Machine, number: signal.Signals) -> None:
    updater = machine.updater(Kind.GOOD)

    def attempt(_place: Place, _release: Path) -> None:
        os.kill(os.getpid(), number)

    object.__setattr__(updater._means, "attempt", attempt)
    outcome = updater.update(new_wheel())
    assert outcome is not None
    assert outcome.result is Result.BROKEN_OFF
    assert machine.releases.all() == [OLD]
    _runs(machine, OLD)


def test_the_way_back_is_disturbed_by_nothing(machine: Machine) -> None:
    met: list[str] = []

    def disturb(step: str) -> None:
        met.append(step)
        if len(met) > 1:  # all but the first stop
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGINT)

    outcome = _updater(machine, disturb).update(new_wheel())
    assert outcome is not None
    assert outcome.result is Result.WENT_BACK
    assert met == ["stop", "start", "stop", "start", "check"]
    _runs(machine, OLD)


def test_a_signal_between_two_steps_counts_at_the_next(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    note = Updater._note

    def noted(self: Updater, step: object, stage: Stage) -> object:
        if stage is Stage.STARTING:
            os.kill(os.getpid(), signal.SIGTERM)
        return note(self, step, stage)  # type: ignore[arg-type]  # what it was given

    monkeypatch.setattr(Updater, "_note", noted)
    outcome = machine.updater(Kind.GOOD).update(new_wheel())
    assert outcome is not None
    assert outcome.result is Result.WENT_BACK
    _runs(machine, OLD)


def test_afterwards_signals_do_what_they_did(machine: Machine) -> None:
    numbers = (signal.SIGHUP, *ENDING)
    before = [signal.getsignal(number) for number in numbers]
    outcome: Outcome | None = _updater(machine, _at("check", signal.SIGTERM)).update(new_wheel())
    assert outcome is not None
    assert [signal.getsignal(number) for number in numbers] == before


def test_a_full_disk_once_the_service_is_stopped_lets_the_older_release_run(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = Updater._note

    def noted(self: Updater, step: object, stage: Stage) -> object:
        if stage is Stage.SWITCHING:
            raise OSError("No space left on device")
        return note(self, step, stage)  # type: ignore[arg-type]  # what it was given

    monkeypatch.setattr(Updater, "_note", noted)
    outcome = machine.updater(Kind.GOOD).update(new_wheel())
    assert outcome is not None
    assert "No space left" in outcome.why
    _runs(machine, OLD)
