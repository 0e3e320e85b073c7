"""The panel in the daemon: buttons pressed on pretended pins reach the game, and a panel that fails hinders nothing."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from firmware_bridge import panel as panel_module
from firmware_bridge.panel import Key, PanelPins
from firmware_bridge.panel_buttons import Push
from table_daemon.clocks import PictureClock
from table_daemon.game.commands import RecordDiscard, StartHand, StartMatch, TurnIndicator
from table_daemon.game.events import Source, Witness
from table_daemon.health import HealthBoard
from table_daemon.panel_keeping import ButtonTimers, keep_panel
from table_daemon.rules.tiles import Tile
from table_daemon.service import GameService, MatchDefaults
from table_daemon.settings import PanelSettings
from table_daemon.store.memory import MemoryStore
from table_daemon.views import HealthItem, HealthLevel, HealthPart, PublicState

PATIENCE_S = 8.0
PINS = PanelPins()
CAMERA = Source(witness=Witness.CAMERA)


class HeldPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that is held to ground, whatever pulls it up."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


class Table:
    """A game with a panel on pretended pins."""

    def __init__(self) -> None:
        self.clock = PictureClock()
        self.board = HealthBoard(self.clock.now_ms)
        self.service = GameService(
            MemoryStore(),
            clock=self.clock,
            board=self.board,
            defaults=MatchDefaults(names=("甲", "乙", "丙", "丁"), profile="tianjin", first_dealer=0),
            rng=random.Random(1),
        )
        self.factory: Any = MockFactory()
        self._turn = asyncio.Event()
        self.service.subscribe(self._told)

    def _told(self, _public: PublicState) -> None:
        self._turn.set()

    def health(self) -> HealthItem | None:
        return next((item for item in self.board.current().items if item.part is HealthPart.PANEL), None)

    def discards(self) -> int:
        match = self.service.state.match
        return 0 if match is None or match.hand is None else len(match.hand.discard_order)

    def play(self) -> None:
        names = ("甲", "乙", "丙", "丁")
        for command in (
            StartMatch(t_ms=1, match="m", names=names, profile="tianjin", first_dealer=0, source=CAMERA),
            StartHand(t_ms=2, source=CAMERA),
            TurnIndicator(t_ms=3, tile=Tile.parse("8p"), source=CAMERA),
            RecordDiscard(t_ms=4, seat=0, tile=Tile.parse("1z"), sure=True, source=CAMERA),
        ):
            assert self.service.carry_out(command) is None

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                self._turn.clear()
                await self._turn.wait()


@contextlib.asynccontextmanager
async def kept(table: Table) -> AsyncIterator[None]:
    settings = PanelSettings(enabled=True)
    keeping = asyncio.ensure_future(
        keep_panel(settings, table.clock, table.board, table.service, pin_factory=table.factory)
    )
    try:
        await table.until(lambda: table.health() is not None)
        yield
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        table.factory.reset()


def run(story: Callable[[Table], Coroutine[None, None, None]]) -> None:
    async def whole() -> None:
        table = Table()
        async with kept(table):
            await story(table)

    asyncio.run(whole())


def test_a_press_on_the_undo_pin_takes_the_discard_back() -> None:
    async def story(table: Table) -> None:
        table.play()
        pin = table.factory.pin(PINS.undo)
        pin.drive_low()
        await after(0.1)
        pin.drive_high()
        await table.until(lambda: table.discards() == 0)

    run(story)


def test_the_lamps_are_lit_at_the_start_and_dark_at_the_end() -> None:
    table_at_end: list[Table] = []

    async def story(table: Table) -> None:
        table_at_end.append(table)
        assert all(table.factory.pin(pin).state for pin in PINS.lamps)

    run(story)
    assert not any(table_at_end[0].factory.pin(pin).state for pin in PINS.lamps)


def test_a_button_that_is_down_at_the_start_is_reported_until_let_go() -> None:
    async def whole() -> None:
        table = Table()
        table.factory.pin(PINS.seats[2], pin_class=HeldPin)
        async with kept(table):
            item = table.health()
            assert item is not None
            assert item.level is HealthLevel.WARN
            assert "stuck" in item.message
            assert "seat 2" in item.message
            table.factory.pin(PINS.seats[2]).drive_high()
            await table.until(lambda: (now := table.health()) is not None and now.level is HealthLevel.OK)

    asyncio.run(whole())


def test_without_pins_the_panel_is_pretended_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    factory: Any = MockFactory()
    monkeypatch.setattr(panel_module, "pins_here", lambda: (factory, True))

    async def whole() -> None:
        table = Table()
        table.factory = None
        keeping = asyncio.ensure_future(
            keep_panel(PanelSettings(enabled=True), table.clock, table.board, table.service)
        )
        await table.until(lambda: table.health() is not None)
        item = table.health()
        assert item is not None
        assert (item.level, "pretended" in item.message) == (HealthLevel.WARN, True)
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)

    asyncio.run(whole())
    factory.reset()


@pytest.fixture
def no_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> tuple[Any, bool]:
        raise ImportError("No module named lgpio")

    monkeypatch.setattr(panel_module, "pins_here", fails)


@pytest.mark.usefixtures("no_pins")
def test_a_panel_that_cannot_be_had_is_told_and_play_goes_on() -> None:
    table = Table()
    asyncio.run(keep_panel(PanelSettings(enabled=True), table.clock, table.board, table.service))
    item = table.health()
    assert item is not None
    assert item.level is HealthLevel.WARN
    assert "python3-lgpio" in item.message
    table.play()
    assert table.discards() == 1


def test_a_panel_that_is_not_wired_is_off() -> None:
    table = Table()
    asyncio.run(keep_panel(PanelSettings(), table.clock, table.board, table.service))
    item = table.health()
    assert item is not None
    assert item.level is HealthLevel.OFF


def test_timers_follow_each_button_by_itself() -> None:
    async def whole() -> list[tuple[Key, Push]]:
        told: list[tuple[Key, Push]] = []
        down = {Key.SEAT1: False, Key.UNDO: False}
        now_ms = [0]
        timers = ButtonTimers(
            lambda key: down.get(key, False), now_ms=lambda: now_ms[0], on_push=lambda *push: told.append(push)
        )
        for ms, key, closed in ((0, Key.SEAT1, True), (10, Key.UNDO, True), (200, Key.SEAT1, False)):
            now_ms[0] = ms
            timers.tick(Key.SEAT1)
            down[key] = closed
            timers.edge(key)
        for ms in range(200, 1300, 10):
            now_ms[0] = ms
            timers.tick(Key.SEAT1)
            timers.tick(Key.UNDO)
        timers.close()
        return told

    assert asyncio.run(whole()) == [(Key.SEAT1, Push.SHORT), (Key.UNDO, Push.LONG)]


async def after(seconds: float) -> None:
    """Let a finger rest on a button for so long; the panel's own timers run meanwhile."""
    done = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, done.set)
    await done.wait()
