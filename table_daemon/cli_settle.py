"""The command ``queyan settle``: who pays whom after a hand, for people and, line by line, for programs.

Reads arguments and prints; what is owed is the rules' affair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from table_daemon.cli_lines import JSONL_HELP, answer_lines
from table_daemon.house_rules import profile_from
from table_daemon.rules.errors import BadNotationError
from table_daemon.rules.foul import Foul
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.payments.told import tell_settlement
from table_daemon.rules.settle import KongHeld
from table_daemon.rules.settle import settle as settle_hand

if TYPE_CHECKING:
    from enum import StrEnum

    _NameT = TypeVar("_NameT", bound=StrEnum)

_Four = tuple[int, int, int, int]


def settle(  # noqa: PLR0913 -- one parameter an option, as typer wants them
    *,
    dealer: Annotated[int | None, typer.Option(help="Who dealt; seats are 0..3 in turn order.")] = None,
    winner: Annotated[int | None, typer.Option(help="Who won; leave it out for 荒庄.")] = None,
    fan: Annotated[int, typer.Option(help="The winner's fan (番) without kongs.")] = 0,
    zuo: Annotated[bool, typer.Option("--zuo", help="坐庄: the dealer doubles.")] = False,
    la: Annotated[str, typer.Option(metavar="N,N,N,N", help="拉庄: how often, by seat.")] = "0,0,0,0",
    kong: Annotated[
        list[str] | None, typer.Option(metavar="SEAT:KIND[:FROM]", help="A kong, as in 3:ming:0; repeatable.")
    ] = None,
    chan: Annotated[int, typer.Option(help="铲: in how many rounds all followed the dealer.")] = 0,
    foul: Annotated[
        list[str] | None, typer.Option(metavar="SEAT:FOUL", help="A foul, as in 2:xiao_xianggong; repeatable.")
    ] = None,
    false_hu: Annotated[
        list[int] | None, typer.Option(metavar="SEAT", help="A seat with a false 和; repeatable.")
    ] = None,
    base: Annotated[int, typer.Option(help="Points of one 番.")] = 1,
    discarder: Annotated[int | None, typer.Option(help="放炮: who discarded the winning tile (daihun).")] = None,
    dubao: Annotated[bool, typer.Option("--dubao", help="独抱 is in the fan (daihun).")] = False,
    dubao_declared: Annotated[
        list[int] | None, typer.Option(metavar="SEAT", help="A seat that declared 独抱 (daihun); repeatable.")
    ] = None,
    shangdatai: Annotated[
        str, typer.Option(metavar="N,N,N,N", help="上大台: how often announced, by seat (daihun).")
    ] = "0,0,0,0",
    profile: Annotated[str, typer.Option(metavar="NAME", help="The rules: tianjin, tianjin_club, daihun.")] = "tianjin",
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="A house rule, as chan_unit=2 or kong.jin=8; repeatable."),
    ] = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help=JSONL_HELP)] = False,
) -> None:
    """Settle a hand: who pays whom, and why."""
    if jsonl:
        from table_daemon.rules_lines import answer_settle  # noqa: PLC0415 -- pydantic only where lines are read

        answer_lines(answer_settle)
    if dealer is None:
        raise typer.BadParameter("give --dealer (or --jsonl, and one hand a line on standard input)")
    settled = settle_hand(
        dealer=dealer,
        winner=winner,
        fan=fan,
        zuo=zuo,
        la=_four("--la", la),
        kongs=[_kong(text) for text in kong or []],
        chan=chan,
        fouls=dict(_foul(text) for text in foul or []),
        false_hu=false_hu or [],
        base=base,
        discarder=discarder,
        dubao=dubao,
        dubao_declared=dubao_declared or [],
        shangdatai=_four("--shangdatai", shangdatai),
        profile=profile_from(profile, option or []),
    )
    typer.echo(tell_settlement(settled, winner=winner))


def _four(name: str, text: str) -> _Four:
    try:
        a, b, c, d = (int(part) for part in text.split(","))
    except ValueError:
        raise BadNotationError(f"{name} {text}: write four numbers by seat, as in 0,0,1,2") from None
    return a, b, c, d


def _kong(text: str) -> KongHeld:
    how = f"--kong {text}: write SEAT:KIND or SEAT:KIND:FROM, as in 3:ming:0"
    seat, *rest = text.split(":")
    if not 1 <= len(rest) <= 2:
        raise BadNotationError(how)
    giver = _whole(rest[1], how) if rest[1:] else None
    return KongHeld(_whole(seat, how), _named(MeldKind, rest[0], how), giver)


def _foul(text: str) -> tuple[int, Foul]:
    how = f"--foul {text}: write SEAT:FOUL, as in 2:xiao_xianggong"
    seat, _, foul = text.partition(":")
    return _whole(seat, how), _named(Foul, foul, how)


def _whole(text: str, how: str) -> int:
    if not text.isdecimal():
        raise BadNotationError(how)
    return int(text)


def _named(kind: type[_NameT], text: str, how: str) -> _NameT:
    try:
        return kind(text)
    except ValueError:
        known = ", ".join(member.value for member in kind)
        raise BadNotationError(f"{how}; {text!r} is none of {known}") from None
