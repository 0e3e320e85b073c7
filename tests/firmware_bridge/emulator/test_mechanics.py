"""The machine in the table: what follows what, and after which time."""

import pytest

from firmware_bridge.emulator.mechanics import Mechanics, Timings
from firmware_bridge.messages import (
    Act,
    Button,
    DiceRoll,
    DiceValue,
    Drop,
    Emergency,
    Fault,
    Inputs,
    Lift,
    LiftPos,
    Power,
    Ready,
    Shuffle,
    TileCount,
    ToldByTable,
    Wall,
    WallState,
)

HOUR_MS = 3_600_000


def told(table: Mechanics, until_ms: int) -> list[tuple[int, ToldByTable]]:
    """Return what happened, without the buttons."""
    return [(at_ms, event) for at_ms, event in table.tick(until_ms) if not isinstance(event, Button)]


def test_a_hand_begins_with_two_presses() -> None:
    table = Mechanics()
    table.press_lift(0)
    assert told(table, 3000) == [(0, Lift(LiftPos.MOVING)), (1500, Lift(LiftPos.UP))]
    table.press_lift(5000)
    assert told(table, 20_000) == [
        (5000, Drop()),
        (5000, Ready(on=False)),
        (5000, Lift(LiftPos.MOVING)),
        (6500, Lift(LiftPos.DOWN)),
        (6500, Shuffle(Act.START)),
        *((7700 + 100 * seat, Wall(seat, WallState.RAISED)) for seat in range(4)),
        *((13_700 + 100 * seat, Wall(seat, WallState.DOWN)) for seat in range(4)),
    ]
    after = told(table, HOUR_MS)
    assert {at_ms for at_ms, _ in after} == {6500 + 26_000}
    events = [event for _, event in after]
    assert sum(event.total for event in events if isinstance(event, TileCount)) == 136
    assert events[-2:] == [Shuffle(Act.STOP, 26_000), Ready(on=True)]


def test_the_console_is_down_before_the_walls_rise() -> None:
    table = Mechanics()
    table.start_hand(0)
    events = [event for _, event in told(table, HOUR_MS)]
    assert events.index(Lift(LiftPos.DOWN)) < events.index(Wall(0, WallState.RAISED))


@pytest.mark.parametrize("led_dice", [True, False])
def test_a_throw(*, led_dice: bool) -> None:
    table = Mechanics(timings=Timings(dice_ms=1000, dice_value_ms=200), led_dice=led_dice)
    table.roll_dice(seat=3, dice=(2, 6), now_ms=50)
    value = [(1250, DiceValue((2, 6)))] if led_dice else []
    assert told(table, HOUR_MS) == [
        (50, DiceRoll(Act.START, 3)),
        (1050, DiceRoll(Act.STOP, 3, 1000)),
        *value,
    ]


def test_nothing_happens_before_its_time() -> None:
    table = Mechanics()
    table.roll_dice(seat=0, dice=(1, 1), now_ms=100)
    assert table.next_ms() == 100
    assert table.tick(99) == []
    assert table.tick(100)
    assert table.next_ms() == 250


@pytest.mark.parametrize("until_ms", [0, 700])
def test_a_press_is_ignored_while_the_console_moves_or_nothing_is_ready(until_ms: int) -> None:
    table = Mechanics()
    table.set_ready(on=False, now_ms=0)
    if until_ms:
        table.console_up(0)
    table.tick(until_ms)
    table.press_lift(until_ms)
    later = [event for _, event in told(table, HOUR_MS)]
    assert Drop() not in later
    assert later.count(Lift(LiftPos.MOVING)) == 0


def test_both_buttons_stop_the_shuffler_and_raise_the_console() -> None:
    table = Mechanics()
    table.shuffle(0)
    table.tick(1000)
    assert table.snapshot().shuffling
    table.press_both_lifts(2000)
    events = [event for _, event in told(table, HOUR_MS)]
    assert events[:2] == [Emergency(), Shuffle(Act.STOP)]
    assert Ready(on=True) not in events
    assert table.lift is LiftPos.UP
    assert not table.snapshot().shuffling


def test_the_snapshot_follows_what_happens() -> None:
    table = Mechanics()
    assert table.snapshot().inputs == Inputs.POWER | Inputs.READY
    table.start_hand(0)
    table.roll_dice(seat=1, dice=(1, 2), now_ms=8100)
    table.tick(8100)
    standing = table.snapshot()
    assert standing.lift is LiftPos.DOWN
    assert standing.shuffling
    assert not standing.ready
    assert standing.inputs == (
        Inputs.POWER
        | Inputs.SHUFFLE_MOTOR
        | Inputs.DICE_MOTOR
        | Inputs.DICE1
        | Inputs.WALL0
        | Inputs.WALL1
        | Inputs.WALL2
        | Inputs.WALL3
    )
    table.tick(HOUR_MS)
    assert table.snapshot().inputs == Inputs.POWER | Inputs.READY


def test_without_power_everything_stops() -> None:
    table = Mechanics()
    table.shuffle(0)
    table.tick(0)
    table.set_power(on=False, now_ms=10)
    assert told(table, HOUR_MS) == [(10, Power(on=False))]
    assert Inputs.POWER not in table.snapshot().inputs


def test_a_fault_is_told() -> None:
    table = Mechanics()
    table.set_fault(code="E1", cleared=False, now_ms=3)
    assert told(table, 3) == [(3, Fault(cleared=False, code="E1"))]
