"""A recording tells what the daemon was told when it was made."""

import io

import pytest

from firmware_bridge.capture import CapturedLine, Recorder, read_capture
from firmware_bridge.codec import encode_event
from firmware_bridge.direction import Direction
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, encode_line
from firmware_bridge.messages import (
    Act,
    DeviceEvent,
    DiceRoll,
    DiceValue,
    Drop,
    LinkEvent,
    LinkLost,
    LinkUp,
    TableEvent,
    TelemetryGap,
)
from firmware_bridge.replay import replay
from tests.firmware_bridge.joined import STANDING, Joined


class Recorded(Joined):
    """A joined pair whose line is recorded as a link would."""

    def __init__(self) -> None:
        super().__init__(to_host=self._to_host, to_device=self._to_device)
        self.file = io.StringIO(newline="")
        self.recorder = Recorder(self.file)

    def _to_host(self, line: bytes) -> list[bytes]:
        self.recorder.hear(self.now_ms, Direction.RX, line)
        return [line]

    def _to_device(self, line: bytes) -> list[bytes]:
        self.recorder.hear(self.now_ms, Direction.TX, line)
        return [line]

    def replayed(self) -> list[LinkEvent]:
        self.recorder.finish(self.now_ms)
        self.file.seek(0)
        return list(replay(read_capture(self.file)))


@pytest.mark.parametrize("mishap", ["none", "gap", "reboot", "silence", "reopened"])
def test_a_recording_tells_the_same_story(mishap: str) -> None:
    table = Recorded()
    table.open()
    table.run(2500)
    table.tell(DiceRoll(Act.START, 2))
    table.run(500)
    match mishap:
        case "gap":
            table.cut = True
            table.tell(Drop())
            table.run(200)
            table.cut = False
        case "reboot":
            table.device.boot(ms=0)
        case "silence":
            table.cut = True
            table.run(5000)
            table.cut = False
        case "reopened":
            table.heard += [LinkEvent(table.now_ms + 20, event) for event in table.host.closed()]
            table.host.opened(table.now_ms)
        case _:
            pass
    table.run(2000)
    table.tell(DiceValue((6, 1)))
    table.run(1500)
    assert [heard.event for heard in table.replayed()] == table.events
    assert all(abs(one.t_ms - two.t_ms) <= 1020 for one, two in zip(table.replayed(), table.heard, strict=True))


def line(t_ms: int, seq: int, event: DeviceEvent) -> CapturedLine:
    whole = encode_line(encode_event(seq, t_ms, event), max_body=MAX_BODY_FROM_DEVICE)
    return CapturedLine(t_ms, Direction.RX, whole[:-1])


def told(*lines: CapturedLine) -> list[tuple[int, TableEvent]]:
    return [(heard.t_ms, heard.event) for heard in replay(lines)]


def test_a_foreign_recording_without_greeting_is_believed_from_its_first_line() -> None:
    assert told(line(100, 40, Drop()), line(200, 42, STANDING)) == [
        (100, LinkUp()),
        (100, Drop()),
        (200, TelemetryGap(1)),
        (200, STANDING),
    ]


def test_silence_in_a_recording_is_a_lost_link() -> None:
    assert told(line(100, 1, Drop()), line(9000, 2, Drop())) == [
        (100, LinkUp()),
        (100, Drop()),
        (3600, LinkLost()),
        (9000, LinkUp()),
        (9000, Drop()),
    ]


def test_noise_and_strange_bodies_tell_nothing() -> None:
    noise = (b"", b"boot", b"$E,1", b"$Z*0C4F", b"\xff\x00", b"$C,1*0000")
    rows = [CapturedLine(5, direction, data) for direction in Direction for data in noise]
    rows.append(CapturedLine(5, Direction.RX, encode_line("Z,1", max_body=128)[:-1]))
    rows.append(CapturedLine(5, Direction.TX, encode_line("Z,1", max_body=128)[:-1]))
    assert told(*rows) == []
