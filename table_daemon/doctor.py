"""``queyan doctor``: a line for each part of this machine, with the cure where one is missing or wrong.

Puts the checks in order and prints them; what each looks at is in ``doctor_devices``, ``doctor_system`` and
``doctor_care``. The exit status is 0 when every part that the settings need is fine, else 1: a missing optional part
does not count.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from table_daemon import doctor_care, doctor_devices, doctor_system, doctor_update
from table_daemon.doctor_machine import this_machine
from table_daemon.doctor_parts import Part, ok, wrong
from table_daemon.errors import SettingsError
from table_daemon.paths import environment_for
from table_daemon.settings import Settings, load_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from table_daemon.doctor_machine import Machine

CHECKS: tuple[Callable[[Machine, Settings], Part], ...] = (
    doctor_system.python,
    doctor_update.release,
    doctor_system.vision,
    doctor_devices.camera,
    doctor_devices.rpicam,
    doctor_system.calibration,
    doctor_devices.serial_adapters,
    doctor_devices.link,
    doctor_devices.gpio,
    doctor_system.store,
    doctor_system.web_port,
    doctor_system.fonts,
    doctor_care.power,
    doctor_care.heat,
    doctor_care.disk,
    doctor_care.backup,
    doctor_care.last_stop,
)


def report(path: Path | None, *, as_json: bool, out: Callable[[str], object]) -> int:
    """Print every part of this machine for a settings file (None: the defaults); return the exit status."""
    failed = 0
    for part in examine(path, this_machine(environment_for(path, os.environ)), now=datetime.now(UTC)):
        out(part.to_json() if as_json else part.line())
        failed += part.fails
    return 1 if failed else 0


def examine(path: Path | None, machine: Machine, *, now: datetime) -> Iterator[Part]:
    """Yield every part; with unusable settings they are told first and the rest is checked with the defaults."""
    settings = Settings.model_construct()
    try:
        settings = load_settings(path)
    except SettingsError as error:
        for problem in error.problems:
            yield wrong("settings", str(problem), "correct the line; hardware_docs/settings.md has every key")
    else:
        yield ok("settings", "every key has its default" if path is None else str(path))
    for check in CHECKS:
        yield check(machine, settings)
    yield doctor_care.clock(machine, settings, now)
