"""The emulated board's channels answer SUB, CFG and CFGSAVE as the firmware does."""

from collections.abc import Callable

import pytest

from firmware_bridge.codec import AckFrame, EventFrame, decode_from_device
from firmware_bridge.device_session import HEARTBEAT_MS
from firmware_bridge.emulator import Emulator
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, MAX_BODY_TO_DEVICE, LineDecoder, encode_line
from firmware_bridge.messages import (
    Button,
    ButtonAct,
    ButtonId,
    DeviceEvent,
    Heartbeat,
    Hello,
    Inputs,
    RawEdge,
    Ready,
    Snapshot,
    Wall,
    WallState,
)

READY, WALL0, WALL2, LIFT1 = 7, 8, 10, 0
"""Channels, by the order of the inputs' bits."""


class Wire:
    """A line in memory with the board at one end and the test at the other."""

    def __init__(self) -> None:
        self.path = "memory"
        self.plugged = False
        self.to_board = b""
        self.from_board = b""

    def plug(self) -> None:
        self.plugged = True

    def unplug(self) -> None:
        self.plugged = False

    def read(self) -> bytes:
        data, self.to_board = self.to_board, b""
        return data

    def write(self, data: bytes) -> int:
        self.from_board += data
        return len(data)

    def fileno(self) -> int | None:
        return None


class Board:
    """An emulated board on a line in memory, and its clock."""

    def __init__(self) -> None:
        self.wire = Wire()
        self.emulator = Emulator(self.wire, throw=lambda: (1, 1))
        self.now_ms = 0
        self.seq = 0
        self.emulator.plug(now_ms=0)
        self.run()

    def run(self, for_ms: int = 1) -> list[EventFrame | AckFrame]:
        """Let time pass; return what the board says meanwhile, heartbeats apart."""
        end_ms = self.now_ms + for_ms
        while self.now_ms < end_ms:
            self.now_ms += min(end_ms - self.now_ms, HEARTBEAT_MS // 2)
            self.emulator.pump(self.now_ms)
        data, self.wire.from_board = self.wire.from_board, b""
        frames = [decode_from_device(body) for body in LineDecoder(max_body=MAX_BODY_FROM_DEVICE).feed(data)]
        return [frame for frame in frames if not isinstance(getattr(frame, "event", None), Heartbeat)]

    def events(self, for_ms: int) -> list[DeviceEvent]:
        return [frame.event for frame in self.run(for_ms) if isinstance(frame, EventFrame)]  # type: ignore[misc]

    def say(self, command: str) -> str:
        """Give a command; return why it was refused, empty where it was not."""
        self.seq += 1
        self.wire.to_board += encode_line(f"C,{self.seq},{command}", max_body=MAX_BODY_TO_DEVICE)
        self.answers = self.run()
        (ack,) = [frame for frame in self.answers if isinstance(frame, AckFrame)]
        return ack.reason

    def hello(self) -> Hello:
        assert self.say("HELLO,proto=1,host=test") == ""
        (hello,) = [frame.event for frame in self.answers if isinstance(frame, EventFrame)]
        assert isinstance(hello, Hello)
        return hello


@pytest.fixture
def board() -> Board:
    return Board()


def test_watched_channels_tell_their_edges_before_the_event(board: Board) -> None:
    assert board.say("SUB,mask=80") == ""
    board.emulator.table.set_ready(on=False, now_ms=100)
    board.emulator.table.set_ready(on=False, now_ms=150)  # no edge: it is off already
    board.emulator.table.set_ready(on=True, now_ms=350)
    board.emulator.table.raise_walls(0)  # not watched
    told = [event for event in board.events(400) if not isinstance(event, Wall)]
    assert told == [
        RawEdge(READY, level=False, since_us=0),
        Ready(on=False),
        Ready(on=False),
        RawEdge(READY, level=True, since_us=250_000),
        Ready(on=True),
    ]


@pytest.mark.parametrize("end", ["SUB,mask=0", "HELLO,proto=1,host=again"])
def test_nothing_is_watched_any_more(board: Board, end: str) -> None:
    board.say("SUB,mask=7FFF")
    assert board.say(end) == ""
    board.emulator.table.set_ready(on=False, now_ms=board.now_ms)
    assert board.events(10) == [Ready(on=False)]


def test_the_greeting_tells_the_wiring(board: Board) -> None:
    before = board.hello()
    assert board.say(f"CFG,ch={READY},name=off") == ""
    after = board.hello()
    assert (before.channels, after.channels) == (15, 14)
    assert before.config_crc != after.config_crc
    assert board.say(f"CFG,ch={READY},name=ready") == ""
    assert board.hello() == before
    assert board.say(f"CFG,ch={READY},inv=0,deb=30") == ""
    assert board.hello().config_crc != before.config_crc


def test_an_input_that_is_off_tells_nothing(board: Board) -> None:
    board.say(f"CFG,ch={READY},name=off")
    board.emulator.table.set_ready(on=False, now_ms=board.now_ms)
    board.emulator.table.set_ready(on=True, now_ms=board.now_ms)
    assert board.events(10) == []
    board.say("SNAP")
    (stands,) = [frame.event for frame in board.answers if isinstance(frame, EventFrame)]
    assert isinstance(stands, Snapshot)
    assert not stands.ready
    assert stands.inputs == Inputs.POWER


def test_walls_whose_wires_were_exchanged(board: Board) -> None:
    assert board.say(f"CFG,ch={WALL0},name=wall2") == "name taken"
    for channel, name in ((WALL0, "off"), (WALL2, "wall0"), (WALL0, "wall2")):
        assert board.say(f"CFG,ch={channel},name={name}") == ""
    board.emulator.table.raise_walls(board.now_ms)
    raised = [event.seat for event in board.events(2000) if isinstance(event, Wall) and event.state is WallState.RAISED]
    assert raised == [2, 1, 0, 3]


def test_a_button_that_is_another(board: Board) -> None:
    board.say("CFG,ch=6,name=off")
    assert board.say(f"CFG,ch={LIFT1},name=reset") == ""
    board.emulator.table.press_lift(board.now_ms)
    assert Button(ButtonId.RESET, ButtonAct.DOWN) in board.events(10)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("CFG,ch=15,name=ready", "unsupported"),
        ("CFG,ch=3,name=kettle", "unknown name"),
        ("SUB,mask=8000", "unsupported"),
        ("BOOTSEL", "unsupported"),
    ],
)
def test_what_it_refuses(board: Board, command: str, why: str) -> None:
    before = board.hello()
    assert board.say(command) == why
    assert board.hello() == before


def restarted_by_command(board: Board) -> None:
    board.emulator.reboot(now_ms=board.now_ms)


def replugged(board: Board) -> None:
    board.emulator.unplug()
    board.run(50)
    board.emulator.plug(now_ms=board.now_ms)


@pytest.mark.parametrize("restart", [restarted_by_command, replugged])
@pytest.mark.parametrize("saved", [False, True])
def test_only_a_saved_wiring_outlives_a_restart(board: Board, restart: Callable[[Board], None], *, saved: bool) -> None:
    first = board.hello()
    board.say(f"CFG,ch={READY},name=off")
    changed = board.hello()
    if saved:
        assert board.say("CFGSAVE") == ""
    restart(board)
    board.run()
    assert board.hello() == (changed if saved else first)


@pytest.mark.parametrize("end", ["HELLO,proto=1,host=again", f"CFG,ch={READY},deb=30"])
def test_a_greeting_and_another_wiring_disarm(board: Board, end: str) -> None:
    assert board.say("ARM,s=10") == ""
    assert board.say(end) == ""
    assert board.say("PRESS,id=lift1,ms=100") == "not armed"
