"""The disk under the games: mounted read-only, running full, or failing. Reads what the kernel tells, mends nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from table_daemon.care.finding import Finding, bad, warn, well
from table_daemon.views import HealthFigure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from table_daemon.doctor_machine import Machine

READ_KERNEL: Final = ("dmesg", "--level", "emerg,alert,crit,err,warn")
_FULL_BYTES: Final = 20_000_000
"""Below this even the games' own log will soon find no room."""
_CARD_TROUBLE: Final = re.compile(
    r"(?:I/O error,? (?:on )?dev,? ?(?:mmcblk|sd|nvme)|mmc\d+: .*(?:error|timeout|timed out)"
    r"|mmcblk\d+(?:p\d+)?: .*error|EXT4-fs error|EXT4-fs .*[Rr]emounting filesystem read-only|F2FS-fs .*error)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class DiskState:
    """What was seen of the disk that holds a folder."""

    read_only: bool
    free_bytes: int
    errors: int
    """Errors that the kernel tells of since it started, or that the file system has noted down."""


def judge_disk(state: DiskState, folder: Path, *, leave_free_bytes: int) -> Finding:
    """Return the worst that is to be said of the disk, with how much is free as a figure."""
    if state.read_only:
        return bad(
            f"the disk of {folder} is read-only",
            f"{folder} 所在的磁盘是只读的",
            cure="scoring goes on unsaved; restart, and if it comes again replace the card and restore a backup",
            cure_zh="计分照常但存不下来；请重启，若再次出现请换卡并恢复备份",
        )
    if state.free_bytes < _FULL_BYTES:
        return bad(
            f"the disk of {folder} is full, {_mb(state.free_bytes)} MB left",
            f"{folder} 所在的磁盘满了，只剩 {_mb(state.free_bytes)} MB",
            cure="make room; scoring goes on",
            cure_zh="请清理空间；计分照常",
        )
    return _judge_usable(state, folder, leave_free_bytes)


def _judge_usable(state: DiskState, folder: Path, leave_free_bytes: int) -> Finding:
    if state.errors:
        return warn(
            f"the disk has failed {state.errors} times",
            f"磁盘出错 {state.errors} 次",
            cure="take a backup to a stick now (queyan backup --to FOLDER) and replace the card",
            cure_zh="请马上备份到 U 盘（queyan backup --to 目录）并换卡",
        )
    low = state.free_bytes < leave_free_bytes
    advice, advice_zh = "make room; pictures and backups wait, scoring goes on", "请清理空间；照片和备份暂停，计分照常"
    figure = HealthFigure(
        name="free",
        value=_mb(state.free_bytes),
        limit=_mb(leave_free_bytes),
        unit="MB",
        bad=low,
        advice=advice,
        advice_zh=advice_zh,
    )
    if low:
        what, what_zh = f"{_mb(state.free_bytes)} MB left on the disk", f"磁盘只剩 {_mb(state.free_bytes)} MB"
        return warn(f"{what} of {folder}", what_zh, cure=advice, cure_zh=advice_zh, figures=(figure,))
    return well(figures=(figure,))


def read_disk(machine: Machine, folder: Path, *, kernel_errors: int = 0) -> DiskState:
    """Return how the disk of a folder is, with the errors that the kernel's log tells of."""
    there = existing(folder)
    try:
        free = machine.free_bytes(there)
    except OSError:
        free = 0
    errors = max(noted_errors(machine.at("/sys/fs/ext4")), kernel_errors)
    return DiskState(is_read_only(read_mounts(machine), there), free, errors)


def existing(folder: Path) -> Path:
    """Return the nearest folder above that exists: there the missing ones will be made."""
    return next((path for path in (folder, *folder.absolute().parents) if path.exists()), Path("/"))


def is_read_only(mounts: str, folder: Path) -> bool:
    r"""Return whether the file system that holds a folder is mounted read-only, by the text of ``/proc/mounts``.

    >>> is_read_only("/dev/a / ext4 ro 0 0\n/dev/b /data ext4 rw,noatime 0 0", Path("/data/queyan"))
    False
    """
    place = folder.resolve()
    best, read_only = -1, False
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) < 4:
            continue
        # The kernel writes blanks in names as octal.
        mounted = Path(fields[1].replace("\\040", " ").replace("\\011", "\t"))
        if place.is_relative_to(mounted) and len(mounted.parts) >= best:
            best, read_only = len(mounted.parts), "ro" in fields[3].split(",")
    return read_only


def noted_errors(folder: Path) -> int:
    """Return how many errors the ext4 file systems have noted down; they stay until the disk was checked."""
    total = 0
    for path in folder.glob("*/errors_count"):
        try:
            total += int(path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
    return total


def kernel_errors(run: Callable[[Sequence[str]], str | None]) -> int:
    """Return how many lines of the kernel's log speak of a failing disk; 0 where it may not be read."""
    return sum(_CARD_TROUBLE.search(line) is not None for line in (run(READ_KERNEL) or "").splitlines())


def read_mounts(machine: Machine) -> str:
    """Return the kernel's list of what is mounted; nothing where it can't be read."""
    try:
        return machine.at("/proc/mounts").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _mb(count: int) -> int:
    return count // 1_000_000
