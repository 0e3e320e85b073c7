"""The daemon's time: the system's, or that of the pictures when a simulated table sets the pace."""

import time
from datetime import datetime
from typing import Protocol


class GameClock(Protocol):
    """Milliseconds since 1970 that stamp what happens at the table."""

    def now_ms(self) -> int:
        """The time now."""

    def picture_ms(self, stamped_ms: int) -> int:
        """The capture time of a picture that its source stamped ``stamped_ms``."""


class SystemClock:
    """Wall time; a picture is as old as its arrival."""

    def now_ms(self) -> int:
        """The time now."""
        return time.time_ns() // 1_000_000

    def picture_ms(self, stamped_ms: int) -> int:  # noqa: ARG002 - another machine's or program's clock says nothing here
        """The time of arrival."""
        return self.now_ms()


class PictureClock:
    """Game time: what the newest picture says. Stands still between pictures."""

    def __init__(self) -> None:
        self._now_ms = 0

    def now_ms(self) -> int:
        """The newest picture's time."""
        return self._now_ms

    def picture_ms(self, stamped_ms: int) -> int:
        """The picture's own time, which never runs back."""
        self._now_ms = max(self._now_ms, stamped_ms)
        return self._now_ms


class LocalClock:
    """The one wall clock that every display shows, in the zone of the machine."""

    def now(self) -> datetime:
        """Now, aware."""
        return datetime.now().astimezone()
