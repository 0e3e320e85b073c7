"""``queyan demo``: a simulated table in this process, the daemon of a real table in another.

Reads the options only; ``demo_run`` puts table and daemon together.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

DEFAULT_PORT = 8080
MAX_SPEED = "max"

_AnswerOption = Annotated[
    str,
    typer.Option("--answer", metavar="truth|nobody", help="Who answers questions once a hand has been judged."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoOptions:
    """What ``queyan demo`` was asked for."""

    hands: int | None
    seed: int
    speed: float | None
    """Times human speed; ``None`` for as fast as the daemon goes."""
    port: int
    data_dir: Path | None
    leave: bool
    as_json: bool
    record: Path | None
    mishaps: str
    noise: str
    profile: str
    answered: bool = False
    """Whether people answer the daemon's questions, by the truth, once each hand has been judged."""


def register(app: typer.Typer) -> None:
    """Add the commands of simulated tables to ``app``."""
    app.command()(demo)
    app.command()(simulate)


def demo(  # noqa: PLR0913 -- one parameter an option, as typer wants them
    *,
    hands: Annotated[int | None, typer.Option(min=1, help="How many hands; unset: until Ctrl-C.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Fixes every tile, throw and choice.")] = 1,
    speed: Annotated[str, typer.Option(metavar="X|max", help="Times human speed, or as fast as possible.")] = "1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65_535, help="Port of the pages; 0: any. Unset: 8080, with --exit any."),
    ] = None,
    data_dir: Annotated[Path | None, typer.Option(help="Where the daemon keeps its log; unset: a new folder.")] = None,
    leave: Annotated[bool, typer.Option("--exit", help="Leave after the hands; 1 after a silent error.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON line a hand, and one for the sum.")] = False,
    record: Annotated[Path | None, typer.Option(help="Make a recording in this folder.")] = None,
    mishaps: Annotated[str, typer.Option(metavar="NAME[:RATE],…", help="What goes wrong at the table.")] = "",
    noise: Annotated[str, typer.Option(metavar="PROFILE", help="How good the camera is.")] = "normal",
    profile: Annotated[str, typer.Option(metavar="NAME", help="The rules that are played.")] = "tianjin",
    answer: _AnswerOption = "nobody",
) -> None:
    """Play at a simulated table, watched by the daemon of a real one; see it on the TV page."""
    if leave and hands is None:
        raise typer.BadParameter("--exit needs --hands: say after how many to leave")
    options = DemoOptions(
        hands=hands,
        seed=seed,
        speed=_speed(speed),
        port=_port(port, leave=leave),
        data_dir=data_dir,
        leave=leave,
        as_json=as_json,
        record=record,
        mishaps=mishaps,
        noise=noise,
        profile=profile,
        answered=_answered(answer),
    )
    from table_daemon.demo_run import run_demo  # noqa: PLC0415 -- OpenCV and the renderer only when a table is played

    raise typer.Exit(run_demo(options))


def simulate(  # noqa: PLR0913 -- one parameter an option, as typer wants them
    *,
    hands: Annotated[int, typer.Option(min=1, help="How many hands.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Fixes every tile, throw, choice and misreading.")] = 1,
    speed: Annotated[str, typer.Option(metavar="X|max", help="Times human speed, or as fast as possible.")] = MAX_SPEED,
    port: Annotated[int | None, typer.Option(hidden=True, help="Refused: there are no pages.")] = None,
    data_dir: Annotated[
        Path | None, typer.Option(help="Where to keep the log, as the daemon does; unset: nowhere.")
    ] = None,
    leave: Annotated[bool, typer.Option("--exit", help="Always so; as for demo.")] = True,  # noqa: ARG001
    as_json: Annotated[bool, typer.Option("--json", help="A JSON line a hand, and one for the sum.")] = False,
    record: Annotated[Path | None, typer.Option(hidden=True, help="Refused: there are no pictures.")] = None,
    mishaps: Annotated[
        str | None,
        typer.Option(metavar="NAME[:RATE],…", help="What goes wrong; unset: what --noise says, of a normal camera."),
    ] = None,
    noise: Annotated[
        str | None,
        typer.Option(metavar="PROFILE", help="How often a camera errs: none, normal, grainy, soft; beside --mishaps."),
    ] = None,
    profile: Annotated[str, typer.Option(metavar="NAME", help="The rules that are played.")] = "tianjin",
    answer: _AnswerOption = "nobody",
) -> None:
    """Play without pictures: what a camera and a link would tell goes straight to the daemon's judgement."""
    if port is not None:
        raise typer.BadParameter("--port: queyan simulate shows no pages; queyan demo does")
    if record is not None:
        raise typer.BadParameter("--record: queyan simulate takes no pictures; record with queyan demo")
    from table_daemon.simulate import SimulateOptions, run_simulation  # noqa: PLC0415 -- only when it is wanted

    options = SimulateOptions(
        hands=hands,
        seed=seed,
        speed=_speed(speed),
        data_dir=data_dir,
        mishaps=mishaps,
        noise=noise,
        profile=profile,
        as_json=as_json,
        answered=_answered(answer),
    )
    raise typer.Exit(run_simulation(options))


def _answered(answer: str) -> bool:
    if answer not in {"nobody", "truth"}:
        raise typer.BadParameter(f"--answer {answer}: write truth, or nobody")
    return answer == "truth"


def _speed(text: str) -> float | None:
    if text == MAX_SPEED:
        return None
    try:
        speed = float(text)
    except ValueError as error:
        raise typer.BadParameter(f"--speed {text}: write a number such as 2, or max") from error
    if not 0.05 <= speed <= 100:
        raise typer.BadParameter(f"--speed {text}: write a number from 0.05 to 100, or max")
    return speed


def _port(port: int | None, *, leave: bool) -> int:
    if port is None:
        return 0 if leave else DEFAULT_PORT
    return port
