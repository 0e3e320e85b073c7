"""The panel on mock pins: pins are driven, devices observed."""

from collections.abc import Callable, Iterator
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.errors import PanelUnavailableError
from firmware_bridge.panel import BOUNCE_MS, Lamp, Panel, PanelPins, PanelPress, SeatPress, Sound, UndoPress

PINS = PanelPins()


class Bench:
    """A panel whose pins and clock the test holds."""

    def __init__(self) -> None:
        self.now_ms = 10_000
        self.pressed: list[PanelPress] = []
        self.factory: Any = MockFactory()
        self.panel = Panel(PINS, clock=lambda: self.now_ms, on_press=self.pressed.append, pin_factory=self.factory)

    def edges(self, pin: int, *levels_at: tuple[int, bool]) -> None:
        """Drive a button's pin: (milliseconds later, pressed)."""
        begin_ms = self.now_ms
        for later_ms, pressed in levels_at:
            self.now_ms = begin_ms + later_ms
            mock = self.factory.pin(pin)
            mock.drive_low() if pressed else mock.drive_high()

    def lit(self, pin: int) -> bool:
        return bool(self.factory.pin(pin).state)


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.panel.close()
    made.factory.reset()


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_button(bench: Bench, seat: int) -> None:
    bench.edges(PINS.seats[seat], (0, True), (300, False))
    assert bench.pressed == [SeatPress(seat, 10_000)]


def test_the_undo_button(bench: Bench) -> None:
    bench.edges(PINS.undo, (5, True), (300, False))
    assert bench.pressed == [UndoPress(10_005)]


@pytest.mark.parametrize("bounce_ms", [1, 5, 20, 50])
def test_a_bouncing_contact_is_one_press(bench: Bench, bounce_ms: int) -> None:
    press = [(0, True), (bounce_ms // 2, False), (bounce_ms, True)]
    release = [(2000, False), (2000 + bounce_ms // 2, True), (2000 + bounce_ms, False)]
    bench.edges(PINS.seats[1], *press, *release)
    assert bench.pressed == [SeatPress(1, 10_000)]


def test_two_presses_are_two(bench: Bench) -> None:
    bench.edges(PINS.seats[1], (0, True), (100, False), (100 + BOUNCE_MS, True), (400, False))
    assert bench.pressed == [SeatPress(1, 10_000), SeatPress(1, 10_000 + 100 + BOUNCE_MS)]


def test_two_buttons_at_once_do_not_disturb_each_other(bench: Bench) -> None:
    bench.edges(PINS.seats[0], (0, True))
    bench.edges(PINS.seats[2], (1, True))
    assert bench.pressed == [SeatPress(0, 10_000), SeatPress(2, 10_001)]


def test_a_held_button_is_one_press(bench: Bench) -> None:
    bench.edges(PINS.undo, (0, True), (60_000, True), (120_000, False))
    assert bench.pressed == [UndoPress(10_000)]


def test_lamps(bench: Bench) -> None:
    bench.panel.lamp(2, Lamp.ON)
    assert [bench.lit(pin) for pin in PINS.lamps] == [False, False, True, False]
    bench.panel.lamp(2, Lamp.OFF)
    assert not any(bench.lit(pin) for pin in PINS.lamps)
    bench.panel.lamp(3, Lamp.BLINK)
    bench.panel.lamp(3, Lamp.ON)
    assert bench.lit(PINS.lamps[3])


@pytest.mark.parametrize(("sound", "beeps"), [(Sound.SHORT, 1), (Sound.LOOK, 3)])
def test_sounds(bench: Bench, sound: Sound, beeps: int) -> None:
    buzzer = bench.factory.pin(PINS.buzzer)
    buzzer.clear_states()
    bench.panel.sound(sound)
    thread = bench.panel._buzzer._blink_thread
    assert thread is not None
    thread.join(timeout=5.0)
    assert [bool(state.state) for state in buzzer.states][1:] == [True, False] * beeps


def test_a_new_sound_replaces_one_that_lasts(bench: Bench) -> None:
    bench.panel.sound(Sound.LONG)
    bench.panel.sound(Sound.SHORT)
    thread = bench.panel._buzzer._blink_thread
    assert thread is not None
    thread.join(timeout=5.0)
    assert not bench.lit(PINS.buzzer)


def test_closing_releases_the_pins(bench: Bench) -> None:
    bench.panel.close()
    again = Panel(PINS, clock=lambda: 0, on_press=bench.pressed.append, pin_factory=bench.factory)
    again.close()


def refuse(*_: object, **__: object) -> None:
    raise gpiozero.BadPinFactory("Unable to load any default pin factory!")


class LgpioError(Exception):
    """As lgpio's own error: it descends from nothing that could be named."""


def busy(*_: object, **__: object) -> None:
    raise LgpioError("'GPIO busy'")


@pytest.mark.parametrize("fails", [refuse, busy])
def test_without_gpio_the_cure_is_told(monkeypatch: pytest.MonkeyPatch, fails: Callable[..., None]) -> None:
    monkeypatch.setattr(gpiozero, "LED", fails)
    factory = MockFactory()
    with pytest.raises(PanelUnavailableError, match="python3-lgpio"):
        Panel(PINS, clock=lambda: 0, on_press=print, pin_factory=factory)
    monkeypatch.undo()
    Panel(PINS, clock=lambda: 0, on_press=print, pin_factory=factory).close()  # nothing stayed claimed
    factory.reset()


def test_a_pin_given_twice_is_told() -> None:
    factory = MockFactory()
    with pytest.raises(PanelUnavailableError, match="each pin once"):
        Panel(PanelPins(undo=5), clock=lambda: 0, on_press=print, pin_factory=factory)
    factory.reset()
