"""The caretaker in its time: what it puts on the board within two seconds, and what is gone when cured."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from table_daemon.care.keeping import Caretaker, Times
from table_daemon.care.nightly import Nightly
from table_daemon.care.room import UNLIMITED
from table_daemon.care.stops import LastStop, Stops
from table_daemon.doctor_machine import this_machine
from table_daemon.health import HealthBoard
from table_daemon.views import HealthLevel, HealthPart
from tests.daemon.doubles import health_of

FLOOR = 300_000_000
SOON_S = 2
LOOPS = 3
"""The caretaker's own, each of which sleeps between its looks."""


@dataclass
class Pi:
    """A Raspberry Pi whose ails are set by hand, on virtual time."""

    folder: Path
    answers: dict[str, str | None] = field(
        default_factory=lambda: {"get_throttled": "throttled=0x0", "measure_temp": "temp=50.0'C", "show": "yes"}
    )
    free: int = 10**10
    mounts: str = "/dev/a / ext4 rw 0 0"
    wall_off_ms: int = 0
    stops: Stops = field(default_factory=lambda: Stops(LastStop.CLEAN, 0))
    passed_s: float = 0.0

    def __post_init__(self) -> None:
        (self.folder / "proc").mkdir()
        self.board = HealthBoard(lambda: 0)
        self.times = Times(
            wall_ms=lambda: 1_796_000_000_000 + self._steady_ms() + self.wall_off_ms,
            steady_ms=self._steady_ms,
            sleep=self._sleep,
        )
        self.machine = replace(
            this_machine({}),
            root=self.folder,
            run=self._run,
            free_bytes=lambda _path: self.free,
            kernel_synchronised=lambda: None,
        )
        nightly = Nightly(self.folder / "none", None, hour=4, board=self.board, room=UNLIMITED, is_quiet=lambda: True)
        self.caretaker = Caretaker(
            machine=self.machine,
            folder=self.folder,
            board=self.board,
            times=self.times,
            stops=self.stops,
            nightly=nightly,
            leave_free_bytes=FLOOR,
        )
        self._waiting: list[tuple[float, asyncio.Future[None]]] = []
        self._all_asleep = asyncio.Event()

    def live(self, story: Sequence[Callable[[], None] | int]) -> None:
        """Let the caretaker run through a story: seconds that pass, and what is done between."""

        async def go() -> None:
            task = asyncio.create_task(self.caretaker.run())
            try:
                for part in story:
                    if isinstance(part, int):
                        await self._pass(part)
                    else:
                        part()
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

        asyncio.run(go())

    def must_say(self, part: HealthPart, level: HealthLevel, words: str = "") -> Callable[[], None]:
        """Return what fails the test, at its place in a story, unless the board says this of a part."""

        def check() -> None:
            item = health_of(self.board, part)
            assert (item.level, words in item.message) == (level, True), item

        return check

    async def _pass(self, seconds: int) -> None:
        for _ in range(seconds):
            self.passed_s += 1.0
            for due_s, future in list(self._waiting):
                if due_s <= self.passed_s and not future.done():
                    future.set_result(None)
            self._waiting = [(due_s, future) for due_s, future in self._waiting if not future.done()]
            # A look goes through a thread: time stands still until everybody sleeps again.
            if len(self._waiting) < LOOPS:
                self._all_asleep.clear()
            await self._all_asleep.wait()

    async def _sleep(self, seconds: float) -> None:
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((self.passed_s + seconds, future))
        if len(self._waiting) == LOOPS:
            self._all_asleep.set()
        await future

    def _steady_ms(self) -> int:
        return int(self.passed_s * 1000)

    def _run(self, command: Sequence[str]) -> str | None:
        if command[0] == "dmesg":
            return self.answers.get("dmesg")
        return self.answers.get(command[1])


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    made = Pi(tmp_path)
    (tmp_path / "proc" / "mounts").write_text(made.mounts)
    return made


def test_a_sound_machine_has_nothing_to_say(pi: Pi) -> None:
    pi.live([3])
    levels = {item.part: item.level for item in pi.board.current().items}
    assert levels == {
        HealthPart.CLOCK: HealthLevel.OK,
        HealthPart.DISK: HealthLevel.OK,
        HealthPart.BACKUP: HealthLevel.OFF,
        HealthPart.POWER: HealthLevel.OK,
        HealthPart.HEAT: HealthLevel.OK,
        HealthPart.SHUTDOWN: HealthLevel.OK,
    }


@pytest.mark.parametrize(
    ("ail", "part", "level", "words"),
    [
        ({"free": 100_000_000}, HealthPart.DISK, HealthLevel.WARN, "100 MB left"),
        ({"free": 0}, HealthPart.DISK, HealthLevel.BAD, "is full"),
        ({"wall_off_ms": 730 * 86_400_000}, HealthPart.CLOCK, HealthLevel.WARN, "was set by +730 d"),
        ({"wall_off_ms": -3_600_000}, HealthPart.CLOCK, HealthLevel.WARN, "was set by -1 h"),
        ({"wall_off_ms": -1_796_000_000_000}, HealthPart.CLOCK, HealthLevel.WARN, "shows 1970-01-01"),
    ],
)
def test_what_is_quickly_seen_is_told_and_gone_within_two_seconds(
    pi: Pi, ail: dict[str, int], part: HealthPart, level: HealthLevel, words: str
) -> None:
    sound = {name: getattr(pi, name) for name in ail}
    pi.answers["show"] = None  # nobody says whether the clock is synchronised

    def set_to(values: dict[str, int]) -> Callable[[], None]:
        return lambda: vars(pi).update(values)

    pi.live(
        [
            5,
            set_to(ail),
            SOON_S,
            pi.must_say(part, level, words),
            20,
            pi.must_say(part, level, words),
            set_to(sound),
            SOON_S,
        ]
    )
    pi.must_say(part, HealthLevel.OK)()


def test_a_disk_that_turns_read_only(pi: Pi) -> None:
    mounts = pi.folder / "proc" / "mounts"

    def mount(options: str) -> Callable[[], None]:
        def write() -> None:
            mounts.write_text(f"/dev/a / ext4 {options} 0 0")

        return write

    pi.live(
        [
            2,
            mount("ro"),
            SOON_S,
            pi.must_say(HealthPart.DISK, HealthLevel.BAD, "is read-only"),
            mount("rw"),
            SOON_S,
            pi.must_say(HealthPart.DISK, HealthLevel.OK),
        ]
    )


@pytest.mark.parametrize(
    ("tool", "answer", "part", "words"),
    [
        ("get_throttled", "throttled=0x50005", HealthPart.POWER, "undervoltage now"),
        ("get_throttled", "throttled=0x8", HealthPart.HEAT, "too hot"),
        ("measure_temp", "temp=84.2'C", HealthPart.HEAT, "84 °C"),
        ("show", "no", HealthPart.CLOCK, "not synchronised"),
        ("dmesg", "mmc0: error -110 whilst initialising SD card", HealthPart.DISK, "has failed 1 times"),
    ],
)
def test_what_programs_of_the_system_tell(pi: Pi, tool: str, answer: str, part: HealthPart, words: str) -> None:
    sound = pi.answers.get(tool)
    faults: list[HealthPart] = []

    def ail(value: str | None) -> Callable[[], None]:
        return lambda: pi.answers.__setitem__(tool, value)

    def note() -> None:
        faults.extend(item.part for item in pi.board.current().items if item.level is HealthLevel.WARN)

    pi.live([2, ail(answer), 12, pi.must_say(part, HealthLevel.WARN, words), note, ail(sound), 12])
    pi.must_say(part, HealthLevel.OK)()
    assert faults == [part], "each fault once"


def test_a_house_without_a_network_hears_of_its_clock_once(pi: Pi) -> None:
    pi.answers["show"] = "no"
    told = pi.must_say(HealthPart.CLOCK, HealthLevel.WARN, "not synchronised")
    pi.live([2, told, 596, told, 4, pi.must_say(HealthPart.CLOCK, HealthLevel.OK, "set, not synchronised")])
    pi.must_say(HealthPart.CLOCK, HealthLevel.OK)()


@pytest.mark.parametrize("vouched", ["settings", "chip"])
def test_a_clock_that_somebody_vouches_for_is_well(pi: Pi, vouched: str) -> None:
    pi.answers["show"] = "no"
    if vouched == "settings":
        pi.caretaker.network_time = False
    else:
        chip = pi.folder / "sys" / "class" / "rtc" / "rtc0"
        chip.mkdir(parents=True)
        (chip / "since_epoch").write_text(str(pi.times.wall_ms() // 1000))
    pi.live([2])
    pi.must_say(HealthPart.CLOCK, HealthLevel.OK, "set, not synchronised")()


def test_elsewhere_than_on_a_pi_nothing_is_said_of_power(pi: Pi) -> None:
    pi.answers = {"show": "yes"}
    pi.live([12])
    assert not {HealthPart.POWER, HealthPart.HEAT} & {item.part for item in pi.board.current().items}


def test_how_it_last_stopped_is_told_for_ten_minutes(tmp_path: Path) -> None:
    pi = Pi(tmp_path, stops=Stops(LastStop.CUT, 2))
    pi.live(
        [
            1,
            pi.must_say(HealthPart.SHUTDOWN, HealthLevel.WARN, "the power went while it ran"),
            601,
            pi.must_say(HealthPart.SHUTDOWN, HealthLevel.OK, "2 unsafe stops"),
        ]
    )
