"""The console script ``queyan``: puts the commands together, turns errors into one message and a status.

The commands themselves live beside what they drive (``cli_rules``, ``cli_vision``, ``demo``); those modules
import the heavy parts only when their command runs, so that ``queyan score`` starts without a vision runtime.
"""

from __future__ import annotations

import os
import sys
import traceback
from importlib import metadata
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from table_daemon.paths import settings_files

EXIT_FAILED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130
"""128 + SIGINT, as shells report it."""

DEBUG_VARIABLE = "QUEYAN_TRACEBACK"
"""Set to anything, an unforeseen error shows where it came from."""

QUIET = {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
"""OpenCV and the FFmpeg inside it print their own lines unless told so before they load; ours say what is wrong."""

PACKAGES = frozenset({"firmware_bridge", "table_daemon", "vision", "web_display"})

SettingsOption = Annotated[
    Path | None,
    typer.Option(
        "--settings",
        metavar="FILE",
        help="Settings file (TOML). Unset: ~/.config/queyan/queyan.toml, else /etc/queyan/queyan.toml, "
        "else the defaults.",
    ),
]


def _print_version(wanted: bool) -> None:  # noqa: FBT001 -- typer calls it so
    if wanted:
        typer.echo(f"queyan {metadata.version('queyan')}")
        raise typer.Exit


def build_app() -> typer.Typer:
    """Return the whole command line."""
    # They import the vocabulary of `cli`.
    from table_daemon import (  # noqa: PLC0415
        cli_calibrate,
        cli_care,
        cli_link,
        cli_recording,
        cli_rules,
        cli_update,
        cli_vision,
        demo,
    )

    app = typer.Typer(
        name="queyan",
        help="Queyan (雀眼): watches an automatic mahjong table, tracks the game and shows the score.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_common)
    app.command()(run)
    app.command()(doctor)
    demo.register(app)
    cli_recording.register(app)
    cli_rules.register(app)
    cli_vision.register(app)
    cli_link.register(app)
    cli_calibrate.register(app)
    cli_update.register(app)
    cli_care.register(app)
    return app


def _common(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and leave."),
    ] = False,
) -> None:
    """Hold the options of every command; ``version`` has done its work in its callback."""


def run(settings: SettingsOption = None) -> None:
    """Watch a real table: camera, link, panel and pages, until interrupted."""
    from table_daemon.settings import load_settings  # noqa: PLC0415 -- heavy parts load only for their command

    file = find_settings(settings)
    loaded = load_settings(file)

    from table_daemon import daemon  # noqa: PLC0415 -- same, and spoiled settings are told before

    raise typer.Exit(daemon.run(loaded, settings_file=file))


def doctor(
    settings: SettingsOption = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")] = False,
) -> None:
    """Say what is missing or wrong on this machine, with the cure; exit status 1 if a needed part is."""
    from table_daemon import doctor as parts  # noqa: PLC0415 -- probing imports what only this command needs

    raise typer.Exit(parts.report(find_settings(settings), as_json=as_json, out=typer.echo))


def find_settings(named: Path | None) -> Path | None:
    """Return the settings file to read: the named one, else the first usual one that exists, else None."""
    if named is not None:
        return named
    # Where root lends the command to another user, root's own folder can't be looked into: nothing of ours is there.
    return next((path for path in settings_files(os.environ) if os.path.isfile(path)), None)  # noqa: PTH113 -- see above


def main() -> NoReturn:
    """Run the command line and leave the process with its status; a traceback reaches nobody."""
    for variable, level in QUIET.items():
        os.environ.setdefault(variable, level)
    sys.exit(guarded())


def guarded(arguments: list[str] | None = None) -> int:
    """Return the exit status of a command line, known errors told in one message on standard error."""
    try:
        build_app()(arguments)
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else EXIT_FAILED if leave.code else 0
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as error:  # noqa: BLE001 -- the outermost place: whatever it is, a person gets a message
        return _tell(error)
    return 0


def _tell(error: Exception) -> int:
    """Print one message about an error and return the exit status it deserves."""
    if isinstance(error, ExceptionGroup):
        # Tasks that fail together come as a group; people want to know what failed.
        return max(_tell(part) for part in error.exceptions)
    if not (is_ours(error) or isinstance(error, OSError)):
        if os.environ.get(DEBUG_VARIABLE):
            traceback.print_exception(error)
        typer.echo(
            f"queyan: an error nobody foresaw ({type(error).__name__}: {error}); "
            f"set {DEBUG_VARIABLE}=1 to see where, and report it",
            err=True,
        )
        return EXIT_FAILED
    typer.echo(f"queyan: {error}", err=True)
    return EXIT_BAD_INPUT if isinstance(error, ValueError) else EXIT_FAILED


def is_ours(error: Exception) -> bool:
    """Return whether our packages raise such an error on purpose: each keeps them in a module ``errors``."""
    homes = (kind.__module__.split(".") for kind in type(error).__mro__)
    return any(home[0] in PACKAGES and home[-1] == "errors" for home in homes)
