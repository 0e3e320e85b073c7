"""Writes a recording: pictures, link lines, people's intents and, where it is known, the truth.

The format is public (contracts: Recordings). Not responsible for taking pictures or hearing the line.
"""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

from firmware_bridge.capture import Recorder as LinkRecorder
from table_daemon.errors import RecordingError, RecordingExistsError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from firmware_bridge.direction import Direction


class RecordingWriter:
    """A recording being made in a folder that must be new or empty."""

    def __init__(self, folder: Path) -> None:
        """Make the folder; raises ``RecordingExistsError`` when something is in it, else ``RecordingError``."""
        try:
            if folder.exists() and any(folder.iterdir()):
                raise RecordingExistsError(f"{folder} is not empty; name a new folder for the recording")
            (folder / "images").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordingError(
                f"{folder} can't be made for the recording ({error.strerror}); name a folder on a disk that can be "
                "written to"
            ) from error
        self._folder = folder
        self._t_ms = 0
        self._kept = 0
        self._images = (folder / "images.csv").open("w", newline="", encoding="utf-8")
        self._image_rows = csv.writer(self._images, lineterminator="\n")
        self._image_rows.writerow(("name", "t_ms"))
        self._link_file = (folder / "link.csv").open("w", newline="", encoding="utf-8")
        self._link = LinkRecorder(self._link_file)
        self._people = (folder / "people.jsonl").open("w", encoding="utf-8")

    @property
    def folder(self) -> Path:
        """Where it is written."""
        return self._folder

    def about(self, description: Mapping[str, object]) -> None:
        """Write ``recording.json``."""
        text = json.dumps(description, ensure_ascii=False, indent=1)
        (self._folder / "recording.json").write_text(text + "\n", encoding="utf-8")

    def image(self, jpeg: bytes, *, t_ms: int) -> None:
        """Keep a picture."""
        self._t_ms = t_ms
        self._kept += 1
        name = f"{self._kept:06d}.jpg"
        (self._folder / "images" / name).write_bytes(jpeg)
        self._image_rows.writerow((name, t_ms))
        self._images.flush()

    def link(self, t_ms: int, direction: Direction, data: bytes) -> None:
        """Keep what passed on the line."""
        self._t_ms = t_ms
        self._link.hear(t_ms, direction, data)

    def intent(self, intent: Mapping[str, object], *, t_ms: int) -> None:
        """Keep what people said."""
        self._t_ms = t_ms
        self._people.write(json.dumps({"t_ms": t_ms, **intent}, ensure_ascii=False) + "\n")
        self._people.flush()

    def close(self) -> None:
        """Finish all files."""
        self._link.finish(self._t_ms)
        for file in (self._images, self._link_file, self._people):
            file.close()
