"""A Raspberry Pi Pico or Pico 2 as the board's platform: pins, a millisecond timer, the line over USB or a UART."""

import os
import sys
import time

import machine
import micropython

from firmware_bridge.pico import wiring
from firmware_bridge.pico.hal import POWER_ON, USB, WATCHDOG, Hal, Interrupt
from firmware_bridge.pico.stream import StreamPort

_SETTINGS, _UNFINISHED = "/tap.cfg", "/tap.new"
_WATCHDOG_MS = 8000
"""An RP2040 can count to 8388 ms and no further."""
_BAUD = 115_200
_UART_BYTES = 512
"""Two lines the one way, three the other; what USB has too."""
_TICKS_MASK = (1 << 30) - 1
_SCRATCH0_RP2040, _SCRATCH0_RP2350 = 0x4005800C, 0x400D800C
"""A word of the watchdog's that a reset leaves alone; the boot ROM uses only the later ones."""
_ALL_PINS = 0xD0000004
"""The levels of all pins in one word, on both chips; pins 30 and above do not exist here, so it fits a small int."""
_NEVER = -1
_ASKED_FOR = 0x51594A54
"""Written there before a restart that the host asked for, to tell it from a watchdog that bit."""


def rescued() -> bool:
    """Whether the rescue pin is held to ground: then nothing starts, and the board can be flashed."""
    return not machine.Pin(wiring.RESCUE_PIN, machine.Pin.IN, machine.Pin.PULL_UP)()


class PicoHal(Hal):
    """The platform."""

    def __init__(self) -> None:
        out, pin = machine.Pin.OUT, machine.Pin
        self._drivers = [pin(number, out, value=0) for _, number in wiring.DRIVERS]  # first of all: contacts open
        self._inputs = [pin(number, pin.IN, pin.PULL_UP) for number, _, _, _ in wiring.CHANNELS]
        self._count = len(self._inputs)
        self._inverted = 0
        # Only ours: the lamp and the supply's sense pin share the word and would be taken for changes.
        self._mask = sum(1 << number for number, _, _, _ in wiring.CHANNELS)
        self._seen = _NEVER
        self._levels = 0
        self._jumper = pin(wiring.JUMPER_PIN, pin.IN, pin.PULL_UP)
        self._led = pin("LED", out, value=0)
        self._buzzer = None if wiring.BUZZER_PIN is None else pin(wiring.BUZZER_PIN, out, value=0)
        self._feed = _nothing
        self._timer = None
        self._work = Interrupt()
        self._stream = _open_stream()
        self.has_console = wiring.LINK == "uart"  # over USB a log line would stand in the midst of the protocol
        self.has_buzzer = self._buzzer is not None
        self.uid = "".join(f"{byte:02X}" for byte in machine.unique_id())
        self.cause = _cause()
        micropython.alloc_emergency_exception_buf(100)  # so that a fault in the interrupt can be told at all

    def begin(self, interrupt: Interrupt) -> None:
        self._work = interrupt
        callback = self._interrupt  # made now: a bound method is an object, and the interrupt may make none
        timer = machine.Timer(-1)
        try:
            timer.init(mode=machine.Timer.PERIODIC, period=1, callback=callback, hard=True)
        except (TypeError, ValueError):  # a MicroPython before hard timers: later by a collection, not lost
            timer.init(mode=machine.Timer.PERIODIC, period=1, callback=callback)
        self._timer = timer

    def _interrupt(self, _timer: object) -> None:
        self._work.tick(_ticks_ms())

    def now_ms(self) -> int:
        return _ticks_ms()

    def invert(self, mask: int) -> None:
        self._inverted = mask

    def levels(self) -> int:
        # All pins at one glance first: nearly always nothing has changed, and asking each takes a fifth of the time
        # there is until the next interrupt.
        pins = machine.mem32[_ALL_PINS] & self._mask
        if pins != self._seen:
            self._seen = pins
            self._levels = self._each()
        return self._levels ^ self._inverted

    def _each(self) -> int:
        levels = 0
        for channel in range(self._count):
            if self._inputs[channel]():
                levels |= 1 << channel
        return levels

    def jumper(self) -> bool:
        return not self._jumper()

    def drive(self, driver: int, on: int) -> None:
        self._drivers[driver](on)

    def led(self, *, on: bool) -> None:
        self._led(on)

    def buzz(self, *, on: bool) -> None:
        if self._buzzer is not None:
            self._buzzer(on)

    def read(self, into: bytearray) -> int:
        return self._stream.read(into)

    def write(self, data: memoryview) -> int:
        return self._stream.write(data)

    def log(self, text: str) -> None:
        print(text)  # noqa: T201 -- the USB console is the place for it

    def load(self) -> str:
        try:
            with open(_SETTINGS) as file:  # noqa: PTH123 -- no pathlib here
                return file.read()
        except OSError:
            return ""

    def save(self, text: str) -> None:
        with open(_UNFINISHED, "w") as file:  # noqa: PTH123 -- same
            file.write(text)
        os.rename(_UNFINISHED, _SETTINGS)  # noqa: PTH104 -- same; whole or not at all, even when power goes

    def start_watchdog(self) -> None:
        self._feed = machine.WDT(timeout=_WATCHDOG_MS).feed

    def feed(self) -> None:
        self._feed()

    def reset(self) -> None:
        machine.mem32[_scratch0()] = _ASKED_FOR
        machine.reset()

    def bootloader(self) -> None:
        machine.bootloader()

    def crashed(self, error: Exception) -> None:
        self.log(repr(error))
        machine.reset()  # told as the watchdog's: nobody asked for it

    def idle(self) -> None:
        machine.idle()  # until the next interrupt, which comes within the millisecond


def _ticks_ms() -> int:
    return time.ticks_ms() & _TICKS_MASK  # type: ignore[attr-defined, no-any-return]  # MicroPython's own


def _nothing() -> None:
    """Stand in for the watchdog that does not run yet."""


def _open_stream() -> StreamPort:
    if wiring.LINK == "uart":
        uart = machine.UART(0, _BAUD, tx=machine.Pin(0), rx=machine.Pin(1), txbuf=_UART_BYTES, rxbuf=_UART_BYTES)
        return StreamPort(uart, uart, poll_in=uart, poll_out=uart)
    return StreamPort(sys.stdin.buffer, sys.stdout.buffer, poll_in=sys.stdin, poll_out=sys.stdout)


def _scratch0() -> int:
    return _SCRATCH0_RP2350 if "RP2350" in sys.implementation._machine else _SCRATCH0_RP2040


def _cause() -> str:
    """Return why the board started, and forget a restart that was asked for."""
    asked = machine.mem32[_scratch0()] == _ASKED_FOR
    machine.mem32[_scratch0()] = 0
    if machine.reset_cause() != machine.WDT_RESET:
        return POWER_ON
    return USB if asked else WATCHDOG
