"""How long to wait before the port is tried again. A value object: it waits for nothing itself."""

FIRST_S = 0.25
"""Soon at first: most absences are a cable seated anew."""
LONGEST_S = 1.0
"""Never longer: a port that comes back is heard within two seconds, and a failed open in one costs next to nothing."""


class Backoff:
    """Doubles the wait from try to try.

    >>> backoff = Backoff()
    >>> [backoff.next_s() for _ in range(5)]
    [0.25, 0.5, 1.0, 1.0, 1.0]
    """

    def __init__(self) -> None:
        self._next_s = FIRST_S

    def next_s(self) -> float:
        """Return the wait before the next try, in seconds."""
        wait_s = self._next_s
        self._next_s = min(LONGEST_S, wait_s * 2)
        return wait_s

    def reset(self) -> None:
        """Begin anew: the port has proved good."""
        self._next_s = FIRST_S
