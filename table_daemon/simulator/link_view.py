"""The simulated table's controller: people's buttons to MJT/1 lines on a pseudo-terminal.

The table's time is the game's; the link's own timers (heartbeat) run on real time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from firmware_bridge.direction import Direction
from firmware_bridge.emulator import Emulator, PtyServer
from firmware_bridge.messages import ResetCause
from table_daemon.simulator.cues import DicePressed, LiftPressed, LinkCut, LinkMended, LinkRestarted

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from table_daemon.simulator.bit_noise import BitNoise
    from table_daemon.simulator.cues import LinkUpset, Pressed

    Tap = Callable[[int, Direction, bytes], None]
    """Is given the table's time and what passes on the line, with directions as the host sees them."""


class _TappedPty(PtyServer):
    """A PTY that tells what the host wrote."""

    def __init__(self, *, link_path: Path, heard: Callable[[bytes], None], noise: BitNoise | None) -> None:
        super().__init__(link_path=link_path)
        self._heard = heard
        self._noise = noise

    def read(self) -> bytes:
        """Return what arrives of what the host wrote, and tell what that was."""
        data = super().read()
        if data:
            self._heard(data)
        return data if self._noise is None else self._noise.spoil(data)


class LinkView:
    """The controller behind ``link_path``, which the host opens as it would a serial port."""

    def __init__(
        self,
        link_path: Path,
        *,
        monotonic_ms: Callable[[], int],
        tap: Tap | None = None,
        noise: BitNoise | None = None,
    ) -> None:
        self._noise = noise
        self._cut = False
        self._tap = tap or (lambda _t_ms, _direction, _data: None)
        self._monotonic_ms = monotonic_ms
        self._lines = 0
        port = _TappedPty(
            link_path=link_path, heard=lambda data: self._tap(self._now_ms, Direction.TX, data), noise=noise
        )
        self._emulator = Emulator(port, disturb=self._line)
        self._now_ms = 0

    @property
    def path(self) -> str:
        """What the host opens."""
        return self._emulator.port.path

    @property
    def lines(self) -> int:
        """How many lines the controller has sent."""
        return self._lines

    def plug(self, *, t_ms: int) -> None:
        """Make the port appear."""
        self._now_ms = t_ms
        self._emulator.plug(now_ms=t_ms)

    def unplug(self) -> None:
        """Take the port away."""
        self._emulator.unplug()

    @property
    def cut(self) -> bool:
        """Whether the plug is out for now."""
        return self._cut

    def upset(self, upset: LinkUpset) -> None:
        """Something befalls the line."""
        self.advance(upset.t_ms)
        match upset:
            case LinkCut():
                self._cut = True
                self._emulator.unplug()
            case LinkMended(t_ms):
                self._cut = False
                self._emulator.plug(now_ms=t_ms)
            case LinkRestarted(t_ms):
                if not self._cut:
                    self._emulator.reboot(now_ms=t_ms, cause=ResetCause.WATCHDOG)
            case _:
                assert_never(upset)
        self.pump()

    def press(self, button: Pressed) -> None:
        """A person presses a button of the machine."""
        self.advance(button.t_ms)
        match button:
            case LiftPressed(t_ms):
                self._emulator.table.press_lift(t_ms)
            case DicePressed(t_ms, seat, dice):
                self._emulator.table.roll_dice(seat=seat, dice=dice, now_ms=t_ms)
            case _:
                assert_never(button)
        self.pump()

    def advance(self, t_ms: int) -> None:
        """Let the table's time reach ``t_ms``, and move bytes."""
        self._now_ms = max(self._now_ms, t_ms)
        self.pump()

    def pump(self) -> None:
        """Move bytes both ways; at least twice a real second."""
        self._emulator.pump(self._now_ms, timer_ms=self._monotonic_ms())

    def _line(self, line: bytes) -> bytes:
        self._lines += 1
        if self._noise is not None:
            line = self._noise.spoil(line)
        self._tap(self._now_ms, Direction.RX, line)
        return line
