"""Files and links that are either the old or the new ones after a power cut, never something between."""

import os
from pathlib import Path


def write(path: Path, content: str | bytes, *, mode: int = 0o644) -> None:
    """Put a text, or bytes, in the place of a file, in one step, and onto the disk."""
    part = part_of(path)
    with part.open("wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())
    part.chmod(mode)
    part.replace(path)
    sync_folder(path.parent)


def part_of(path: Path) -> Path:
    """Return the file that a cut leaves beside the one that was being written."""
    return path.with_name(f".{path.name}.part")


def link(path: Path, target: str) -> None:
    """Let a name lead to ``target``, in one step."""
    part = part_of(path)
    part.unlink(missing_ok=True)
    part.symlink_to(target)
    part.replace(path)
    sync_folder(path.parent)


def remove(path: Path) -> None:
    """Take a file or link away; harmless where there is none."""
    path.unlink(missing_ok=True)
    if path.parent.is_dir():
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Bring a folder's names onto the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
