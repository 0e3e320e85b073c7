"""The commands ``queyan score`` and ``queyan settle``: the rules for people and, line by line, for programs.

Reads arguments and lines, and prints; what a line holds is ``rules_lines``' affair, what it is worth the rules'.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from table_daemon.rules.errors import BadNotationError, RulesError
from table_daemon.rules.explain import explain
from table_daemon.rules.melds import Meld
from table_daemon.rules.profile import profile_named
from table_daemon.rules.score import WinFlags, score_hand
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.rules.wilds import wilds_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import JsonValue

    Answer: TypeAlias = Callable[[bytes], dict[str, JsonValue]]

_JSONL_HELP = "Read one JSON object a line from standard input, answer each with one line."


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command()(score)
    app.command()(settle)


def score(  # noqa: PLR0913 -- one parameter an option, as typer wants them
    hand: Annotated[
        str | None, typer.Argument(metavar="[TILES]", help="Concealed tiles without the last draw: 46m123s55z.")
    ] = None,
    *,
    draw: Annotated[str | None, typer.Option(help="The winning tile.")] = None,
    indicator: Annotated[str | None, typer.Option(help="The flipped tile that sets the wilds (混).")] = None,
    meld: Annotated[
        list[str] | None, typer.Option(help="A meld as KIND:TILE, KIND being pung, ming, an or jin; repeatable.")
    ] = None,
    gangkai: Annotated[bool, typer.Option("--gangkai", help="杠开: drawn for a kong.")] = False,
    tianhe: Annotated[bool, typer.Option("--tianhe", help="天和: the dealer's first fourteen tiles.")] = False,
    profile: Annotated[str, typer.Option(help="The rules to score by.")] = "tianjin",
    jsonl: Annotated[bool, typer.Option("--jsonl", help=_JSONL_HELP)] = False,
) -> None:
    """Score a hand: its fans by name, how they work out, and which tile each wild stands for."""
    if jsonl:
        from table_daemon.rules_lines import answer_score  # noqa: PLC0415 -- pydantic only where lines are read

        _answer_lines(answer_score)
    if hand is None or draw is None or indicator is None:
        raise typer.BadParameter("give the tiles, --draw and --indicator (or --jsonl and lines on standard input)")
    wilds = wilds_of(Tile.parse(indicator))
    result = score_hand(
        hand=parse_tiles(hand),
        draw=Tile.parse(draw),
        melds=[_meld(text) for text in meld or []],
        wilds=wilds,
        flags=WinFlags(gangkai=int(gangkai), tianhe=tianhe),
        profile=profile_named(profile),
        indicator=Tile.parse(indicator),
    )
    typer.echo(explain(result, wilds=wilds))


def settle(
    *,
    jsonl: Annotated[bool, typer.Option("--jsonl", help=_JSONL_HELP)] = False,
) -> None:
    """Settle hands: who pays whom, and why."""
    if not jsonl:
        raise typer.BadParameter("give --jsonl, and one hand a line on standard input")
    from table_daemon.rules_lines import answer_settle  # noqa: PLC0415 -- pydantic only where lines are read

    _answer_lines(answer_settle)


def _meld(text: str) -> Meld:
    kind, colon, tile = text.partition(":")
    try:
        return Meld.of(kind, tile)
    except ValueError as error:
        if colon and isinstance(error, RulesError):
            raise
        raise BadNotationError(
            f"--meld {text}: write KIND:TILE, as in ming:9p; kinds are pung, ming, an and jin"
        ) from None


def _answer_lines(answer: Answer) -> None:
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
    from table_daemon.rules_lines import BadLineError, read_line  # noqa: PLC0415 -- as above

    try:
        fields = read_line(line, number)
    except BadLineError as error:
        return {"id": None, "error": str(error)}
    try:
        return {"id": fields.get("id"), **answer(line)}
    except (BadLineError, RulesError) as error:
        return {"id": fields.get("id"), "error": str(error)}
