"""Where the daemon keeps and finds its files. The environment comes in as a mapping; nothing is made here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from table_daemon.settings import Settings

DATABASE_NAME = "queyan.sqlite3"
PICTURES_NAME = "pictures"
BACKUPS_NAME = "backups"
SYSTEM_SETTINGS = Path("/etc/queyan/queyan.toml")
SYSTEM_STATE = Path("/var/lib/queyan")
"""Where the installed service keeps its data; systemd names it to the service alone."""


def state_dir(environ: Mapping[str, str]) -> Path:
    """Return the usual state directory: systemd's, else XDG's, else ``~/.local/state/queyan``.

    >>> str(state_dir({"STATE_DIRECTORY": "/var/lib/queyan"}))
    '/var/lib/queyan'
    >>> str(state_dir({"HOME": "/home/wang"}))
    '/home/wang/.local/state/queyan'
    """
    if systemd := environ.get("STATE_DIRECTORY"):
        # systemd separates several directories by colons; ours is the first.
        return Path(systemd.split(":")[0])
    if xdg := environ.get("XDG_STATE_HOME"):
        return Path(xdg) / "queyan"
    return _home(environ) / ".local" / "state" / "queyan"


def data_dir(settings: Settings, environ: Mapping[str, str]) -> Path:
    """Return the directory of everything the daemon writes: ``store.data_dir``, else the state directory."""
    return settings.store.data_dir or state_dir(environ)


def environment_for(file: Path | None, environ: Mapping[str, str]) -> Mapping[str, str]:
    """Return the environment by which people find the data of the installed service when they read its settings.

    >>> environment_for(SYSTEM_SETTINGS, {"HOME": "/root"})["STATE_DIRECTORY"]
    '/var/lib/queyan'
    >>> environment_for(Path("/home/wang/queyan.toml"), {"HOME": "/home/wang"})
    {'HOME': '/home/wang'}
    """
    if file != SYSTEM_SETTINGS or "STATE_DIRECTORY" in environ:
        return environ
    return {**environ, "STATE_DIRECTORY": str(SYSTEM_STATE)}


def database_file(folder: Path) -> Path:
    """Return the event log's file inside a data directory."""
    return folder / DATABASE_NAME


def pictures_dir(folder: Path) -> Path:
    """Return where kept pictures lie inside a data directory."""
    return folder / PICTURES_NAME


def backup_dir(settings: Settings, folder: Path) -> Path:
    """Return where copies of the event log go: ``backup.folder``, else a folder of the data directory."""
    return settings.backup.folder or folder / BACKUPS_NAME


def own_calibration_file(folder: Path) -> Path:
    """Return where the calibration made on the set-up page lies inside a data directory; it goes before all others."""
    return folder / "calibration.json"


def own_tile_set_file(folder: Path) -> Path:
    """Return where the tiles learnt on the set-up page lie inside a data directory; they go before all others."""
    return folder / "own.tiles"


def settings_files(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return where a settings file is looked for when none is named, the first that exists is taken.

    >>> [str(path) for path in settings_files({"HOME": "/home/wang"})]
    ['/home/wang/.config/queyan/queyan.toml', '/etc/queyan/queyan.toml']
    """
    config = Path(environ["XDG_CONFIG_HOME"]) if environ.get("XDG_CONFIG_HOME") else _home(environ) / ".config"
    return (config / "queyan" / "queyan.toml", SYSTEM_SETTINGS)


def _home(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("HOME") or "/root")
