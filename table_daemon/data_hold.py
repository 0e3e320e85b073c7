"""The data directory, held by this process alone as soon as its disk lets it be. Part of the composition root."""

from __future__ import annotations

import errno
import logging
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from table_daemon.care.claim import claimed
from table_daemon.care.restore import finish_restore
from table_daemon.errors import DataDirInUseError
from table_daemon.paths import database_file
from table_daemon.store.errors import (
    StoreBusyError,
    StoreDiskError,
    StoreError,
    StoreFullError,
    StoreReadOnlyError,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType
    from typing import Self

log = logging.getLogger(__name__)

_BAD_DISK: Final[Mapping[int, type[StoreError]]] = {
    errno.ENOSPC: StoreFullError,
    errno.EDQUOT: StoreFullError,
    errno.EFBIG: StoreFullError,
    errno.EROFS: StoreReadOnlyError,
    errno.EACCES: StoreReadOnlyError,
    errno.EPERM: StoreReadOnlyError,
    errno.EIO: StoreDiskError,
}
"""What may be over while the daemon runs; anything else is a wrong setting."""


class DataHold:
    """A data directory that is to be held. ``take`` it before anything is written there; leaving lets go of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held = ExitStack()
        self._is_held = False
        self.note = ""
        """What became of a restore that was cut short, or nothing."""

    def take(self) -> None:
        """Hold the directory and finish what was cut short there; nothing where that is done.

        Raises a ``StoreError`` while the disk does not let it or another process holds it, ``DataDirInUseError`` for a
        place that can never be one.
        """
        if self._is_held:
            return
        try:
            with ExitStack() as trial:
                trial.enter_context(claimed(self._folder))
                database = database_file(self._folder)
                self.note = finish_restore(database)
                if database.is_file() and database.stat().st_size == 0:
                    self.note = f"{database} was empty: a new log begins there; get a copy back with `queyan restore`"
                self._held = trial.pop_all()
        except DataDirInUseError as error:
            raise self._translated(error, error.__cause__) from error
        except OSError as error:
            raise self._translated(error, error) from error
        self._is_held = True
        if self.note:
            log.warning("%s", self.note)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    def _translated(self, error: Exception, cause: BaseException | None) -> Exception:
        if isinstance(cause, BlockingIOError):
            return StoreBusyError(
                "another queyan already writes there; stop it, or give this one its own [store] data_dir",
                where=str(self._folder),
            )
        kind = _BAD_DISK.get(cause.errno or 0) if isinstance(cause, OSError) else None
        return error if kind is None else kind(f"can't be used now ({error})", where=str(self._folder))
