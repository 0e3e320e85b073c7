"""What the emulated board lets the host do to the table: nothing without jumper and arming, nothing while it moves."""

import pytest

from firmware_bridge.emulator.driving import Driving
from firmware_bridge.emulator.mechanics import Mechanics, Timings
from firmware_bridge.messages import (
    Arm,
    Bootloader,
    Command,
    DiceValue,
    Disarm,
    DrivenButton,
    LiftPos,
    LogLevel,
    Output,
    Press,
    Reboot,
    Refusal,
    SetLog,
    Subscribe,
    Watchdog,
)

PRESS = Press(DrivenButton.DICE2, 100)


@pytest.fixture
def table() -> Mechanics:
    return Mechanics(timings=Timings(lift_ms=1000))


@pytest.fixture
def driving(table: Mechanics) -> Driving:
    return Driving(table, throw=lambda: (2, 5))


def test_without_the_jumper_nothing_is_armed(table: Mechanics) -> None:
    driving = Driving(table, throw=None)
    assert driving.obey(Arm(10), 0) is Refusal.NO_JUMPER
    assert driving.obey(PRESS, 1) is Refusal.NOT_ARMED


def test_an_armed_board_presses_until_its_time_is_over(driving: Driving, table: Mechanics) -> None:
    assert driving.obey(PRESS, 0) is Refusal.NOT_ARMED
    assert driving.obey(Arm(5), 0) is None
    assert driving.obey(PRESS, 4999) is None
    assert driving.obey(PRESS, 5000) is Refusal.NOT_ARMED
    assert DiceValue((2, 5)) in [event for _, event in table.tick(60_000)]


def test_disarmed_is_disarmed(driving: Driving) -> None:
    driving.obey(Arm(5), 0)
    assert driving.obey(Disarm(), 1) is None
    assert driving.obey(PRESS, 2) is Refusal.NOT_ARMED


def test_one_press_at_a_time(driving: Driving) -> None:
    driving.obey(Arm(5), 0)
    assert driving.obey(PRESS, 0) is None
    assert driving.obey(PRESS, 99) is Refusal.BUSY
    assert driving.obey(PRESS, 100) is None


def test_never_while_the_lift_moves(driving: Driving, table: Mechanics) -> None:
    driving.obey(Arm(10), 0)
    assert driving.obey(Press(DrivenButton.LIFT1, 100), 0) is None
    table.tick(500)
    assert table.lift is LiftPos.MOVING
    assert driving.obey(PRESS, 500) is Refusal.LIFT_MOVING
    table.tick(1000)
    assert driving.obey(PRESS, 1000) is None


@pytest.mark.parametrize("command", [Output(lamp=True), SetLog(LogLevel.INFO), Watchdog(on=True), Reboot()])
def test_what_it_does_at_once(driving: Driving, command: Command) -> None:
    assert driving.obey(command, 0) is None
    assert driving.reboot is isinstance(command, Reboot)


@pytest.mark.parametrize("command", [Subscribe(1), Bootloader()])
def test_what_it_has_no_part_for(driving: Driving, command: Command) -> None:
    assert driving.obey(command, 0) is Refusal.UNSUPPORTED
