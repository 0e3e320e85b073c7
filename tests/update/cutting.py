"""Power cuts: a program ended at the nth thing it does to the disk or starts, whichever line of code does it."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

_CHANGES = frozenset(
    {
        "os.rename",
        "os.remove",
        "os.symlink",
        "os.mkdir",
        "os.rmdir",
        "shutil.rmtree",
        "os.posix_spawn",
        "subprocess.Popen",
    }
)


def cut_at(number: int, job: Callable[[], object], *, root: Path) -> bool:
    """Do a job in a process of its own that is killed before its ``number``-th change; whether it came to that."""
    pid = os.fork()
    if pid == 0:
        _be_cut(number, job, str(root))
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.WEXITSTATUS(status) == 0, "the job failed; its traceback is on standard error"
    return False


def _be_cut(number: int, job: Callable[[], object], root: str) -> None:
    left = number

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        changes = event in _CHANGES or (event == "open" and _writes(arguments, root))
        if changes:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    status = 1
    try:
        sys.addaudithook(hook)
        job()
        status = 0
    except BaseException:  # noqa: BLE001 -- nothing may leave the forked child but its status
        traceback.print_exc()
    finally:
        os._exit(status)


def _writes(arguments: tuple[object, ...], root: str) -> bool:
    path, mode, flags = arguments
    if not str(path).startswith(root):
        return False
    return any(letter in str(mode or "") for letter in "wax+") or bool(isinstance(flags, int) and flags & os.O_ACCMODE)
