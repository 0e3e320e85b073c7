"""What ``--jsonl`` of the rules' commands does: answers lines of JSON from standard input, one a line, in order."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final, TypeAlias

import typer

from table_daemon.rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pydantic import JsonValue

    Answer: TypeAlias = Callable[[bytes], dict[str, JsonValue]]

MAX_LINE_BYTES: Final = 1_000_000
"""A thousand times the longest line that says something; bounds what a stream without line ends can take."""
JSONL_HELP: Final = "Read one JSON object a line from standard input, answer each with one line."


def answer_lines(answer: Answer) -> None:
    """Answer every line of standard input in order; leave with status 1 if any of them was bad."""
    failed = False
    out = sys.stdout.buffer
    for number, line in enumerate(_lines(), start=1):
        if not line.strip():
            continue
        answered = _answer_line(answer, line, number)
        failed = failed or "error" in answered
        out.write(json.dumps(answered, ensure_ascii=False).encode() + b"\n")
        out.flush()
    raise typer.Exit(1 if failed else 0)


def _lines() -> Iterator[bytes]:
    """Yield the lines of standard input; of one that is too long its beginning, a byte too much of it."""
    while line := sys.stdin.buffer.readline(MAX_LINE_BYTES + 1):
        rest = line
        while len(rest) > MAX_LINE_BYTES and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(MAX_LINE_BYTES + 1)
        yield line


def _answer_line(answer: Answer, line: bytes, number: int) -> dict[str, JsonValue]:
    # pydantic only where lines are read: people's commands start faster without it
    from table_daemon.rules_lines import BadLineError, read_line  # noqa: PLC0415

    if len(line) > MAX_LINE_BYTES:
        return {"id": None, "error": f"line {number} is longer than {MAX_LINE_BYTES} bytes: no hand is"}
    try:
        fields = read_line(line, number)
    except BadLineError as error:
        return {"id": None, "error": str(error)}
    try:
        return {"id": fields.get("id"), **answer(line)}
    except (BadLineError, RulesError) as error:
        return {"id": fields.get("id"), "error": str(error)}
