"""How often one device may ask for what costs the machine work."""

from __future__ import annotations

from collections import deque


class Pace:
    """At most ``most`` times within ``per_s`` seconds for each name. Keeps nothing of names that have been quiet."""

    def __init__(self, most: int, *, per_s: float) -> None:
        self._most = most
        self._per_s = per_s
        self._asked: dict[str, deque[float]] = {}

    def wait_s(self, name: str, *, now_s: float) -> float:
        """Seconds until ``name`` may ask; 0 where it may now, and this is then counted.

        >>> pace = Pace(2, per_s=10)
        >>> [pace.wait_s("a", now_s=now_s) for now_s in (0, 1, 4, 10)]
        [0.0, 0.0, 6, 0.0]
        """
        self._forget(now_s)
        asked = self._asked.setdefault(name, deque())
        if len(asked) >= self._most:
            return self._per_s - (now_s - asked[0])
        asked.append(now_s)
        return 0.0

    def _forget(self, now_s: float) -> None:
        """Let go of what is long ago, or of a time that a clock put back has not come to yet."""
        for name, asked in list(self._asked.items()):
            while asked and not 0 <= now_s - asked[0] < self._per_s:
                asked.popleft()
            if not asked:
                del self._asked[name]
