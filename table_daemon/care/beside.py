"""What a copy of the log holds beside it, so that it makes a working table of a new card: see ``Beside``.

It lies in the copy itself: one file is carried, checked and put back, whole or not at all. Not in it: pictures, for
their size, and PINs, since a stick is easily lost; a new card makes new ones.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from table_daemon.care.owner import give_to_owner_of
from table_daemon.deploy import durable, system_files
from table_daemon.errors import SettingsError
from table_daemon.paths import data_dir, environment_for, own_calibration_file, own_tile_set_file
from table_daemon.settings import load_settings

if TYPE_CHECKING:
    from table_daemon.settings import Settings

_TABLE: Final = "beside"
_OF_COPY: Final = ".of-copy"
_MOST_BYTES: Final = 64_000_000
"""More is none of these files, whatever somebody named in the settings."""


class Beside(StrEnum):
    """What is kept, by the name it has in the copy. The first two are put back into the data directory."""

    CALIBRATION = "calibration.json"
    TILE_SET = "own.tiles"
    SETTINGS = "queyan.toml"


Places: TypeAlias = Mapping[Beside, Sequence[Path]]
"""Where each of them may lie; the first place where it does counts."""


def places_beside(settings: Settings, folder: Path, settings_file: Path | None) -> Places:
    """Return where the files in use lie: what was made on the set-up page goes before what the settings name."""
    places = {
        Beside.CALIBRATION: (own_calibration_file(folder), settings.calibration.file),
        Beside.TILE_SET: (own_tile_set_file(folder), settings.vision.tile_set),
        Beside.SETTINGS: (settings_file,),
    }
    return {name: [path for path in paths if path is not None] for name, paths in places.items()}


def put_in(copy: sqlite3.Connection, places: Places) -> tuple[Beside, ...]:
    """Put the files that are there into a copy; which those are. The daemon tells of the others by itself."""
    contents = {name: found for name, paths in places.items() if (found := _first(paths)) is not None}
    if contents:
        with copy:
            copy.execute(f"CREATE TABLE {_TABLE} (name TEXT PRIMARY KEY, content BLOB NOT NULL)")
            copy.executemany(f"INSERT INTO {_TABLE} VALUES (?, ?)", contents.items())  # noqa: S608 -- a fixed name
    return tuple(contents)


def take_out(copy: sqlite3.Connection) -> dict[Beside, bytes]:
    """Take the files out of a copy, which is then a log alone; none where it holds none."""
    try:
        rows = copy.execute(f"SELECT name, content FROM {_TABLE}").fetchall()  # noqa: S608 -- same
    except sqlite3.OperationalError:
        return {}
    with copy:
        copy.execute(f"DROP TABLE {_TABLE}")
    return {Beside(name): bytes(content) for name, content in rows if name in set(Beside)}


def lay(found: Mapping[Beside, bytes], folder: Path, settings_file: Path | None) -> list[str]:
    """Put files of a copy where they are missing; what was done, in words. What is there already stays."""
    said = []
    for name in (Beside.CALIBRATION, Beside.TILE_SET):
        if name in found:
            said += _lay_own(folder / name, found[name])
    if Beside.SETTINGS in found:
        said += _lay_settings(settings_file or folder / Beside.SETTINGS, found[Beside.SETTINGS], folder)
    return said


def _lay_own(path: Path, content: bytes) -> list[str]:
    there = _read(path)
    if there == content:
        return []
    if there is not None:
        return [f"{path} stays as it is; to have the copy's, move it away and restore again"]
    durable.write(path, content, mode=0o600)
    give_to_owner_of(path.parent, path)
    return [f"{path} is that of the copy"]


def _lay_settings(path: Path, content: bytes, folder: Path) -> list[str]:
    """Settings that nobody has changed since the installer wrote them give way, all others stay."""
    there = _read(path)
    if there == content:
        return []
    beside = path.with_name(path.name + _OF_COPY)
    durable.write(beside, content)
    untouched = there is None or there == (Path(system_files.__file__).parent / "files" / "queyan.toml.in").read_bytes()
    if not untouched or not _means(beside, path, folder):
        return [f"the settings {path} stay as they are; those of the copy are {beside}"]
    beside.replace(path)
    durable.sync_folder(path.parent)
    return [f"the settings {path} are those of the copy"]


def _means(file: Path, path: Path, folder: Path) -> bool:
    """Whether a settings file, once it lies at ``path``, can be used and means the data directory ``folder``."""
    try:
        return data_dir(load_settings(file), environment_for(path, os.environ)) == folder
    except SettingsError:
        return False


def _first(paths: Iterable[Path]) -> bytes | None:
    return next((content for path in paths if (content := _read(path)) is not None), None)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes() if path.stat().st_size <= _MOST_BYTES else None
    except OSError:
        return None
