"""Driving the table's buttons: every way in which it must not happen, and the one in which it may."""

from itertools import pairwise

import pytest

from firmware_bridge.codec import AckFrame
from firmware_bridge.messages import (
    MAX_ARM_S,
    PROTOCOL,
    Arm,
    Command,
    Configure,
    Disarm,
    DrivenButton,
    Press,
    Reboot,
    Refusal,
    SayHello,
)
from firmware_bridge.pico.hal_exits import EXIT_RESET, EXIT_WATCHDOG
from tests.firmware_bridge.pico.bench import CHANNEL, DRIVER, Bench

LIFT = Press(DrivenButton.LIFT1, 150)


@pytest.fixture
def still(board: Bench) -> Bench:
    """A board whose jumper is set and whose console rests below."""
    board.ask("jumper 1")
    board.set("lift_down", on=True)
    board.run(100)
    board.heard()
    return board


def closed(board: Bench) -> list[tuple[int, int]]:
    """Return which contacts were closed (bits), and for how long until the next change."""
    marks = [mark for mark in board.marks() if mark.what == "driven"]
    return [(mark.value, after.ms - mark.ms) for mark, after in pairwise(marks) if mark.value]


def refused(answer: AckFrame, why: Refusal) -> bool:
    return not answer.ok and answer.reason == why.value


@pytest.mark.parametrize("button", list(DrivenButton))
@pytest.mark.parametrize("hold_ms", [50, 500])
def test_armed_and_at_rest_a_button_is_pressed_for_its_time(still: Bench, button: DrivenButton, hold_ms: int) -> None:
    assert still.tell(Arm(5)).ok
    assert still.tell(Press(button, hold_ms)).ok
    still.run(1000)
    assert closed(still) == [(1 << DRIVER[button.value], hold_ms)]


def test_nothing_is_driven_at_the_start(cold: Bench) -> None:
    cold.start()
    cold.run(200)
    assert cold.marks() == []


def test_without_the_jumper_it_cannot_be_armed(board: Bench) -> None:
    assert refused(board.tell(Arm(5)), Refusal.NO_JUMPER)
    assert refused(board.tell(LIFT), Refusal.NO_JUMPER)
    assert board.marks() == []


def test_without_arm_nothing_is_pressed(still: Bench) -> None:
    assert refused(still.tell(LIFT), Refusal.NOT_ARMED)
    assert still.marks() == []


@pytest.mark.parametrize("for_s", [1, MAX_ARM_S])
def test_arm_ends_by_itself(still: Bench, for_s: int) -> None:
    assert still.tell(Arm(for_s), wait_ms=1).ok
    still.run(for_s * 1000)
    assert refused(still.tell(LIFT), Refusal.NOT_ARMED)


@pytest.mark.parametrize("body", ["C,900,ARM,s=11", "C,900,ARM,s=0", "C,900,ARM,s=-1", "C,900,ARM,s=010", "C,900,ARM"])
def test_longer_than_ten_seconds_cannot_even_be_said(still: Bench, body: str) -> None:
    still.send_body(body)
    still.run(2)
    assert [frame for frame in still.heard() if isinstance(frame, AckFrame)] == [
        AckFrame(900, ok=False, reason="unreadable ARM")
    ]
    assert refused(still.tell(LIFT), Refusal.NOT_ARMED)


@pytest.mark.parametrize(
    "body", ["C,900,PRESS,id=lift1,ms=501", "C,900,PRESS,id=lift1,ms=49", "C,900,PRESS,id=reset,ms=99"]
)
def test_neither_longer_presses_nor_other_buttons(still: Bench, body: str) -> None:
    assert still.tell(Arm(5)).ok
    still.send_body(body)
    still.run(2)
    assert [frame.ok for frame in still.heard() if isinstance(frame, AckFrame)] == [False]
    assert still.marks() == []


def test_never_while_the_lift_moves(still: Bench) -> None:
    assert still.tell(Arm(5)).ok
    still.set("lift_down", on=False)
    still.run(100)
    assert refused(still.tell(LIFT), Refusal.LIFT_MOVING)
    assert still.marks() == []


def test_not_even_in_the_millisecond_in_which_the_lift_begins_to_move(still: Bench) -> None:
    """The sensor's debounce has not passed yet: what the pin says now counts."""
    assert still.tell(Arm(5)).ok
    still.set("lift_down", on=False)
    still.run(1)
    assert refused(still.tell(LIFT), Refusal.LIFT_MOVING)


def test_a_lift_that_begins_to_move_opens_the_contact_at_once(still: Bench) -> None:
    assert still.tell(Arm(5)).ok
    assert still.tell(Press(DrivenButton.LIFT1, 500), wait_ms=100).ok
    still.set("lift_down", on=False)
    still.run(1000)
    [(contact, held_ms)] = closed(still)
    assert contact == 1 << DRIVER["lift1"]
    assert held_ms <= 102


def test_pulling_the_jumper_opens_the_contact_and_disarms(still: Bench) -> None:
    assert still.tell(Arm(5)).ok
    assert still.tell(Press(DrivenButton.DICE0, 500), wait_ms=50).ok
    still.ask("jumper 0")
    still.run(5)
    still.ask("jumper 1")
    assert refused(still.tell(LIFT), Refusal.NOT_ARMED)
    [(_, held_ms)] = closed(still)
    assert held_ms <= 52


def test_the_end_of_arm_ends_a_press(still: Bench) -> None:
    assert still.tell(Arm(1), wait_ms=700).ok
    assert still.tell(Press(DrivenButton.DICE0, 500)).ok
    still.run(1000)
    [(_, held_ms)] = closed(still)
    assert held_ms <= 301


@pytest.mark.parametrize("command", [Disarm(), SayHello(PROTOCOL, "other"), Configure(0, debounce_ms=30)])
def test_what_disarms(still: Bench, command: Command) -> None:
    assert still.tell(Arm(10)).ok
    assert still.tell(Press(DrivenButton.LIFT1, 500), wait_ms=50).ok
    assert still.tell(command).ok
    still.run(200)
    assert refused(still.tell(LIFT), Refusal.NOT_ARMED)
    [(_, held_ms)] = closed(still)
    assert held_ms <= 55


def test_one_press_at_a_time(still: Bench) -> None:
    assert still.tell(Arm(5)).ok
    assert still.tell(Press(DrivenButton.LIFT1, 300)).ok
    assert refused(still.tell(Press(DrivenButton.DICE0, 300)), Refusal.BUSY)
    still.run(500)
    assert [contact for contact, _ in closed(still)] == [1 << DRIVER["lift1"]]


def test_a_press_that_is_sent_again_is_done_once(still: Bench) -> None:
    assert still.tell(Arm(5)).ok
    for _ in range(3):
        still.command(LIFT, seq=77)
        still.run(300)
    answers = [frame for frame in still.heard() if isinstance(frame, AckFrame)]
    assert answers == [AckFrame(77, ok=True)] * 3
    assert len(closed(still)) == 1


def test_an_arm_that_is_sent_again_is_not_longer(still: Bench) -> None:
    still.command(Arm(1), seq=77)
    still.run(900)
    still.command(Arm(1), seq=77)
    still.run(200)
    still.heard()
    assert refused(still.tell(LIFT), Refusal.NOT_ARMED)


def test_a_lift_that_no_sensor_follows_forbids_every_press(still: Bench) -> None:
    assert still.tell(Configure(CHANNEL["lift_up"], "off")).ok
    still.run(200)
    assert still.tell(Arm(5)).ok
    assert refused(still.tell(LIFT), Refusal.LIFT_UNSENSED)
    assert still.marks() == []


def test_a_motor_tells_a_moving_lift_too(still: Bench) -> None:
    assert still.tell(Configure(CHANNEL["lift_up"], "lift_motor")).ok
    still.run(200)
    assert still.tell(Arm(5)).ok
    still.set_pin(CHANNEL["lift_up"], on=True)
    still.run(100)
    assert refused(still.tell(LIFT), Refusal.LIFT_MOVING)
    still.set_pin(CHANNEL["lift_up"], on=False)
    still.run(100)
    assert still.tell(LIFT).ok


def test_a_dead_interrupt_opens_the_contact_and_the_watchdog_bites(still: Bench) -> None:
    assert still.tell(SayHello(PROTOCOL, "0.1.0")).ok
    assert still.tell(Arm(5)).ok
    assert still.tell(Press(DrivenButton.LIFT1, 500)).ok
    still.ask("dead 1")
    still.run(200)
    [(_, held_ms)] = closed(still)
    assert held_ms <= 60
    still.begin("run 9000")
    assert still.exit_status() == EXIT_WATCHDOG


def test_a_restart_opens_the_contact(still: Bench) -> None:
    assert still.tell(Arm(5)).ok
    assert still.tell(Press(DrivenButton.LIFT1, 500)).ok
    still.command(Reboot())
    still.begin("run 5")
    assert still.exit_status() == EXIT_RESET
    still.start("usb")
    still.run(150)
    still.heard()
    assert refused(still.tell(LIFT), Refusal.NO_JUMPER)
    assert still.marks() == []
