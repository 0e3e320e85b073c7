"""A log on a disk that takes nothing yet: what it holds is read from a copy in memory until it can be opened.

Keeps no event that the disk did not take; that is the affair of whoever appends.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from table_daemon.store.errors import StoreDiskError, StoreError, StoreFullError, StoreReadOnlyError
from table_daemon.store.sqlite import EventStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType
    from typing import Self

    from table_daemon.game.events import Recorded
    from table_daemon.store.port import IntentRecord, Store

_IN_MEMORY: Final = Path("/dev/shm")  # noqa: S108 -- a folder of our own is made in it
"""A file system that needs no disk."""
_PROBE: Final = ".room"
_PROBE_BYTES: Final = 65_536
"""As much as a new log and its journal take at least."""


def open_log(path: Path, *, prepare: Callable[[], None] = lambda: None) -> Store:
    """Open the log, or where the disk takes nothing now, what is there of it.

    ``prepare`` runs before the log is opened for writing, whenever that is; it may raise a ``StoreError``. Raises the
    errors of a log that is damaged, newer or in use, and that of the disk where a log is there but can't be read.
    """
    try:
        prepare()
        return EventStore.open(path)
    except (StoreFullError, StoreReadOnlyError, StoreDiskError) as error:
        if isinstance(error.__cause__, FileExistsError | NotADirectoryError):
            raise
        return LateStore(path, error, prepare)


class LateStore:
    """The log once its disk takes it. Every append tries; until then each is refused as the disk refused the last."""

    def __init__(self, path: Path, why: StoreError, prepare: Callable[[], None]) -> None:
        self._path = path
        self._why = why
        self._prepare = prepare
        self._scratch: Path | None = None
        self._log = self._copy()
        self._is_open = False

    @property
    def last_seq(self) -> int:
        """Sequence of the last event on the disk; 0 when there is none."""
        return 0 if self._log is None else self._log.last_seq

    def append(self, events: Sequence[Recorded], *, intent: IntentRecord | None = None) -> None:
        """Append as ``EventStore`` does, once the log could be opened; raises a ``StoreError``."""
        self._opened().append(events, intent=intent)

    def read(self, after: int = 0) -> Iterator[Recorded]:
        """The events behind sequence ``after`` that the disk holds."""
        return iter(()) if self._log is None else self._log.read(after)

    def match_of(self, seq: int) -> str | None:
        """Id of the match that the event with that sequence is about, of those that the disk holds."""
        return None if self._log is None else self._log.match_of(seq)

    def match_log(self, match: str) -> list[Recorded]:
        """Everything about a match that the disk holds."""
        return [] if self._log is None else self._log.match_log(match)

    def matches(self) -> list[Recorded]:
        """The events that began the matches which the disk holds, oldest first."""
        return [] if self._log is None else self._log.matches()

    def intent(self, intent_id: str) -> IntentRecord | None:
        """What was answered to that intent, if it came before and was saved."""
        return None if self._log is None else self._log.intent(intent_id)

    def close(self) -> None:
        """Let go of the file and of the copy."""
        if self._log is not None:
            self._log.close()
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._scratch = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _opened(self) -> EventStore:
        if self._is_open and self._log is not None:
            return self._log
        self._probe()
        self._prepare()
        opened = EventStore.open(self._path)
        self.close()
        self._log, self._is_open = opened, True
        return opened

    def _probe(self) -> None:
        """Find out cheaply whether the disk takes anything: opening a long log reads all of it."""
        probe = self._path.with_name(self._path.name + _PROBE)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            try:
                with probe.open("wb") as file:
                    file.write(bytes(_PROBE_BYTES))
                    file.flush()
                    os.fsync(file.fileno())
            finally:
                probe.unlink(missing_ok=True)
        except OSError as error:
            raise type(self._why)(f"the disk still takes nothing ({error.strerror})", where=str(self._path)) from error

    def _copy(self) -> EventStore | None:
        """The log as it lies on the disk, opened in memory; ``None`` where there is none."""
        try:
            if not self._path.exists() or not self._path.stat().st_size:
                return None
            folder = str(_IN_MEMORY) if os.access(_IN_MEMORY, os.W_OK) else None
            self._scratch = Path(tempfile.mkdtemp(prefix="queyan-log-", dir=folder))
            for name in (self._path.name, self._path.name + "-wal", self._path.name + "-journal"):
                if self._path.with_name(name).exists():
                    shutil.copyfile(self._path.with_name(name), self._scratch / name)
            return EventStore.open(self._scratch / self._path.name)
        except (OSError, StoreError) as error:
            self._log = None
            self.close()
            raise self._refused(error) from error

    def _refused(self, error: OSError | StoreError) -> StoreError:
        """The error to start with: that the log is damaged, or else why it could not be opened."""
        if isinstance(error, StoreError) and not isinstance(error, StoreFullError | StoreReadOnlyError):
            return type(error)(str(error).removeprefix(f"{error.where}: "), where=str(self._path))
        return self._why
