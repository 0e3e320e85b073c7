"""Takes the nightly copy when it is due and nobody plays, and keeps the health board's word about copies."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from table_daemon.care.backup import BackupPlan, Taken, take_backup
from table_daemon.care.clock import NEVER_BEFORE
from table_daemon.care.copies import copies_in, is_due
from table_daemon.care.errors import BackupError
from table_daemon.care.finding import Finding, warn, well
from table_daemon.views import HealthLevel, HealthPart

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from table_daemon.care.room import Room
    from table_daemon.health import HealthBoard

log = logging.getLogger(__name__)

AGAIN: Final = timedelta(minutes=10)
"""Between two tries at a copy that could not be made."""
OLD: Final = timedelta(days=3)
"""A log whose newest copy is older than this is at risk, whatever the reason."""


class Nightly:
    """Knows when a copy is due. ``look`` is called now and then with the local time."""

    def __init__(
        self,
        database: Path,
        plan: BackupPlan | None,
        *,
        hour: int,
        board: HealthBoard,
        room: Room,
        is_quiet: Callable[[], bool],
        note: str = "",
    ) -> None:
        """Without a ``plan`` nothing is copied. ``note`` is what is to be told beside the first word."""
        self._database = database
        self._plan = plan
        self._hour = hour
        self._board = board
        self._room = room
        self._is_quiet = is_quiet
        self._note = note
        self._tried: datetime | None = None
        self._failure = ""

    async def look(self, now: datetime) -> Taken | None:
        """Take a copy if one is due, off the event loop as it may take seconds, and tell the board."""
        taken = None
        if self._plan is not None and self._should(self._plan, now):
            taken = await self._take(self._plan, now)
        self.tell(now)
        return taken

    def tell(self, now: datetime) -> None:
        """Tell the board how the copies are."""
        if self._plan is None:
            self._board.tell(HealthPart.BACKUP, HealthLevel.OFF, self._note)
        else:
            judge_copies(self._plan, now, self._failure, self._note).tell(self._board, HealthPart.BACKUP)

    def _should(self, plan: BackupPlan, now: datetime) -> bool:
        if now.astimezone() < NEVER_BEFORE or not self._database.exists() or not self._is_quiet():
            return False
        # A clock that was set back must not keep the next try away.
        if self._tried is not None and timedelta() <= now - self._tried < AGAIN:
            return False
        try:
            return is_due(copies_in(plan.folder), now, hour=self._hour)
        except OSError:
            return True

    async def _take(self, plan: BackupPlan, now: datetime) -> Taken | None:
        self._tried = now
        try:
            taken = await asyncio.to_thread(take_backup, self._database, plan, now, self._room)
        except BackupError as error:
            self._failure = str(error)
            return None
        self._failure = ""
        log.info("a copy of the log is at %s (%d events)", taken.path, taken.events)
        return taken


def judge_copies(plan: BackupPlan, now: datetime, failure: str = "", note: str = "") -> Finding:
    """Return how the copies are at a local time; ``failure`` is why the last try came to nothing."""
    try:
        newest = max(copies_in(plan.folder), default=None)
    except OSError as error:
        newest, failure = None, failure or f"{plan.folder} can't be read ({error.strerror})"
    if failure:
        what, _, cure = failure.partition("; ")
        return warn(what, f"备份没有做成：{what}", cure=cure, cure_zh=cure)
    told = [note] if note else []
    if newest is None:
        return well("; ".join([*told, "no copy yet"]), "；".join([*told, "还没有备份"]))
    if now - newest.made > OLD:
        return warn(
            f"the newest copy is of {newest.made:%Y-%m-%d}",
            f"最新的备份是 {newest.made:%Y-%m-%d} 的",
            cure=f"leave the machine on overnight, or run `queyan backup`; copies go to {plan.folder}",
            cure_zh=f"请让机器过夜不关，或运行 queyan backup；备份放在 {plan.folder}",
        )
    when = f"{newest.made:%Y-%m-%d %H:%M}"
    return well("; ".join([*told, f"newest copy {when}"]), "；".join([*told, f"最新备份 {when}"]))
