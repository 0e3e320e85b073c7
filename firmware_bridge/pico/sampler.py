"""Debouncing: from the pins' levels, looked at every millisecond, to edges that count. Runs in the timer's interrupt.

Nothing here allocates: a hard interrupt may come in the midst of a garbage collection, when there is no memory to be
had. So: arrays made beforehand, integers that fit into a small int (below 2^30), no tuple, no float, no closure.
"""

from array import array

from firmware_bridge.pico.ring import EdgeRing
from firmware_bridge.pico.table import MAX_PORTS, MAX_TILES
from firmware_bridge.pico.ticks import elapsed_ms

MAX_CHANNELS = 24
"""Channels are bits of one small integer; a Pico has no more free pins."""
HOLD_FROM_MS = 200
"""A debounce time from here on is for inputs that flicker while they are active: multiplexed lamps, shaking sensors."""
_FILL = 16
"""What one active sample weighs against an inactive one: an input active for one millisecond in eight is active."""
_NO_PORT = -1


class Sampler:
    """What the inputs are.

    An input changes when its level has stayed the same for its debounce time. One that flickers fills a vessel while
    it is active and drains it while it is not: full it counts as active, empty as inactive.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.raw = 0
        """The levels at the last sample, active ones set."""
        self.stable = 0
        """The levels that count."""
        self.samples = 0
        """Changes with every sample, so that the main loop can tell that the interrupt lives."""
        self.settling = True
        """While set, inputs are taken as they are without edges: at the start, and after a change of wiring."""
        self.watched = 0
        """Channels whose every raw edge is told."""
        self.debounce_ms = array("i", (0,) * count)
        self.tile_port = array("b", (_NO_PORT,) * count)
        """The tile counter behind a channel; a counter's edges are counted here and not passed on."""
        self.tiles = array("i", (0,) * MAX_PORTS)
        self.edges = EdgeRing()
        self.raw_edges = EdgeRing()
        self._since_ms = array("i", (0,) * count)
        self._filled = array("i", (0,) * count)
        self._flickering = 0
        """Channels with a debounce time for flicker."""
        self._at_rest = True
        """Whether every flickering input is full and active, or empty and not."""

    def rewire(self) -> None:
        """Take up changed debounce times; the inputs settle anew."""
        self.settling = True
        self._flickering = 0
        for channel in range(self.count):
            if self.debounce_ms[channel] >= HOLD_FROM_MS:
                self._flickering |= 1 << channel

    def sample(self, levels: int, now_ms: int) -> None:
        """Take in all levels at once."""
        self.samples = (self.samples + 1) & 0xFFFF
        if levels == self.raw and levels == self.stable and self._at_rest and not self.settling:
            return  # nearly always
        changed = levels ^ self.raw
        if changed:
            self._note_raw(changed, levels, now_ms)
            self.raw = levels
        if self.settling:
            self._take(levels)
            return
        if self._flickering:
            self._hold(levels, now_ms)
        unsettled = (levels ^ self.stable) & ~self._flickering
        if unsettled:
            self._settle(unsettled, now_ms)

    def _note_raw(self, changed: int, levels: int, now_ms: int) -> None:
        for channel in range(self.count):
            if changed >> channel & 1:
                self._since_ms[channel] = now_ms
                if self.watched >> channel & 1:
                    self.raw_edges.put(channel, levels >> channel & 1, now_ms)

    def _settle(self, unsettled: int, now_ms: int) -> None:
        for channel in range(self.count):
            if not unsettled >> channel & 1:
                continue
            if elapsed_ms(now_ms, self._since_ms[channel]) < self.debounce_ms[channel]:
                continue
            self._change(channel, now_ms)

    def _take(self, levels: int) -> None:
        self.stable = levels
        for channel in range(self.count):
            self._filled[channel] = self.debounce_ms[channel] if levels >> channel & 1 else 0
        self._at_rest = True

    def _hold(self, levels: int, now_ms: int) -> None:
        self._at_rest = True
        for channel in range(self.count):
            if not self._flickering >> channel & 1:
                continue
            full, active = self.debounce_ms[channel], self.stable >> channel & 1
            filled = self._filled[channel]
            filled = min(full, filled + _FILL) if levels >> channel & 1 else max(0, filled - 1)
            self._filled[channel] = filled
            if filled == (0 if active else full):
                self._change(channel, now_ms)
            elif filled != (full if active else 0) or levels >> channel & 1 != active:
                self._at_rest = False

    def _change(self, channel: int, now_ms: int) -> None:
        self.stable ^= 1 << channel
        level = self.stable >> channel & 1
        port = self.tile_port[channel]
        if port == _NO_PORT:
            self.edges.put(channel, level, now_ms)
        elif level and self.tiles[port] < MAX_TILES:
            self.tiles[port] += 1
