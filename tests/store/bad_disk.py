"""A disk of its own that runs full or turns read-only, for a program of the tests: a small file system in memory.

``python -m tests.store.bad_disk FOLDER full|read_only`` is such a program: it opens a log there before, while and
after the disk is bad, and says in a line of JSON what it found. It must run as ``on_own_disk`` tells.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from table_daemon.store.errors import StoreError
from table_daemon.store.late import LateStore, open_log
from table_daemon.store.sqlite import EventStore
from tests.store.logs import run

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZE_KB = 1024
WITHIN = ("unshare", "--mount", "--map-root-user")


def is_possible() -> bool:
    """Whether this machine lets us mount a disk of our own."""
    tried = ("unshare", "--mount", "--map-root-user", "mount", "-t", "tmpfs", "none", "/mnt")
    try:
        return subprocess.run(tried, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def enter(pid: int) -> tuple[str, ...]:
    """What lets a command run where the process with that number sees its own disk."""
    return ("nsenter", "--target", str(pid), "--mount", "--user", "--preserve-credentials")


def on_own_disk(folder: Path, program: Sequence[str]) -> tuple[str, ...]:
    """The command that runs a program with a small disk at ``folder``, seen by it alone."""
    script = f'mount -t tmpfs -o size={SIZE_KB}k none "$0" && exec "$@"'
    return (*WITHIN, "sh", "-c", script, str(folder), *program)


def spoil(folder: Path, how: str) -> None:
    """Let the disk take nothing more."""
    if how == "read_only":
        subprocess.run(("mount", "-o", "remount,ro", str(folder)), check=True)
        return
    with (folder / "ballast").open("wb", buffering=0) as file:
        try:
            while file.write(bytes(1024)):
                pass
        except OSError:
            pass


def mend(folder: Path, how: str) -> None:
    """Let it take things again."""
    if how == "read_only":
        subprocess.run(("mount", "-o", "remount,rw", str(folder)), check=True)
    else:
        (folder / "ballast").unlink()


def main() -> None:
    folder, how = Path(sys.argv[1]), sys.argv[2]
    found: dict[str, object] = {}
    for name, before in (("new", _nothing), ("closed", _closed), ("killed", _killed)):
        path = folder / name / "log"
        before(path)
        spoil(folder, how)
        with closing(open_log(path)) as store:
            there = list(store.read())
            refusal = ""
            try:
                store.append(run(5, first=len(there) + 1))
            except StoreError as error:
                refusal = str(error)
            mend(folder, how)
            store.append(run(5, first=len(there) + 1))
            whole = list(store.read()) == run(len(there) + 5)
            found[name] = {
                "late": isinstance(store, LateStore), "there": len(there), "refusal": refusal, "whole": whole
            }  # fmt: skip
        with closing(open_log(path)) as store:
            found[name] |= {"again": store.last_seq, "plain": isinstance(store, EventStore)}  # type: ignore[operator]
    sys.stdout.write(json.dumps(found) + "\n")


def _nothing(path: Path) -> None:
    """There was no log before."""
    path.parent.mkdir()


def _closed(path: Path) -> None:
    """A log that was closed well."""
    with EventStore.open(path) as store:
        store.append(run(20))


def _killed(path: Path) -> None:
    """A log whose newest events are in its journal, as after a power cut."""
    code = (
        "import os, pathlib, sys; from table_daemon.store.sqlite import EventStore; from tests.store.logs import run; "
        "s = EventStore.open(pathlib.Path(sys.argv[1])); s.append(run(20)); os._exit(0)"
    )
    subprocess.run((sys.executable, "-c", code, str(path)), check=True)


if __name__ == "__main__":
    main()
