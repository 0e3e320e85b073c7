"""``queyan update``: another release on an installed machine; reads the options and tells how it ended."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from table_daemon.update.journal import Outcome
    from table_daemon.update.updater import Updater

_SOURCE_HELP = (
    "A wheel, a folder of wheels, a source archive, a checkout, or a tag of the releases that the settings name."
)


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command()(update)


def update(
    source: Annotated[str | None, typer.Argument(metavar="FILE_OR_TAG", help=_SOURCE_HELP)] = None,
    *,
    wheels: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            file_okay=False,
            exists=True,
            help="Take all that it needs from this folder, not from the net.",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Finish an update that was broken off; the service does so at each start.")
    ] = False,
) -> None:
    """Install another release beside the running one, try it, switch to it, and go back by itself where it fails."""
    if resume == (source is not None):
        raise typer.BadParameter("name what to install, or --resume")
    if os.geteuid() != 0:
        raise typer.BadParameter("it needs the rights of root: sudo queyan update ...")
    raise typer.Exit(_resume() if source is None else _update(source, wheels))


def _update(source: str, wheels: Path | None) -> int:
    import tempfile  # noqa: PLC0415 -- only what the command needs

    from table_daemon.deploy.layout import Layout  # noqa: PLC0415 -- same
    from table_daemon.update import fetching  # noqa: PLC0415 -- same
    from table_daemon.update.place import this_place  # noqa: PLC0415 -- same

    place = this_place(Layout())
    with tempfile.TemporaryDirectory(prefix="queyan-update-") as work:
        found = fetching.find(source, remote=place.settings.update.remote, wheels=wheels, work=Path(work))
        outcome = _updater(found.wheels).update(found.wheel)
    if outcome is None:
        typer.echo(f"{found.wheel.release} is the one that runs already")
        return 0
    return _tell(outcome)


def _resume() -> int:
    outcome = _updater(None).resume()
    if outcome is None:
        typer.echo("no update was broken off")
        return 0
    _tell(outcome)
    return 0


def _updater(wheels: Path | None) -> Updater:
    from datetime import UTC, datetime  # noqa: PLC0415 -- only what the command needs

    from table_daemon.deploy.environment import make_release  # noqa: PLC0415 -- same
    from table_daemon.deploy.layout import Layout  # noqa: PLC0415 -- same
    from table_daemon.update.place import this_place  # noqa: PLC0415 -- same
    from table_daemon.update.service import this_service  # noqa: PLC0415 -- same
    from table_daemon.update.trial import try_release  # noqa: PLC0415 -- same
    from table_daemon.update.updater import Means, Updater  # noqa: PLC0415 -- same

    layout = Layout()
    means = Means(
        make=lambda releases, wheel: make_release(releases, wheel, wheels=wheels, root=layout.root),
        attempt=try_release,
        service=this_service(),
        say=typer.echo,
        now=lambda: datetime.now(UTC),
    )
    return Updater(this_place(layout), means)


def _tell(outcome: Outcome) -> int:
    from table_daemon.update.journal import Result  # noqa: PLC0415 -- only what the command needs

    match outcome.result:
        case Result.INSTALLED:
            typer.echo(f"{outcome.new} runs; {outcome.old} is kept beside it")
            return 0
        case Result.REFUSED:
            typer.echo(
                f"{outcome.new} was not taken: {outcome.why}. {outcome.old} runs on, nothing was changed.", err=True
            )
        case Result.WENT_BACK:
            typer.echo(f"{outcome.new} failed: {outcome.why}. {outcome.old} runs again.", err=True)
        case Result.BROKEN_OFF:
            typer.echo(f"the update to {outcome.new} came to nothing: {outcome.why}. {outcome.old} runs.", err=True)
    return 1
