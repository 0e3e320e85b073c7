"""The line on the health board: figures in words, and a hand whose telemetry is not whole."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge.link import Link
from firmware_bridge.messages import (
    DiceValue,
    Drop,
    LinkEvent,
    LinkLost,
    LinkUp,
    TableEvent,
    TelemetryGap,
    Wall,
    WallState,
)
from firmware_bridge.sentence import Sentence
from firmware_bridge.sources import PlainHealth
from table_daemon.clocks import SystemClock
from table_daemon.errors import UnknownProtocolError
from table_daemon.health import HealthBoard
from table_daemon.link_watch import LinkWatch, Telemetry, link_figures
from table_daemon.listening import keep_link
from table_daemon.settings import LinkSettings
from table_daemon.views import HealthItem, HealthLevel

RECORDING = """t_ms,direction,line
0,rx,"$E,9,5500,LIFT,pos=up*AEC7"
0,rx,"$E,10,9000,DROP*0A67"
"""


class Source:
    """A source whose health the test says."""

    def __init__(self, health: PlainHealth) -> None:
        self.said = health

    async def run(self) -> None:
        await asyncio.Event().wait()

    def ask(self, _command: object) -> bool:
        return False

    def health(self) -> PlainHealth:
        return self.said


def gone_through(*events: TableEvent) -> Telemetry:
    telemetry = Telemetry()
    for event in events:
        telemetry.hear(LinkEvent(0, event))
    return telemetry


@pytest.mark.parametrize(
    ("events", "complete", "lost"),
    [
        ((LinkUp(), DiceValue((1, 2))), True, 0),
        ((TelemetryGap(2), TelemetryGap(3)), False, 5),
        ((TelemetryGap(None),), False, 0),
        ((LinkLost(), LinkUp()), False, 0),
        ((TelemetryGap(2), Drop()), True, 0),
        ((TelemetryGap(2), Wall(0, WallState.RAISED)), True, 0),
        ((TelemetryGap(2), Wall(0, WallState.DOWN)), False, 2),
    ],
)
def test_a_gap_marks_the_hand_until_the_next(events: tuple[TableEvent, ...], *, complete: bool, lost: int) -> None:
    telemetry = gone_through(*events)
    assert (telemetry.complete, telemetry.lost) == (complete, lost)


def item(source: Source, *events: TableEvent, trouble: str | None = None) -> HealthItem:
    """What stands on the board after ``events``."""
    board = HealthBoard(lambda: 0)
    heard: list[LinkEvent] = []

    async def look() -> None:
        watch = LinkWatch(board, heard.append)
        for event in events:
            watch.hear(LinkEvent(0, event))
        running = asyncio.ensure_future(watch.run(source, recording_problem=lambda: trouble))
        await asyncio.sleep(0)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(look())
    assert [each.event for each in heard] == list(events)
    (told,) = board.current().items
    return told


def test_a_link_that_is_well_says_nothing() -> None:
    told = item(Source(PlainHealth(up=True)))
    assert (told.level, told.message) == (HealthLevel.OK, "")


@pytest.mark.parametrize(
    ("source", "events", "trouble", "message"),
    [
        (PlainHealth(up=False), (), None, "does not answer yet"),
        (PlainHealth(up=False, problem="plug it in"), (), None, "plug it in"),
        (PlainHealth(up=True), (TelemetryGap(3),), None, "telemetry of this hand is incomplete (3 events lost)"),
        (PlainHealth(up=True), (LinkLost(),), None, "telemetry of this hand is incomplete"),
        (PlainHealth(up=True), (), "no longer recorded", "no longer recorded"),
    ],
)
def test_what_is_wrong_is_told(
    source: PlainHealth, events: tuple[TableEvent, ...], trouble: str | None, message: str
) -> None:
    told = item(Source(source), *events, trouble=trouble)
    assert told.level is HealthLevel.WARN
    assert message in told.message


@pytest.mark.parametrize(
    ("source", "events", "chinese"),
    [
        (PlainHealth(up=False), (), "采集板还没有应答"),
        (PlainHealth(up=False, problem=Sentence("plug it in", zh="请插上")), (), "请插上"),
        (PlainHealth(up=True), (TelemetryGap(3),), "这一局的信号不全（丢了 3 条）"),
    ],
)
def test_it_is_told_in_chinese_too(source: PlainHealth, events: tuple[TableEvent, ...], chinese: str) -> None:
    assert item(Source(source), *events).message_zh == chinese


def test_the_figures_of_a_link_that_never_opened_are_empty(tmp_path: Path) -> None:
    async def health() -> str:
        link = Link(str(tmp_path / "none"), version="test", clock=lambda: 0, on_event=lambda _: None)
        return link_figures(link.health())

    assert asyncio.run(health()) == ""


def kept(settings: LinkSettings, board: HealthBoard, holds: Callable[[list[TableEvent]], bool]) -> list[TableEvent]:
    """Keep the line until something has changed and ``holds``, or the line has ended; return what was heard."""
    heard: list[TableEvent] = []

    async def play() -> None:
        changed = asyncio.Event()
        board.on_change = changed.set

        def hear(event: LinkEvent) -> None:
            heard.append(event.event)
            changed.set()

        running = asyncio.ensure_future(keep_link(settings, SystemClock(), board, hear))
        running.add_done_callback(lambda _: changed.set())
        async with asyncio.timeout(10):
            while not (running.done() or holds(heard)):
                changed.clear()
                await changed.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(play())
    return heard


def test_without_a_line_the_part_is_off() -> None:
    board = HealthBoard(lambda: 0)
    assert kept(LinkSettings(), board, lambda _: False) == []
    assert board.current().items[0].level is HealthLevel.OFF


def test_a_recording_is_played_and_its_end_told(tmp_path: Path) -> None:
    path = tmp_path / "link.csv"
    path.write_text(RECORDING, encoding="utf-8")
    board = HealthBoard(lambda: 0)
    heard = kept(
        LinkSettings(url=str(path)), board, lambda _: "end" in "".join(each.message for each in board.current().items)
    )
    assert heard[-1] == Drop()


def test_what_passes_is_recorded(tmp_path: Path) -> None:
    record = tmp_path / "kept.csv"
    board = HealthBoard(lambda: 0)
    settings = LinkSettings(url=str(tmp_path / "none"), record=record)
    kept(settings, board, lambda _: bool(board.current().items))
    assert not record.exists()  # nothing has passed: no file


@pytest.mark.parametrize("name", ["no_such_module:Class", "json:NoSuchClass", "json:loads"])
def test_a_protocol_that_cannot_be_loaded_names_the_setting(name: str) -> None:
    settings = LinkSettings(url="/dev/none", protocol=name)
    with pytest.raises(UnknownProtocolError, match=r"link\.protocol"):
        asyncio.run(keep_link(settings, SystemClock(), HealthBoard(lambda: 0), lambda _: None))


def test_a_makers_protocol_is_loaded_by_its_name(tmp_path: Path) -> None:
    board = HealthBoard(lambda: 0)
    settings = LinkSettings(url=str(tmp_path / "none"), protocol="firmware_bridge.example_maker:ExampleMaker")
    kept(settings, board, lambda _: bool(board.current().items))
    assert "no serial port" in board.current().items[0].message
