"""Whether the parts that play rests on still get on with their work; and the sign of life given while they do.

A part may wait as long as it likes, for a camera or a line that hangs: it is late only with work it has in hand. So
what hangs outside degrades the daemon, and only what hangs inside has it started anew.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from table_daemon.notify import Supervisor
from table_daemon.views import HealthLevel, HealthView

log = logging.getLogger(__name__)

Working: TypeAlias = Callable[[], AbstractContextManager[None]]
"""Held while a piece of work is in hand."""


class Vital(StrEnum):
    """A part without which nothing is followed any more. The event loop is one too: it gives the sign of life."""

    STORE = "store"
    LINK = "link"
    VISION = "vision"


LIMITS_S: Final = MappingProxyType({Vital.STORE: 30.0, Vital.LINK: 10.0, Vital.VISION: 60.0})
"""How long a part may go without a beat, or be at one piece of work. Saving is tried every five seconds and the line
looked at every half; loading the networks takes a small board ten seconds or more."""
_WITHOUT_WATCHDOG_S: Final = 5.0
"""Between two looks where only the status line is wanted."""
_TROUBLE: Final = frozenset({HealthLevel.WARN, HealthLevel.BAD})


class Pulse:
    """Since when each part owes a beat."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._since_s: dict[Vital, float] = {}

    def beat(self, part: Vital) -> None:
        """A part that works in turns has done one; from the first on it owes the next."""
        self._since_s[part] = self._monotonic()

    @contextmanager
    def working(self, part: Vital) -> Iterator[None]:
        """A part is at work until the block ends, and owes nothing between two blocks."""
        self.beat(part)
        try:
            yield
        finally:
            self._since_s.pop(part, None)

    def late(self) -> tuple[Vital, ...]:
        """The parts that owe a beat for longer than they may."""
        now_s = self._monotonic()
        return tuple(part for part in Vital if now_s - self._since_s.get(part, now_s) > LIMITS_S[part])


async def keep_telling(supervisor: Supervisor, pulse: Pulse, health: Callable[[], HealthView]) -> None:
    """Tell the supervisor that all is well, as long as it is, until cancelled."""
    if not supervisor.listens:
        return
    # At most half the time is asked for; a third lets one sign be late.
    pause_s = _WITHOUT_WATCHDOG_S if supervisor.watchdog_s is None else supervisor.watchdog_s / 3
    told: tuple[Vital, ...] = ()
    while True:
        late = pulse.late()
        if not late:
            supervisor.alive()
        elif late != told:
            log.error("no sign of life from %s; the service manager will start queyan anew", ", ".join(late))
        told = late
        supervisor.status(status_line(health(), late))
        await asyncio.sleep(pause_s)


def status_line(health: HealthView, late: tuple[Vital, ...] = ()) -> str:
    """What ``systemctl status`` shows.

    >>> status_line(HealthView())
    'all is well'
    """
    troubles = [f"{part} hangs" for part in late]
    troubles += [f"{item.part} {item.level}: {item.message}" for item in health.items if item.level in _TROUBLE]
    return "; ".join(troubles) or "all is well"
