"""The table's line as the settings name it: a board, a maker's own protocol, or a recording; watched and recorded."""

import asyncio
import importlib
from collections.abc import Callable
from contextlib import ExitStack
from importlib import metadata
from pathlib import Path

from firmware_bridge.capture import read_capture
from firmware_bridge.dialogue import Dialogue
from firmware_bridge.direction import Direction
from firmware_bridge.link import Link, Tap
from firmware_bridge.messages import LinkEvent
from firmware_bridge.sources import RecordingSource, TableSource
from firmware_bridge.stream_file import StreamFile
from table_daemon.clocks import GameClock
from table_daemon.errors import UnknownProtocolError
from table_daemon.health import HealthBoard
from table_daemon.link_watch import LinkWatch
from table_daemon.settings import MJT1, LinkSettings
from table_daemon.views import HealthLevel, HealthPart

RECORDING_SUFFIX = ".csv"


async def keep_link(
    settings: LinkSettings,
    clock: GameClock,
    board: HealthBoard,
    hear: Callable[[LinkEvent], None],
    *,
    tap: Tap | None = None,
    beat: Callable[[], None] = lambda: None,
) -> None:
    """Keep the line that the settings name, if they name one, until cancelled. Raises UnknownProtocolError.

    ``tap`` hears every piece of the stream; ``beat`` is called at each look at the line, however it is.
    """
    if not settings.url:
        board.tell(HealthPart.LINK, HealthLevel.OFF)
        return
    watch = LinkWatch(board, hear)
    with ExitStack() as stack:
        kept = None if settings.record is None else StreamFile(settings.record)
        if kept is not None:
            stack.callback(kept.close)
        source = _source(settings, clock, watch.hear, _joined(tap, None if kept is None else kept.hear), stack)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(source.run())
            tasks.create_task(
                watch.run(source, recording_problem=lambda: None if kept is None else kept.problem, beat=beat)
            )


def _source(
    settings: LinkSettings,
    clock: GameClock,
    hear: Callable[[LinkEvent], None],
    tap: Tap | None,
    stack: ExitStack,
) -> TableSource:
    path = Path(settings.url)
    if path.suffix == RECORDING_SUFFIX and path.is_file():
        file = stack.enter_context(path.open(encoding="utf-8", errors="replace", newline=""))
        return RecordingSource(read_capture(file, name=str(path)), on_event=hear)
    return Link(
        settings.url,
        version=metadata.version("queyan"),
        clock=clock.steady_ms,
        on_event=hear,
        tap=tap,
        baud=settings.baud,
        dialogue=_dialogue(settings.protocol),
    )


def _joined(one: Tap | None, other: Tap | None) -> Tap | None:
    """One tap that both hear."""
    if one is None or other is None:
        return one or other

    def hear(t_ms: int, direction: Direction, data: bytes) -> None:
        one(t_ms, direction, data)
        other(t_ms, direction, data)

    return hear


def _dialogue(name: str) -> Dialogue | None:
    """Return a new instance of the class that ``module:Class`` names; None for our own protocol."""
    if name == MJT1:
        return None
    module, _, kind = name.partition(":")
    try:
        made: Dialogue = getattr(importlib.import_module(module), kind)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise UnknownProtocolError(name, str(error)) from error
    return made
