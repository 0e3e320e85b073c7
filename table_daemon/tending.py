"""Builds the caretaker that the settings ask for. Part of the composition root, apart only for its size."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from table_daemon.care import stops
from table_daemon.care.ageing import Ageing
from table_daemon.care.backup import plan_of
from table_daemon.care.keeping import Caretaker, Times
from table_daemon.care.nightly import Nightly
from table_daemon.care.room import Room
from table_daemon.clocks import SystemClock
from table_daemon.doctor_machine import Machine, this_machine
from table_daemon.paths import database_file
from table_daemon.settings import ClockSource

if TYPE_CHECKING:
    from pathlib import Path

    from table_daemon.health import HealthBoard
    from table_daemon.pictures import PictureKeeper
    from table_daemon.service import GameService
    from table_daemon.settings import Settings

log = logging.getLogger(__name__)

_QUIET_MS: Final = 600_000
"""So long after the last event nobody plays."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the start found in the data directory, and the file that its settings are from."""

    folder: Path
    stops: stops.Stops
    note: str
    """What became of a restore that was cut short, or nothing."""
    settings_file: Path | None = None


@contextmanager
def marked(folder: Path, note: str, settings_file: Path | None) -> Iterator[Found]:
    """Note that a run begins and, unless an error ends it, that it ended as told."""
    yield Found(folder, stops.begin(folder, boot_id=stops.this_boot()), note, settings_file)
    stops.end(folder)


def room_of(settings: Settings) -> Room:
    """How much of the disk is left free."""
    return Room(settings.store.leave_free_mb * 1_000_000)


def build_caretaker(
    settings: Settings,
    found: Found,
    board: HealthBoard,
    service: GameService,
    keeper: PictureKeeper,
    *,
    machine: Machine | None = None,
    times: Times | None = None,
) -> Caretaker:
    """The caretaker of a data directory; ``machine`` and ``times`` are this machine's own where none are given."""
    times = times or Times(wall_ms=SystemClock().now_ms, steady_ms=lambda: time.monotonic_ns() // 1_000_000)

    def is_quiet() -> bool:
        return service.idle_ms() >= _QUIET_MS

    nightly = Nightly(
        database_file(found.folder),
        plan_of(settings, found.folder, found.settings_file) if settings.backup.enabled else None,
        hour=settings.backup.hour,
        board=board,
        room=room_of(settings),
        is_quiet=is_quiet,
        note=found.note,
    )
    return Caretaker(
        machine=machine or this_machine(os.environ),
        folder=found.folder,
        board=board,
        times=times,
        stops=found.stops,
        nightly=nightly,
        leave_free_bytes=settings.store.leave_free_mb * 1_000_000,
        ageing=Ageing(keeper.drop_before, settings.pictures.keep_days, is_quiet),
        watches_clock=settings.clock.source is ClockSource.SYSTEM,
        network_time=settings.clock.network_time,
    )
