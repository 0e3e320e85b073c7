"""All sections together, and how they are read from a file and from the environment."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict
from pydantic_settings import SettingsError as VariableError

from table_daemon.errors import Problem, SettingsError
from table_daemon.settings.camera import CameraSettings, PictureSettings, VisionSettings
from table_daemon.settings.house import MatchSettings, WebSettings
from table_daemon.settings.keeping import BackupSettings, ClockSettings, StoreSettings, UpdateSettings
from table_daemon.settings.table import CalibrationSettings, TableSettings
from table_daemon.settings.wires import LinkSettings, PanelSettings
from table_daemon.settings_problems import explain

if TYPE_CHECKING:
    from pydantic_settings import PydanticBaseSettingsSource

ENV_PREFIX = "QUEYAN_"
ENV_DELIMITER = "__"
PATH_KEYS = (
    ("camera", "path"),
    ("calibration", "file"),
    ("link", "record"),
    ("store", "data_dir"),
    ("backup", "folder"),
    ("vision", "tile_set"),
)
"""Keys that name files; a relative name in a settings file is meant from that file's folder."""


class Settings(BaseSettings):
    """Everything the daemon can be told. Frozen; a change is a new start."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="forbid",
        env_prefix=ENV_PREFIX,
        env_nested_delimiter=ENV_DELIMITER,
        nested_model_default_partial_update=True,
    )

    table: TableSettings = TableSettings()
    camera: CameraSettings = CameraSettings()
    calibration: CalibrationSettings = CalibrationSettings()
    link: LinkSettings = LinkSettings()
    panel: PanelSettings = PanelSettings()
    web: WebSettings = WebSettings()
    match: MatchSettings = MatchSettings()
    store: StoreSettings = StoreSettings()
    backup: BackupSettings = BackupSettings()
    vision: VisionSettings = VisionSettings()
    pictures: PictureSettings = PictureSettings()
    clock: ClockSettings = ClockSettings()
    update: UpdateSettings = UpdateSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 -- the signature is pydantic-settings' own
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 -- same
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 -- same
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources, the strongest first: the environment, then what the file says."""
        return env_settings, init_settings


def load_settings(path: Path | None) -> Settings:
    """Return the settings of a file, or the defaults when ``path`` is None; the environment wins over both.

    Raises SettingsError naming every key that is wrong, its line, and what to write.
    """
    text, raw = ("", {}) if path is None else _read(path)
    try:
        return Settings(**raw)
    except ValidationError as error:
        raise SettingsError(path, explain(error, Settings, path=path, text=text)) from error
    except VariableError as error:
        # A list in a variable is written as JSON; the message of pydantic-settings names the section only.
        text = f"a {ENV_PREFIX}... variable is malformed ({error}); write lists as JSON"
        raise SettingsError(None, (Problem("environment", "", text),)) from error


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    """Return a file's text and tables, file names in it made absolute."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise _unusable(path, "no such file; name another with --settings") from error
    except UnicodeDecodeError as error:
        raise _unusable(path, f"not UTF-8 text ({error.reason}); save it as UTF-8") from error
    except OSError as error:
        raise _unusable(path, f"cannot be read ({error.strerror}); check its owner and rights") from error
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _unusable(path, f"not a TOML file: {error}; compare queyan.example.toml") from error
    for section, key in PATH_KEYS:
        table = raw.get(section)
        if isinstance(table, dict) and isinstance(name := table.get(key), str):
            table[key] = str(path.absolute().parent / Path(name).expanduser())
    return text, raw


def _unusable(path: Path, text: str) -> SettingsError:
    return SettingsError(path, (Problem(str(path), "", text),))
