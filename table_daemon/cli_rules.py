"""The commands ``queyan score`` and ``queyan rules``, and the registering of all the rules' commands.

Reads arguments and prints; what a line holds is ``rules_lines``' affair, what a hand is worth the rules'.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from table_daemon.cli_lines import JSONL_HELP, answer_lines
from table_daemon.cli_settle import settle
from table_daemon.house_rules import overlaid, profile_from
from table_daemon.rules.errors import BadNotationError, RulesError
from table_daemon.rules.explain import explain, explain_waits
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.profile import profile_named
from table_daemon.rules.score import WinFlags, score_hand
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.rules.validity import check_gangkai
from table_daemon.rules.waits import waits
from table_daemon.rules.wilds import wilds_of
from table_daemon.rules_page import terminal_table

if TYPE_CHECKING:
    from table_daemon.rules.profile import RuleProfile

_ProfileName = Annotated[
    str, typer.Option("--profile", metavar="NAME", help="The rules: tianjin, tianjin_club, daihun.")
]
_Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="A house rule, as min_fan=3 or kong.jin=8; repeatable."),
]


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    app.command()(score)
    app.command()(settle)
    app.command()(rules)


def score(  # noqa: PLR0913 -- one parameter an option, as typer wants them
    hand: Annotated[
        str | None, typer.Argument(metavar="[TILES]", help="Concealed tiles without the last draw: 46m123s55z.")
    ] = None,
    *,
    draw: Annotated[
        str | None, typer.Option(help="The winning tile; without it, what the hand waits for is told.")
    ] = None,
    indicator: Annotated[str | None, typer.Option(help="The flipped tile that sets the wilds (混).")] = None,
    meld: Annotated[
        list[str] | None, typer.Option(help="A meld as KIND:TILE, as pung:5z, ming:9p, an:1s; repeatable.")
    ] = None,
    gangkai: Annotated[
        int, typer.Option("--gangkai", count=True, help="杠开: drawn for a kong; once for each kong in a row.")
    ] = 0,
    tianhe: Annotated[bool, typer.Option("--tianhe", help="天和: the dealer's first fourteen tiles.")] = False,
    dihe: Annotated[bool, typer.Option("--dihe", help="地和: a non-dealer's first draw.")] = False,
    tianting: Annotated[bool, typer.Option("--tianting", help="天听 was declared.")] = False,
    discard: Annotated[bool, typer.Option("--discard", help="放炮: another's discard (daihun).")] = False,
    dubao: Annotated[bool, typer.Option("--dubao", help="独抱 was declared (daihun).")] = False,
    shangdatai: Annotated[int, typer.Option(help="How often 上大台 was announced (daihun).", min=0, max=2)] = 0,
    profile: _ProfileName = "tianjin",
    option: _Options = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help=JSONL_HELP)] = False,
) -> None:
    """Score a hand: its fans by name, how they work out, and which tile each wild stands for."""
    if jsonl:
        from table_daemon.rules_lines import answer_score  # noqa: PLC0415 -- pydantic only where lines are read

        answer_lines(answer_score)
    if hand is None or indicator is None:
        raise typer.BadParameter("give the tiles and --indicator (or --jsonl and lines on standard input)")
    flags = WinFlags(
        gangkai=gangkai,
        tianhe=tianhe,
        dihe=dihe,
        tianting=tianting,
        discard=discard,
        dubao=dubao,
        shangdatai=shangdatai,
    )
    typer.echo(_told(hand, draw, indicator, meld or [], flags, profile_from(profile, option or [])))


def rules(
    *,
    profile: Annotated[
        str | None, typer.Option(metavar="NAME", help="The rules: tianjin, tianjin_club, daihun.")
    ] = None,
    option: _Options = None,
    settings: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The settings file whose rules are shown; unset: that of queyan run."),
    ] = None,
) -> None:
    """Show the rules that are played as a table: those of the settings, unless a profile is named.

    A star marks what differs from the named profile.
    """
    if profile is not None and settings is not None:
        raise typer.BadParameter("give --profile or --settings, not both: the settings name a profile of their own")
    base = _profile_of(settings) if profile is None else profile_named(profile)
    typer.echo(terminal_table(overlaid(base, option or [])))


def _profile_of(settings: Path | None) -> RuleProfile:
    """Return the rules of a settings file, of the usual one where none is named."""
    from table_daemon.cli import find_settings  # noqa: PLC0415 -- `cli` imports this module
    from table_daemon.settings import load_settings  # noqa: PLC0415 -- pydantic only where a file is read

    return load_settings(find_settings(settings)).match.rule_profile()


def _told(hand: str, draw: str | None, indicator: str, melds: list[str], flags: WinFlags, profile: RuleProfile) -> str:
    turned = Tile.parse(indicator)
    wilds = wilds_of(turned, profile.wild_kinds)
    tiles, laid = parse_tiles(hand), [_meld(text) for text in melds]
    check_gangkai(flags, laid)
    if draw is None:
        found = waits(hand=tiles, melds=laid, wilds=wilds, flags=flags, profile=profile, indicator=turned)
        return explain_waits(found, wilds=wilds)
    result = score_hand(
        hand=tiles,
        draw=Tile.parse(draw),
        melds=laid,
        wilds=wilds,
        flags=flags,
        profile=profile,
        indicator=turned,
    )
    return explain(result, wilds=wilds)


def _meld(text: str) -> Meld:
    kind, colon, tile = text.partition(":")
    try:
        return Meld.of(kind, tile)
    except ValueError as error:
        if colon and isinstance(error, RulesError):
            raise
        raise BadNotationError(
            f"--meld {text}: write KIND:TILE, as in ming:9p; kinds are {', '.join(MeldKind)}"
        ) from None
