"""Writes what reached the daemon as a recording, with the truth beside it."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

from firmware_bridge.capture import Recorder as LinkRecorder
from table_daemon.simulator.errors import RecordingExistsError

if TYPE_CHECKING:
    from pathlib import Path

    from firmware_bridge.direction import Direction
    from table_daemon.simulator.truth import HandTruth
    from vision.geometry import TableCamera
    from vision.synthetic.scene import Scene

_TOWARDS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class MatchRecorder:
    """A recording being made in a folder that must be new or empty."""

    def __init__(self, folder: Path) -> None:
        """Make the folder; raises ``RecordingExistsError`` when something is in it."""
        if folder.exists() and any(folder.iterdir()):
            raise RecordingExistsError(f"{folder} is not empty; name a new folder with --record")
        (folder / "images").mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._t_ms = 0
        self._kept = 0
        self._images = (folder / "images.csv").open("w", newline="", encoding="utf-8")
        self._image_rows = csv.writer(self._images, lineterminator="\n")
        self._image_rows.writerow(("name", "t_ms"))
        self._link_file = (folder / "link.csv").open("w", newline="", encoding="utf-8")
        self._link = LinkRecorder(self._link_file)
        self._people = (folder / "people.jsonl").open("w", encoding="utf-8")
        self._truth = (folder / "truth.jsonl").open("w", encoding="utf-8")

    def describe(
        self, *, camera: TableCamera, scene: Scene, names: tuple[str, str, str, str], profile: str, first_dealer: int
    ) -> None:
        """Write ``recording.json``."""
        size = scene.tile_size
        about = {
            "version": 1,
            "camera": {"width": camera.width_px, "height": camera.height_px},
            "table_side_mm": scene.table_side_mm,
            "tile_mm": [size.width_mm, size.length_mm, size.thickness_mm],
            "seats": [{"seat": seat, "towards_mm": list(_TOWARDS[seat])} for seat in range(4)],
            "settings": {"profile": profile, "names": list(names), "first_dealer": first_dealer},
            "tile_set": None,
            "calibration": camera.to_json(table_side_mm=scene.table_side_mm),
        }
        text = json.dumps(about, ensure_ascii=False, indent=1)
        (self._folder / "recording.json").write_text(text + "\n", encoding="utf-8")

    def image(self, jpeg: bytes, *, t_ms: int) -> None:
        """Keep a picture."""
        self._t_ms = t_ms
        self._kept += 1
        name = f"{self._kept:06d}.jpg"
        (self._folder / "images" / name).write_bytes(jpeg)
        self._image_rows.writerow((name, t_ms))

    def link(self, t_ms: int, direction: Direction, data: bytes) -> None:
        """Keep what passed on the line."""
        self._t_ms = t_ms
        self._link.hear(t_ms, direction, data)

    def intent(self, intent: dict[str, object], *, t_ms: int) -> None:
        """Keep what people said."""
        self._t_ms = t_ms
        self._people.write(json.dumps({"t_ms": t_ms, **intent}, ensure_ascii=False) + "\n")

    def truth(self, truth: HandTruth) -> None:
        """Keep what really happened in a hand."""
        self._truth.write(json.dumps(truth.to_json(), ensure_ascii=False) + "\n")

    def close(self) -> None:
        """Finish all files."""
        self._link.finish(self._t_ms)
        for file in (self._images, self._link_file, self._people, self._truth):
            file.close()
