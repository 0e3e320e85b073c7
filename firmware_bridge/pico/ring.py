"""Edges on their way from the sampling interrupt to the main loop: fixed memory, one writer and one reader."""

from array import array

SIZE = 64
"""A power of two. Sixty-three edges: more than all inputs can make while a write blocks for its half second."""
_MASK = SIZE - 1
_LEVEL = 0x80


class EdgeRing:
    """``put`` runs in the interrupt and allocates nothing; ``take`` runs in the main loop."""

    def __init__(self) -> None:
        self._what = array("B", (0,) * SIZE)
        self._ms = array("i", (0,) * SIZE)
        self._head = 0
        self._tail = 0
        self.lost = 0
        """Edges that found no room since the start. Only the interrupt writes it, so that no count is lost."""

    def put(self, channel: int, level: int, now_ms: int) -> None:
        """Note that ``channel`` went to ``level``."""
        head = self._head
        following = (head + 1) & _MASK
        if following == self._tail:
            self.lost += 1
            return
        self._what[head] = channel | (_LEVEL if level else 0)
        self._ms[head] = now_ms
        self._head = following  # last: only a whole edge may be taken

    def take(self) -> tuple[int, bool, int] | None:
        """Return the oldest edge as channel, level and time, None when there is none."""
        tail = self._tail
        if tail == self._head:
            return None
        what, ms = self._what[tail], self._ms[tail]
        self._tail = (tail + 1) & _MASK
        return what & ~_LEVEL, bool(what & _LEVEL), ms
