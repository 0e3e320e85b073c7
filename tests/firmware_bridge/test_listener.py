"""Order, gaps, stuck sensors and the thrower of the dice, from numbered events."""

import pytest

from firmware_bridge.codec import EventFrame, Unreadable
from firmware_bridge.flood import FLOOD_COUNT, FLOOD_WINDOW_MS
from firmware_bridge.listener import Listener
from firmware_bridge.messages import (
    SEQ_MODULUS,
    Act,
    Boot,
    DeviceEvent,
    DiceRoll,
    DiceValue,
    Drop,
    Fault,
    Overflow,
    Ready,
    ResetCause,
    TableEvent,
    TelemetryGap,
    TileCount,
)

BOOT = Boot("x", 1, "x", ResetCause.POWER_ON)


def heard(*numbered: tuple[int, int, DeviceEvent | Unreadable]) -> list[TableEvent]:
    listener = Listener()
    return [event for frame in numbered for event in listener.hear(EventFrame(*frame))]


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ([(7, 0), (8, 1)], [Drop(), Drop()]),
        ([(SEQ_MODULUS - 1, 0), (0, 1)], [Drop(), Drop()]),
        ([(7, 0), (7, 0), (8, 1)], [Drop(), Drop()]),  # sent twice
        ([(7, 0), (10, 1)], [Drop(), TelemetryGap(2), Drop()]),
        ([(7, 0), (9, 10), (8, 5), (10, 20)], [Drop(), TelemetryGap(1), Drop(), Drop()]),  # out of order
        ([(50_000, 900_000), (3, 40)], [Drop(), TelemetryGap(15_538), Drop()]),
        ([(20_000, 900_000), (3, 40)], [Drop(), TelemetryGap(None), Drop()]),  # the BOOT line was lost
        ([(9, 900_000), (3, 40), (4, 50)], [Drop(), TelemetryGap(None), Drop(), Drop()]),  # ... and few came before
    ],
)
def test_numbers(numbers: list[tuple[int, int]], told: list[TableEvent]) -> None:
    assert heard(*((seq, ms, Drop()) for seq, ms in numbers)) == told


def test_an_unreadable_event_leaves_no_gap() -> None:
    assert heard((1, 0, Drop()), (2, 1, Unreadable("DANCE", "unknown name")), (3, 2, Drop())) == [Drop(), Drop()]


def test_what_serves_the_link_alone_is_not_told() -> None:
    assert heard((1, 0, Overflow(3))) == []


def test_a_restart_told_twice_is_one() -> None:
    assert heard((500, 9, Drop()), (0, 3, BOOT), (0, 3, BOOT), (1, 4, Drop())) == [Drop(), TelemetryGap(), Drop()]


@pytest.mark.parametrize(
    ("before", "seat"),
    [
        ([DiceRoll(Act.START, 2), DiceRoll(Act.STOP, None)], 2),
        ([DiceRoll(Act.START, 2), DiceRoll(Act.START, 3)], 3),
        ([DiceRoll(Act.START, None)], None),
        ([DiceRoll(Act.START, 2), DiceValue((1, 1))], None),  # one throw, one value
        ([], None),
    ],
)
def test_the_thrower_is_he_whose_dice_began_to_turn(before: list[DeviceEvent], seat: int | None) -> None:
    frames = [(index, index, event) for index, event in enumerate([*before, DiceValue((3, 5))])]
    assert heard(*frames)[-1] == DiceValue((3, 5), seat)


def test_a_seat_on_the_wire_is_believed() -> None:
    assert heard((0, 0, DiceRoll(Act.START, 2)), (1, 1, DiceValue((3, 5), 1)))[-1] == DiceValue((3, 5), 1)


def test_a_gap_makes_the_thrower_unknown() -> None:
    assert heard((0, 0, DiceRoll(Act.START, 2)), (5, 1, DiceValue((3, 5))))[-1] == DiceValue((3, 5), None)


def test_a_stuck_sensor_is_held_back_and_reported_once() -> None:
    every_100_ms = [(index, index * 100, Ready(on=True)) for index in range(100)]
    quiet = (100, 100 * 100 + FLOOD_WINDOW_MS + 100, Ready(on=False))
    told = heard(*every_100_ms, (101, 200_000, Drop()))
    assert told.count(Ready(on=True)) == FLOOD_COUNT
    assert [event for event in told if isinstance(event, Fault)] == [Fault(cleared=False, code="stuck.READY")]
    assert told[-1] == Drop()
    assert heard(*every_100_ms, quiet, (101, 200_000, Ready(on=True)))[-3:] == [
        Fault(cleared=True, code="stuck.READY"),
        Ready(on=False),
        Ready(on=True),
    ]


def test_four_ports_that_count_tiles_are_no_flood() -> None:
    counts = [(step * 4 + port, step * 250, TileCount(port, step)) for step in range(40) for port in range(4)]
    assert heard(*counts) == [event for _, _, event in counts]
