"""A computer as the board's platform, for tests: pins, jumper and time are held by whoever writes to standard input.

Time stands still until ``run MS`` lets it go on, a millisecond and an interrupt at a time, as fast as the computer can.
The interrupt runs with the heap locked, so an allocation in it ends the program. Each request gets one line back.
Nothing of this file is on a Pico.
"""

import gc
import select
import sys

import micropython

from firmware_bridge.pico.hal import Hal, Interrupt
from firmware_bridge.pico.hal_exits import EXIT_BOOTLOADER, EXIT_RESET, EXIT_WATCHDOG
from firmware_bridge.pico.stream import StreamPort
from firmware_bridge.pico.table import MS_MODULUS

WATCHDOG_MS = 8000
_ALL_HIGH = 0xFFFFFF
"""Every pin at its pull-up: nothing is active."""


class UnixHal(Hal):
    """The platform; made from the command line: descriptor of the port, cause of the start, time, settings' file."""

    uid = "unix"
    has_console = True
    has_buzzer = True

    def __init__(self, arguments: list[str]) -> None:
        descriptor, self.cause, start_ms, self._settings = arguments
        port = open(int(descriptor), "r+b")  # noqa: SIM115, PTH123 -- held as long as the program; no pathlib here
        self._stream = StreamPort(port, port, poll_in=port, poll_out=port)
        self._events = select.poll()
        self._events.register(port, select.POLLIN)
        self._events.register(sys.stdin, select.POLLIN)
        self._requests = select.poll()
        self._requests.register(sys.stdin, select.POLLIN)
        self._port = port
        self._now_ms = int(start_ms)
        self._left_ms = 0
        self._owes_answer = False
        self._interrupt = Interrupt()
        self._pins = _ALL_HIGH
        self._inverted = 0
        self._jumper = False
        self._dead = False
        self._stall = False
        self._leak: object = None
        """Anything: the interrupt allocates, to show that this would be noticed."""
        self._deaf = False
        self._drop = 0
        self._spoil = 0
        self._fed_ms: int | None = None
        self._driven = 0
        self._noted = 0
        self._marks: list[str] = []

    def begin(self, interrupt: Interrupt) -> None:
        self._interrupt = interrupt

    def now_ms(self) -> int:
        return self._now_ms

    def invert(self, mask: int) -> None:
        self._inverted = mask

    def levels(self) -> int:
        return self._pins ^ self._inverted

    def jumper(self) -> bool:
        return self._jumper

    def drive(self, driver: int, on: int) -> None:
        # The interrupt may call this, so nothing is remembered here; the change is noted after it.
        self._driven = self._driven | 1 << driver if on else self._driven & ~(1 << driver)

    def _note(self) -> None:
        """Remember when which contacts were closed."""
        if self._driven != self._noted:
            self._noted = self._driven
            self._marks.append(f"driven={self._driven:X}@{self._now_ms}")

    def led(self, *, on: bool) -> None:
        self._marks.append(f"led={int(on)}@{self._now_ms}")

    def buzz(self, *, on: bool) -> None:
        self._marks.append(f"buzz={int(on)}@{self._now_ms}")

    def read(self, into: bytearray) -> int:
        count = self._stream.read(into)
        for index in range(min(count, self._spoil)):
            into[index] ^= 0x01
        self._spoil -= min(count, self._spoil)
        return count

    def write(self, data: memoryview) -> int:
        if self._deaf:
            return 0
        if self._drop:
            self._drop -= 1
            return len(data)
        return self._stream.write(data)

    def log(self, text: str) -> None:
        sys.stderr.write(text + "\n")

    def load(self) -> str:
        try:
            with open(self._settings) as file:  # noqa: PTH123 -- no pathlib here
                return file.read()
        except OSError:
            return ""

    def save(self, text: str) -> None:
        with open(self._settings, "w") as file:  # noqa: PTH123 -- same
            file.write(text)

    def start_watchdog(self) -> None:
        self._fed_ms = self._now_ms

    def feed(self) -> None:
        if self._fed_ms is not None:
            self._fed_ms = self._now_ms

    def reset(self) -> None:
        sys.exit(EXIT_RESET)

    def bootloader(self) -> None:
        sys.exit(EXIT_BOOTLOADER)

    def idle(self) -> None:
        self._turn()
        while self._stall:
            self._turn()

    def _turn(self) -> None:
        """Let a millisecond pass while some are left; else answer, and wait for the host or for a request."""
        if self._left_ms:
            self._left_ms -= 1
            self._pass_a_millisecond()
            return
        if self._owes_answer:
            self._answer("ok")
        self._events.poll()
        if self._requests.poll(0):
            self._obey(sys.stdin.readline())

    def _pass_a_millisecond(self) -> None:
        self._note()
        self._now_ms = (self._now_ms + 1) % MS_MODULUS
        if not self._dead:
            micropython.heap_lock()
            try:
                self._interrupt.tick(self._now_ms)
                if self._leak:
                    self._leak = [self._leak]
            finally:
                micropython.heap_unlock()
        self._note()
        if self._fed_ms is not None and (self._now_ms - self._fed_ms) % MS_MODULUS >= WATCHDOG_MS:
            sys.exit(EXIT_WATCHDOG)

    def _obey(self, request: str) -> None:
        """Do what the test asks; ``run`` is answered when its time has passed."""
        words = request.split()
        if not words:
            sys.exit(0)  # the test has closed our input
        what, value = words[0], words[1] if len(words) > 1 else ""
        if what == "run":
            self._left_ms, self._owes_answer = int(value), True
        elif what == "pins":
            self._pins = int(value, 16)
            self._answer("ok")
        elif what == "marks":
            self._note()
            self._answer("ok " + " ".join(self._marks))
            self._marks = []
        elif what == "memory":
            gc.collect()
            self._answer(f"ok {gc.mem_free()}")  # type: ignore[attr-defined]  # MicroPython's own
        elif what == "junk":
            self._port.write(bytes.fromhex(value))
            self._answer("ok")
        elif what in _FLAGS:
            setattr(self, "_" + what, int(value))
            self._answer("ok")
        else:
            raise ValueError(request)

    def _answer(self, text: str) -> None:
        self._note()
        self._owes_answer = False
        sys.stdout.write(text + "\n")


_FLAGS = ("jumper", "dead", "stall", "leak", "deaf", "drop", "spoil")
"""What a test may set: the jumper; a dead timer; a main loop that stalls; an interrupt that allocates; a host that does
not read; lines that get lost on the way; bytes that get spoiled."""
