"""Every command of the documents is one there is.

Ours are run for real where that is safe, else their arguments are parsed; of the system's programs only those that are
known here may be shown.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest
import typer

from table_daemon import cli
from tests.care.kept_log import LOG, write_log
from tests.docs.commands import REPOSITORY, Shown, block_commands, inline_commands
from web_display.roles_file import load_or_make

if TYPE_CHECKING:
    from collections.abc import Sequence

PHOTO = REPOSITORY / "tests" / "data" / "recordings" / "corners_only" / "images" / "000003.jpg"
COPY = "queyan-20261130-040000.sqlite3"

RUN = {
    "backup": {0},
    "calibrate --print-tags": {0},
    "doctor": {0, 1},
    "export": {0},
    "link probe": {0, 1},
    "pins": {0},
    "read": {0},
    "restore": {0},
    "rules": {0},
    "score": {0},
}
"""Our own commands that take seconds and change nothing outside the test's folder, with their exit statuses."""

PARSED = {
    "calibrate": "needs a photograph of a table",
    "demo": "runs until it is stopped; tested in tests/demo",
    "enroll": "needs the table's own tiles; tested in tests/vision",
    "link monitor": "runs until it is stopped",
    "record": "runs until it is stopped",
    "replay": "needs a recording; tested in tests/recording",
    "run": "runs until it is stopped; tested in tests/daemon",
    "simulate": "a hundred hands take a minute; tested in tests/demo",
    "update": "needs an installed release; tested in tests/update",
}
"""The others, and why they are only parsed."""

SYSTEM = {
    "apt-get": "installs packages",
    "cp": "copies",
    "curl": "asks the daemon",
    "echo": "into a file",
    "findmnt": "shows mounts",
    "journalctl": "needs systemd",
    "mkdir": "as root",
    "mount": "as root",
    "mpremote": "needs a board",
    "pip": "installs packages",
    "raspi-config": "needs a Raspberry Pi",
    "reboot": "not here",
    "rm": "as root",
    "systemctl": "needs systemd",
    "tee": "as root",
    "timedatectl": "needs systemd",
}
"""Programs of the system that documents may show, and why they are not run."""

SCRIPTS = {
    "flashing.md": "its shell script is run by tests/firmware_bridge/pico/test_flashing.py",
    "flashing.zh-CN.md": "the same script, as test_both_languages.py proves",
}
"""Pages with a script rather than commands, and who runs it; only our own commands are looked at there."""

BLOCKS = [
    shown for shown in block_commands() if shown.words[0] == "queyan" or shown.where.partition(":")[0] not in SCRIPTS
]
OURS = [shown for shown in BLOCKS if shown.words[0] == "queyan"]


def _found(words: Sequence[str]) -> tuple[str, Any, list[str]]:
    """Return the name of one of our commands, the command, and the arguments that are left for it."""
    command: Any = _app()
    name, rest = "", list(words[1:])
    while rest and (inner := getattr(command, "commands", {}).get(rest[0])) is not None:
        command, name = inner, f"{name} {rest.pop(0)}".strip()
    assert name, f"there is no command {' '.join(words)}"
    assert not getattr(command, "commands", None), f"{' '.join(words)} is not complete"
    return name, command, rest


@cache
def _app() -> Any:
    return typer.main.get_command(cli.build_app())


def _kind(name: str, rest: Sequence[str]) -> str:
    longer = f"{name} {rest[0]}" if rest else name
    return longer if longer in RUN else name


def test_there_are_commands_to_look_at() -> None:
    assert len(BLOCKS) > 50
    assert {"start_here.md", "operations.md", "README.md", "flashing.md"} <= {
        shown.where.partition(":")[0] for shown in BLOCKS
    }


@pytest.mark.parametrize("shown", OURS, ids=lambda shown: f"{shown.where} {shown}")
def test_our_commands(shown: Shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, command, rest = _found(shown.words)
    _lay_out(tmp_path, monkeypatch)
    arguments = [_here(word, tmp_path) for word in rest]
    try:
        command.make_context(name, list(arguments))
    except click.UsageError as error:
        pytest.fail(f"{shown.where}: {shown}: {error.format_message()}")
    kind = _kind(name, rest)
    assert kind in RUN or kind in PARSED, f"{shown.where}: say in this test whether {kind} is run or parsed, and why"
    if kind in RUN:
        assert cli.guarded([*name.split(), *arguments]) in RUN[kind], shown.where


def _lay_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make what the documents' commands speak of: settings, a log with copies, a photograph."""
    write_log(folder / "data" / "queyan.sqlite3")
    load_or_make(folder / "data")
    write_log(folder / "stick" / "queyan" / COPY, LOG[:9])
    (folder / "queyan.toml").write_text("[store]\nleave_free_mb = 0\n", encoding="utf-8")
    shutil.copyfile(PHOTO, folder / "photo.jpg")
    (folder / "tiles").mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("STATE_DIRECTORY", str(folder / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "none"))


def _here(word: str, folder: Path) -> str:
    return word.replace("/media/stick", str(folder / "stick")).replace("/etc/queyan", str(folder))


@pytest.mark.parametrize(
    "shown", [shown for shown in BLOCKS if shown.words[0] != "queyan"], ids=lambda shown: f"{shown.where} {shown}"
)
def test_other_commands(shown: Shown) -> None:
    program, *rest = shown.words
    if program == "make":
        makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
        targets = [word for word in rest if "=" not in word]
        assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets), str(shown)
    elif program in {"./install.sh", "sh"}:
        script = (REPOSITORY / "install.sh").read_text(encoding="utf-8")
        options = [word for word in rest if word.startswith("--")]
        assert all(re.search(rf"{option}\b", script) for option in options), str(shown)
    elif program in {"python", "python3"} and rest[:1] == ["-m"]:
        assert util.find_spec(rest[1]) is not None, f"{shown.where}: there is no module {rest[1]}"
    else:
        assert program in SYSTEM, f"{shown.where}: {program} is known neither here nor to most people"


@pytest.mark.parametrize("shown", inline_commands(), ids=lambda shown: f"{shown.where} {shown}")
def test_commands_that_a_sentence_names(shown: Shown) -> None:
    if shown.words[0] != "queyan" or shown.words[1].startswith("-"):
        return
    if shown.words[1:] == ("link",):
        return
    name, command, rest = _found(shown.words)
    known = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
    options = {word.partition("=")[0] for word in rest if re.match(r"--[a-z]", word)}
    assert options <= known | {"--help"}, f"{shown.where}: queyan {name} has no {options - known}"


def test_no_reason_is_left_over() -> None:
    kinds = {_kind(name, rest) for name, _, rest in (_found(shown.words) for shown in OURS)}
    assert set(RUN) <= kinds
    programs = {shown.words[0] for shown in BLOCKS}
    assert set(SYSTEM) & programs
