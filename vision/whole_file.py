"""Writes files that are there whole or not at all, and says beforehand where none can be written."""

import os
import shlex
from contextlib import suppress
from pathlib import Path

from vision.errors import UnwritableError


def refuse_unwritable(path: Path) -> None:
    """Raise UnwritableError, with the cure, where ``path`` can't become a file; asked before long work."""
    folder = path.parent
    if os.path.isdir(path):  # noqa: PTH112 -- Path.is_dir raises where a folder above may not be entered
        raise UnwritableError(path, "it is a folder", f"name a file in it, such as {path / 'NAME'}")
    if not os.path.lexists(folder):
        raise UnwritableError(
            path, f"there is no folder {folder}", f"make it first: mkdir -p {shlex.quote(str(folder))}"
        )
    if not os.path.isdir(folder):  # noqa: PTH112 -- see above
        raise UnwritableError(path, f"{folder} is no folder", "name another file")
    if not os.access(folder, os.W_OK | os.X_OK) and not _is_special(path):
        raise UnwritableError(path, f"no right to write in {folder}", "name another folder, or use sudo")


def write_whole(path: Path, content: bytes | str) -> None:
    """Write a file beside its place and put it there once it is complete; an old one stands until then.

    Raises UnwritableError; nothing half-written is left.
    """
    refuse_unwritable(path)
    data = content.encode() if isinstance(content, str) else content
    part: Path | None = None
    try:
        if _is_special(path):
            path.write_bytes(data)
            return
        whole = path.resolve()
        part = whole.with_name(whole.name + ".part")
        part.write_bytes(data)
        part.replace(whole)
    except OSError as error:
        if part is not None:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        raise UnwritableError(path, error.strerror or str(error), "make room, or name another file") from error


def _is_special(path: Path) -> bool:
    """Whether it is a pipe or a device such as /dev/stdout, which must not be replaced by a file."""
    return os.path.exists(path) and not os.path.isfile(path)  # noqa: PTH110, PTH113 -- as above
