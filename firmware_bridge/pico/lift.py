"""Where the centre console is, from up to three sensors: one at each end, and its motor."""

from firmware_bridge.pico.ticks import elapsed_ms

TRAVEL_MS = 3000
"""With one end sensor alone, how long after leaving it the console is taken to have arrived at the other."""


class Lift:
    """The console's sensors as bits of the channels' levels; 0 for one that is not wired."""

    def __init__(self) -> None:
        self.up = 0
        self.down = 0
        self.motor = 0
        self._was_at_end = False
        self._leaving = False
        self._left_ms = 0

    @property
    def wired(self) -> bool:
        """Whether anything is known of the console at all."""
        return bool(self.up or self.down or self.motor)

    @property
    def sensed(self) -> bool:
        """Whether a moving console would surely be noticed; without that no button may be pressed."""
        return bool(self.motor or (self.up and self.down))

    def moves(self, levels: int) -> bool:
        """Whether the console moves by these levels; allocates nothing, since the interrupt asks too."""
        if levels & self.motor:
            return True
        if self.up and self.down:
            return bool(levels & self.up) == bool(levels & self.down)  # between its ends, or sensors that contradict
        return False

    def position(self, levels: int, now_ms: int) -> str:
        """Return ``up``, ``down`` or ``moving``; ``down`` where nothing is wired."""
        if self.moves(levels):
            return "moving"
        if levels & (self.up | self.down):
            self._was_at_end = True
            self._leaving = False
            return "up" if levels & self.up else "down"
        if self._was_at_end and not self.motor:
            self._was_at_end, self._leaving, self._left_ms = False, True, now_ms
        if self._leaving and elapsed_ms(now_ms, self._left_ms) < TRAVEL_MS:
            return "moving"
        self._leaving = False
        return "up" if self.down and not self.up else "down"
