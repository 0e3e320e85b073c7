"""What the emulated board does when the host drives it: arming, presses, lamp. Refuses as the real one does."""

from collections.abc import Callable

from firmware_bridge.emulator.mechanics import Mechanics
from firmware_bridge.messages import (
    Arm,
    Command,
    Disarm,
    DrivenButton,
    LiftPos,
    Output,
    Press,
    Reboot,
    Refusal,
    SetLog,
    Watchdog,
)

_SEATS = {
    DrivenButton.DICE0: 0,
    DrivenButton.DICE1: 1,
    DrivenButton.DICE2: 2,
    DrivenButton.DICE3: 3,
}


class Driving:
    """Carries out the host's commands on a table."""

    def __init__(self, table: Mechanics, *, throw: Callable[[], tuple[int, ...]] | None) -> None:
        """Begin disarmed. ``throw`` tells what the dice show when the host presses their button; None: no jumper."""
        self._table = table
        self._throw = throw
        self._armed_until_ms: int | None = None
        self._pressed_until_ms = 0
        self.reboot = False
        """The board is to start anew once its answer is out; whoever does so clears this."""

    def disarm(self) -> None:
        """End the time in which presses are allowed."""
        self._armed_until_ms = None

    def obey(self, command: Command, ms: int) -> Refusal | None:
        """Carry ``command`` out at the board's time ``ms``, or say why not."""
        match command:
            case Arm(for_s):
                return self._arm(for_s, ms)
            case Press(button, for_ms):
                return self._press(button, for_ms, ms)
            case Disarm():
                self.disarm()
            case Reboot():
                self.reboot = True
            case Output() | SetLog() | Watchdog():
                pass  # nothing of it shows on the line
            case _:
                return Refusal.UNSUPPORTED
        return None

    def _arm(self, for_s: int, ms: int) -> Refusal | None:
        if self._throw is None:
            return Refusal.NO_JUMPER
        self._armed_until_ms = ms + 1000 * for_s
        return None

    def _press(self, button: DrivenButton, for_ms: int, ms: int) -> Refusal | None:
        if self._throw is None or self._armed_until_ms is None or ms >= self._armed_until_ms:
            return Refusal.NOT_ARMED
        if self._table.lift is LiftPos.MOVING:
            return Refusal.LIFT_MOVING
        if ms < self._pressed_until_ms:
            return Refusal.BUSY
        self._pressed_until_ms = ms + for_ms
        seat = _SEATS.get(button)
        if seat is None:
            self._table.press_lift(ms)
        else:
            self._table.roll_dice(seat=seat, dice=self._throw(), now_ms=ms)
        return None
