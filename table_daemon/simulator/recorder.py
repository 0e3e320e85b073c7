"""Writes what reached the daemon as a recording, with the truth beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from table_daemon.recording import RecordingWriter

if TYPE_CHECKING:
    from pathlib import Path

    from table_daemon.simulator.truth import HandTruth
    from vision.geometry import TableCamera
    from vision.synthetic.scene import Scene

_TOWARDS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class MatchRecorder(RecordingWriter):
    """A recording of a simulated table, whose truth is known."""

    def __init__(self, folder: Path) -> None:
        """Make the folder; raises ``RecordingExistsError`` when something is in it."""
        super().__init__(folder)
        self._truth = (folder / "truth.jsonl").open("w", encoding="utf-8")

    def describe(
        self, *, camera: TableCamera, scene: Scene, names: tuple[str, str, str, str], profile: str, first_dealer: int
    ) -> None:
        """Write ``recording.json``."""
        size = scene.tile_size
        self.about(
            {
                "version": 1,
                "camera": {"width": camera.width_px, "height": camera.height_px},
                "table_side_mm": scene.table_side_mm,
                "tile_mm": [size.width_mm, size.length_mm, size.thickness_mm],
                "seats": [{"seat": seat, "towards_mm": list(_TOWARDS[seat])} for seat in range(4)],
                "settings": {"profile": profile, "names": list(names), "first_dealer": first_dealer},
                "tile_set": None,
                "calibration": camera.to_json(table_side_mm=scene.table_side_mm),
            }
        )

    def truth(self, truth: HandTruth) -> None:
        """Keep what really happened in a hand."""
        self._truth.write(json.dumps(truth.to_json(), ensure_ascii=False) + "\n")

    def close(self) -> None:
        """Finish all files."""
        super().close()
        self._truth.close()
