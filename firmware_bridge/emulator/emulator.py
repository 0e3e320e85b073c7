"""The controller as a whole: mechanics, device session and port, driven by ``pump``. No thread, no clock."""

from collections.abc import Callable
from typing import get_args

from firmware_bridge.device_session import DeviceSession, Identity
from firmware_bridge.emulator.mechanics import Mechanics, Timings
from firmware_bridge.emulator.pty_server import PtyServer
from firmware_bridge.messages import ResetCause, ToldByTable

FIRMWARE = "emulator-1"
_MAX_LINES_A_PUMP = 256
"""Lines written in one pump at most: four full queues; keeps one call short."""


class Emulator:
    """A table controller on ``port``. Command its ``table``, then ``pump`` as often as you like."""

    def __init__(
        self,
        port: PtyServer,
        *,
        timings: Timings | None = None,
        led_dice: bool = True,
        uid: str = "emulator",
        disturb: Callable[[bytes], bytes] | None = None,
    ) -> None:
        """Prepare an unplugged controller. ``disturb`` may change each line before the host reads it."""
        self.table = Mechanics(timings=timings, led_dice=led_dice)
        self.port = port
        identity = Identity(FIRMWARE, uid, capabilities=(1 << len(get_args(ToldByTable))) - 1, channels=15)
        self._session = DeviceSession(identity, self.table.snapshot)
        self._disturb = disturb
        self._unsent = b""

    def plug(self, *, now_ms: int) -> None:
        """Plug it in: the port appears and the controller boots."""
        self.port.plug()
        self.reboot(now_ms=now_ms)

    def unplug(self) -> None:
        """Pull the plug: the port is gone, the controller without power. The table itself goes on."""
        self.port.unplug()
        self._unsent = b""

    def reboot(self, *, now_ms: int, cause: ResetCause = ResetCause.POWER_ON) -> None:
        """Start the controller anew; what it had not sent yet is lost."""
        self._unsent = b""
        self._session.boot(ms=now_ms, cause=cause)

    def pump(self, now_ms: int, *, timer_ms: int | None = None) -> None:
        """Bring the table to ``now_ms`` and move bytes both ways without blocking.

        ``now_ms`` is the table's time and stamps events. ``timer_ms`` drives the heartbeat and must be real
        milliseconds where the table runs faster or slower than the host's timers; without it the two are one.
        Call it at least twice a real second, or the host takes the silence for a lost link.
        """
        happened = self.table.tick(now_ms)
        if not self.port.plugged:
            return
        for at_ms, event in happened:
            self._session.tell(event, ms=at_ms)
        self._session.received(self.port.read(), ms=now_ms)
        self._session.tick(now_ms if timer_ms is None else timer_ms, ms=now_ms)
        self._write()

    def next_ms(self) -> int | None:
        """Return when something in the table happens next, in table time; None when nothing is on its way."""
        return self.table.next_ms()

    def _write(self) -> None:
        for _ in range(_MAX_LINES_A_PUMP):
            if not self._unsent:
                line = self._session.next_line()
                if line is None:
                    return
                self._unsent = line if self._disturb is None else self._disturb(line)
            written = self.port.write(self._unsent)
            self._unsent = self._unsent[written:]
            if self._unsent:
                return
