"""A program that starts on a disk which takes nothing: ``python -m tests.daemon.bad_start DISK HOW PROGRAM…``.

HOW is ``full`` or ``read_only``. What DISK holds is copied from the folder ``seed`` beside it first.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from tests.store.bad_disk import spoil

if __name__ == "__main__":
    disk, how, program = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    seed = disk.with_name("seed")
    if seed.is_dir():
        shutil.copytree(seed, disk, dirs_exist_ok=True)
    spoil(disk, how)
    os.execv(program[0], program)  # noqa: S606 -- becomes the daemon itself
