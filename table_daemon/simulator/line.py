"""The table's line without a port: both ends of the real protocol in memory, on game time, with what befalls it.

Slower than the flawless ear of ``feed``; for hands in which the line is lost, spoilt or its controller starts anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from firmware_bridge.emulator import Emulator
from firmware_bridge.messages import LinkEvent, ResetCause
from firmware_bridge.session import HostSession
from table_daemon.simulator.cues import DicePressed, LiftPressed, LinkCut, LinkMended, LinkRestarted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from firmware_bridge.messages import TableEvent
    from table_daemon.simulator.bit_noise import BitNoise
    from table_daemon.simulator.cues import LinkUpset, Pressed

_STEP_MS = 100
"""How often both ends are served."""


class MemoryPort:
    """The controller's end of a line that is two buffers."""

    def __init__(self) -> None:
        self.path = "memory"
        self.plugged = False
        self.from_host = b""
        self.from_device = b""

    def plug(self) -> None:
        """Make the port appear."""
        self.plugged = True
        self.from_host = self.from_device = b""

    def unplug(self) -> None:
        """Make the port vanish."""
        self.plugged = False

    def read(self) -> bytes:
        """Return what the host wrote."""
        data, self.from_host = self.from_host, b""
        return data

    def write(self, data: bytes) -> int:
        """Take bytes for the host."""
        self.from_device += data
        return len(data)

    def fileno(self) -> int | None:
        """There is nothing to wait on."""
        return None

    def take(self) -> bytes:
        """Return what the board wrote."""
        data, self.from_device = self.from_device, b""
        return data


class Line:
    """Controller, wire and the daemon's session; time begins when the first is asked for."""

    def __init__(self, *, noise: BitNoise) -> None:
        self._noise = noise
        self._port = MemoryPort()
        self._board = Emulator(self._port)
        self._session = HostSession(version="simulated")
        self._now_ms: int | None = None

    def until(self, t_ms: int) -> Iterator[LinkEvent]:
        """Let time pass; yield what the daemon is told meanwhile."""
        if self._now_ms is None:
            self._now_ms = t_ms
            yield from self._plug(t_ms)
        while self._now_ms < t_ms:
            self._now_ms = min(t_ms, self._now_ms + _STEP_MS)
            yield from self._served(self._now_ms)

    def press(self, button: Pressed) -> None:
        """A person presses a button of the machine."""
        match button:
            case LiftPressed(t_ms):
                self._board.table.press_lift(t_ms)
            case DicePressed(t_ms, seat, dice):
                self._board.table.roll_dice(seat=seat, dice=dice, now_ms=t_ms)
            case _:
                assert_never(button)

    def upset(self, upset: LinkUpset) -> Iterator[LinkEvent]:
        """Something befalls the line."""
        match upset:
            case LinkCut(t_ms):
                self._board.unplug()
                yield from _told(self._session.closed(), t_ms)
            case LinkMended(t_ms):
                yield from self._plug(t_ms)
            case LinkRestarted(t_ms):
                if self._port.plugged:
                    self._board.reboot(now_ms=t_ms, cause=ResetCause.WATCHDOG)
            case _:
                assert_never(upset)

    def _plug(self, t_ms: int) -> Iterator[LinkEvent]:
        self._board.plug(now_ms=t_ms)
        self._session.opened(t_ms)
        yield from self._served(t_ms)

    def _served(self, now_ms: int) -> Iterator[LinkEvent]:
        self._board.pump(now_ms)
        yield from _told(self._session.received(self._noise.spoil(self._port.take()), now_ms), now_ms)
        yield from _told(self._session.tick(now_ms), now_ms)
        self._port.from_host += self._noise.spoil(self._session.to_send(now_ms))


def _told(events: Iterable[TableEvent], t_ms: int) -> Iterator[LinkEvent]:
    return (LinkEvent(t_ms, event) for event in events)
