"""Files that root makes in somebody else's folder belong to that somebody, or the daemon could not use them."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def give_to_owner_of(folder: Path, *paths: Path) -> None:
    """Give files to the owner of a folder, as far as this user is root and they are there."""
    if os.geteuid() != 0:
        return
    owner = folder.stat()
    for path in paths:
        if path.exists():
            with suppress(OSError):  # a stick's file system may know no owners
                os.chown(path, owner.st_uid, owner.st_gid)
