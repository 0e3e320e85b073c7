"""Every fault of the emulator's script against the real link on a real PTY: what the daemon is told of it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from firmware_bridge.emulator.faults import read_script
from firmware_bridge.messages import (
    DiceValue,
    Fault,
    LinkLost,
    LinkUp,
    Ready,
    Snapshot,
    TableEvent,
    TelemetryGap,
)
from tests.firmware_bridge.test_link import Bench, bench

THROW = 5
"""Lines a throw makes: button down and up, dice start and stop, value."""


async def throw(table: Bench, script: str = "") -> list[TableEvent]:
    """Let a seat throw while the script spoils the lines that follow; return what was told, to the next throw's end."""
    if script:
        table.emulator.wire.add(read_script(script, next_line=table.emulator.wire.lines + 1))
    before = len(table.heard)
    table.emulator.table.roll_dice(seat=1, dice=(2, 6), now_ms=table.now_ms())
    lines = table.emulator.wire.lines
    await table.until(lambda: table.emulator.wire.lines >= lines + THROW)
    table.emulator.table.roll_dice(seat=3, dice=(4, 4), now_ms=table.now_ms())
    await table.until(lambda: any(_dice(event) == (4, 4) for event in table.events[before:]))
    return table.events[before:]


def _dice(event: TableEvent) -> tuple[int, ...] | None:
    return event.dice if isinstance(event, DiceValue) else None


def _run(link_path: Path, play: Callable[[Bench], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with bench(link_path) as table:
            await table.until_heard(Snapshot)
            await play(table)

    asyncio.run(whole())


@pytest.fixture
def link_path(tmp_path: Path) -> Path:
    return tmp_path / "usb-tap-board"


@pytest.mark.parametrize("fault", ["bad crc", "silent"])
def test_a_line_that_is_lost_is_a_gap_and_a_snapshot(link_path: Path, fault: str) -> None:
    async def play(table: Bench) -> None:
        told = await throw(table, f"now: {fault}")
        await table.until_heard(Snapshot, times=2)
        assert TelemetryGap(missed=1) in told
        assert LinkLost() not in table.events
        assert table.link.health().session.events.lost == 1
        assert table.link.health().session.lines.bad_check == (1 if fault == "bad crc" else 0)

    _run(link_path, play)


def test_a_line_twice_is_told_once(link_path: Path) -> None:
    async def play(table: Bench) -> None:
        told = await throw(table, "now: twice")
        assert TelemetryGap not in map(type, told)
        assert [_dice(event) for event in told if _dice(event)] == [(2, 6), (4, 4)]
        assert table.link.health().session.events.repeated == 1

    _run(link_path, play)


def test_lines_in_the_wrong_order_are_a_gap_and_the_straggler_is_not_told(link_path: Path) -> None:
    async def play(table: Bench) -> None:
        told = await throw(table, "now: wrong order")
        await table.until_heard(Snapshot, times=2)
        assert TelemetryGap(missed=1) in told
        assert table.link.health().session.events.late == 1

    _run(link_path, play)


def test_a_late_line_is_told_late_and_nothing_is_lost(link_path: Path) -> None:
    async def play(table: Bench) -> None:
        begun_ms = table.now_ms()
        told = await throw(table, "now: late by 300 ms")
        assert table.now_ms() - begun_ms >= 300
        assert TelemetryGap not in map(type, told)
        assert [_dice(event) for event in told if _dice(event)] == [(2, 6), (4, 4)]

    _run(link_path, play)


def test_a_junk_banner_is_noise(link_path: Path) -> None:
    async def play(table: Bench) -> None:
        told = await throw(table, "now: junk banner")
        assert TelemetryGap not in map(type, told)
        lines = table.link.health().session.lines
        assert lines.noise_bytes > 0
        assert lines.cut == 1

    _run(link_path, play)


def test_a_reset_is_seen_and_makes_no_dice(link_path: Path) -> None:
    async def play(table: Bench) -> None:
        table.emulator.wire.add(read_script("now: reset now", next_line=table.emulator.wire.lines + 1))
        table.emulator.table.set_ready(on=True, now_ms=table.now_ms())
        await table.until_heard(TelemetryGap)
        await table.until_heard(Snapshot, times=2)
        assert table.link.health().session.events.reboots == 1
        assert LinkLost() not in table.events
        assert not [event for event in table.events if _dice(event)]

    _run(link_path, play)


def test_a_board_that_falls_silent_is_lost_and_comes_back_by_itself(link_path: Path) -> None:
    async def play(table: Bench) -> None:
        first = table.emulator.wire.lines + 1
        # Heartbeats and answers are counted too: the silence ends after enough of them.
        table.emulator.wire.add(read_script(f"from {first} to {first + 5}: silent"))
        await table.until_heard(LinkLost)
        await table.until_heard(LinkUp, times=2)
        await table.until_heard(Snapshot, times=2)
        assert table.link.health().up

    _run(link_path, play)


def test_a_stuck_sensor_is_reported_once_and_held_back(link_path: Path) -> None:
    async def play(table: Bench) -> None:
        table.emulator.wire.add(read_script("now: stuck sensor ready", next_line=table.emulator.wire.lines + 1))
        lines = table.emulator.wire.lines
        await table.until(lambda: table.emulator.wire.lines >= lines + 41)
        await table.until(lambda: table.link.health().session.events.told >= 40)
        assert [event for event in table.events if isinstance(event, Fault)] == [
            Fault(cleared=False, code="stuck.READY")
        ]
        assert sum(isinstance(event, Ready) for event in table.events) == 10

    _run(link_path, play)
