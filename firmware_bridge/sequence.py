"""Tells from a controller's numbers whether an event is the next, a repeat, a straggler, or after a gap."""

from collections import deque
from dataclasses import dataclass
from enum import Enum

from firmware_bridge.messages import MS_MODULUS, SEQ_MODULUS

REMEMBERED = 16
"""How many events back a repeat or straggler is known; a serial line keeps order, so few are on the way."""
STRAGGLER_MS = 2000
"""How much older than its forerunner a straggler may be; else the controller began anew."""


class Arrival(Enum):
    """What an event's number says."""

    NEXT = "next"
    GAP = "gap"
    REPEATED = "repeated"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to make of one event."""

    arrival: Arrival
    missed: int | None = None
    """After a gap: how many events are missing, None where the numbers began anew."""


NEXT = Verdict(Arrival.NEXT)
"""The verdict on nearly every event."""


class Sequence:
    """The order of one controller's events. Starts with whatever comes first."""

    def __init__(self) -> None:
        self._expected: int | None = None
        self._recent: deque[tuple[int, int]] = deque(maxlen=REMEMBERED)

    def begin(self, seq: int, ms: int) -> None:
        """Take this event as the first; the next one is expected to follow it."""
        self._recent.clear()
        self._take(seq, ms)

    def judge(self, seq: int, ms: int) -> Verdict:
        """Return what the event numbered ``seq`` at controller time ``ms`` is, and remember it.

        >>> order = Sequence()
        >>> order.judge(7, 0).arrival, order.judge(9, 5)
        (<Arrival.NEXT: 'next'>, Verdict(arrival=<Arrival.GAP: 'gap'>, missed=1))
        """
        if self._expected is None or seq == self._expected:
            self._take(seq, ms)
            return NEXT
        if (seq, ms) in self._recent:
            return Verdict(Arrival.REPEATED)
        ahead = (seq - self._expected) % SEQ_MODULUS
        if SEQ_MODULUS - ahead <= REMEMBERED and (self._recent[-1][1] - ms) % MS_MODULUS <= STRAGGLER_MS:
            return Verdict(Arrival.LATE)
        self._take(seq, ms)
        return Verdict(Arrival.GAP, missed=ahead if ahead < SEQ_MODULUS // 2 else None)

    def _take(self, seq: int, ms: int) -> None:
        self._expected = (seq + 1) % SEQ_MODULUS
        self._recent.append((seq, ms))
