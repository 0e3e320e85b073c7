"""A recording kept for months: appends to a link.csv, turns it over when it is large, stops when it must.

What a row holds is told in ``capture``.
"""

import contextlib
import os
from pathlib import Path
from typing import TextIO

from firmware_bridge.capture import Recorder
from firmware_bridge.direction import Direction

MAX_FILE_BYTES = 20_000_000
"""A few days of an idle line. One older file is kept, so that a recording never takes more than twice this."""


class StreamFile:
    """Fits as a link's tap. A disk that fails ends the recording, never the link; ``problem`` then says so."""

    def __init__(self, path: Path, *, max_bytes: int = MAX_FILE_BYTES) -> None:
        """Prepare; the file is opened with the first byte."""
        self._path = path
        self._max_bytes = max_bytes
        self._file: TextIO | None = None
        self._recorder: Recorder | None = None
        self._last_ms = 0
        self.problem: str | None = None

    def hear(self, t_ms: int, direction: Direction, data: bytes) -> None:
        """Write the lines completed by ``data``."""
        if self.problem is not None:
            return
        self._last_ms = t_ms
        try:
            self._recorder_now().hear(t_ms, direction, data)
            self._turn_over()
        except OSError as error:
            self._fail(error)

    def close(self) -> None:
        """Write what has no end yet, and close."""
        if self._recorder is not None:
            with contextlib.suppress(OSError):
                self._recorder.finish(self._last_ms)
        self._let_go()

    def _recorder_now(self) -> Recorder:
        if self._recorder is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            # Line by line: what was heard before a power cut is on its way to the disk.
            self._file = self._path.open("a", encoding="utf-8", newline="", buffering=1)
            self._recorder = Recorder(self._file, header=self._file.tell() == 0)
            if _torn(self._path):
                self._file.write("\n")
        return self._recorder

    def _turn_over(self) -> None:
        if self._file is None or self._file.tell() < self._max_bytes:
            return
        self.close()
        self._path.replace(self._path.with_name(f"{self._path.name}.1"))

    def _fail(self, error: OSError) -> None:
        self._let_go()
        self.problem = (
            f"The link is no longer recorded: {self._path} cannot be written ({error.strerror}). "
            "Make room or correct link.record, then start again."
        )

    def _let_go(self) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
        self._file = self._recorder = None


def _torn(path: Path) -> bool:
    """Whether a file ends in the midst of a row, as a power cut leaves it."""
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return False
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"
