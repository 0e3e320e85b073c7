"""What the daemon told of each hand: reads the public log on, however often the daemon falls over meanwhile.

Decides when enough was told; does not judge it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from table_daemon.demo_daemon import Patience
from table_daemon.simulator.errors import DaemonLostError

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_daemon.demo_daemon import DaemonProcess
    from table_daemon.demo_http import DaemonPages
    from table_daemon.demo_judge import LogEvent

_T = TypeVar("_T")

_RETURN_PATIENCE_S = 60.0
"""How long a daemon may be away, or look at nothing; loading its networks on a busy board is a part of that."""
_CONCLUDE_PATIENCE_S = 3.0
"""How long a daemon that answers and sees may take to tell the end of a hand that it has seen."""
_CONCLUDE_LOOKS = 8
"""How often it must have looked at the table as it stands by then; one look may take a slow board seconds."""


class ToldSoFar:
    """Reads on from where it stopped.

    ``stand`` keeps the daemon alive and looking at the table as it stands for a moment, and says whether it looked.
    """

    def __init__(
        self,
        pages: DaemonPages,
        daemon: DaemonProcess,
        *,
        stand: Callable[[], bool],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pages = pages
        self._daemon = daemon
        self._stand = stand
        self._monotonic = monotonic
        self._read = self._answered(lambda: int(pages.state()["version"]))

    def hand(self) -> list[LogEvent]:
        """The log of the hand that just ended, once it tells the end or the daemon has had time to.

        Raises ``DaemonLostError`` when the daemon stays away.
        """
        told: list[LogEvent] = []
        while True:
            restarts, looks = self._daemon.restarts, 0
            since_s = self._monotonic()
            while self._daemon.restarts == restarts:
                told += self._answered(self._fresh)
                if any(event["kind"] == "settled" for event in told):
                    return told
                waited_s = self._monotonic() - since_s
                saw_enough = looks >= _CONCLUDE_LOOKS and waited_s >= _CONCLUDE_PATIENCE_S
                if saw_enough or waited_s >= _RETURN_PATIENCE_S:
                    return told
                looks += self._stand()

    def since(self) -> list[LogEvent]:
        """What the log told since it was last read, without waiting for anything."""
        return self._answered(self._fresh)

    def _fresh(self) -> list[LogEvent]:
        events = self._pages.events(self._read)
        if events:
            self._read = int(events[-1]["seq"])
        return events

    def _answered(self, ask: Callable[[], _T]) -> _T:
        """Ask until there is an answer."""
        patience = Patience(self._daemon, _RETURN_PATIENCE_S, monotonic=self._monotonic)
        while True:
            try:
                return ask()
            except OSError as error:
                if patience.over():
                    raise DaemonLostError(
                        f"the daemon has not answered for {_RETURN_PATIENCE_S:.0f} s ({error}); see its log"
                    ) from error
            self._stand()
