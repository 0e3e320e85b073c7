"""Where the console is, for every way its sensors may be wired."""

import pytest

from firmware_bridge.pico.lift import TRAVEL_MS, Lift

UP, DOWN, MOTOR = 1, 2, 4


def lift(wired: int) -> Lift:
    made = Lift()
    made.up, made.down, made.motor = wired & UP, wired & DOWN, wired & MOTOR
    return made


@pytest.mark.parametrize(
    ("wired", "levels", "moves", "position"),
    [
        (0, 0, False, "down"),
        (UP | DOWN, UP, False, "up"),
        (UP | DOWN, DOWN, False, "down"),
        (UP | DOWN, 0, True, "moving"),
        (UP | DOWN, UP | DOWN, True, "moving"),
        (UP | DOWN | MOTOR, UP | MOTOR, True, "moving"),
        (UP | DOWN | MOTOR, UP, False, "up"),
        (UP | DOWN | MOTOR, 0, True, "moving"),
        (DOWN, DOWN, False, "down"),
        (DOWN, 0, False, "up"),
        (UP, UP, False, "up"),
        (UP, 0, False, "down"),
        (DOWN | MOTOR, MOTOR, True, "moving"),
        (DOWN | MOTOR, 0, False, "up"),
        (DOWN | MOTOR, DOWN | MOTOR, True, "moving"),
        (MOTOR, MOTOR, True, "moving"),
        (MOTOR, 0, False, "down"),
    ],
)
def test_at_first_sight(wired: int, levels: int, position: str, *, moves: bool) -> None:
    console = lift(wired)
    assert console.moves(levels) == moves
    assert console.position(levels, 1000) == position


@pytest.mark.parametrize(
    ("wired", "sensed"),
    [(0, False), (UP, False), (DOWN, False), (UP | DOWN, True), (MOTOR, True), (DOWN | MOTOR, True)],
)
def test_a_moving_console_is_surely_noticed_only_by_both_ends_or_the_motor(wired: int, *, sensed: bool) -> None:
    assert lift(wired).sensed == sensed


@pytest.mark.parametrize(("end", "other"), [(UP, "down"), (DOWN, "up")])
def test_one_end_alone_gives_the_way_its_time(end: int, other: str) -> None:
    console = lift(end)
    console.position(end, 1000)
    assert console.position(0, 1010) == "moving"
    assert console.position(0, 1010 + TRAVEL_MS - 1) == "moving"
    assert console.position(0, 1010 + TRAVEL_MS) == other
    assert console.position(end, 9000) != other


def test_one_end_with_the_motor_needs_no_time() -> None:
    console = lift(DOWN | MOTOR)
    console.position(DOWN, 1000)
    assert console.position(MOTOR, 1010) == "moving"
    assert console.position(0, 1020) == "up"
