"""One hand told by every adapter: the same typed events, each with its origin."""

import asyncio
import io

import pytest

from firmware_bridge.capture import CapturedLine, Recorder, read_capture
from firmware_bridge.codec import encode_event
from firmware_bridge.direction import Direction
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, encode_line
from firmware_bridge.messages import (
    Act,
    DiceRoll,
    DiceValue,
    Drop,
    Lift,
    LiftPos,
    LinkEvent,
    LinkUp,
    Origin,
    Ping,
    ToldByTable,
    Wall,
    WallState,
)
from firmware_bridge.sources import CameraSource, HandSource, RecordingSource, TableSight, TableSource

STORY: tuple[ToldByTable, ...] = (
    Lift(LiftPos.UP),
    Drop(),
    Lift(LiftPos.DOWN),
    *(Wall(seat, WallState.RAISED) for seat in range(4)),
    DiceRoll(Act.STOP, None),
    DiceValue((3, 5)),
)
WALLS = frozenset(range(4))


def recorded() -> list[CapturedLine]:
    file = io.StringIO(newline="")
    recorder = Recorder(file)
    for seq, event in enumerate(STORY):
        line = encode_line(encode_event(seq, 1000 * seq, event), max_body=MAX_BODY_FROM_DEVICE)
        recorder.hear(1000 * seq, Direction.RX, line)
    recorder.finish(0)
    file.seek(0)
    return list(read_capture(file))


def looks() -> list[TableSight]:
    up = TableSight(0, LiftPos.UP, frozenset(), None)
    down = TableSight(1, LiftPos.DOWN, frozenset(), None)
    risen = TableSight(2, LiftPos.DOWN, WALLS, None)
    thrown = TableSight(3, None, WALLS, (3, 5))
    return [each for each in (up, down, risen, thrown) for _ in range(3)]


def told_by(kind: Origin) -> list[LinkEvent]:
    heard: list[LinkEvent] = []
    match kind:
        case Origin.RECORDING:
            asyncio.run(RecordingSource(recorded(), on_event=heard.append, speed=None).run())
        case Origin.CAMERA:
            camera = CameraSource(on_event=heard.append)
            for look in looks():
                camera.saw(look)
        case _:
            hand = HandSource(clock=lambda: 7, on_event=heard.append)
            hand.console_rose()
            hand.new_hand()
            hand.threw((3, 5), seat=None)
    return heard


@pytest.mark.parametrize("kind", [Origin.RECORDING, Origin.CAMERA, Origin.HAND])
def test_every_adapter_tells_the_same_story(kind: Origin) -> None:
    heard = told_by(kind)
    assert tuple(each.event for each in heard if each.event != LinkUp()) == STORY
    assert {each.origin for each in heard} == {kind}


def test_a_recording_keeps_its_pace() -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    heard: list[LinkEvent] = []
    source: TableSource = RecordingSource(recorded(), on_event=heard.append, speed=2.0, sleep=sleep)
    assert source.health().up
    asyncio.run(source.run())
    assert sum(waits) == pytest.approx((len(STORY) - 1) / 2)
    assert [each.t_ms for each in heard[1:]] == [1000 * seq for seq in range(len(STORY))]
    assert not source.health().up
    assert "come to its end" in str(source.health().problem)
    assert not source.ask(Ping())


def test_a_spoiled_recording_names_its_row() -> None:
    lines = read_capture(["t_ms,direction,line", "x,rx,a"])
    source = RecordingSource(lines, on_event=lambda _: None)
    asyncio.run(source.run())
    assert not source.health().up
    assert "row 2" in str(source.health().problem)


def test_a_single_look_is_not_believed() -> None:
    heard: list[LinkEvent] = []
    camera = CameraSource(on_event=heard.append)
    for console in (LiftPos.UP, LiftPos.DOWN, LiftPos.UP, LiftPos.DOWN):
        camera.saw(TableSight(0, console))
    for dice in ((1, 2), (1, 3), (1, 2)):
        camera.saw(TableSight(0, dice=dice))
    assert heard == []


def test_dice_that_lie_still_are_told_once_and_again_after_they_turned() -> None:
    heard: list[LinkEvent] = []
    camera = CameraSource(on_event=heard.append)
    lying, turning = TableSight(0, dice=(6, 6)), TableSight(0)
    for look in (lying, lying, lying, turning, lying, lying, lying):
        camera.saw(look)
    assert [each.event for each in heard].count(DiceValue((6, 6))) == 2


@pytest.mark.parametrize(
    "source", [CameraSource(on_event=lambda _: None), HandSource(clock=lambda: 0, on_event=lambda _: None)]
)
def test_sources_that_only_wait_can_be_cancelled(source: TableSource) -> None:
    async def run() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await source.run()

    asyncio.run(run())
    assert source.health().up
    assert not source.ask(Ping())
