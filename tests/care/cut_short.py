"""Runs a work again and again in processes of its own, each killed some file operations later than the one before.

``python -m tests.care.cut_short backup|restore FOLDER FIRST STEP``: FOLDER holds ``data/`` and ``copy.sqlite3``;
each round works on a fresh copy ``FOLDER/<round>``, which the test then looks at. Prints the rounds that were killed.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from table_daemon.care.backup import BackupPlan, take_backup
from table_daemon.care.beside import Beside
from table_daemon.care.restore import restore
from table_daemon.care.room import UNLIMITED

NOW = datetime(2026, 11, 30, 20)  # noqa: DTZ001 -- names carry local time
_FILE_EVENTS = ("open", "os.", "sqlite3.connect", "shutil.")


def backup(folder: Path) -> None:
    data = folder / "data"
    beside = {Beside.CALIBRATION: [data / "calibration.json"], Beside.TILE_SET: [data / "own.tiles"]}
    plan = BackupPlan(folder=folder / "backups", other_disk=False, daily=1, weekly=0, beside=beside)
    take_backup(data / "queyan.sqlite3", plan, NOW, UNLIMITED)


def put_back(folder: Path) -> None:
    restore(folder / "data" / "queyan.sqlite3", folder / "copy.sqlite3", NOW, UNLIMITED)


def _killed_at(count: int, work: Callable[[], None]) -> bool:
    """Run the work in a child that is killed at its file operation number ``count``; whether that was reached."""
    child = os.fork()
    if child == 0:
        left = count

        def meet(event: str, _arguments: object) -> None:
            nonlocal left
            if event.startswith(_FILE_EVENTS):
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(meet)
        try:
            work()
        except BaseException:  # noqa: BLE001 -- the child's end, whatever it is, is its status
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"round {count} failed by itself")
    return False


def main(kind: str, folder: Path, first: int, step: int) -> None:
    work = {"backup": backup, "restore": put_back}[kind]
    killed = []
    for count in itertools.count(first, step):
        place = folder / str(count)
        place.mkdir()
        for name in ("data", "backups"):
            if (folder / name).exists():
                shutil.copytree(folder / name, place / name)
        shutil.copyfile(folder / "copy.sqlite3", place / "copy.sqlite3")
        if not _killed_at(count, lambda place=place: work(place)):  # type: ignore[misc]
            break
        killed.append(place.name)
    sys.stdout.write(" ".join(killed))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
