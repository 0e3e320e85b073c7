"""Who has a device open, as /proc tells: the name for "another program holds it"."""

import os
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
MAX_HOLDERS = 8
"""Names in one message at most; two programs at one port are already one too many."""


@dataclass(frozen=True, slots=True)
class Holder:
    """One process that has the device open."""

    pid: int
    program: str

    def __str__(self) -> str:
        return f"{self.program} (process {self.pid})"


def holders_of(device: str, *, proc: Path = PROC) -> tuple[Holder, ...]:
    """Return the processes that have ``device`` open; those of other users are seen only by the superuser."""
    real = os.path.realpath(device)
    found = []
    for entry in _processes(proc):
        if _has_open(entry / "fd", real):
            found.append(Holder(int(entry.name), program_of(entry)))
            if len(found) == MAX_HOLDERS:
                break
    return tuple(found)


def program_of(process: Path) -> str:
    """Return a process's short name, ``?`` when it has just ended."""
    try:
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip() or "?"
    except OSError:
        return "?"


def running(names: frozenset[str], *, proc: Path = PROC) -> tuple[Holder, ...]:
    """Return the processes with one of these short names."""
    seen = ((entry, program_of(entry)) for entry in _processes(proc))
    return tuple(Holder(int(entry.name), program) for entry, program in seen if program in names)


def _processes(proc: Path) -> list[Path]:
    try:
        names = [name for name in os.listdir(proc) if name.isdigit()]  # noqa: PTH208 -- names alone are enough
    except OSError:
        return []
    return [proc / name for name in sorted(names, key=int)]


def _has_open(folder: Path, real: str) -> bool:
    try:
        numbers = os.listdir(folder)  # noqa: PTH208 -- same
    except OSError:
        return False
    for number in numbers:
        try:
            if os.readlink(f"{folder}/{number}") == real:  # noqa: PTH115 -- a Path a descriptor is slow
                return True
        except OSError:
            continue
    return False
