"""Makes the command line's page from the commands themselves: ``python -m table_daemon.cli_page [FOLDER]``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from table_daemon.cli import build_app

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE_NAME = "cli.md"

_HEAD = """# Commands

Made from the commands themselves by `make docs`; a test says when it is stale. `python -m table_daemon` is the same
program.

Exit status: 0 done; 1 the work failed, or some line or file of it did; 2 bad input or usage; 130 interrupted.
An error is one message on standard error that says what, where and what to do.
"""


def page() -> str:
    """Return the Markdown page of every command."""
    return "\n".join([_HEAD, *(_command(name, command) for name, command in commands())])


def commands() -> Iterator[tuple[str, Any]]:
    """Yield each command's full name (``queyan score``) and the command, groups opened."""
    yield from _walk("queyan", typer.main.get_command(build_app()))


def _walk(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    children = getattr(command, "commands", None)
    if children is None:
        yield name, command
        return
    for child, inner in sorted(children.items()):
        yield from _walk(f"{name} {child}", inner)


def _command(name: str, command: Any) -> str:
    context = command.make_context(name, [], resilient_parsing=True)
    usage = " ".join([name, *command.collect_usage_pieces(context)])
    text = " ".join((command.help or "").split())
    rows = [row for param in command.params if (row := _param(param, context)) is not None]
    table = ["", "| argument or option | meaning | default |", "|---|---|---|", *rows] if rows else []
    return "\n".join([f"## `{name}`", "", text, "", f"    {usage}", *table, ""])


def _param(param: Any, context: Any) -> str | None:
    """Return a table row for one parameter, or None for one that is hidden."""
    if getattr(param, "hidden", False) or "--help" in param.opts:
        return None
    meaning = " ".join((getattr(param, "help", None) or "").split())
    if param.param_type_name == "argument":
        return f"| `{param.make_metavar(context)}` | {meaning} | |"
    names = ", ".join(f"`{option}`" for option in (*param.opts, *param.secondary_opts))
    value = "" if param.is_flag else f" `{param.make_metavar(context)}`"
    return f"| {names}{value} | {meaning} | {_default(param)} |"


def _default(param: Any) -> str:
    default = param.default
    if default is None or default is False or default == [] or callable(default):
        return ""
    return f"`{getattr(default, 'value', default)}`"


def main(folder: Path) -> None:
    """Write the page into a folder."""
    (folder / PAGE_NAME).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "hardware_docs"))
