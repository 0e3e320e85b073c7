"""The controller as a whole: mechanics, device session and port, driven by ``pump``. No thread, no clock."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, get_args

from firmware_bridge.device_session import DeviceSession, Identity
from firmware_bridge.emulator.channels import TAPPED, Channels
from firmware_bridge.emulator.driving import Driving
from firmware_bridge.emulator.faults import Rule
from firmware_bridge.emulator.mechanics import Mechanics, Timings
from firmware_bridge.emulator.wire import Wire
from firmware_bridge.messages import (
    Command,
    Configure,
    Refusal,
    ResetCause,
    SaveConfig,
    Snapshot,
    Subscribe,
    ToldByTable,
)

FIRMWARE = "emulator-1"
_MAX_LINES_A_PUMP = 256
"""Lines written in one pump at most: four full queues; keeps one call short."""


class FarEnd(Protocol):
    """The board's end of a line whose plug can be pulled: a pseudo-terminal or a TCP port."""

    @property
    def path(self) -> str:
        """What the host opens."""
        ...

    @property
    def plugged(self) -> bool:
        """The port is there."""
        ...

    def plug(self) -> None:
        """Make the port appear."""
        ...

    def unplug(self) -> None:
        """Make the port vanish."""
        ...

    def read(self) -> bytes:
        """Return what the host wrote, empty when nothing waits."""
        ...

    def write(self, data: bytes) -> int:
        """Write what fits and return how much that was."""
        ...

    def fileno(self) -> int | None:
        """Return the descriptor to wait on, None while unplugged."""
        ...


class Emulator:
    """A table controller on ``port``. Command its ``table``, then ``pump`` as often as you like."""

    def __init__(
        self,
        port: FarEnd,
        *,
        timings: Timings | None = None,
        led_dice: bool = True,
        uid: str = "emulator",
        disturb: Callable[[bytes], bytes] | None = None,
        rules: tuple[Rule, ...] = (),
        throw: Callable[[], tuple[int, ...]] | None = None,
    ) -> None:
        """Prepare an unplugged controller.

        ``disturb`` may change each line before the host reads it; ``rules`` are a fault script's. ``throw`` tells
        what the dice show when the host presses their button; without it the board has no jumper and refuses.
        """
        self.table = Mechanics(timings=timings, led_dice=led_dice)
        self.port = port
        self._channels = Channels(self.table.snapshot().inputs)
        self._driving = Driving(self.table, throw=throw)
        identity = Identity(FIRMWARE, uid, capabilities=(1 << len(get_args(ToldByTable))) - 1, channels=TAPPED)
        self._session = DeviceSession(identity, self._snapshot, obey=self._obey, greeted=self._greeted)
        self._rewired()
        self._disturb = disturb
        self.wire = Wire(rules)
        self._unsent = b""

    def plug(self, *, now_ms: int) -> None:
        """Plug it in: the port appears and the controller boots."""
        self.port.plug()
        self.reboot(now_ms=now_ms)

    def unplug(self) -> None:
        """Pull the plug: the port is gone, the controller without power. The table itself goes on."""
        self.port.unplug()
        self._forget()

    def reboot(self, *, now_ms: int, cause: ResetCause = ResetCause.POWER_ON) -> None:
        """Start the controller anew; what it had not sent yet is lost."""
        self._forget()
        self._boot(now_ms, cause)

    def pump(self, now_ms: int, *, timer_ms: int | None = None) -> None:
        """Bring the table to ``now_ms`` and move bytes both ways without blocking.

        ``now_ms`` is the table's time and stamps events. ``timer_ms`` drives the heartbeat and must be real
        milliseconds where the table runs faster or slower than the host's timers; without it the two are one.
        Call it at least twice a real second, or the host takes the silence for a lost link.
        """
        happened = [
            (at_ms, told) for at_ms, event in self.table.tick(now_ms) for told in self._channels.told(event, at_ms)
        ]
        if not self.port.plugged:
            return
        for at_ms, event in happened:
            self._session.tell(event, ms=at_ms)
        self._session.received(self.port.read(), ms=now_ms)
        real_ms = now_ms if timer_ms is None else timer_ms
        self._session.tick(real_ms, ms=now_ms)
        self._send(now_ms, real_ms)

    def next_ms(self) -> int | None:
        """Return when something in the table happens next, in table time; None when nothing is on its way."""
        return self.table.next_ms()

    def _snapshot(self) -> Snapshot:
        return self._channels.seen(self.table.snapshot())

    def _obey(self, command: Command, ms: int) -> Refusal | None:
        if not isinstance(command, (Subscribe, Configure, SaveConfig)):
            return self._driving.obey(command, ms)
        refusal = self._channels.obey(command)
        if refusal is None and isinstance(command, Configure):
            self._driving.disarm()  # what is known of the table changes
            self._rewired()
        return refusal

    def _greeted(self) -> None:
        self._driving.disarm()
        self._channels.greeted()

    def _rewired(self) -> None:
        """Let HELLO tell the wiring as it is now."""
        channels = self._channels
        self._session.identity = replace(self._session.identity, channels=channels.wired, config_crc=channels.check())

    def _boot(self, now_ms: int, cause: ResetCause) -> None:
        self._channels.boot()
        self._rewired()
        self._session.boot(ms=now_ms, cause=cause)

    def _forget(self) -> None:
        """Lose what was not sent yet, and every leave to drive the table."""
        self._unsent = b""
        self.wire.clear()
        self._driving.disarm()
        self._driving.reboot = self.wire.reset = False

    def _send(self, now_ms: int, real_ms: int) -> None:
        for _ in range(2 * _MAX_LINES_A_PUMP):
            self._unsent = self._unsent or self.wire.due(real_ms)
            if self._unsent:
                self._unsent = self._unsent[self.port.write(self._unsent) :]
                if self._unsent:
                    return
                continue
            line = None if self.wire.full else self._session.next_line()
            if line is None:
                break
            self.wire.take(line if self._disturb is None else self._disturb(line), real_ms)
            self._obey_script(now_ms, real_ms)
        if self._driving.reboot:
            self.reboot(now_ms=now_ms, cause=ResetCause.USB)

    def _obey_script(self, now_ms: int, real_ms: int) -> None:
        """Do to the board itself what the fault script says."""
        while self.wire.stuck:
            self.table.flutter(self.wire.stuck.pop(), now_ms)
        if self.wire.reset:
            self.wire.reset = False
            self._unsent += self.wire.due(real_ms)
            self._driving.disarm()
            self._boot(now_ms, ResetCause.WATCHDOG)
