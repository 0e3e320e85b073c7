"""Copies the log and puts a copy back: a program of its own, run as the user whose files they are.

Run by root, SQLite would leave files beside the log that the daemon may not write.
"""

import argparse
import shutil
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

from table_daemon.care.backup import copy_log, settle
from table_daemon.store.errors import StoreError
from table_daemon.store.sqlite import EventStore

_BESIDE = ("", "-wal", "-shm")
"""The log's file and what SQLite keeps beside it; the log first: where it is gone, the others count for nothing."""


def save_log(log: Path, to: Path) -> int:
    """Copy a log that may be in use; return the sequence of its last event, 0 where there is no log."""
    if not log.exists():
        return 0
    to.parent.mkdir(parents=True, exist_ok=True)
    return copy_log(log, to)


def put_back(log: Path, saved: Path | None, aside: Path, *, log_end: int) -> bool:
    """Give this release a log that it can read; whether the copy had to be put back.

    What was written since the copy is kept where this release can read it; else the newer file is moved aside.
    """
    if _reads(log, log_end):
        return False
    for suffix in _BESIDE:
        path = log.with_name(log.name + suffix)
        if path.exists():
            path.replace(aside.with_name(aside.name + suffix))
    settle(log.parent)
    if saved is not None:
        part = log.with_name(f"{log.name}.part")
        shutil.copyfile(saved, part)
        settle(part)
        part.replace(log)
        settle(log.parent)
    return True


def _reads(log: Path, log_end: int) -> bool:
    """Whether this release reads the log to its end, and the end is not before the copy's."""
    if not log.exists():
        return log_end == 0 and not log.with_name(f"{log.name}-wal").exists()
    try:
        with EventStore.open(log) as store:
            return sum(1 for _ in store.read()) >= log_end
    except StoreError:
        return False


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the updater asked for; the exit status. A copy answers the last event's sequence on standard output."""
    parser = argparse.ArgumentParser(prog="python -m table_daemon.update.copying", description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    copy = steps.add_parser("copy")
    copy.add_argument("log", type=Path)
    copy.add_argument("to", type=Path)
    back = steps.add_parser("put-back")
    back.add_argument("log", type=Path)
    back.add_argument("aside", type=Path)
    back.add_argument("log_end", type=int)
    back.add_argument("saved", type=Path, nargs="?")
    options = parser.parse_args(arguments)
    try:
        if options.step == "copy":
            answer = save_log(options.log, options.to)
        else:
            answer = put_back(options.log, options.saved, options.aside, log_end=options.log_end)
    except (OSError, sqlite3.Error) as error:
        sys.stderr.write(f"{options.log}: {error}\n")
        return 1
    sys.stdout.write(f"{int(answer)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
