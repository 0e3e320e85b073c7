"""The panel on the Pi's own pins: a button and a lamp by seat, one undo button, a buzzer.

The only module that imports gpiozero; importing it needs no GPIO. What a button means is told by ``panel_buttons``
and by the daemon.
"""

import os
import warnings
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, assert_never

import gpiozero
from gpiozero.pins.mock import MockFactory

from firmware_bridge.errors import PanelUnavailableError

CHIPS = Path("/dev")
"""Where the kernel shows the chips that have pins."""


@dataclass(frozen=True, slots=True)
class PanelPins:
    """BCM numbers. The defaults keep clear of the pins of UART, I2C and SPI."""

    seats: tuple[int, int, int, int] = (5, 6, 13, 19)
    undo: int = 26
    lamps: tuple[int, int, int, int] = (17, 27, 22, 23)
    buzzer: int = 12


class Key(Enum):
    """The five buttons: one a seat (和, confirm), and undo."""

    SEAT0 = 0
    SEAT1 = 1
    SEAT2 = 2
    SEAT3 = 3
    UNDO = 4


class Lamp(Enum):
    """What one seat's lamp shows."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"
    """Slowly: somebody should act."""
    FLASH = "flash"
    """Fast: something is broken."""


class Sound(Enum):
    """What the buzzer says."""

    SHORT = "short"
    """Read."""
    LONG = "long"
    """Something against the rules stands."""
    LOOK = "look"
    """Three short ones: look at the screen."""


def pins_here(environment: Mapping[str, str] = os.environ, chips: Path = CHIPS) -> tuple[Any, bool]:
    """Return gpiozero's pin factory for this computer, and whether its pins are only pretended.

    lgpio where the kernel has pins; pretended ones elsewhere. ``GPIOZERO_PIN_FACTORY`` wins, as for every program
    with gpiozero. Raises what lgpio raises.
    """
    chosen = environment.get("GPIOZERO_PIN_FACTORY")
    if chosen == "mock" or (chosen is None and not any(chips.glob("gpiochip*"))):
        return MockFactory(), True
    if chosen is not None:
        return None, False  # gpiozero looks at the variable itself
    from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 -- needs lgpio, which only a Pi has

    return LGPIOFactory(), False


class Panel:
    """The devices on their pins, from construction to ``close``."""

    def __init__(self, pins: PanelPins, *, on_edge: Callable[[Key], None], pin_factory: Any = None) -> None:
        """Claim the pins. Raises PanelUnavailableError where a pin cannot be had.

        ``on_edge`` is called in gpiozero's thread at every edge of a button: hand it to the event loop with
        ``call_soon_threadsafe``. ``pin_factory`` is gpiozero's (pretended pins in tests); this computer's without.
        """
        self._on_edge = on_edge
        self._devices = ExitStack()
        self._buttons: dict[Key, Any] = {}
        self.pretended = False
        """Whether this computer has no pins, so that nothing is wired."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # gpiozero warns of each driver it does not find, then raises
                if pin_factory is None:
                    pin_factory, self.pretended = pins_here()
                self._claim(pins, pin_factory)
        except Exception as error:  # lgpio raises its own class, which exists only on a Pi
            self._devices.close()
            raise PanelUnavailableError(
                f"The panel cannot use the GPIO pins ({error}). On a Raspberry Pi install python3-lgpio, add the "
                "user to the group gpio and give each pin once in the settings; elsewhere switch the panel off."
            ) from error

    def pressed(self, key: Key) -> bool:
        """Return whether a button's contact is closed now."""
        return bool(self._buttons[key].is_active)

    def lamp(self, seat: int, show: Lamp) -> None:
        """Set one seat's lamp."""
        lamp = self._lamps[seat]
        match show:
            case Lamp.OFF:
                lamp.off()
            case Lamp.ON:
                lamp.on()
            case Lamp.BLINK:
                lamp.blink(on_time=0.5, off_time=0.5)
            case Lamp.FLASH:
                lamp.blink(on_time=0.1, off_time=0.1)
            case never:
                assert_never(never)

    def sound(self, sound: Sound) -> None:
        """Sound the buzzer without waiting for its end; a new sound replaces one that lasts."""
        match sound:
            case Sound.SHORT:
                self._buzzer.beep(on_time=0.06, off_time=0.06, n=1)
            case Sound.LONG:
                self._buzzer.beep(on_time=0.8, off_time=0.1, n=1)
            case Sound.LOOK:
                self._buzzer.beep(on_time=0.12, off_time=0.12, n=3)
            case never:
                assert_never(never)

    def close(self) -> None:
        """Put lamps and buzzer out and release the pins."""
        self._devices.close()

    def _claim(self, pins: PanelPins, factory: Any) -> None:
        for key, pin in zip(Key, (*pins.seats, pins.undo), strict=True):
            self._buttons[key] = self._button(key, pin, factory)
        self._lamps = [self._own(gpiozero.LED(pin, pin_factory=factory)) for pin in pins.lamps]
        self._buzzer = self._own(gpiozero.Buzzer(pins.buzzer, pin_factory=factory))

    def _button(self, key: Key, pin: int, factory: Any) -> Any:
        # The pull-up is the Pi's own: a button connects its pin to ground. gpiozero's Button would add a thread each.
        button = self._own(gpiozero.DigitalInputDevice(pin, pull_up=True, pin_factory=factory))
        button.when_activated = button.when_deactivated = partial(self._on_edge, key)
        return button

    def _own(self, device: Any) -> Any:
        self._devices.callback(device.close)
        return device
