"""Pressing the table's buttons for the host, and all that forbids it: moving parts are near people's hands.

A press needs the jumper, an ARM not older than ten seconds, and a console that is known to stand still. ``guard``
runs every millisecond in the interrupt and lets go as soon as one of them is missing, whatever the main loop does.
"""

from firmware_bridge.pico.hal import Hal
from firmware_bridge.pico.table import (
    BUSY,
    LIFT_MOVING,
    LIFT_UNSENSED,
    MAX_ARM_S,
    MAX_PRESS_MS,
    NO_JUMPER,
    NOT_ARMED,
    UNSUPPORTED,
)
from firmware_bridge.pico.ticks import elapsed_ms


class Driver:
    """The drivers of the table's buttons, ``names`` in the order of their pins."""

    def __init__(self, hal: Hal, names: list[str]) -> None:
        self._hal = hal
        self._names = names
        self.armed = False
        self.pressing = False
        self._armed_ms = 0
        self._armed_for_ms = 0
        self._pressed_ms = 0
        self._pressed_for_ms = 0

    def arm(self, for_s: int, now_ms: int) -> str | None:
        """Allow presses for a while; return why not."""
        if not self._names:
            return UNSUPPORTED
        if not self._hal.jumper():
            return NO_JUMPER
        self.armed = False  # the interrupt must not see a new beginning with an old length
        self._armed_ms = now_ms
        self._armed_for_ms = min(for_s, MAX_ARM_S) * 1000
        self.armed = True
        return None

    def disarm(self) -> None:
        """Allow no press, and let go."""
        self.armed = False
        self.release()

    def press(self, name: str, for_ms: int, now_ms: int, *, sensed: bool, moves: bool) -> str | None:
        """Press a button; return why not. ``moves``: the console moves, by any level, counted or not."""
        refusal = self._refusal(name, now_ms, sensed=sensed, moves=moves)
        if refusal is None:
            self._pressed_ms = now_ms
            self._pressed_for_ms = min(for_ms, MAX_PRESS_MS)
            # Closed before it is noted: an interrupt in between finds nothing to let go, and the next one does.
            # The other way round it would let go of a contact that is closed a moment later, for ever.
            self._hal.drive(self._names.index(name), 1)
            self.pressing = True
        return refusal

    def _refusal(self, name: str, now_ms: int, *, sensed: bool, moves: bool) -> str | None:
        if name not in self._names:
            return UNSUPPORTED
        if not self._hal.jumper():
            return NO_JUMPER
        if not self.armed or elapsed_ms(now_ms, self._armed_ms) >= self._armed_for_ms:
            return NOT_ARMED
        if not sensed:
            return LIFT_UNSENSED
        if moves:
            return LIFT_MOVING
        return BUSY if self.pressing else None

    def guard(self, now_ms: int, *, moves: bool) -> None:
        """Let go of a button in time, and at once where pressing is no longer allowed; allocates nothing.

        Needed only while ``armed`` or ``pressing``.
        """
        if not self._hal.jumper() or elapsed_ms(now_ms, self._armed_ms) >= self._armed_for_ms:
            self.disarm()
        elif self.pressing and (moves or elapsed_ms(now_ms, self._pressed_ms) >= self._pressed_for_ms):
            self.release()

    def release(self) -> None:
        """Open every contact."""
        self.pressing = False
        for driver in range(len(self._names)):
            self._hal.drive(driver, 0)
