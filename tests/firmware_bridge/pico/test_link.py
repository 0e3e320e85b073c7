"""Both ends together: the firmware on MicroPython and the daemon's own link, over a pseudo-terminal."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine

from firmware_bridge.codec import AckFrame, decode_from_device
from firmware_bridge.direction import Direction
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, LineDecoder
from firmware_bridge.link import Link
from firmware_bridge.messages import (
    Act,
    Arm,
    Button,
    ButtonAct,
    ButtonId,
    Command,
    DiceRoll,
    DrivenButton,
    Inputs,
    LiftPos,
    LinkEvent,
    LinkLost,
    LinkUp,
    Ping,
    Press,
    Reboot,
    Snapshot,
    TableEvent,
    TelemetryGap,
)
from firmware_bridge.pico.hal_exits import EXIT_RESET
from tests.firmware_bridge.pico.bench import DRIVER, Bench

PATIENCE_S = 15.0
TURN_MS = 20
"""Time that passes on the board between two turns of the host's loop."""
TURN_S = 0.01


class Host:
    """The link on a board's port, and what it told."""

    def __init__(self, board: Bench) -> None:
        self.board = board
        self.told: list[TableEvent] = []
        self.answers: list[AckFrame] = []
        self._decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
        self._turn = asyncio.Event()
        self.link = Link(board.port, version="test", clock=lambda: 0, on_event=self._hear, tap=self._tap)

    def _hear(self, heard: LinkEvent) -> None:
        self.told.append(heard.event)

    def _tap(self, _t_ms: int, direction: Direction, data: bytes) -> None:
        self._turn.set()
        if direction is Direction.RX:
            frames = [decode_from_device(body) for body in self._decoder.feed(data)]
            self.answers += [frame for frame in frames if isinstance(frame, AckFrame)]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let time pass on the board, and the link read and write, until something holds."""
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                self.board.run(TURN_MS)
                self._turn.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._turn.wait(), TURN_S)

    async def until_told(self, event: TableEvent) -> None:
        await self.until(lambda: event in self.told)

    async def connected(self) -> None:
        """Wait for the greeting and the snapshot after it, and forget them."""
        await self.until(lambda: any(isinstance(event, Snapshot) for event in self.told))
        assert isinstance(self.told[0], LinkUp)
        self.told.clear()

    async def obeyed(self, command: Command) -> None:
        """Give a command and wait for its answer."""
        self.answers.clear()
        assert self.link.ask(command)
        await self.until(lambda: len(self.answers) > 0)
        assert self.answers[0].ok


@contextlib.asynccontextmanager
async def hosted(board: Bench) -> AsyncIterator[Host]:
    host = Host(board)
    running = asyncio.ensure_future(host.link.run())
    try:
        yield host
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def play(story: Callable[[Host], Coroutine[None, None, None]], board: Bench) -> None:
    async def whole() -> None:
        async with hosted(board) as host:
            await story(host)

    asyncio.run(whole())


def test_greeting_snapshot_and_heartbeats(cold: Bench) -> None:
    cold.set("ready", "lift_down", on=True)
    cold.start()

    async def story(host: Host) -> None:
        await host.until(lambda: len(host.told) > 1)
        standing = Inputs.READY | Inputs.LIFT_DOWN
        assert host.told == [LinkUp(), Snapshot(standing, LiftPos.DOWN, shuffling=False, ready=True)]
        await host.until(lambda: host.link.health().session.heartbeat is not None)
        health = host.link.health()
        assert health.up
        assert health.problem is None
        assert health.session.lines.bad == 0
        assert health.session.hello is not None
        assert health.session.hello.channels == 16
        assert health.session.heartbeat is not None
        assert health.session.heartbeat.inputs == standing

    play(story, cold)


def test_a_throw_and_a_bouncing_button(board: Bench) -> None:
    async def story(host: Host) -> None:
        await host.connected()
        board.bounce("dice3", on=True, bounce_ms=50)
        board.run(100)
        board.set("dice_motor", on=True)
        board.run(1800)
        board.set("dice_motor", "dice3", on=False)
        await host.until_told(DiceRoll(Act.STOP, 3, 1800))
        assert host.told[:3] == [
            Button(ButtonId.DICE3, ButtonAct.DOWN),
            DiceRoll(Act.START, 3),
            DiceRoll(Act.STOP, 3, 1800),
        ]

    play(story, board)


def test_a_lost_line_is_noticed_and_made_good_by_a_snapshot(board: Bench) -> None:
    async def story(host: Host) -> None:
        await host.connected()
        board.ask("drop 1")
        board.set("ready", on=True)
        await host.until(lambda: len(host.told) > 1)
        assert host.told[0] == TelemetryGap(1)
        assert host.told[1] == Snapshot(Inputs.READY, LiftPos.MOVING, shuffling=False, ready=True)

    play(story, board)


def test_a_reboot_in_mid_hand_is_seen_and_throws_no_dice(board: Bench) -> None:
    async def story(host: Host) -> None:
        await host.connected()
        board.set("dice2", on=True)
        board.run(100)
        board.set("dice_motor", on=True)
        await host.until_told(DiceRoll(Act.START, 2))
        host.told.clear()
        board.stop()
        board.start("wdt")
        await host.until(lambda: any(isinstance(event, Snapshot) for event in host.told))
        assert TelemetryGap(None) in host.told
        assert LinkLost() not in host.told
        standing = Inputs.DICE2 | Inputs.DICE_MOTOR
        assert host.told[-1] == Snapshot(standing, LiftPos.MOVING, shuffling=False, ready=False)
        board.set("dice_motor", "dice2", on=False)
        await host.until_told(DiceRoll(Act.STOP, None))
        assert not [event for event in host.told if isinstance(event, DiceRoll) and event.act is Act.START]
        assert host.link.health().session.events.reboots == 1

    play(story, board)


def test_the_host_restarts_the_board(board: Bench) -> None:
    async def story(host: Host) -> None:
        await host.connected()
        assert host.link.ask(Reboot())
        board.begin("run 100")
        assert board.exit_status() == EXIT_RESET
        board.start("usb")
        await host.until(lambda: any(isinstance(event, Snapshot) for event in host.told))
        assert host.link.health().session.commands.given_up == 0

    play(story, board)


def test_a_spoiled_command_is_sent_again_and_obeyed_once(board: Bench) -> None:
    async def story(host: Host) -> None:
        await host.connected()
        board.ask("spoil 5")
        await host.obeyed(Ping())
        assert host.link.health().session.commands.resent == 1

    play(story, board)


def test_noise_from_the_board_costs_nothing_but_itself(board: Bench) -> None:
    async def story(host: Host) -> None:
        await host.connected()
        board.ask("junk " + b"\x00\xffrebooting...\r\n$E,1,2,RE$E,9*0000\n".hex())
        board.set("ready", on=True)
        await host.until(lambda: len(host.told) > 0)
        assert host.told[0].__class__.__name__ == "Ready"
        lines = host.link.health().session.lines
        assert (lines.cut, lines.bad_check) == (1, 1)
        assert lines.noise_bytes > 0

    play(story, board)


def test_a_board_that_falls_silent_is_missed_and_greeted_anew(board: Bench) -> None:
    async def story(host: Host) -> None:
        await host.connected()
        board.ask("deaf 1")
        await host.until_told(LinkLost())
        board.ask("deaf 0")
        await host.until_told(LinkUp())
        await host.until(lambda: isinstance(host.told[-1], Snapshot))

    play(story, board)


def test_the_host_presses_a_button_once_however_often_its_line_is_lost(board: Bench) -> None:
    async def story(host: Host) -> None:
        board.ask("jumper 1")
        board.set("lift_down", on=True)
        await host.connected()
        await host.obeyed(Arm(10))
        board.ask("drop 1")  # the answer: the host asks again
        await host.obeyed(Press(DrivenButton.LIFT1, 100))
        board.run(1000)
        assert host.link.health().session.commands.resent == 1
        closed = [mark.value for mark in board.marks() if mark.what == "driven" and mark.value]
        assert closed == [1 << DRIVER["lift1"]]

    play(story, board)
