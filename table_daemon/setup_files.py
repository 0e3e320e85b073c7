"""What is made on the setup page and where it is kept: in the data directory, stronger than what the settings name.

Deleting a file goes back to the settings.
"""

import logging
from dataclasses import dataclass
from pathlib import Path

from table_daemon.paths import own_calibration_file, own_tile_set_file
from table_daemon.settings import Settings
from vision.calibration.store import load_calibration
from vision.errors import CalibrationError, TileSetError
from vision.tile_set import TileSet

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SetupFiles:
    """The files in a data directory."""

    folder: Path

    @property
    def calibration(self) -> Path:
        """Where the table lies."""
        return own_calibration_file(self.folder)

    @property
    def tile_set(self) -> Path:
        """The table's own tiles."""
        return own_tile_set_file(self.folder)

    def laid_over(self, settings: Settings) -> Settings:
        """Return the settings with what was made here in place of what they name; a spoiled file is passed over."""
        changed = settings
        if self._usable_calibration(settings):
            part = settings.calibration.model_copy(update={"file": self.calibration, "felt_corners_px": None})
            changed = changed.model_copy(update={"calibration": part})
        if self._usable_tile_set():
            part_seen = settings.vision.model_copy(update={"tile_set": self.tile_set})
            changed = changed.model_copy(update={"vision": part_seen})
        return changed

    def _usable_calibration(self, settings: Settings) -> bool:
        if not self.calibration.exists():
            return False
        try:
            load_calibration(self.calibration, size_px=None, table_side_mm=settings.table.felt_side_mm)
        except CalibrationError as error:
            log.warning("the calibration made on the setup page is not used: %s", error)
            return False
        return True

    def _usable_tile_set(self) -> bool:
        if not self.tile_set.exists():
            return False
        try:
            TileSet.load(self.tile_set)
        except (TileSetError, OSError) as error:
            log.warning("the tile set made on the setup page is not used: %s", error)
            return False
        return True
