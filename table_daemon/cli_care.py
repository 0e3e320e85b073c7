"""``queyan backup``, ``restore``, ``export`` and ``pins``: what people do with what the machine keeps."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from table_daemon.settings import Settings

_SettingsOption = Annotated[
    Path | None, typer.Option("--settings", metavar="FILE", help="Settings file, as for queyan run.")
]
_MB = 1_000_000


class ExportForm(StrEnum):
    """What an export looks like."""

    JSON = "json"
    CSV = "csv"


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    for command in (backup, restore, export, pins):
        app.command()(command)


def backup(
    *,
    settings: _SettingsOption = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="Folder for the copy; unset: as [backup] says.")
    ] = None,
) -> None:
    """Copy log, calibration, own tiles and settings now, also while queyan runs; old copies go as [backup] says."""
    from dataclasses import replace  # noqa: PLC0415 -- heavy parts load only for their command

    from table_daemon.care.backup import is_for_sticks, plan_of, take_backup  # noqa: PLC0415 -- same
    from table_daemon.care.room import Room  # noqa: PLC0415 -- same
    from table_daemon.paths import database_file  # noqa: PLC0415 -- same

    loaded, folder, file = _loaded(settings)
    plan = plan_of(loaded, folder, file)
    if to is not None:
        plan = replace(plan, folder=to, other_disk=is_for_sticks(to))
    room = Room(0 if to is not None else loaded.store.leave_free_mb * _MB)
    taken = take_backup(database_file(folder), plan, _now(), room)
    typer.echo(f"{taken.path}: {', '.join([f'{taken.events} events', *taken.beside])}")
    for path in taken.dropped:
        typer.echo(f"{path} was kept long enough and is gone")


def restore(
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that queyan backup or the night made.")],
    *,
    settings: _SettingsOption = None,
) -> None:
    """Put a copy's log in the present one's place, which is kept aside, and its other files where missing.

    queyan must be stopped.
    """
    from table_daemon import paths  # noqa: PLC0415 -- heavy parts load only for their command
    from table_daemon.care.claim import claimed  # noqa: PLC0415 -- same
    from table_daemon.care.restore import restore as put_back  # noqa: PLC0415 -- same
    from table_daemon.care.room import Room  # noqa: PLC0415 -- same

    _, folder, file = _loaded(settings)
    with claimed(folder):
        done = put_back(paths.database_file(folder), copy, _now(), Room(0), settings_file=file)
    typer.echo(f"the log is that of {copy}: {done.events} events")
    for said in done.beside:
        typer.echo(said)
    if done.aside is not None:
        typer.echo(f"the log before it is {done.aside}")


def export(
    *,
    settings: _SettingsOption = None,
    form: Annotated[
        ExportForm,
        typer.Option("--format", help="json: every event, a line each; csv: a row a finished hand, for spreadsheets."),
    ] = ExportForm.JSON,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="File to write; unset: print.")] = None,
) -> None:
    """Write out every match of the event log, also while queyan runs; of a spoiled log what is before that."""
    from table_daemon import paths  # noqa: PLC0415 -- heavy parts load only for their command
    from table_daemon.care.export import hand_rows, json_lines, read_log, write_lines  # noqa: PLC0415 -- same

    database = paths.database_file(_loaded(settings)[1])
    log = read_log(database)
    if form is ExportForm.CSV:
        write_lines(hand_rows(log.events), out, end="\r\n", screen=sys.stdout.buffer)
    else:
        write_lines(json_lines(log.events), out, end="\n", screen=sys.stdout.buffer)
    if log.spoiled is not None:
        raise log.spoiled


def pins(*, settings: _SettingsOption = None) -> None:
    """Show the PINs that phones ask for; only whoever may read the data directory can."""
    from table_daemon.care.errors import CareError  # noqa: PLC0415 -- heavy parts load only for their command
    from web_display.roles_file import FILE_NAME, load  # noqa: PLC0415 -- same

    path = _loaded(settings)[1] / FILE_NAME
    try:
        kept = load(path.parent)
    except OSError as error:
        raise CareError(f"{path} can't be read ({error.strerror}); try it with sudo") from error
    if kept is None:
        raise CareError(f"there are no PINs in {path} yet; they are made when queyan run starts for the first time")
    typer.echo(f"players {kept.seat_pin}\ntable   {kept.table_pin}\nset-up  {kept.setup_pin}")


def _loaded(named: Path | None) -> tuple[Settings, Path, Path | None]:
    """The settings, the data directory they mean, and the file they are from."""
    from table_daemon import paths  # noqa: PLC0415 -- heavy parts load only for their command
    from table_daemon.cli import find_settings  # noqa: PLC0415 -- `cli` imports this module
    from table_daemon.settings import load_settings  # noqa: PLC0415 -- heavy parts load only for their command

    file = find_settings(named)
    loaded = load_settings(file)
    return loaded, paths.data_dir(loaded, paths.environment_for(file, os.environ)), file


def _now() -> datetime:
    """The local time, as the copies' names tell it."""
    return datetime.now().astimezone().replace(tzinfo=None)
