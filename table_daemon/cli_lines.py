"""What ``--jsonl`` of the rules' commands does: answers lines of JSON from standard input, one a line, in order."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final, TypeAlias

import typer

from table_daemon.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import JsonValue

    Answer: TypeAlias = Callable[[bytes], dict[str, JsonValue]]

JSONL_HELP: Final = "Read one JSON object a line from standard input, answer each with one line."


def answer_lines(answer: Answer) -> None:
    """Answer every line of standard input in order; leave with status 1 if any of them was bad."""
    failed = False
    out = sys.stdout.buffer
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if not line.strip():
            continue
        answered = _answer_line(answer, line, number)
        failed = failed or "error" in answered
        out.write(json.dumps(answered, ensure_ascii=False).encode() + b"\n")
        out.flush()
    raise typer.Exit(1 if failed else 0)


def _answer_line(answer: Answer, line: bytes, number: int) -> dict[str, JsonValue]:
    # pydantic only where lines are read: people's commands start faster without it
    from table_daemon.rules_lines import BadLineError, read_line  # noqa: PLC0415

    try:
        fields = read_line(line, number)
    except BadLineError as error:
        return {"id": None, "error": str(error)}
    try:
        return {"id": fields.get("id"), **answer(line)}
    except (BadLineError, RulesError) as error:
        return {"id": fields.get("id"), "error": str(error)}
