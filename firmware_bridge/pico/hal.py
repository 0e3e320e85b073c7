"""The seam between the firmware and what it runs on. ``hal_rp2`` is a Pico, ``hal_unix`` a computer under test."""

POWER_ON, WATCHDOG, USB = "por", "wdt", "usb"
"""Why the board started, as BOOT says it."""


class Interrupt:
    """What runs every millisecond, and allocates nothing."""

    def tick(self, now_ms: int) -> None:
        """Do the work of the millisecond ``now_ms``."""


class Hal:
    """What a platform must give. ``levels``, ``jumper`` and ``drive`` run in the interrupt and allocate nothing."""

    uid = "unknown"
    """The board's own number."""
    cause = POWER_ON
    """Why it started."""
    has_console = False
    """Whether log lines have a place of their own, apart from the link."""
    has_buzzer = False

    def begin(self, interrupt: Interrupt) -> None:
        """Call ``interrupt.tick`` every millisecond from now on."""
        raise NotImplementedError

    def now_ms(self) -> int:
        """Return the time, below 2^30."""
        raise NotImplementedError

    def invert(self, mask: int) -> None:
        """Take the channels whose bits are set as active when low."""
        raise NotImplementedError

    def levels(self) -> int:
        """Return the channels' levels, active ones set."""
        raise NotImplementedError

    def jumper(self) -> bool:
        """Return whether the jumper of the drivers is set."""
        raise NotImplementedError

    def drive(self, driver: int, on: int) -> None:
        """Close or open one of the table's button contacts."""
        raise NotImplementedError

    def led(self, *, on: bool) -> None:
        """Light the board's own lamp, or put it out."""
        raise NotImplementedError

    def buzz(self, *, on: bool) -> None:
        """Sound the board's buzzer, or silence it."""
        raise NotImplementedError

    def read(self, into: bytearray) -> int:
        """Put what the host has sent into ``into`` and return how much that was; never wait for more."""
        raise NotImplementedError

    def write(self, data: memoryview) -> int:
        """Send what fits of ``data`` and return how much that was; 0 while the host does not read."""
        raise NotImplementedError

    def log(self, text: str) -> None:
        """Write a line to the console, where there is one."""

    def load(self) -> str:
        """Return the saved configuration, empty where there is none."""
        raise NotImplementedError

    def save(self, text: str) -> None:
        """Keep the configuration over a restart, whole or not at all."""
        raise NotImplementedError

    def start_watchdog(self) -> None:
        """Start the watchdog; it cannot be stopped."""
        raise NotImplementedError

    def feed(self) -> None:
        """Tell the watchdog that all is well; nothing where it does not run."""
        raise NotImplementedError

    def reset(self) -> None:
        """Start anew."""
        raise NotImplementedError

    def bootloader(self) -> None:
        """Start the boot ROM, to be flashed."""
        raise NotImplementedError

    def crashed(self, error: Exception) -> None:
        """Do what is right after a fault of the firmware itself, with every contact already open."""
        raise error

    def idle(self) -> None:
        """Wait for something to do, a millisecond at most."""
        raise NotImplementedError
