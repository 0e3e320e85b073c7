"""The daemon's caretaker: looks after disk, clock, power, heat and copies, and says on the health board how each is.

What is quickly seen is looked at each second; what takes a program of the system, every ten seconds beside it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from table_daemon.care import clock, disk, power
from table_daemon.care.stops import Stops, judge_stops
from table_daemon.heat import celsius_in
from table_daemon.views import HealthPart

if TYPE_CHECKING:
    from pathlib import Path

    from table_daemon.care.ageing import Ageing
    from table_daemon.care.finding import Finding
    from table_daemon.care.nightly import Nightly
    from table_daemon.doctor_machine import Machine
    from table_daemon.health import HealthBoard

LOOK_S: Final = 1.0
ASK_S: Final = 10.0
COPY_S: Final = 60.0

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """The clocks the caretaker goes by, and how it waits."""

    wall_ms: Callable[[], int]
    """The time of day, which may be set at any moment."""
    steady_ms: Callable[[], int]
    """Time that only passes."""
    sleep: Sleep = asyncio.sleep

    def local(self) -> datetime:
        """The time of day as clocks in the house show it, without a zone."""
        return datetime.fromtimestamp(self.wall_ms() / 1000, tz=UTC).astimezone().replace(tzinfo=None)


@dataclass(slots=True, kw_only=True)
class Caretaker:
    """Looks, and tells the board; ``run`` until cancelled."""

    machine: Machine
    folder: Path
    board: HealthBoard
    times: Times
    stops: Stops
    nightly: Nightly
    leave_free_bytes: int
    ageing: Ageing | None = None
    """Lets pictures go by age; ``None`` where none are kept."""
    watches_clock: bool = True
    network_time: bool = True
    """Whether the time of day is expected to come from a network."""
    _began_ms: int = 0
    _leaps: clock.LeapWatch = field(default_factory=clock.LeapWatch)
    _synchronised: bool | None = None
    _chip_agrees: bool = False
    _kernel_errors: int = 0

    async def run(self) -> None:
        """Keep looking until cancelled."""
        self._began_ms = self.times.steady_ms()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._again(self.look, LOOK_S))
            tasks.create_task(self._again(self.ask, ASK_S))
            tasks.create_task(self._copy())

    async def look(self) -> None:
        """Look at what is quickly seen."""
        wall_ms, steady_ms = self.times.wall_ms(), self.times.steady_ms()
        leapt_before = self._leaps.leap_ms
        leap_ms = self._leaps.look(wall_ms, steady_ms, synchronised=self._synchronised)
        if leap_ms and not leapt_before:
            self._synchronised = None  # what was said before the leap says nothing of it
        if self.watches_clock:
            self._judge_clock(wall_ms, steady_ms, leap_ms).tell(self.board, HealthPart.CLOCK)
        judge_stops(self.stops, running_ms=steady_ms - self._began_ms).tell(self.board, HealthPart.SHUTDOWN)
        (await asyncio.to_thread(self._disk)).tell(self.board, HealthPart.DISK)

    def _judge_clock(self, wall_ms: int, steady_ms: int, leap_ms: int) -> Finding:
        told = steady_ms - self._began_ms >= clock.UNSYNCHRONISED_TOLD_MS
        return clock.judge_clock(
            datetime.fromtimestamp(max(0, wall_ms) / 1000, tz=UTC),
            synchronised=self._synchronised,
            leap_ms=leap_ms,
            is_enough=told or self._chip_agrees or not self.network_time,
        )

    async def ask(self) -> None:
        """Ask the system's programs."""
        self._synchronised, self._kernel_errors, state, celsius = await asyncio.to_thread(self._asked)
        if state is not None:
            power.judge_supply(state).tell(self.board, HealthPart.POWER)
            power.judge_heat(state, celsius).tell(self.board, HealthPart.HEAT)

    async def _copy(self) -> None:
        self.nightly.tell(self.times.local())
        # People look at a machine that has just been started; copying can wait a minute.
        while True:
            await self.times.sleep(COPY_S)
            await self.nightly.look(self.times.local())
            self._age()

    def _age(self) -> None:
        """Let old pictures go, on a clock that is watched."""
        if self.ageing is not None and self.watches_clock:
            self.ageing.look(
                self.times.wall_ms(),
                self.times.steady_ms(),
                synchronised=self._synchronised,
                leap_ms=self._leaps.leap_ms,
            )

    async def _again(self, work: Callable[[], Awaitable[None]], every_s: float) -> None:
        while True:
            await work()
            await self.times.sleep(every_s)

    def _disk(self) -> Finding:
        state = disk.read_disk(self.machine, self.folder, kernel_errors=self._kernel_errors)
        return disk.judge_disk(state, self.folder, leave_free_bytes=self.leave_free_bytes)

    def _asked(self) -> tuple[bool | None, int, power.PowerState | None, float | None]:
        run = self.machine.run
        synchronised = clock.ask_synchronised(run, self.machine.kernel_synchronised) if self.watches_clock else None
        self._chip_agrees = clock.chip_agrees(self.machine.at(clock.CHIPS), self.times.wall_ms() / 1000)
        bits = run(power.GET_BITS)
        if bits is None:
            return synchronised, disk.kernel_errors(run), None, None
        celsius = celsius_in(run(power.GET_CELSIUS) or "")
        return synchronised, disk.kernel_errors(run), power.bits_in(bits), celsius
