"""The real pyserial link on a real PTY, with the emulator at the far end. Bounded real waits, no sleeps."""

import asyncio
import contextlib
import os
import termios
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.direction import Direction
from firmware_bridge.emulator import Emulator, PtyServer, Timings
from firmware_bridge.errors import (
    LinkError,
    PortBusyError,
    PortMissingError,
    PortPermissionError,
    PortUnusableError,
)
from firmware_bridge.link import Link, open_port
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

PATIENCE_S = 8.0
PUMP_EVERY_S = 0.005
QUICK = Timings(press_ms=2, lift_ms=20, wall_ms=10, board_ms=20, dice_ms=20, dice_value_ms=5, shuffle_ms=50)


class Bench:
    """A link and an emulator in one event loop; the emulator is pumped until the test ends."""

    def __init__(self, emulator: Emulator, port: str) -> None:
        self.emulator = emulator
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
    emulator = Emulator(PtyServer(link_path=link_path), timings=timings)
    made = Bench(emulator, str(link_path))
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
            first_name = table.emulator.port.device
            table.emulator.unplug()
            unplugged = time.monotonic()
            await table.until_heard(LinkLost)
            assert time.monotonic() - unplugged < 1.0
            assert table.link.health().problem is not None
            held = PtyServer()  # takes the name that is free now, so that the port returns under another
            held.plug()
            table.emulator.plug(now_ms=table.now_ms())
            back = time.monotonic()
            assert table.emulator.port.device != first_name
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


def test_a_port_is_held_by_one(plugged: PtyServer) -> None:
    port = open_port(plugged.path)
    try:
        with pytest.raises(PortBusyError, match="held by another program") as caught:
            open_port(plugged.path)
        assert caught.value.port == plugged.path
    finally:
        port.close()


def test_a_missing_port_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(PortMissingError, match="/dev/serial/by-id"):
        open_port(str(tmp_path / "nothing"))


def test_a_file_is_no_port(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"")
    with pytest.raises(PortUnusableError, match="no serial device"):
        open_port(str(path))


def test_a_loop_url_cannot_be_waited_on() -> None:
    with pytest.raises(PortUnusableError, match="cannot wait"):
        open_port("loop://")


def test_nobody_listens_at_a_socket_url() -> None:
    with pytest.raises(LinkError):
        open_port("socket://127.0.0.1:1")


def test_a_forbidden_port_names_the_group(plugged: PtyServer) -> None:
    if os.geteuid() == 0:
        pytest.skip("the superuser may open every port")
    Path(plugged.path).chmod(0)
    with pytest.raises(PortPermissionError, match="dialout"):
        open_port(plugged.path)


def test_a_refusal_of_the_system_is_told_as_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("firmware_bridge.link.serial.serial_for_url", refuse)
    with pytest.raises(PortPermissionError, match="dialout"):
        open_port("/dev/ttyACM0")


def test_a_port_is_opened_at_the_speed_asked_for(plugged: PtyServer) -> None:
    port = open_port(plugged.path, baud=9600)
    try:
        speeds = termios.tcgetattr(port.fileno())[4:6]
    finally:
        port.close()
    assert speeds == [termios.B9600, termios.B9600]
