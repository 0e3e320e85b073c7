"""The daemon's times: the time of day, which may be set, and the session's, which only ever passes.

What goes into the log is stamped with the time of day; whatever waits, or compares two moments, goes by the session's.
"""

import time
from datetime import datetime
from typing import Protocol

_LEAP_BACK_MS = 2_000
"""Pictures may come a little out of order; what is further back was stamped by a clock that was set."""
_LEAP_AHEAD_MS = 3_600_000
"""No picture is so long after the one before in one sitting, unless the clock was set."""
_UNKNOWN_MS = 5_000
"""What a leap ahead counts as: it may hide a while in which nobody looked, and no more can be told from stamps."""
_PASSING = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Goes on while the machine sleeps, where there is such a clock: whoever slept did not look."""


class GameClock(Protocol):
    """The two times, in milliseconds. They agree at the start, and until the time of day is set."""

    def now_ms(self) -> int:
        """The time of day, since 1970; may leap either way."""

    def steady_ms(self) -> int:
        """The session's time, which never runs back and never leaps."""

    def picture_ms(self, stamped_ms: int) -> int:
        """The session's time at which a picture was taken that its source stamped ``stamped_ms``."""

    def wall_ms(self, steady_ms: int) -> int:
        """The time of day, by the clock as it is set now, of what happened at the session's ``steady_ms``."""


class SystemClock:
    """The machine's clocks; a picture is as old as its arrival."""

    def __init__(self) -> None:
        self._began_ns = time.time_ns() - time.clock_gettime_ns(_PASSING)

    def now_ms(self) -> int:
        """The time of day."""
        return time.time_ns() // 1_000_000

    def steady_ms(self) -> int:
        """The time of day at the start, and what has passed since."""
        return (self._began_ns + time.clock_gettime_ns(_PASSING)) // 1_000_000

    def picture_ms(self, stamped_ms: int) -> int:  # noqa: ARG002 - another machine's or program's clock says nothing here
        """The time of arrival."""
        return self.steady_ms()

    def wall_ms(self, steady_ms: int) -> int:
        """As long before now as the session's time says."""
        return max(0, self.now_ms() - (self.steady_ms() - steady_ms))


class PictureClock:
    """Game time: what the newest picture says. Stands still between pictures.

    >>> clock = PictureClock()
    >>> [clock.picture_ms(stamp) for stamp in (5_000_000, 5_000_400, 1_400_400, 1_400_900)]
    [5000000, 5000400, 5000400, 5000900]
    >>> clock.now_ms()
    1400900
    """

    def __init__(self) -> None:
        self._steady_ms: int | None = None
        self._ahead_ms = 0
        """By how much the session's time is ahead of the stamps."""

    def now_ms(self) -> int:
        """The newest picture's time, 0 before the first."""
        return self.steady_ms() - self._ahead_ms

    def steady_ms(self) -> int:
        """The first picture's time, and what the pictures' times have gone on since."""
        return self._steady_ms or 0

    def picture_ms(self, stamped_ms: int) -> int:
        """The picture's own time, less the leaps of whoever stamped it."""
        steady_ms = stamped_ms + self._ahead_ms
        if self._steady_ms is not None:
            passed_ms = steady_ms - self._steady_ms
            if not -_LEAP_BACK_MS <= passed_ms <= _LEAP_AHEAD_MS:
                passed_ms = _UNKNOWN_MS if passed_ms > 0 else 0
                self._ahead_ms = self._steady_ms + passed_ms - stamped_ms
            steady_ms = self._steady_ms + max(0, passed_ms)
        self._steady_ms = steady_ms
        return steady_ms

    def wall_ms(self, steady_ms: int) -> int:
        """What the stamps say, as they are set now."""
        return max(0, steady_ms - self._ahead_ms)


class LocalClock:
    """The one wall clock that every display shows, in the zone of the machine."""

    def now(self) -> datetime:
        """Now, aware."""
        return datetime.now().astimezone()
