"""Debounced inputs: bouncing contacts, lamps, motors, limit switches and tile counters, as the host reads them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.messages import (
    Act,
    Button,
    ButtonAct,
    ButtonId,
    Configure,
    DeviceEvent,
    DiceRoll,
    Drop,
    Emergency,
    Inputs,
    Lift,
    LiftPos,
    Power,
    RawEdge,
    Ready,
    Repeat,
    Shuffle,
    Snapshot,
    Subscribe,
    TileCount,
    Wall,
    WallState,
)
from firmware_bridge.pico import wiring
from firmware_bridge.pico.sampler import Sampler
from tests.firmware_bridge.pico.bench import CHANNEL, Bench

BUTTONS = ["lift1", "lift2", "dice0", "dice1", "dice2", "dice3"]


@pytest.mark.parametrize("bounce_ms", [1, 2, 5, 10, 20, 35, 50])
@pytest.mark.parametrize("name", ["lift1", "dice3"])
def test_a_bouncing_button_is_one_press(board: Bench, name: str, bounce_ms: int) -> None:
    board.bounce(name, on=True, bounce_ms=bounce_ms)
    board.run(200)
    board.bounce(name, on=False, bounce_ms=bounce_ms)
    board.run(200)
    held_ms = 200 + bounce_ms
    assert board.events() == [
        Button(ButtonId(name), ButtonAct.DOWN),
        Button(ButtonId(name), ButtonAct.UP, held_ms),
    ]


@pytest.mark.parametrize("spike_ms", [1, 5, 19])
def test_a_spike_on_a_motor_line_is_no_throw(board: Bench, spike_ms: int) -> None:
    for _ in range(5):
        board.set("dice_motor", on=True)
        board.run(spike_ms)
        board.set("dice_motor", on=False)
        board.run(5)
    board.run(100)
    assert board.events() == []


@given(flips=st.lists(st.tuples(st.integers(0, 5), st.integers(1, 200)), max_size=60))
@settings(max_examples=200)
def test_an_input_changes_only_after_it_stood_still(flips: list[tuple[int, int]]) -> None:
    """Law of the sampler, which runs on any Python: edges alternate, and each follows its debounce time of rest."""
    sampler = Sampler(6)
    debounce_ms = [60, 20, 3, 5, 60, 20]
    for channel, ms in enumerate(debounce_ms):
        sampler.debounce_ms[channel] = ms
    sampler.settling = False
    levels, now_ms, changed_ms, last = 0, (1 << 30) - 500, [0] * 6, [0] * 6
    for channel, wait_ms in flips:
        levels ^= 1 << channel
        changed_ms[channel] = now_ms + 1
        for _ in range(wait_ms):
            now_ms += 1
            sampler.sample(levels, now_ms & 0x3FFFFFFF)
            while (edge := sampler.edges.take()) is not None:
                which, level, _ = edge
                assert int(level) != last[which]
                last[which] = int(level)
                assert now_ms - changed_ms[which] == debounce_ms[which]
    assert sampler.edges.lost == 0


@pytest.mark.parametrize("name", ["ready", "shuffle_motor"])
@pytest.mark.parametrize(("on_ms", "off_ms"), [(1, 7), (5, 5), (1, 1), (10, 40)])
def test_an_input_that_flickers_is_active_as_long_as_it_does(board: Bench, name: str, on_ms: int, off_ms: int) -> None:
    assert board.tell(Configure(CHANNEL[name], debounce_ms=300), wait_ms=150).ok
    board.heard()
    for _ in range(3000 // (on_ms + off_ms)):
        board.set(name, on=True)
        board.run(on_ms)
        board.set(name, on=False)
        board.run(off_ms)
    assert len(board.events()) == 1
    board.run(250)
    assert board.events() == []
    board.run(100)
    assert len(board.events()) == 1


def test_single_spikes_are_no_flicker(board: Bench) -> None:
    assert board.tell(Configure(CHANNEL["shuffle_motor"], debounce_ms=300), wait_ms=150).ok
    board.heard()
    for _ in range(20):
        board.set("shuffle_motor", on=True)
        board.run(2)
        board.set("shuffle_motor", on=False)
        board.run(100)
    assert board.events() == []


def test_a_steady_input_may_be_declared_flickering(board: Bench) -> None:
    assert board.tell(Configure(CHANNEL["ready"], debounce_ms=300), wait_ms=150).ok
    board.heard()
    board.set("ready", on=True)
    board.run(500)
    board.set("ready", on=False)
    board.run(500)
    assert board.events() == [Ready(on=True), Ready(on=False)]


PLAIN: list[tuple[str, DeviceEvent, DeviceEvent]] = [
    ("ready", Ready(on=True), Ready(on=False)),
    ("wall0", Wall(0, WallState.RAISED), Wall(0, WallState.DOWN)),
    ("wall3", Wall(3, WallState.RAISED), Wall(3, WallState.DOWN)),
    ("shuffle_motor", Shuffle(Act.START), Shuffle(Act.STOP, 1000)),
    ("dice_motor", DiceRoll(Act.START, None), DiceRoll(Act.STOP, None, 1000)),
]


@pytest.mark.parametrize(("name", "on", "off"), PLAIN, ids=[row[0] for row in PLAIN])
def test_lamps_motors_and_switches(board: Bench, name: str, on: DeviceEvent, off: DeviceEvent) -> None:
    board.set(name, on=True)
    board.run(1000)
    board.set(name, on=False)
    board.run(100)
    assert board.events() == [on, off]


@pytest.mark.parametrize("seat", range(4))
def test_the_dice_are_thrown_by_the_seat_whose_button_was_pressed(board: Bench, seat: int) -> None:
    board.press(f"dice{seat}")
    board.set("dice_motor", on=True)
    board.run(1800)
    board.set("dice_motor", on=False)
    board.run(100)
    assert board.events(DiceRoll) == [DiceRoll(Act.START, seat), DiceRoll(Act.STOP, seat, 1800)]


def test_a_late_motor_is_nobodys_throw(board: Bench) -> None:
    board.press("dice2")
    board.run(4000)
    board.set("dice_motor", on=True)
    board.run(100)
    assert board.events(DiceRoll) == [DiceRoll(Act.START, None)]


def test_one_button_press_throws_once(board: Bench) -> None:
    board.press("dice2")
    for _ in range(2):
        board.set("dice_motor", on=True)
        board.run(200)
        board.set("dice_motor", on=False)
        board.run(200)
    assert [roll.seat for roll in board.events(DiceRoll) if isinstance(roll, DiceRoll)] == [2, 2, None, None]


@pytest.mark.parametrize(("apart_ms", "emergency"), [(0, True), (290, True), (310, False)])
def test_both_lift_buttons_at_once_are_an_emergency(board: Bench, apart_ms: int, *, emergency: bool) -> None:
    board.set("lift1", on=True)
    board.run(apart_ms)
    board.set("lift2", on=True)
    board.run(500)
    assert board.events(Emergency) == ([Emergency()] if emergency else [])


def test_the_lift_from_below_to_above_and_the_drop(board: Bench) -> None:
    board.set("lift_down", on=True)
    board.run(100)
    board.press("lift1")
    board.set("lift_down", on=False)
    board.run(1500)
    board.set("lift_up", on=True)
    board.run(100)
    up = board.events(Lift, Drop)
    assert up == [Lift(LiftPos.DOWN), Lift(LiftPos.MOVING), Lift(LiftPos.UP)]
    board.press("lift2")
    board.set("lift_up", on=False)
    board.run(100)
    assert board.events(Lift, Drop) == [Drop(), Lift(LiftPos.MOVING)]


def test_an_emergency_is_no_drop(board: Bench) -> None:
    board.set("lift_up", on=True)
    board.run(100)
    board.set("lift1", on=True)
    board.run(50)
    board.set("lift2", on=True)
    board.run(1000)
    assert Drop() not in board.events()


def test_sensors_that_contradict_each_other_are_a_moving_lift(board: Bench) -> None:
    board.set("lift_up", "lift_down", on=True)
    board.run(100)
    assert board.tell_snapshot().lift is LiftPos.MOVING


class TestTheOneSensor:
    """Tables with a single Hall sensor at the bottom."""

    def test_the_other_end_is_taken_for_reached_after_a_while(self, board: Bench) -> None:
        assert board.tell(Configure(CHANNEL["lift_up"], "off")).ok
        board.run(200)
        board.set("lift_down", on=True)
        board.run(100)
        board.heard()
        board.set("lift_down", on=False)
        board.run(2900)
        assert board.events(Lift) == [Lift(LiftPos.MOVING)]
        board.run(300)
        assert board.events(Lift) == [Lift(LiftPos.UP)]


class TestTiles:
    """The counters at the heads."""

    def tiles(self, board: Bench, count: int, *, gap_ms: int = 250) -> None:
        for _ in range(count):
            board.set("tile0", on=True)
            board.run(gap_ms // 2)
            board.set("tile0", on=False)
            board.run(gap_ms - gap_ms // 2)

    def test_they_are_told_in_batches(self, board: Bench) -> None:
        board.set("shuffle_motor", on=True)
        board.run(100)
        self.tiles(board, 34, gap_ms=100)
        board.run(300)
        told = [event for event in board.events(TileCount) if isinstance(event, TileCount)]
        assert told[-1] == TileCount(port=0, total=34)
        assert len(told) <= 3400 // 250 + 1
        assert [event.total for event in told] == sorted(event.total for event in told)

    @pytest.mark.parametrize("bounce_ms", [1, 2])
    def test_a_chattering_sensor_counts_once(self, board: Bench, bounce_ms: int) -> None:
        for on in (True, False, True, False):
            board.bounce("tile0", on=on, bounce_ms=bounce_ms)
            board.run(100)
        board.run(300)
        assert board.events(TileCount)[-1] == TileCount(port=0, total=2)

    def test_the_next_set_is_counted_from_nothing(self, board: Bench) -> None:
        self.tiles(board, 3)
        board.set("shuffle_motor", on=True)
        board.run(100)
        self.tiles(board, 2)
        board.run(300)
        assert board.events(TileCount)[-1] == TileCount(port=0, total=2)

    def test_without_the_motor_a_long_pause_ends_a_set(self, board: Bench) -> None:
        assert board.tell(Configure(CHANNEL["shuffle_motor"], "off")).ok
        board.run(200)
        self.tiles(board, 3)
        board.run(31_000)
        self.tiles(board, 2)
        board.run(300)
        assert board.events(TileCount)[-1] == TileCount(port=0, total=2)


class TestThePower:
    """The table's supply on the spare channel."""

    SPARE = CHANNEL["off"]

    @pytest.fixture
    def powered(self, board: Bench) -> Bench:
        assert board.tell(Configure(self.SPARE, "power")).ok
        board.set_pin(self.SPARE, on=True)
        board.set("lift_down", on=True)
        board.run(700)
        board.heard()
        return board

    def test_inputs_that_go_dark_with_it_tell_nothing(self, powered: Bench) -> None:
        powered.set("ready", "dice_motor", on=True)
        powered.run(100)
        powered.heard()
        powered.set_pin(self.SPARE, on=False)
        powered.set("ready", "dice_motor", on=False)
        powered.run(3000)
        assert powered.events() == [Power(on=False)]

    def test_when_it_comes_back_the_board_tells_how_the_table_stands(self, powered: Bench) -> None:
        powered.set_pin(self.SPARE, on=False)
        powered.run(1000)
        powered.heard()
        powered.set_pin(self.SPARE, on=True)
        powered.set("ready", on=True)
        powered.run(1000)
        told = powered.events()
        standing = Inputs.POWER | Inputs.READY | Inputs.LIFT_DOWN
        assert told[0] == Power(on=True)
        assert told[1:] == [Snapshot(standing, LiftPos.DOWN, shuffling=False, ready=True)]


def test_repeat_lamps_are_told_together(board: Bench) -> None:
    for lamp, name in enumerate(("wall0", "wall1", "wall2")):
        assert board.tell(Configure(CHANNEL[name], f"repeat{lamp}"), wait_ms=150).ok
    board.run(200)
    board.heard()
    board.set("wall0", "wall2", on=True)
    board.run(300)
    assert board.events() == [Repeat(2, 0b101)]


def test_raw_edges_are_told_on_request(board: Bench) -> None:
    assert board.tell(Subscribe(1 << CHANNEL["lift1"])).ok
    board.bounce("lift1", on=True, bounce_ms=10)
    board.run(20)
    assert board.events(RawEdge) == [
        RawEdge(CHANNEL["lift1"], level=True, since_us=0),
        RawEdge(CHANNEL["lift1"], level=False, since_us=5000),
        RawEdge(CHANNEL["lift1"], level=True, since_us=5000),
    ]
    assert board.tell(Subscribe(0)).ok
    board.press("lift1")
    assert board.events(RawEdge) == []


def test_each_input_has_its_bit_in_the_snapshot(board: Bench) -> None:
    for _, name, _, _ in wiring.CHANNELS:
        if name == "off" or name.startswith("tile"):
            continue
        board.set(name, on=True)
        board.run(100)
        assert board.tell_snapshot().inputs == Inputs[name.upper()], name
        board.set(name, on=False)
        board.run(100)
