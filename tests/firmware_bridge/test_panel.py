"""The panel on pretended pins: pins are driven, devices observed."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.errors import PanelUnavailableError
from firmware_bridge.panel import Key, Lamp, Panel, PanelPins, Sound, pins_here

PINS = PanelPins()


class Bench:
    """A panel whose pins the test holds."""

    def __init__(self) -> None:
        self.edges: list[tuple[Key, bool]] = []
        self.factory: Any = MockFactory()
        self.panel = Panel(PINS, on_edge=self._edge, pin_factory=self.factory)

    def _edge(self, key: Key) -> None:
        self.edges.append((key, self.panel.pressed(key)))

    def lit(self, pin: int) -> bool:
        return bool(self.factory.pin(pin).state)


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.panel.close()
    made.factory.reset()


@pytest.mark.parametrize(("key", "pin"), list(zip(Key, (*PINS.seats, PINS.undo), strict=True)))
def test_each_button_tells_its_edges_and_its_level(bench: Bench, key: Key, pin: int) -> None:
    bench.factory.pin(pin).drive_low()
    bench.factory.pin(pin).drive_high()
    assert bench.edges == [(key, True), (key, False)]


def test_lamps(bench: Bench) -> None:
    bench.panel.lamp(2, Lamp.ON)
    assert [bench.lit(pin) for pin in PINS.lamps] == [False, False, True, False]
    bench.panel.lamp(2, Lamp.OFF)
    assert not any(bench.lit(pin) for pin in PINS.lamps)
    bench.panel.lamp(3, Lamp.BLINK)
    bench.panel.lamp(3, Lamp.FLASH)
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
    again = Panel(PINS, on_edge=print, pin_factory=bench.factory)
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
        Panel(PINS, on_edge=print, pin_factory=factory)
    monkeypatch.undo()
    Panel(PINS, on_edge=print, pin_factory=factory).close()  # nothing stayed claimed
    factory.reset()


def test_a_pin_given_twice_is_told() -> None:
    factory = MockFactory()
    with pytest.raises(PanelUnavailableError, match="each pin once"):
        Panel(PanelPins(undo=5), on_edge=print, pin_factory=factory)
    factory.reset()


def test_elsewhere_the_pins_are_pretended(tmp_path: Path) -> None:
    factory, pretended = pins_here({}, tmp_path)
    assert isinstance(factory, MockFactory)
    assert pretended


def test_where_the_kernel_has_pins_lgpio_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpiochip0").touch()
    module = type(gpiozero)("gpiozero.pins.lgpio")
    vars(module)["LGPIOFactory"] = lambda: "its factory"
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    assert pins_here({}, tmp_path) == ("its factory", False)


def test_the_variable_of_gpiozero_wins(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    assert pins_here({"GPIOZERO_PIN_FACTORY": "mock"}, tmp_path)[1]
    assert pins_here({"GPIOZERO_PIN_FACTORY": "pigpio"}, tmp_path) == (None, False)
