"""The Pico's platform on made-up chips: which pins it claims and how, its timer, watchdog and reasons to start.

What only a Pico can show (timing, USB) is left to the page on flashing; here the code runs against stand-ins.
"""

import importlib
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import pytest

from firmware_bridge.pico import wiring
from firmware_bridge.pico.board import TapBoard
from firmware_bridge.pico.parts import Parts

WDT_RESET, PWRON_RESET = 3, 1
ALL_PINS = 0xD0000004


class Pin:
    """A pin that remembers how it was made and what it was driven to."""

    IN, OUT, PULL_UP = "in", "out", "up"
    made: ClassVar[dict[object, "Pin"]] = {}
    order: ClassVar[list[object]] = []

    def __init__(
        self, number: object, mode: str | None = None, pull: str | None = None, value: int | None = None
    ) -> None:
        self.number, self.mode, self.pull = number, mode, pull
        self.level = 1 if value is None else value
        self.first = value
        if mode is not None:
            Pin.made[number] = self
            Pin.order.append(number)

    def __call__(self, level: int | None = None) -> int:
        if level is not None:
            self.level = int(level)
        return self.level


class Timer:
    """A timer that a test lets go off."""

    PERIODIC = 1
    knows_hard = True
    last: ClassVar[dict[str, Any]] = {}

    def __init__(self, _number: int) -> None:
        pass

    def init(self, **how: Any) -> None:
        if "hard" in how and not Timer.knows_hard:
            raise TypeError("extra keyword arguments given")
        Timer.last = how


class Watchdog:
    fed = 0
    timeout = 0

    def __init__(self, timeout: int) -> None:
        Watchdog.timeout = timeout

    def feed(self) -> None:
        Watchdog.fed += 1


class Chip:
    """The modules that exist only on a Pico."""

    def __init__(self) -> None:
        Pin.made, Pin.order, Timer.last, Timer.knows_hard, Watchdog.fed = {}, [], {}, True, 0
        self.memory: dict[int, int] = {0x4005800C: 0, 0x400D800C: 0, ALL_PINS: 0}
        self.resets = 0
        self.ms = 5
        self.machine: Any = ModuleType("machine")
        vars(self.machine).update(
            Pin=Pin,
            Timer=Timer,
            WDT=Watchdog,
            WDT_RESET=WDT_RESET,
            mem32=self.memory,
            unique_id=lambda: b"\xe6\x61\x41\x03",
            reset_cause=lambda: PWRON_RESET,
            reset=self._reset,
            idle=lambda: None,
        )
        self.micropython: Any = ModuleType("micropython")
        vars(self.micropython)["alloc_emergency_exception_buf"] = lambda _size: None

    def _reset(self) -> None:
        self.resets += 1


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Iterator[Chip]:
    made = Chip()
    monkeypatch.setitem(sys.modules, "machine", made.machine)
    monkeypatch.setitem(sys.modules, "micropython", made.micropython)
    monkeypatch.delitem(sys.modules, "firmware_bridge.pico.hal_rp2", raising=False)
    monkeypatch.setattr("time.ticks_ms", lambda: made.ms, raising=False)
    monkeypatch.setattr(sys.implementation, "_machine", "Pico with RP2040", raising=False)
    monkeypatch.setattr(sys, "stdin", open("/dev/null"))  # noqa: SIM115, PTH123
    yield made
    sys.stdin.close()
    sys.modules.pop("firmware_bridge.pico.hal_rp2", None)


def hal_of(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> Any:
    module = importlib.import_module("firmware_bridge.pico.hal_rp2")
    assert chip.machine is module.machine
    monkeypatch.setattr(module, "_open_stream", lambda: SimpleNamespace(read=lambda _into: 0, write=len))
    return module


def test_the_contacts_are_opened_before_anything_else(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    hal_of(chip, monkeypatch).PicoHal()
    drivers = [pin for _, pin in wiring.DRIVERS]
    assert Pin.order[: len(drivers)] == drivers
    assert all(Pin.made[pin].mode == Pin.OUT and Pin.made[pin].first == 0 for pin in drivers)


def test_inputs_and_jumper_are_pulled_up(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    hal = hal_of(chip, monkeypatch).PicoHal()
    pins = [pin for pin, _, _, _ in wiring.CHANNELS]
    assert all(Pin.made[pin].pull == Pin.PULL_UP for pin in [*pins, wiring.JUMPER_PIN])
    assert not hal.jumper()
    Pin.made[wiring.JUMPER_PIN].level = 0
    assert hal.jumper()


def test_levels_are_turned_by_the_wiring(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    hal = hal_of(chip, monkeypatch).PicoHal()
    everything = (1 << len(wiring.CHANNELS)) - 1
    hal.invert(everything)
    assert hal.levels() == 0
    Pin.made[wiring.CHANNELS[3][0]].level = 0
    assert hal.levels() == 0  # no pin has changed, says the chip: none is asked
    chip.memory[ALL_PINS] ^= 1 << 25
    assert hal.levels() == 0  # the board's own lamp is none of ours
    chip.memory[ALL_PINS] ^= 1 << wiring.CHANNELS[3][0]
    assert hal.levels() == 1 << 3


@pytest.mark.parametrize("knows_hard", [True, False])
def test_the_timer_samples_every_millisecond(chip: Chip, monkeypatch: pytest.MonkeyPatch, *, knows_hard: bool) -> None:
    hal = hal_of(chip, monkeypatch).PicoHal()
    Timer.knows_hard = knows_hard
    parts = Parts(hal, wiring.CHANNELS, wiring.DRIVERS)
    monkeypatch.setattr(hal, "load", lambda: "")
    TapBoard(parts).boot()
    assert (Timer.last["period"], Timer.last.get("hard", False)) == (1, knows_hard)
    Timer.last["callback"](None)
    assert parts.sampler.samples == 1


def test_the_watchdog_is_fed_only_once_it_runs(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    hal = hal_of(chip, monkeypatch).PicoHal()
    hal.feed()
    assert Watchdog.fed == 0
    hal.start_watchdog()
    hal.feed()
    assert Watchdog.fed == 1
    assert 0 < Watchdog.timeout <= 8388  # the most an RP2040 can count


@pytest.mark.parametrize("board", ["Pico with RP2040", "Pico 2 with RP2350"])
def test_a_restart_that_was_asked_for_is_told_from_one_that_was_not(
    chip: Chip, monkeypatch: pytest.MonkeyPatch, board: str
) -> None:
    monkeypatch.setattr(sys.implementation, "_machine", board, raising=False)
    module = hal_of(chip, monkeypatch)
    hal = module.PicoHal()
    assert hal.cause == "por"
    hal.reset()
    assert chip.resets == 1
    chip.machine.reset_cause = lambda: WDT_RESET
    assert module.PicoHal().cause == "usb"
    assert module.PicoHal().cause == "wdt"


def test_the_rescue_pin(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    module = hal_of(chip, monkeypatch)
    assert not module.rescued()
    monkeypatch.setattr(Pin, "__call__", lambda _pin: 0)
    assert module.rescued()


def test_a_fault_of_the_firmware_starts_the_board_anew(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    hal = hal_of(chip, monkeypatch).PicoHal()
    monkeypatch.setattr(hal, "log", lambda _text: None)
    hal.crashed(ValueError("x"))
    assert chip.resets == 1
