"""One writer a data directory: whoever holds its lock may write there, and the lock goes with the process."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from table_daemon.care.owner import give_to_owner_of
from table_daemon.errors import DataDirInUseError

if TYPE_CHECKING:
    from pathlib import Path

LOCK_NAME: Final = "lock"


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Hold the data directory for this process alone; raises ``DataDirInUseError``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        give_to_owner_of(folder, folder / LOCK_NAME)
    except OSError as error:
        raise DataDirInUseError(
            f"the data directory {folder} can't be used ({error.strerror}); "
            "check its owner and rights, or set [store] data_dir"
        ) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(descriptor)
        raise DataDirInUseError(
            f"another queyan already writes to {folder}; stop it, or give this one its own [store] data_dir"
        ) from error
    try:
        yield
    finally:
        os.close(descriptor)
