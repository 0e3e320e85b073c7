"""``queyan record`` and ``queyan replay``: keep what the daemon meets, and run it through the daemon again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

_FolderArgument = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the recording.")]


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command()(record)
    app.command()(replay)


def record(
    folder: _FolderArgument,
    *,
    settings: Annotated[
        Path | None, typer.Option("--settings", metavar="FILE", help="Settings file, as for queyan run.")
    ] = None,
) -> None:
    """Watch a real table as queyan run does, and keep its pictures, link lines and people's intents in DIR."""
    from table_daemon.cli import find_settings  # noqa: PLC0415 -- `cli` imports this module
    from table_daemon.paths import data_dir  # noqa: PLC0415 -- heavy parts load only for their command
    from table_daemon.settings import load_settings  # noqa: PLC0415 -- same

    loaded = load_settings(find_settings(settings))

    from table_daemon.daemon import run  # noqa: PLC0415 -- same
    from table_daemon.recording_live import LiveRecording  # noqa: PLC0415 -- same
    from table_daemon.setup_files import SetupFiles  # noqa: PLC0415 -- same

    used = SetupFiles(data_dir(loaded, os.environ)).laid_over(loaded)
    with LiveRecording(folder, used) as recording:
        raise typer.Exit(run(loaded, recording=recording))


def replay(
    folder: _FolderArgument,
    *,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Processor threads for the networks.")] = 2,
) -> None:
    """Feed a recording through the whole daemon and print the event log as JSON lines; 1 if a part was unreadable."""
    from table_daemon.replaying import replay as replay_folder  # noqa: PLC0415 -- the networks load for this alone

    raise typer.Exit(0 if replay_folder(folder, typer.echo, threads=threads) else 1)
