"""How the daemon last stopped: a marker lies in the data directory while it runs, and a count of those left behind."""

from __future__ import annotations

import json
import logging
import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from table_daemon.care.finding import Finding, warn, well
from table_daemon.deploy import durable

log = logging.getLogger(__name__)

MARKER_NAME: Final = "running"
COUNT_NAME: Final = "unsafe_stops"
_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
TOLD_MS: Final = 600_000
"""For so long after a start people are told how the last stop was; then it is a note."""


class LastStop(StrEnum):
    """How the run before ended."""

    CLEAN = "clean"
    KILLED = "killed"
    """The machine ran on: the program was killed or failed."""
    CUT = "cut"
    """The machine itself went off without stopping it."""


@dataclass(frozen=True, slots=True)
class Stops:
    """The last stop, and how many unsafe ones there have been in all."""

    last: LastStop
    unsafe: int


def begin(folder: Path, *, boot_id: str) -> Stops:
    """Note that a run begins, and answer how the one before ended; a disk that takes no note is told in the log."""
    before = _read(folder / MARKER_NAME)
    stops = read_stops(folder, boot_id=boot_id)
    try:
        if before is not None:
            durable.write(folder / COUNT_NAME, str(stops.unsafe))
        durable.write(folder / MARKER_NAME, json.dumps({"boot_id": boot_id, "pid": os.getpid()}))
    except OSError as error:
        log.warning("how this run ends can't be noted in %s: %s", folder, error.strerror)
    return stops


def end(folder: Path) -> None:
    """Note that the run ended as told."""
    try:
        (folder / MARKER_NAME).unlink(missing_ok=True)
    except OSError as error:
        log.warning("that this run ended well can't be noted in %s: %s", folder, error.strerror)


def read_stops(folder: Path, *, boot_id: str) -> Stops:
    """Return how the run before ended, as its marker tells; that of a run still going on counts as left behind."""
    counted = _read(folder / COUNT_NAME) or ""
    unsafe = int(counted) if counted.strip().isdecimal() else 0
    marker = _read(folder / MARKER_NAME)
    if marker is None:
        return Stops(LastStop.CLEAN, unsafe)
    try:
        same = json.loads(marker)["boot_id"] == boot_id
    except (ValueError, KeyError, TypeError):
        same = False  # emptied, as power cuts do
    return Stops(LastStop.KILLED if same else LastStop.CUT, unsafe + 1)


def judge_stops(stops: Stops, *, running_ms: int) -> Finding:
    """Return what is to be said of the last stop, so long after the start."""
    total = f"{stops.unsafe} unsafe stops in all" if stops.unsafe else ""
    total_zh = f"累计 {stops.unsafe} 次非正常停止" if stops.unsafe else ""
    if stops.last is LastStop.CLEAN or running_ms >= TOLD_MS:
        return well(total, total_zh)
    if stops.last is LastStop.CUT:
        return warn(
            f"the power went while it ran, the game goes on from the log ({total})",
            f"运行中断过电，已从记录恢复（{total_zh}）",
            cure="switch off with `sudo poweroff`, and check plug and supply",
            cure_zh="关机请用 sudo poweroff，并检查插头和电源",
        )
    return warn(
        f"it was killed or failed, the game goes on from the log ({total})",
        f"程序曾被强行结束或出错，已从记录恢复（{total_zh}）",
        cure="stop it with `sudo systemctl stop queyan`; `journalctl -u queyan` says what happened",
        cure_zh="停止请用 sudo systemctl stop queyan；原因见 journalctl -u queyan",
    )


def this_boot() -> str:
    """Return what tells this start of the machine from every other."""
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
