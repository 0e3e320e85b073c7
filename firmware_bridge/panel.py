"""The panel on the Pi's own pins: a button and a lamp by seat, one undo button, a buzzer.

The only module that imports gpiozero; importing it needs no GPIO. What a press means is the daemon's affair.
"""

import warnings
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, assert_never

import gpiozero

from firmware_bridge.errors import PanelUnavailableError

BOUNCE_MS = 60
"""Contacts bounce for up to 50 ms; no thumb presses the same button twice so soon."""


@dataclass(frozen=True, slots=True)
class PanelPins:
    """BCM numbers. The defaults keep clear of the pins of UART, I2C and SPI."""

    seats: tuple[int, int, int, int] = (5, 6, 13, 19)
    undo: int = 26
    lamps: tuple[int, int, int, int] = (17, 27, 22, 23)
    buzzer: int = 12


@dataclass(frozen=True, slots=True)
class SeatPress:
    """The button of a seat (和, confirm) was pressed."""

    seat: int
    t_ms: int


@dataclass(frozen=True, slots=True)
class UndoPress:
    """The undo button was pressed."""

    t_ms: int


PanelPress = SeatPress | UndoPress
"""What people do at the panel."""


class Lamp(Enum):
    """What one seat's lamp shows."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"


class Sound(Enum):
    """What the buzzer says."""

    SHORT = "short"
    """Read."""
    LONG = "long"
    """Something against the rules stands."""
    LOOK = "look"
    """Three short ones: look at the screen."""


class Panel:
    """The devices on their pins, from construction to ``close``."""

    def __init__(
        self,
        pins: PanelPins,
        *,
        clock: Callable[[], int],
        on_press: Callable[[PanelPress], None],
        pin_factory: Any = None,
    ) -> None:
        """Claim the pins. Raises PanelUnavailableError where there is no GPIO or a pin cannot be had.

        ``on_press`` is called in gpiozero's thread: hand it to the event loop with ``call_soon_threadsafe``.
        ``clock`` gives milliseconds and may be called there too. ``pin_factory`` is gpiozero's (a mock in tests).
        """
        self._clock = clock
        self._on_press = on_press
        self._last_edge_ms: dict[int, int] = {}
        self._devices = ExitStack()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # gpiozero warns of each driver it does not find, then raises
                self._claim(pins, pin_factory)
        except Exception as error:  # lgpio raises its own class, which exists only on a Pi
            self._devices.close()
            raise PanelUnavailableError(
                f"The panel cannot use the GPIO pins ({error}). On a Raspberry Pi install python3-lgpio, add the "
                "user to the group gpio and give each pin once in the settings; elsewhere switch the panel off."
            ) from error

    def lamp(self, seat: int, show: Lamp) -> None:
        """Set one seat's lamp."""
        lamp = self._lamps[seat]
        match show:
            case Lamp.OFF:
                lamp.off()
            case Lamp.ON:
                lamp.on()
            case Lamp.BLINK:
                lamp.blink(on_time=0.4, off_time=0.4)
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
        for seat, pin in enumerate(pins.seats):
            self._button(pin, partial(SeatPress, seat), factory)
        self._button(pins.undo, UndoPress, factory)
        self._lamps = [self._own(gpiozero.LED(pin, pin_factory=factory)) for pin in pins.lamps]
        self._buzzer = self._own(gpiozero.Buzzer(pins.buzzer, pin_factory=factory))

    def _button(self, pin: int, press: Callable[[int], PanelPress], factory: Any) -> None:
        # The pull-up is the Pi's own: a button connects its pin to ground. gpiozero's Button would add a thread each.
        button = self._own(gpiozero.DigitalInputDevice(pin, pull_up=True, pin_factory=factory))
        button.when_activated = partial(self._edge, pin, press)
        button.when_deactivated = partial(self._edge, pin, None)

    def _own(self, device: Any) -> Any:
        self._devices.callback(device.close)
        return device

    def _edge(self, pin: int, press: Callable[[int], PanelPress] | None) -> None:
        """Pass on a press that comes out of quiet; edges soon after another are the contact's bouncing."""
        now_ms = self._clock()
        last_ms = self._last_edge_ms.get(pin)
        self._last_edge_ms[pin] = now_ms
        quiet = last_ms is None or now_ms - last_ms >= BOUNCE_MS
        if press is not None and quiet:
            self._on_press(press(now_ms))
