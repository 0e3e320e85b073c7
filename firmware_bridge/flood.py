"""Holds back an input that tells too much, as a stuck sensor does, and reports it once as a fault."""

from collections import deque

from firmware_bridge.messages import MS_MODULUS, Button, Fault, Snapshot, TableEvent, TileCount, ToldByTable, Wall

FLOOD_COUNT = 10
FLOOD_WINDOW_MS = 2000
"""More than ten in two seconds is no table: tile counts, the fastest, come four a second from a port."""


class FloodGate:
    """Lets a table's events through while they come at a rate that hands and motors can make."""

    def __init__(self) -> None:
        self._seen: dict[str, deque[int]] = {}
        self._flooding: set[str] = set()
        self.held_back = 0

    def pass_on(self, event: ToldByTable, ms: int) -> list[TableEvent]:
        """Return what of ``event``, told at controller time ``ms``, the daemon should hear."""
        if isinstance(event, (Fault, Snapshot)):
            return [event]
        source = _source(event)
        times = self._seen.get(source)
        if times is None:
            times = self._seen[source] = deque(maxlen=FLOOD_COUNT + 1)
        times.append(ms)
        too_fast = len(times) > FLOOD_COUNT and (ms - times[0]) % MS_MODULUS <= FLOOD_WINDOW_MS
        if too_fast:
            self.held_back += 1
            return [] if source in self._flooding else self._report(source)
        if source in self._flooding:
            self._flooding.discard(source)
            return [Fault(cleared=True, code=f"stuck.{source}"), event]
        return [event]

    def _report(self, source: str) -> list[TableEvent]:
        self._flooding.add(source)
        return [Fault(cleared=False, code=f"stuck.{source}")]


def _source(event: ToldByTable) -> str:
    """Name the input behind an event; a closed set, so the memory for it is bounded."""
    # Plain tests, not patterns: this stands in the way of every event.
    if isinstance(event, Wall):
        return f"{event.NAME}{event.seat}"
    if isinstance(event, TileCount):
        return f"{event.NAME}{event.port}"
    if isinstance(event, Button):
        return f"{event.NAME}.{event.button.value}"
    return event.NAME
