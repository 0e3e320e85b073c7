"""The worked example of a maker's own protocol, and with it the four tests every adapter should pass."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.dialogue import Dialogue
from firmware_bridge.emulator import PtyServer
from firmware_bridge.example_maker import HEARD_WITHIN_MS, ExampleMaker
from firmware_bridge.link import Link
from firmware_bridge.messages import (
    DiceSource,
    DiceValue,
    Lift,
    LiftPos,
    LinkEvent,
    LinkLost,
    LinkUp,
    Ping,
    TableEvent,
    Wall,
    WallState,
)
from firmware_bridge.session import Phase

STREAM = bytes.fromhex(
    "AA010102"  # the console is up
    "AA0101FF"  # a wrong sum
    "00FF"  # noise
    "AA020709"  # dice 0 and 7: out of bounds
    "AA023537"  # dice 3 and 5
    "AA030306"  # walls of seats 0 and 1
    "AA030710"  # a wrong sum
    "AA03070A"  # and of seat 2
    "AA046468"  # alive
    "AA099099"  # a kind nobody knows
)
TOLD: list[TableEvent] = [
    LinkUp(),
    Lift(LiftPos.UP),
    DiceValue((3, 5), source=DiceSource.VENDOR),
    Wall(0, WallState.RAISED),
    Wall(1, WallState.RAISED),
    Wall(2, WallState.RAISED),
]


def opened() -> ExampleMaker:
    made = ExampleMaker()
    made.opened(0)
    return made


def test_frames_become_events() -> None:
    maker: Dialogue = opened()
    assert maker.received(STREAM, 5) == TOLD
    assert maker.phase is Phase.UP
    assert maker.health().events.told == len(TOLD)
    assert not maker.ask(Ping())
    assert maker.to_send(6) == b""


def test_cut_at_every_position() -> None:
    for cut in range(len(STREAM) + 1):
        maker = opened()
        assert maker.received(STREAM[:cut], 1) + maker.received(STREAM[cut:], 2) == TOLD


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_noise_neither_raises_nor_grows(pieces: list[bytes]) -> None:
    maker = opened()
    for piece in pieces:
        maker.received(piece, 0)
        assert len(maker._partial) < 4


def test_a_silence_is_told_once() -> None:
    maker = opened()
    maker.received(STREAM, 100)
    assert maker.next_deadline_ms() == 100 + HEARD_WITHIN_MS
    assert maker.tick(99 + HEARD_WITHIN_MS) == []
    assert maker.tick(100 + HEARD_WITHIN_MS) == [LinkLost()]
    assert maker.tick(101 + HEARD_WITHIN_MS) == []
    assert maker.closed() == []


@pytest.mark.parametrize("heard", [True, False])
def test_a_port_that_goes_is_told_if_it_was_heard(*, heard: bool) -> None:
    maker = opened()
    if heard:
        maker.received(STREAM, 1)
    assert maker.closed() == ([LinkLost()] if heard else [])


class Opening(ExampleMaker):
    """Tells when its port is open: opening one throws away what waited in it."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = asyncio.Event()

    def opened(self, now_ms: int) -> None:
        super().opened(now_ms)
        self.ready.set()


def test_behind_the_real_link(tmp_path: Path) -> None:
    async def play() -> list[TableEvent]:
        server = PtyServer(link_path=tmp_path / "maker")
        server.plug()
        told: list[TableEvent] = []
        enough = asyncio.Event()
        maker = Opening()

        def hear(heard: LinkEvent) -> None:
            told.append(heard.event)
            if heard.event in {TOLD[-1], LinkLost()}:
                enough.set()

        link = Link(server.path, version="test", clock=lambda: 0, on_event=hear, dialogue=maker)
        running = asyncio.ensure_future(link.run())
        async with asyncio.timeout(10):
            await maker.ready.wait()
            server.write(STREAM)
            await enough.wait()
            assert link.health().up
            enough.clear()
            server.unplug()
            await enough.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return told

    assert asyncio.run(play()) == [*TOLD, LinkLost()]
