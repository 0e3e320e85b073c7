"""The real pyserial link on a real PTY, with the emulator at the far end. Bounded real waits, no sleeps."""

import asyncio
import contextlib
import re
import subprocess
import sys
import termios
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.direction import Direction
from firmware_bridge.emulator import Emulator, PtyServer, Timings
from firmware_bridge.errors import (
    LinkError,
    PortAmbiguousError,
    PortBusyError,
    PortMissingError,
    PortOpenTwiceError,
    PortPermissionError,
    PortUnusableError,
)
from firmware_bridge.link import Link
from firmware_bridge.messages import (
    Act,
    DiceRoll,
    DiceValue,
    LinkEvent,
    LinkLost,
    LinkUp,
    Ping,
    Snapshot,
    TableEvent,
    TelemetryGap,
)
from firmware_bridge.ports import connect_port, open_port
from firmware_bridge.sentence import Language, said

PATIENCE_S = 8.0
PUMP_EVERY_S = 0.005
QUICK = Timings(press_ms=2, lift_ms=20, wall_ms=10, board_ms=20, dice_ms=20, dice_value_ms=5, shuffle_ms=50)


class Bench:
    """A link and an emulator in one event loop; the emulator is pumped until the test ends."""

    def __init__(self, emulator: Emulator, server: PtyServer, port: str) -> None:
        self.emulator = emulator
        self.server = server
        self.heard: list[LinkEvent] = []
        self.stream: list[tuple[int, Direction, bytes]] = []
        self._turn = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self.link = Link(
            port,
            version="test",
            clock=self.now_ms,
            on_event=self.heard.append,
            tap=lambda t_ms, direction, data: self.stream.append((t_ms, direction, data)),
        )

    @staticmethod
    def now_ms() -> int:
        return int(time.monotonic() * 1000)

    @property
    def events(self) -> list[TableEvent]:
        return [heard.event for heard in self.heard]

    def pump(self) -> None:
        """Give the emulator its turn, and again every few milliseconds until ``stop``."""
        self.emulator.pump(self.now_ms())
        self._turn.set()
        self._timer = asyncio.get_running_loop().call_later(PUMP_EVERY_S, self.pump)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self.emulator.unplug()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                self._turn.clear()
                await self._turn.wait()

    async def until_heard(self, event: type[TableEvent], *, times: int = 1) -> None:
        await self.until(lambda: sum(isinstance(each, event) for each in self.events) >= times)


@contextlib.asynccontextmanager
async def bench(link_path: Path, *, plugged: bool = True, timings: Timings = QUICK) -> AsyncIterator[Bench]:
    server = PtyServer(link_path=link_path)
    emulator = Emulator(server, timings=timings)
    made = Bench(emulator, server, str(link_path))
    if plugged:
        emulator.plug(now_ms=made.now_ms())
    made.pump()
    running = asyncio.ensure_future(made.link.run())
    try:
        yield made
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        made.stop()


@pytest.fixture
def link_path(tmp_path: Path) -> Path:
    return tmp_path / "usb-tap-board"


@pytest.fixture
def plugged() -> Iterator[PtyServer]:
    server = PtyServer()
    server.plug()
    yield server
    server.unplug()


def test_a_throw_comes_through_with_its_seat(link_path: Path) -> None:
    async def play() -> None:
        async with bench(link_path) as table:
            await table.until_heard(Snapshot)
            table.emulator.table.roll_dice(seat=2, dice=(3, 5), now_ms=table.now_ms())
            await table.until_heard(DiceValue)
            assert table.events[0] == LinkUp()
            assert DiceRoll(Act.START, 2) in table.events
            assert DiceValue((3, 5), 2) in table.events
            assert TelemetryGap not in map(type, table.events)
            health = table.link.health()
            assert health.up
            assert health.problem is None
            assert health.session.lines.bad == 0

    asyncio.run(play())


def test_events_carry_the_given_clock(link_path: Path) -> None:
    async def play() -> None:
        async with bench(link_path) as table:
            await table.until_heard(Snapshot)
            assert all(0 <= table.now_ms() - heard.t_ms < PATIENCE_S * 1000 for heard in table.heard)

    asyncio.run(play())


def test_the_tap_hears_the_stream_both_ways(link_path: Path) -> None:
    async def play() -> None:
        async with bench(link_path) as table:
            await table.until_heard(Snapshot)
            sent = b"".join(data for _, direction, data in table.stream if direction is Direction.TX)
            read = b"".join(data for _, direction, data in table.stream if direction is Direction.RX)
            assert sent.startswith(b"$C,0,HELLO,proto=1,host=test*")
            assert b",SNAP,in=" in read

    asyncio.run(play())


def test_a_command_is_acknowledged(link_path: Path) -> None:
    async def play() -> None:
        async with bench(link_path) as table:
            assert not table.link.ask(Ping())
            await table.until_heard(Snapshot)
            assert table.link.ask(Ping())
            await table.until(lambda: b"$A,2,OK*" in b"".join(data for _, _, data in table.stream))

    asyncio.run(play())


def test_unplugged_and_back_under_another_name(link_path: Path) -> None:
    async def play() -> None:
        async with bench(link_path) as table:
            await table.until_heard(Snapshot)
            first_name = table.server.device
            table.emulator.unplug()
            unplugged = time.monotonic()
            await table.until_heard(LinkLost)
            assert time.monotonic() - unplugged < 1.0
            assert table.link.health().problem is not None
            held = PtyServer()  # takes the name that is free now, so that the port returns under another
            held.plug()
            table.emulator.plug(now_ms=table.now_ms())
            back = time.monotonic()
            assert table.server.device != first_name
            await table.until_heard(Snapshot, times=2)
            assert time.monotonic() - back < 5.0
            held.unplug()
            kinds = [type(event) for event in table.events]
            assert kinds == [LinkUp, Snapshot, LinkLost, LinkUp, Snapshot]
            assert table.link.health().opened == 2

    asyncio.run(play())


def test_a_port_that_comes_late_is_found(link_path: Path) -> None:
    async def play() -> None:
        async with bench(link_path, plugged=False) as table:
            await table.until(lambda: "no serial port" in str(table.link.health().problem))
            table.emulator.plug(now_ms=table.now_ms())
            await table.until_heard(LinkUp)
            assert table.link.health().problem is None

    asyncio.run(play())


def test_a_reboot_in_mid_hand_is_seen_and_makes_no_dice(link_path: Path) -> None:
    slow_dice = Timings(dice_ms=800)  # long enough that the restart surely comes while they turn

    async def play() -> None:
        async with bench(link_path, timings=slow_dice) as table:
            await table.until_heard(Snapshot)
            table.emulator.table.roll_dice(seat=1, dice=(6, 6), now_ms=table.now_ms())
            await table.until_heard(DiceRoll)
            table.emulator.reboot(now_ms=table.now_ms())
            await table.until_heard(Snapshot, times=2)
            assert TelemetryGap() in table.events
            assert LinkLost() not in table.events
            assert table.link.health().session.events.reboots == 1
            await table.until_heard(DiceValue)
            assert table.events[-1] == DiceValue((6, 6), seat=None)  # who threw was lost with the restart

    asyncio.run(play())


def test_what_lay_in_the_port_before_it_was_opened_is_not_believed(link_path: Path) -> None:
    async def play() -> None:
        async with bench(link_path) as table:
            # Thrown before the link has its first turn: the lines wait in the terminal, as on a real adapter.
            table.emulator.table.roll_dice(seat=3, dice=(1, 1), now_ms=table.now_ms() - 1000)
            table.emulator.pump(table.now_ms())
            await table.until_heard(Snapshot)
            assert not any(isinstance(event, (DiceRoll, DiceValue)) for event in table.events)

    asyncio.run(play())


def test_an_open_port_without_a_board_says_so(plugged: PtyServer) -> None:
    async def play() -> None:
        heard: list[LinkEvent] = []
        greeted = asyncio.Event()
        link = Link(
            plugged.path,
            version="test",
            clock=lambda: 0,
            on_event=heard.append,
            tap=lambda _t_ms, _direction, _data: greeted.set(),
        )
        running = asyncio.ensure_future(link.run())
        async with asyncio.timeout(PATIENCE_S):
            await greeted.wait()
        assert "no tap board answers" in str(link.health().problem)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert heard == []

    asyncio.run(play())


def test_a_port_opened_twice_in_one_program_is_told(plugged: PtyServer) -> None:
    port = open_port(plugged.path)
    try:
        with pytest.raises(PortOpenTwiceError, match="open in this program already") as caught:
            open_port(plugged.path)
        assert caught.value.port == plugged.path
    finally:
        port.close()
    open_port(plugged.path).close()


HOLD = "import fcntl, sys; f = open(sys.argv[1]); fcntl.flock(f, fcntl.LOCK_EX); print(flush=True); sys.stdin.read()"


def test_a_port_held_by_another_program_is_told_with_its_name(plugged: PtyServer) -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, plugged.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(PortBusyError, match=rf"is held by \S+ \(process {other.pid}\)"):
            open_port(plugged.path)
    finally:
        other.communicate("")


def test_a_pattern_that_fits_two_adapters_names_both(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        for name in ("board-a", "board-b"):
            server = PtyServer(link_path=tmp_path / name)
            server.plug()
            stack.callback(server.unplug)
        with pytest.raises(PortAmbiguousError, match=r"fits 2 adapters: .*board-a, .*board-b\. Write the whole name"):
            open_port(str(tmp_path / "board-*"))
        open_port(str(tmp_path / "board-a*")).close()
    with pytest.raises(PortMissingError):
        open_port(str(tmp_path / "board-*"))


@pytest.mark.parametrize(
    "error",
    [
        PortMissingError("/dev/x", ["/dev/y"]),
        PortMissingError("socket://x:1"),
        PortAmbiguousError("/dev/*", ["/dev/x", "/dev/y"]),
        PortPermissionError("/dev/x"),
        PortBusyError("/dev/x"),
        PortOpenTwiceError("/dev/x"),
        PortUnusableError("/dev/x", "why"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_every_trouble_with_a_port_is_said_in_both_languages(error: LinkError) -> None:
    chinese = said(error.told, Language.ZH)
    assert said(error.told, Language.EN) == error.told == str(error)
    assert error.port in chinese
    assert re.search("[\u4e00-\u9fff]{2}", chinese)


def test_a_missing_port_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(PortMissingError, match="/dev/serial/by-id"):
        open_port(str(tmp_path / "nothing"))


def test_a_file_is_no_port(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"")
    with pytest.raises(PortUnusableError, match="no serial device"):
        open_port(str(path))


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("loop://", "cannot wait on loop"),
        ("rfc2217://127.0.0.1:7", "give its address as socket://"),
        ("alt:///dev/null?class=Serial", "cannot be the table's link"),
        ("nonsense://x", "cannot be the table's link"),
    ],
)
def test_a_url_that_cannot_be_waited_on(url: str, why: str) -> None:
    with pytest.raises(PortUnusableError, match=why):
        open_port(url)


@pytest.mark.parametrize("url", ["socket://", "socket://host", "socket://host:x", "socket://:7"])
def test_an_address_without_host_or_port(url: str) -> None:
    with pytest.raises(PortUnusableError, match="HOST:PORT"):
        asyncio.run(connect_port(url))


def test_a_folder_is_no_port(tmp_path: Path) -> None:
    with pytest.raises(PortUnusableError, match="link: is a directory"):
        open_port(str(tmp_path))


def test_nobody_listens_at_a_socket_url() -> None:
    with pytest.raises(PortMissingError, match=r"^Nobody answers at socket://127\.0\.0\.1:1\. Start"):
        asyncio.run(connect_port("socket://127.0.0.1:1"))


AS_NOBODY = """
import os, sys
from firmware_bridge.errors import PortPermissionError
from firmware_bridge.ports import open_port
if os.geteuid() == 0:
    os.setgroups([])
    os.setuid(65534)
try:
    open_port(sys.argv[1])
except PortPermissionError as error:
    print(error)
"""


def test_a_forbidden_port_names_the_group(plugged: PtyServer) -> None:
    Path(plugged.path).chmod(0)
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, plugged.path], capture_output=True, text=True, check=True, timeout=30
    )
    assert re.match(rf"This user may not open {plugged.path}\. .*sudo usermod -aG \w+ \$USER", done.stdout)


def test_a_refusal_of_the_system_is_told_as_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("firmware_bridge.ports.serial.serial_for_url", refuse)
    with pytest.raises(PortPermissionError, match="dialout"):
        open_port("/dev/ttyACM0")


def test_a_port_is_opened_at_the_speed_asked_for(plugged: PtyServer) -> None:
    port = open_port(plugged.path, baud=9600)
    try:
        speeds = termios.tcgetattr(port.fileno())[4:6]
    finally:
        port.close()
    assert speeds == [termios.B9600, termios.B9600]
