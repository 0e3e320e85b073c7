"""The tile counters: how many tiles went through each port since shuffling began, told in batches."""

from array import array

from firmware_bridge.pico.outbox import Outbox
from firmware_bridge.pico.sampler import Sampler
from firmware_bridge.pico.table import MAX_PORTS
from firmware_bridge.pico.ticks import elapsed_ms

BATCH_MS = 250
"""Four times a second is as often as a screen can show it, and what the host takes for a healthy counter."""
PAUSE_MS = 30_000
"""Where no motor tells: a pause so long lies between two sets, not within one."""


class Counters:
    """Reads what the sampler counts."""

    def __init__(self, sampler: Sampler, outbox: Outbox) -> None:
        self._sampler = sampler
        self._outbox = outbox
        self.by_motor = False
        """Whether the shuffling motor is wired, and so tells when to begin anew."""
        self._told = array("i", (0,) * MAX_PORTS)
        self._batch_ms = 0
        self._counted_ms = 0

    def restart(self) -> None:
        """Begin anew: the next set is shuffled."""
        for port in range(MAX_PORTS):
            self._sampler.tiles[port] = self._told[port] = 0

    def tick(self, now_ms: int) -> None:
        """Tell every counter that has moved, when its batch is due."""
        if elapsed_ms(now_ms, self._batch_ms) < BATCH_MS:
            return
        self._batch_ms = now_ms
        for port in range(MAX_PORTS):
            count = self._sampler.tiles[port]
            if count != self._told[port]:
                self._told_one(port, count, now_ms)

    def _told_one(self, port: int, count: int, now_ms: int) -> None:
        if not self.by_motor and self._told[port] and elapsed_ms(now_ms, self._counted_ms) >= PAUSE_MS:
            count -= self._told[port]
            self.restart()
            self._sampler.tiles[port] = count
        self._counted_ms = now_ms
        self._told[port] = count
        self._outbox.tell(now_ms, "TILE", port=port, n=count)
