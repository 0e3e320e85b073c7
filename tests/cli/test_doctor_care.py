"""The doctor on what the caretaker looks after: each trouble on one line, with the cure."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from table_daemon import doctor, doctor_care
from table_daemon.care import stops
from table_daemon.care.copies import name_of
from table_daemon.doctor_machine import Machine, this_machine
from table_daemon.doctor_parts import Part, State
from table_daemon.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
SOUND = {
    "vcgencmd get_throttled": "throttled=0x0",
    "vcgencmd measure_temp": "temp=47.2'C",
    "timedatectl show": "yes",
}


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    """Return a Raspberry Pi with nothing wrong."""
    for folder in ("proc", "dev", "data"):
        (tmp_path / folder).mkdir()
    (tmp_path / "proc" / "mounts").write_text("/dev/mmcblk0p2 / ext4 rw 0 0\n")
    return replace(
        this_machine({"STATE_DIRECTORY": str(tmp_path / "data")}),
        root=tmp_path,
        run=_tools(SOUND),
        free_bytes=lambda _path: 10**10,
        listen=lambda _host, _port: None,
        open_networks=lambda: None,
        runtime=lambda: "onnxruntime",
        boot_id="now",
    )


def _tools(answers: dict[str, str]) -> Callable[[Sequence[str]], str | None]:
    def run(command: Sequence[str]) -> str | None:
        return answers.get(" ".join(command[:2]))

    return run


def _wrong(machine: Machine) -> list[Part]:
    """What the whole doctor finds wrong."""
    return [part for part in doctor.examine(None, machine, now=NOW) if part.state is State.WRONG]


def test_nothing_is_wrong_with_a_sound_one(pi: Machine) -> None:
    assert _wrong(pi) == []


@pytest.mark.parametrize(
    ("answers", "name", "words"),
    [
        ({"vcgencmd get_throttled": "throttled=0x50005"}, "power", "undervoltage now, slowed down now"),
        ({"vcgencmd measure_temp": "temp=83.0'C"}, "temperature", "83 °C"),
        ({"timedatectl show": "no"}, "clock", "not synchronised"),
        ({"dmesg --level": "[1.0] mmc0: error -110 whilst initialising SD card"}, "disk", "has failed 1 times"),
    ],
)
def test_what_the_systems_programs_tell_is_one_line(
    pi: Machine, answers: dict[str, str], name: str, words: str
) -> None:
    found = _wrong(replace(pi, run=_tools(SOUND | answers)))
    assert [part.name for part in found] == [name]
    assert words in found[0].text
    assert found[0].cure
    assert json.loads(found[0].to_json())["cure"] == found[0].cure


def test_a_read_only_disk_is_one_line(pi: Machine) -> None:
    pi.at("/proc/mounts").write_text("/dev/mmcblk0p2 / ext4 ro 0 0\n")
    found = _wrong(replace(pi, access=lambda _path: False))
    assert [(part.name, "is read-only" in part.text) for part in found] == [("store", True)]


def test_errors_that_the_file_system_noted(pi: Machine) -> None:
    noted = pi.at("/sys/fs/ext4/mmcblk0p2/errors_count")
    noted.parent.mkdir(parents=True)
    noted.write_text("4\n")
    assert [(part.name, part.text) for part in _wrong(pi)] == [("disk", "the disk has failed 4 times")]


def test_a_power_cut_is_one_line_and_a_daemon_that_runs_none(pi: Machine) -> None:
    folder = pi.at("/data")
    stops.begin(folder, boot_id="before")
    assert [(part.name, "the power went" in part.text) for part in _wrong(pi)] == [("last stop", True)]
    pid = json.loads((folder / stops.MARKER_NAME).read_text())["pid"]
    pi.at(f"/proc/{pid}").mkdir()
    assert _wrong(pi) == []


def test_an_old_copy_is_one_line_and_none_where_switched_off(pi: Machine) -> None:
    folder = pi.at("/data/backups")
    folder.mkdir()
    (folder / name_of(datetime.now(UTC).replace(tzinfo=None) - timedelta(days=30))).touch()
    assert [part.name for part in _wrong(pi)] == ["backup"]
    settings = Settings.model_validate({"backup": {"enabled": False}})
    assert doctor_care.backup(pi, settings).state is State.MISSING


def test_elsewhere_than_on_a_pi(pi: Machine) -> None:
    machine = replace(pi, run=lambda _command: None, kernel_synchronised=lambda: True)
    assert doctor_care.power(machine, Settings()).state is State.MISSING
    assert doctor_care.heat(machine, Settings()).state is State.MISSING
    assert doctor_care.clock(machine, Settings(), NOW).state is State.OK
