"""Lets kept pictures go by age, while the time of day can be believed: a clock set ahead would take them all."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from table_daemon.care.clock import NEVER_BEFORE

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

DAY_MS: Final = 86_400_000
"""Between two looks at the pictures' ages; also how long a clock nobody vouches for must run before it counts."""


@dataclass(slots=True)
class Ageing:
    """Knows when pictures are due to go. ``look`` is called now and then with both clocks."""

    drop_before_s: Callable[[float], int]
    """Lets go of what was kept before a time of day, in seconds since 1970, and tells how many that were."""
    keep_days: int
    is_quiet: Callable[[], bool]
    """Whether nobody plays: the look reads the whole folder."""
    _looked_ms: int | None = None
    _trusted_since_ms: int | None = None

    def look(self, wall_ms: int, steady_ms: int, *, synchronised: bool | None, leap_ms: int) -> int:
        """Let go of what is too old; how many pictures that were. Times are in milliseconds."""
        if leap_ms or datetime.fromtimestamp(max(0, wall_ms) / 1000, tz=UTC) < NEVER_BEFORE:
            self._trusted_since_ms = None
            return 0
        if self._trusted_since_ms is None:
            self._trusted_since_ms = steady_ms
        believed = synchronised is True or steady_ms - self._trusted_since_ms >= DAY_MS
        looked_lately = self._looked_ms is not None and steady_ms - self._looked_ms < DAY_MS
        if not believed or looked_lately or not self.is_quiet():
            return 0
        self._looked_ms = steady_ms
        gone = self.drop_before_s(wall_ms / 1000 - self.keep_days * DAY_MS / 1000)
        if gone:
            log.info("%d pictures older than %d days are gone", gone, self.keep_days)
        return gone
