"""The settings: one TOML file, every key with its meaning, unit and default; not what is done with them.

The page ``hardware_docs/settings.md`` and the example file are made from these models (``settings_page``).
Any key may also be given as an environment variable ``QUEYAN_<SECTION>__<KEY>``, which wins over the file.
"""

from table_daemon.settings.camera import CameraKind, CameraSettings, VisionSettings
from table_daemon.settings.keeping import ClockSource
from table_daemon.settings.table import CalibrationSettings, Side, TableSettings
from table_daemon.settings.whole import ENV_DELIMITER, ENV_PREFIX, Settings, load_settings
from table_daemon.settings.wires import MJT1, LinkSettings, PanelSettings

__all__ = [
    "ENV_DELIMITER",
    "ENV_PREFIX",
    "MJT1",
    "CalibrationSettings",
    "CameraKind",
    "CameraSettings",
    "ClockSource",
    "LinkSettings",
    "PanelSettings",
    "Settings",
    "Side",
    "TableSettings",
    "VisionSettings",
    "load_settings",
]
