"""Makes the command line's page from the commands themselves: ``python -m table_daemon.cli_page [FOLDER]``."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import typer

from table_daemon.cli import build_app
from table_daemon.simulator.mishaps import DEFAULT_RATES, Mishap

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE_NAME = "cli.md"

_HEAD = """# Commands

Made from the commands themselves by `make docs`; a test says when it is stale. `python -m table_daemon` is the same
program.

Exit status: 0 done; 1 the work failed, or some line or file of it did; 2 bad input or usage; 130 interrupted.
Ctrl-C and SIGTERM are how `queyan run` is meant to be stopped: it ends with 0.
An error is one message on standard error that says what, where and what to do.
"""

_MISHAPS_HEAD = """## Mishaps

A name without a rate takes the usual one. `demo` and `simulate` play them all.

| name | usual rate |
|---|---|"""

_VALUE_WORDS = {int: "N", float: "X", Path: "PATH"}
"""What stands for an option's value where the command names none itself."""


def page() -> str:
    """Return the Markdown page of every command."""
    return "\n".join([_HEAD, *(_command(name, command) for name, command in commands()), _mishaps()])


def _mishaps() -> str:
    """Return the section on what ``--mishaps`` takes, from the simulator's own lists."""
    rows = [f"| `{name}` | `{DEFAULT_RATES[name]:g}` |" for name in Mishap]
    return "\n".join([_MISHAPS_HEAD, *rows, ""])


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
    params = [param for param in command.params if not getattr(param, "hidden", False) and "--help" not in param.opts]
    arguments = [_argument(param) for param in params if param.param_type_name == "argument"]
    types = get_type_hints(inspect.unwrap(command.callback))
    rows = [_row(param, types[param.name]) for param in params]
    table = ["", "| argument or option | meaning | default |", "|---|---|---|", *rows] if rows else []
    options = ["[OPTIONS]"] if len(rows) > len(arguments) else []
    return "\n".join(
        [f"## `{name}`", "", _flat(command.help), "", "    " + " ".join([name, *options, *arguments]), *table, ""]
    )


def _row(param: Any, kind: Any) -> str:
    """Return a table row for one parameter of a command function, annotated as ``kind``."""
    meaning = _flat(getattr(param, "help", None)).replace("|", "\\|")
    if param.param_type_name == "argument":
        return f"| `{_argument(param)}` | {meaning} | |"
    names = ", ".join(f"`{option}`" for option in (*param.opts, *param.secondary_opts))
    repeated = getattr(param, "count", False)  # given again and again in place of a value
    value = "" if param.is_flag or repeated else f" `{param.metavar or _value_word(kind)}`".replace("|", "\\|")
    return f"| {names}{value} | {meaning} | {'' if repeated else _default(param)} |"


def _value_word(kind: Any) -> str:
    """Return what stands for a value: that of the first known type in ``int | None``, ``list[Path]`` and the like."""
    parts = (kind, *get_args(kind))
    return next((_VALUE_WORDS[part] for part in parts if part in _VALUE_WORDS), "TEXT")


def _argument(param: Any) -> str:
    """Return an argument as usage lines show it."""
    word = str(param.metavar or param.name.upper())
    many = "..." if param.nargs == -1 and not word.endswith("...") else ""
    return f"{word}{many}" if param.required or word.startswith("[") else f"[{word}{many}]"


def _flat(text: str | None) -> str:
    return " ".join((text or "").split())


def _default(param: Any) -> str:
    default = param.default
    if default is None or default is False or default in ("", []) or callable(default):
        return ""
    if default is True:
        return "on"
    return f"`{getattr(default, 'value', default)}`"


def main(folder: Path) -> None:
    """Write the page into a folder."""
    (folder / PAGE_NAME).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "hardware_docs"))
