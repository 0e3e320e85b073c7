"""The doctor's checks of what the caretaker looks after: power, heat, clock, disk, the last stop, copies.

The judgements are the caretaker's own: the health page and the doctor never say two things of one trouble.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

from table_daemon import paths
from table_daemon.care import clock as care_clock
from table_daemon.care import disk as care_disk
from table_daemon.care import power as care_power
from table_daemon.care.backup import plan_of
from table_daemon.care.nightly import judge_copies
from table_daemon.care.stops import MARKER_NAME, LastStop, Stops, judge_stops, read_stops
from table_daemon.doctor_parts import Part, missing, ok, wrong
from table_daemon.heat import celsius_in

if TYPE_CHECKING:
    from pathlib import Path

    from table_daemon.doctor_machine import Machine
    from table_daemon.settings import Settings

_NOT_A_PI = ("no vcgencmd here: not a Raspberry Pi, or not its own system", "nothing to do elsewhere")


def power(machine: Machine, _settings: Settings) -> Part:
    """Check a Raspberry Pi's supply."""
    answer = machine.run(care_power.GET_BITS)
    if answer is None:
        return missing("power", *_NOT_A_PI, needed=False)
    state = care_power.bits_in(answer)
    if state is None:
        return wrong("power", f"vcgencmd says {answer!r}", "update the Raspberry Pi's firmware", needed=False)
    return care_power.judge_supply(state).as_part("power")


def heat(machine: Machine, _settings: Settings) -> Part:
    """Check a Raspberry Pi's temperature."""
    answer = machine.run(care_power.GET_BITS)
    state = None if answer is None else care_power.bits_in(answer)
    if state is None:
        return missing("temperature", *_NOT_A_PI, needed=False)
    celsius = celsius_in(machine.run(care_power.GET_CELSIUS) or "")
    found = care_power.judge_heat(state, celsius)
    if found.at_fault or found.what or celsius is None:
        return found.as_part("temperature")
    return ok("temperature", f"{celsius:.0f} °C", needed=False)


def clock(machine: Machine, settings: Settings, now: datetime) -> Part:
    """Check that the time of day can be believed; order and durations do not depend on it."""
    synchronised = care_clock.ask_synchronised(machine.run, machine.kernel_synchronised)
    is_enough = not settings.clock.network_time or care_clock.chip_agrees(machine.at(care_clock.CHIPS), now.timestamp())
    found = care_clock.judge_clock(now, synchronised=synchronised, is_enough=is_enough)
    if not found.at_fault and synchronised is None:
        return missing(
            "clock", "nobody here says whether it is synchronised", "install systemd-timesyncd or chrony", needed=False
        )
    return found.as_part("clock")


def disk(machine: Machine, settings: Settings) -> Part:
    """Check the disk for errors; its room and its being read-only are told with the store."""
    folder = paths.data_dir(settings, machine.environ)
    errors = max(care_disk.noted_errors(machine.at("/sys/fs/ext4")), care_disk.kernel_errors(machine.run))
    state = care_disk.DiskState(read_only=False, free_bytes=1 << 62, errors=errors)
    found = care_disk.judge_disk(state, folder, leave_free_bytes=0)
    return found.as_part("disk") if found.at_fault else ok("disk", "no errors told of", needed=False)


def last_stop(machine: Machine, settings: Settings) -> Part:
    """Check how the daemon last stopped; one that runs now has not stopped yet."""
    folder = paths.data_dir(settings, machine.environ)
    stops = read_stops(folder, boot_id=machine.boot_id)
    if is_running(machine, folder):
        stops = Stops(LastStop.CLEAN, stops.unsafe - 1)
    return judge_stops(stops, running_ms=0).as_part("last stop")


def backup(machine: Machine, settings: Settings) -> Part:
    """Check the copies of the log."""
    folder = paths.data_dir(settings, machine.environ)
    if not settings.backup.enabled:
        return missing("backup", "switched off", "set [backup] enabled = true", needed=False)
    plan = plan_of(settings, folder, None)
    return judge_copies(plan, datetime.now().astimezone().replace(tzinfo=None)).as_part("backup")


def is_running(machine: Machine, folder: Path) -> bool:
    """Return whether the daemon of a data directory runs: the process that its marker names is still there."""
    try:
        pid = int(json.loads((folder / MARKER_NAME).read_text(encoding="utf-8"))["pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return machine.at(f"/proc/{pid}").exists()
