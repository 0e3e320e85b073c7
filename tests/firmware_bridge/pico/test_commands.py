"""Wiring by command, kept over restarts; outputs, watchdog and the two ways to start anew."""

from pathlib import Path

import pytest

from firmware_bridge.codec import AckFrame, EventFrame
from firmware_bridge.messages import (
    PROTOCOL,
    Boot,
    Bootloader,
    Button,
    ButtonAct,
    ButtonId,
    Command,
    Configure,
    Fault,
    Heartbeat,
    Hello,
    LogLevel,
    Output,
    Reboot,
    ResetCause,
    SaveConfig,
    SayHello,
    SetLog,
    SetTime,
    Watchdog,
)
from firmware_bridge.pico import wiring
from firmware_bridge.pico.config import Config
from firmware_bridge.pico.hal_exits import EXIT_BOOTLOADER, EXIT_RESET, EXIT_WATCHDOG
from tests.firmware_bridge.pico.bench import CHANNEL, Bench

GREETING = SayHello(PROTOCOL, "0.1.0")


def greet(board: Bench) -> Hello:
    board.command(GREETING)
    board.run(2)
    told = board.events(Hello)
    assert len(told) == 1
    assert isinstance(told[0], Hello)
    return told[0]


@pytest.mark.parametrize("cause", list(ResetCause))
def test_the_first_line_says_why_the_board_started(cold: Bench, cause: ResetCause) -> None:
    cold.start(cause.value)
    cold.run(10)
    frames = cold.heard()
    assert isinstance(frames[0], EventFrame)
    assert (frames[0].seq, frames[0].event) == (0, Boot("tap-1", PROTOCOL, "unix", cause))


def test_the_heartbeat_comes_every_second_and_counts_them(board: Bench) -> None:
    board.run(10_000)
    beats = [event.up_s for event in board.events(Heartbeat) if isinstance(event, Heartbeat)]
    assert beats == list(range(1, 11))


def test_the_greeting_tells_what_the_wiring_can_tell(board: Bench) -> None:
    before = greet(board)
    assert board.tell(Configure(CHANNEL["dice_motor"], "off")).ok
    board.run(200)
    after = greet(board)
    assert before.channels - after.channels == 1
    dice_bit = 1 << 9
    assert before.capabilities & ~after.capabilities == dice_bit
    assert before.config_crc != after.config_crc


def test_a_changed_wiring_is_lost_at_the_next_start_unless_saved(board: Bench) -> None:
    assert board.tell(Configure(CHANNEL["lift1"], "reset", inverted=False, debounce_ms=30)).ok
    board.run(200)
    board.stop()
    board.start()
    board.run(150)
    board.heard()
    board.press("lift1")
    assert board.events()[0] == Button(ButtonId.LIFT1, ButtonAct.DOWN)


def test_a_saved_wiring_is_kept(board: Bench) -> None:
    assert board.tell(Configure(CHANNEL["lift1"], "reset", debounce_ms=30)).ok
    assert board.tell(SaveConfig(), wait_ms=150).ok
    board.stop()
    board.start()
    board.run(150)
    board.heard()
    board.press("lift1")
    assert board.events() == [Button(ButtonId.RESET, ButtonAct.DOWN), Button(ButtonId.RESET, ButtonAct.UP, 150)]


def test_an_input_can_be_active_when_high(board: Bench) -> None:
    assert board.tell(Configure(CHANNEL["ready"], inverted=False)).ok
    board.run(200)
    assert board.tell_snapshot().ready


@pytest.mark.parametrize(
    "saved",
    ["", "junk", "ready,1,20\n0000\n", "x" * 5000, "ready,1\n" * 3],
    ids=["empty", "junk", "another wiring", "endless", "half"],
)
def test_a_damaged_file_is_told_and_the_wiring_file_counts(cold: Bench, saved: str) -> None:
    cold.settings.write_text(saved, encoding="ascii")
    cold.start()
    cold.run(150)
    assert (Fault(cleared=False, code="config") in cold.events()) == bool(saved)
    cold.press("lift1")
    assert Button(ButtonId.LIFT1, ButtonAct.DOWN) in cold.events()


def test_any_single_damage_to_the_file_is_noticed() -> None:
    good = Config(wiring.CHANNELS).text()
    assert Config(wiring.CHANNELS).restore(good)
    for place in range(len(good)):
        spoiled = good[:place] + chr(ord(good[place]) ^ 1) + good[place + 1 :]
        config = Config(wiring.CHANNELS)
        assert not config.restore(spoiled), place
        assert config.text() == good


def test_lamp_and_buzzer(board: Bench) -> None:
    assert board.tell(Output(lamp=True, buzz_ms=200)).ok
    board.run(500)
    lamp, begin, end = board.marks()
    assert (lamp.what, lamp.value) == ("led", 1)
    assert (begin.what, begin.value, end.what, end.value) == ("buzz", 1, "buzz", 0)
    assert end.ms - begin.ms == 200
    assert board.tell(Output(lamp=False)).ok
    assert [(mark.what, mark.value) for mark in board.marks()] == [("led", 0)]


@pytest.mark.parametrize("command", [SetTime(1_790_000_000_000), SetLog(LogLevel.DEBUG), Watchdog(on=False)])
def test_what_is_simply_done(board: Bench, command: Command) -> None:
    assert board.tell(command).ok
    assert board.marks() == []


def test_a_running_watchdog_cannot_be_stopped(board: Bench) -> None:
    assert board.tell(Watchdog(on=True)).ok
    assert board.tell(Watchdog(on=True)).ok
    assert board.tell(Watchdog(on=False)) == AckFrame(2, ok=False, reason="cannot be stopped")


@pytest.mark.parametrize("command", [Watchdog(on=True), GREETING])
def test_the_watchdog_bites_a_board_that_hangs(board: Bench, command: Command) -> None:
    assert board.tell(command).ok
    board.run(9_000)  # a board that works is left alone
    board.ask("stall 1")
    board.begin("run 9000")
    assert board.exit_status() == EXIT_WATCHDOG


def test_before_the_first_greeting_nothing_bites(board: Bench) -> None:
    board.ask("stall 1")
    board.run(9_000)
    board.ask("stall 0")
    board.run(10)


@pytest.mark.parametrize(("command", "status"), [(Reboot(), EXIT_RESET), (Bootloader(), EXIT_BOOTLOADER)])
def test_the_answer_is_sent_before_the_board_goes(board: Bench, command: Command, status: int) -> None:
    board.command(command)
    board.begin("run 100")
    assert board.exit_status() == status
    assert board.heard() == [AckFrame(0, ok=True)]


def test_a_host_that_does_not_read_cannot_keep_it_from_going(board: Bench) -> None:
    board.ask("deaf 1")
    board.command(Reboot())
    board.begin("run 300")
    assert board.exit_status() == EXIT_RESET


def test_the_saved_file_is_where_the_test_put_it(board: Bench, tmp_path: Path) -> None:
    assert board.tell(SaveConfig()).ok
    assert (tmp_path / "tap.cfg").read_text(encoding="ascii") == Config(wiring.CHANNELS).text()
