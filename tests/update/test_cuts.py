"""A cut at any step of an update, and of the finishing of one: a release runs afterwards, the log is whole."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from table_daemon.update.asking import ask
from table_daemon.update.journal import Result, last_outcome
from tests.update.cutting import cut_at
from tests.update.standins import EVENTS, NEW, OLD, Kind, Machine, ProcessService, installed_machine, new_wheel

KINDS = (Kind.GOOD, Kind.DIES, Kind.FALLS, Kind.LIFTS)
MOST = 400
"""More than any update changes."""
SHORT_SHARE = (3, 17, 31, 44)
"""Among the changes of an update: while it is installed, tried, saved, switched."""


def _power_comes_back(machine: Machine) -> None:
    """What the machine does by itself: starts what is current, and finishes an update that was broken off."""
    machine.cut_power()
    current = machine.releases.current()
    assert current in {OLD, NEW}
    assert machine.layout.updating.is_symlink() or not machine.layout.journal.exists()
    if machine.layout.updating.is_symlink():
        assert (machine.layout.updating / "bin" / "queyan").is_file()


def _all_is_well(machine: Machine, kind: Kind) -> None:
    answer = ask(machine.pages)
    assert answer is not None
    assert answer.log_end == EVENTS
    assert machine.events() == EVENTS
    current = machine.releases.current()
    assert current == OLD or kind is Kind.GOOD
    assert not machine.layout.journal.exists()
    assert not machine.layout.updating.is_symlink()
    assert not (machine.layout.data / "trial").exists()
    names = {path.name for path in machine.layout.releases.iterdir()}
    assert names == ({OLD, NEW} if current == NEW else {OLD})
    told = last_outcome(machine.layout)
    assert told is None or told.result in set(Result)


def _cut_update(machine: Machine, kind: Kind, number: int) -> bool:
    """Cut an update, let the machine come back, finish it; whether the cut came at all."""
    was_cut = cut_at(number, lambda: machine.updater(kind).update(new_wheel()), root=machine.root)
    if was_cut:
        _power_comes_back(machine)
        under_way = machine.layout.journal.exists()
        outcome = machine.updater(kind).resume()
        assert (outcome is not None) == under_way
        if outcome is None:
            ProcessService(machine).start()
    _all_is_well(machine, kind)
    return was_cut


@contextmanager
def _running(root: Path, number: int) -> Iterator[Machine]:
    machine = installed_machine(root / f"machine_{number}")
    try:
        ProcessService(machine).start()
        yield machine
    finally:
        machine.cut_power()


@pytest.mark.parametrize("number", SHORT_SHARE)
def test_an_update_is_cut(tmp_path: Path, number: int) -> None:
    kind = random.Random(number).choice(KINDS)
    with _running(tmp_path, number) as machine:
        _cut_update(machine, kind, number)


@pytest.mark.verify
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", KINDS)
def test_an_update_is_cut_at_each_of_its_changes(tmp_path: Path, kind: Kind) -> None:
    for number in range(1, MOST):
        with _running(tmp_path, number) as machine:
            if not _cut_update(machine, kind, number):
                break
    else:
        pytest.fail(f"the update has more than {MOST} changes")
    assert number > len(SHORT_SHARE)


@pytest.mark.verify
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", KINDS)
def test_the_finishing_of_a_cut_update_is_cut_as_well(tmp_path: Path, kind: Kind) -> None:
    rng = random.Random(kind)
    for round_number in range(25):
        with _running(tmp_path, round_number) as machine:
            updater = machine.updater(kind)
            if cut_at(rng.randrange(1, 80), partial(updater.update, new_wheel()), root=machine.root):
                _power_comes_back(machine)
                while cut_at(rng.randrange(1, 30), updater.resume, root=machine.root):
                    _power_comes_back(machine)
                ProcessService(machine).start()
            _all_is_well(machine, kind)
