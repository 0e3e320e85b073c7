"""How much of the disk is left to others: pictures, recordings and backups stop before it is full."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from table_daemon.care.disk import existing


def _free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


@dataclass(frozen=True, slots=True)
class Room:
    """A floor under the free space. A disk that does not say how much is free counts as full."""

    leave_free_bytes: int
    free_bytes: Callable[[Path], int] = _free_bytes

    def missing_bytes(self, folder: Path, *, for_bytes: int = 0) -> int:
        """How much more must be free before ``for_bytes`` may be written into a folder; 0 when they may.

        >>> Room(100, lambda _folder: 130).missing_bytes(Path("/"), for_bytes=50)
        20
        """
        try:
            free = self.free_bytes(existing(folder))
        except OSError:
            free = 0
        return max(0, self.leave_free_bytes + for_bytes - free)


UNLIMITED = Room(0, lambda _folder: 1 << 62)
"""Where somebody else looks after the disk."""
