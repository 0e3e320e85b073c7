"""``queyan link monitor`` and ``queyan link probe``: the table's line for a person.

Reads arguments and prints; what the line says and what is wrong with a port is the bridge's affair.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from contextlib import ExitStack
from dataclasses import replace
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from table_daemon import event_loop

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.direction import Direction
    from firmware_bridge.errors import CaptureError
    from firmware_bridge.link import Link, LinkHealth, Tap
    from firmware_bridge.messages import LinkEvent
    from firmware_bridge.monitor import Monitor, Row
    from firmware_bridge.probe import Finding, Probe, Probed
    from firmware_bridge.sentence import Language
    from table_daemon.settings import LinkSettings

    Show = Callable[[Row], None]

_LOOK_S = 0.5
"""How often the port itself is looked after, to tell a person when it goes or comes."""


class Speech(StrEnum):
    """The languages these commands speak."""

    ZH = "zh"
    EN = "en"


_LangOption = Annotated[
    Speech | None, typer.Option("--lang", metavar="zh|en", help="Language; unset: that of the locale.")
]
_JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")]
_SettingsOption = Annotated[
    Path | None,
    typer.Option("--settings", metavar="FILE", help="Settings file whose link.url and link.baud are used."),
]


def register(app: typer.Typer) -> None:
    """Add the group to ``app``."""
    group = typer.Typer(help="The serial line to the table.", no_args_is_help=True)
    group.command()(monitor)
    group.command()(probe)
    app.add_typer(group, name="link")


def monitor(
    source: Annotated[
        str | None,
        typer.Argument(metavar="[PORT|FILE]", help="A port or URL to listen at, or a recording; unset: link.url."),
    ] = None,
    *,
    lang: _LangOption = None,
    as_json: _JsonOption = False,
    seconds: Annotated[float | None, typer.Option(min=0.1, help="Listen so long; unset: until Ctrl-C.")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Record what is heard as a link.csv.")] = None,
    settings: _SettingsOption = None,
) -> None:
    """Decode the traffic of a live port or of a recorded link.csv, line by line.

    1 if nothing good was heard, or a row of the recording cannot be read.
    """
    from firmware_bridge.monitor import Monitor  # noqa: PLC0415 -- the bridge loads only for its commands

    named = _link_settings(settings)
    place = source or named.url
    if not place:
        raise typer.BadParameter("name a port or a recording, or set link.url; queyan link probe finds ports")
    language, made, spoiled = _language(lang), Monitor(), 0

    def show(row: Row) -> None:
        typer.echo(row.to_json() if as_json else row.text(language))

    try:
        if Path(place).is_file():
            spoiled = _show_recording(made, Path(place), show)
        else:
            event_loop.run(_listen(made, show, place, named.baud, seconds=seconds, record=record, language=language))
    finally:
        if not as_json:
            typer.echo(made.counts.say(language), err=True)
    raise typer.Exit(0 if made.counts.good and not spoiled else 1)


def probe(
    port: Annotated[
        str | None,
        typer.Argument(metavar="[PORT]", help="Greet the board at this port as well; unset: link.url, if set."),
    ] = None,
    *,
    lang: _LangOption = None,
    as_json: _JsonOption = False,
    settings: _SettingsOption = None,
) -> None:
    """Find the serial adapters, say what is wrong with each and what to do; 1 if no board can be reached.

    Only the port that is named is opened: opening one restarts some boards.
    """
    from firmware_bridge import probe as bridge  # noqa: PLC0415 -- the bridge loads only for its commands

    named, language = _link_settings(settings), _language(lang)
    found = bridge.probe()
    place = port or named.url
    greeted = None
    if place:
        greeted = asyncio.run(bridge.greet(place, baud=named.baud, version=metadata.version("queyan")))
        if greeted.up:
            found = replace(found, findings=tuple(each for each in found.findings if each != bridge.NONE_FOUND))
    for line in _json_lines(found, greeted) if as_json else _text_lines(found, greeted, language):
        typer.echo(line)
    fine = greeted.up if greeted is not None else any(each.usable for each in found.ports)
    raise typer.Exit(0 if fine else 1)


def _link_settings(path: Path | None) -> LinkSettings:
    from table_daemon.cli import find_settings  # noqa: PLC0415 -- `cli` imports this module
    from table_daemon.settings import load_settings  # noqa: PLC0415 -- pydantic only where settings are read

    return load_settings(find_settings(path)).link


def _language(lang: Speech | None) -> Language:
    from firmware_bridge.sentence import Language  # noqa: PLC0415 -- the bridge loads only for its commands

    if lang is not None:
        return Language(lang.value)
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return Language.ZH if locale.startswith("zh") else Language.EN


def _show_recording(made: Monitor, path: Path, show: Show) -> int:
    """Show what can be read and say what cannot; return how many rows that were."""
    from firmware_bridge.capture import read_capture  # noqa: PLC0415 -- as above

    spoiled = 0

    def tell(error: CaptureError) -> None:
        nonlocal spoiled
        spoiled += 1
        typer.echo(str(error), err=True)

    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        for row in made.rows(read_capture(file, name=str(path), on_bad=tell)):
            show(row)
    return spoiled


async def _listen(
    made: Monitor,
    show: Show,
    place: str,
    baud: int,
    *,
    seconds: float | None,
    record: Path | None,
    language: Language,
) -> None:
    """Listen at a port as the daemon would, and show what passes, until the time is over or Ctrl-C."""
    from firmware_bridge.capture import LineCutter, Recorder  # noqa: PLC0415 -- as above
    from firmware_bridge.link import Link  # noqa: PLC0415 -- as above

    with ExitStack() as stack:
        taps: list[Tap] = []
        if record is not None:
            recorder = Recorder(stack.enter_context(record.open("w", encoding="utf-8", newline="")))
            stack.callback(lambda: recorder.finish(_now_ms()))
            taps.append(recorder.hear)
        cutter = LineCutter()

        def hear(t_ms: int, direction: Direction, data: bytes) -> None:
            for tap in taps:
                tap(t_ms, direction, data)
            for line in cutter.cut(t_ms, direction, data):
                show(made.row(line))

        link = Link(place, version=metadata.version("queyan"), clock=_now_ms, on_event=_nobody, tap=hear, baud=baud)
        running = asyncio.ensure_future(link.run())
        try:
            async with asyncio.timeout(seconds):
                await _tell_problems(link, language)
        except TimeoutError:
            pass  # the time that was asked for is over
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def _tell_problems(link: Link, language: Language) -> None:
    """Say on standard error what is wrong with the port, whenever that changes."""
    from firmware_bridge.sentence import said  # noqa: PLC0415 -- as above

    told: str | None = None
    await asyncio.sleep(0)  # a device's first try comes before the first word about it
    while True:
        health = link.health()
        broken = health.tried and not health.up and (not health.open or health.session.refusal)
        problem = health.problem if broken else None
        if problem is not None and problem != told:
            typer.echo(said(problem, language), err=True)
        told = problem
        await asyncio.sleep(_LOOK_S)


def _nobody(_event: LinkEvent) -> None:
    """Do nothing: the rows say it all."""


def _now_ms() -> int:
    return int(time.time() * 1000)


def _text_lines(found: Probe, greeted: LinkHealth | None, language: Language) -> list[str]:
    lines = []
    for each in found.ports:
        lines.append(_adapter_line(each))
        lines += [f"    {_mark(finding)} {finding.say(language)}" for finding in each.findings]
    lines += [f"{_mark(finding)} {finding.say(language)}" for finding in found.findings]
    if greeted is not None:
        lines.append(_greeting_line(greeted, language))
    return lines


def _adapter_line(each: Probed) -> str:
    adapter = each.adapter
    about = " ".join(part for part in (str(adapter.usb or ""), adapter.title) if part)
    board = " (Pico)" if each.likely_board else ""
    return f"{'ok' if each.usable else '!!'} {adapter.stable} -> {adapter.device}  {about}{board}".rstrip()


def _mark(finding: Finding) -> str:
    return "!!" if finding.fails else "--"


def _greeting_line(greeted: LinkHealth, language: Language) -> str:
    from firmware_bridge.sentence import said  # noqa: PLC0415 -- as above

    hello = greeted.session.hello
    if greeted.up and hello is not None:
        return f"ok {greeted.port}: MJT/{hello.protocol}, {hello.channels} ch"
    return f"!! {said(greeted.problem or '', language)}"


def _json_lines(found: Probe, greeted: LinkHealth | None) -> list[str]:
    from firmware_bridge.sentence import Language  # noqa: PLC0415 -- as above

    def told(findings: tuple[Finding, ...]) -> list[dict[str, object]]:
        return [
            {"fails": finding.fails, "zh": finding.say(Language.ZH), "en": finding.say(Language.EN)}
            for finding in findings
        ]

    lines: list[dict[str, object]] = [
        {
            "device": each.adapter.device,
            "name": each.adapter.stable,
            "usb": str(each.adapter.usb) if each.adapter.usb else None,
            "title": each.adapter.title,
            "usable": each.usable,
            "likely_board": each.likely_board,
            "findings": told(each.findings),
        }
        for each in found.ports
    ]
    lines.append({"findings": told(found.findings)})
    if greeted is not None:
        hello = greeted.session.hello
        lines.append(
            {
                "greeted": greeted.port,
                "up": greeted.up,
                "problem": greeted.problem,
                "protocol": None if hello is None else hello.protocol,
                "inputs": None if hello is None else hello.channels,
            }
        )
    return [json.dumps(line, ensure_ascii=False) for line in lines]
