"""The controller's session: numbers, heartbeat, repeats of commands, and a host that does not read."""

import pytest

from firmware_bridge.codec import AckFrame, EventFrame, decode_from_device
from firmware_bridge.device_session import HEARTBEAT_MS, QUEUE_LINES, DeviceSession
from firmware_bridge.framing import MAX_BODY_TO_DEVICE, encode_line
from firmware_bridge.messages import Boot, Drop, Heartbeat, Overflow
from tests.firmware_bridge.joined import IDENTITY, STANDING


@pytest.fixture
def device() -> DeviceSession:
    made = DeviceSession(IDENTITY, lambda: STANDING)
    made.boot(ms=0)
    return made


def told(device: DeviceSession) -> list[str]:
    lines = []
    while (line := device.next_line()) is not None:
        lines.append(line[1:-6].decode())
    return lines


def order(device: DeviceSession, body: str) -> list[str]:
    device.received(encode_line(body, max_body=MAX_BODY_TO_DEVICE), ms=50)
    return told(device)


def frames(device: DeviceSession) -> list[EventFrame]:
    return [frame for frame in map(decode_from_device, told(device)) if isinstance(frame, EventFrame)]


def test_it_boots_with_number_zero(device: DeviceSession) -> None:
    device.tell(Drop(), ms=70)
    assert told(device) == ["E,0,0,BOOT,fw=test-1,proto=1,uid=board,reset=por", "E,1,70,DROP"]


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ("C,5,HELLO,proto=1,host=x", ["A,5,OK", "E,1,50,HELLO,proto=1,caps=FFFF,ch=15,cfg=0"]),
        ("C,5,HELLO,proto=2,host=x", ["A,5,ERR,speaks 1"]),
        ("C,5,SNAP", ["A,5,OK", "E,1,50,SNAP,in=4080,lift=down,shuf=0,ready=1"]),
        ("C,5,PING", ["A,5,OK"]),
        ("C,5,TIME,ms=1790000000000", ["A,5,OK"]),
        ("C,5,DANCE", ["A,5,ERR,unreadable DANCE"]),
        ("C,5,TIME", ["A,5,ERR,unreadable TIME"]),
        ("C,5,ARM,s=5", ["A,5,ERR,unsupported"]),
        ("C,5,ARM,s=11", ["A,5,ERR,unreadable ARM"]),
        ("C,5,PRESS,id=lift2,ms=100", ["A,5,ERR,unreadable PRESS"]),
        ("C,5,PRESS,id=lift1,ms=501", ["A,5,ERR,unreadable PRESS"]),
        ("nonsense", []),
    ],
)
def test_it_answers(device: DeviceSession, body: str, answer: list[str]) -> None:
    told(device)
    assert order(device, body) == answer


def test_a_repeated_command_is_acknowledged_and_not_done_twice(device: DeviceSession) -> None:
    told(device)
    assert len(order(device, "C,5,SNAP")) == 2
    assert order(device, "C,5,SNAP") == ["A,5,OK"]
    assert len(order(device, "C,6,SNAP")) == 2


def test_a_repeated_greeting_is_answered_in_full(device: DeviceSession) -> None:
    told(device)
    assert len(order(device, "C,0,HELLO,proto=1,host=x")) == 2
    assert len(order(device, "C,0,HELLO,proto=1,host=x")) == 2


def test_the_heart_beats_each_second_and_never_to_catch_up(device: DeviceSession) -> None:
    told(device)
    beats = 0
    for now_ms in range(0, 10_000, 100):
        device.tick(now_ms, ms=now_ms)
        beats += sum(isinstance(frame.event, Heartbeat) for frame in frames(device))
    assert beats == 10
    device.tick(100_000, ms=100_000)
    device.tick(100_001, ms=100_001)
    assert len(frames(device)) == 1
    assert device.next_deadline_ms() == 100_000 + HEARTBEAT_MS


def test_a_table_faster_than_the_timers_beats_by_the_timers(device: DeviceSession) -> None:
    told(device)
    for step in range(100):
        device.tick(step * 10, ms=step * 60_000)
    assert [frame.ms for frame in frames(device)] == [0]


def test_a_host_that_does_not_read_costs_the_oldest_lines(device: DeviceSession) -> None:
    for index in range(3 * QUEUE_LINES):
        device.tell(Drop(), ms=index)
    device.tick(0, ms=999)
    lines = frames(device)
    assert len(lines) == QUEUE_LINES
    assert lines[-1].ms == 999
    assert Boot not in {type(frame.event) for frame in lines}
    device.tick(10, ms=1009)
    assert [frame.event for frame in frames(device)] == [Overflow(2 * QUEUE_LINES + 2)]


def test_line_noise_is_counted_in_the_heartbeat(device: DeviceSession) -> None:
    told(device)
    device.received(b"$C,1,PING*0000\n", ms=0)
    device.tick(0, ms=0)
    beat = frames(device)[0].event
    assert isinstance(beat, Heartbeat)
    assert beat.crc_errors == 1


def test_time_wraps_where_a_small_board_wraps(device: DeviceSession) -> None:
    told(device)
    device.tell(Drop(), ms=(1 << 30) + 5)
    assert told(device) == ["E,1,5,DROP"]


def test_numbers_wrap(device: DeviceSession) -> None:
    for _ in range((1 << 16) - 1):
        device.tell(Drop(), ms=0)
    told(device)
    device.tell(Drop(), ms=0)
    assert told(device) == ["E,0,0,DROP"]


def test_an_acknowledgement_needs_no_number_of_its_own(device: DeviceSession) -> None:
    told(device)
    assert [decode_from_device(body) for body in order(device, "C,9,PING")] == [AckFrame(9, ok=True)]
