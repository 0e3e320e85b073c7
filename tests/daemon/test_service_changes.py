"""Corrections through the service: told in the answer, kept over a restart, in order whatever the clock says."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from table_daemon.game.commands import Correct, DrawHand, EndMatch, SetName, StartHand, StartMatch, Undo, WriteHand
from table_daemon.game.events import Corrected, Source, Witness
from table_daemon.rules.tiles import Tile, parse_tiles
from table_daemon.store.errors import StoreDiskError
from table_daemon.store.sqlite import EventStore
from table_daemon.store.writing import kind_of
from table_daemon.views import HealthLevel, HealthPart, to_json
from tests.daemon.doubles import NAMES, Desk, FailingStore, HandClock, health_of
from web_display.ports import Accepted, Intent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from table_daemon.game.events import Recorded
    from table_daemon.store.port import IntentRecord
    from web_display.ports import PersonCommand

PERSON = Source(witness=Witness.PERSON)
START = StartMatch(t_ms=0, match="m1", names=NAMES, profile="tianjin", first_dealer=0, source=PERSON)
WALLS = StartHand(t_ms=0, source=PERSON)
WON = WriteHand(
    t_ms=0,
    seat=1,
    hand=parse_tiles("345m123s111z77m45s"),
    draw=Tile.parse("6s"),
    indicator=Tile.parse("8p"),
    source=PERSON,
)
YEAR_MS = 365 * 86_400_000
HOUR_MS = 3_600_000
NOW_MS = 1_900_000_000_000


def said(desk: Desk, intent_id: str, command: PersonCommand) -> Accepted:
    answer = asyncio.run(desk.service.submit(Intent(id=intent_id, command=command)))
    assert isinstance(answer, Accepted), answer
    return answer


def played(desk: Desk) -> int:
    """Two hands by hand; the sequence of the first one's win."""
    commands: list[PersonCommand] = [START, WALLS, WON, WALLS, DrawHand(t_ms=0, source=PERSON)]
    for number, command in enumerate(commands):
        said(desk, f"i-{number}", command)
    events = asyncio.run(desk.service.after(0, limit=99))
    return next(int(str(event["seq"])) for event in events if event["kind"] == "hand_won")


def test_a_correction_tells_old_and_new_totals_and_survives_a_restart(tmp_path: Path) -> None:
    with EventStore.open(tmp_path / "log") as store:
        desk = Desk(store)
        won = played(desk)
        wish = Correct(t_ms=0, of=won, field="winner", value="2", why="记错", by="李", source=PERSON)
        told = said(desk, "c", wish).changed
        assert told is not None
        assert (told.scores_before, told.scores_after) == ((-2, 6, -2, -2), (-2, -2, 6, -2))
        public = to_json(desk.service.current())
        history = to_json(desk.service.history())
    with EventStore.open(tmp_path / "log") as store:
        again = Desk(store)
        assert to_json(again.service.current()) == public
        assert to_json(again.service.history()) == history
        assert again.service.history().corrections[0].by == "李"
        assert said(again, "c", wish).changed is None  # done before: nothing changes now


@pytest.mark.parametrize("jump_ms", [1_000, NOW_MS + 2 * YEAR_MS, NOW_MS - HOUR_MS], ids=["1970", "+2 years", "-1 h"])
def test_the_log_keeps_its_order_when_the_clock_jumps(tmp_path: Path, jump_ms: int) -> None:
    clock = HandClock(NOW_MS)
    with EventStore.open(tmp_path / "log") as store:
        desk = Desk(store, clock=clock)
        said(desk, "a", START)
        said(desk, "b", WALLS)
        clock.t_ms = jump_ms
        said(desk, "c", WON)
        said(desk, "d", WALLS)
        clock.t_ms = NOW_MS + 1
        said(desk, "e", DrawHand(t_ms=0, source=PERSON))
        live = desk.service.state
    with EventStore.open(tmp_path / "log") as store:
        assert [event.seq for event in store.read()] == list(range(1, live.version + 1))
        again = Desk(store, clock=HandClock(jump_ms))
        assert again.service.state == live
        assert again.service.current().seats[1].score == 6
        said(again, "f", Undo(t_ms=0, of=live.version, source=PERSON))


@pytest.mark.parametrize("wrong_ms", [NOW_MS + 2 * YEAR_MS, 1_000, NOW_MS - HOUR_MS], ids=["+2 years", "1970", "-1 h"])
def test_what_follows_a_run_with_a_wrong_clock_has_its_own_times(tmp_path: Path, wrong_ms: int) -> None:
    with EventStore.open(tmp_path / "log") as store:
        desk = Desk(store, clock=HandClock(wrong_ms))
        said(desk, "a", START)
        said(desk, "b", WALLS)
        said(desk, "c", WON)
    with EventStore.open(tmp_path / "log") as store:
        clock = HandClock(NOW_MS)
        again = Desk(store, clock=clock)
        last, won = again.service.state.version, next(e.seq for e in store.read() if kind_of(e.event) == "hand_won")
        clock.t_ms += 60_000
        said(again, "d", Correct(t_ms=0, of=won, field="winner", value="2", why="记错", by="李", source=PERSON))
        clock.t_ms += 60_000
        said(again, "e", EndMatch(t_ms=0, source=PERSON))
        said(again, "f", replace(START, match="m2"))
        rows = asyncio.run(again.service.matches())
        assert [row.began_ms for row in rows] == [NOW_MS + 120_000, wrong_ms]
        corrected = [event for event in store.read(after=last) if event.t_ms == NOW_MS + 60_000]
        assert any(isinstance(event.event, Corrected) for event in corrected)
        live = again.service.state
    with EventStore.open(tmp_path / "log") as store:
        assert Desk(store).service.state == live


@pytest.mark.parametrize("by_ms", [2 * YEAR_MS, 1_000 - NOW_MS, -HOUR_MS], ids=["+2 years", "to 1970", "-1 h"])
def test_a_witness_is_as_long_ago_as_it_was_however_the_clock_is_set(by_ms: int) -> None:
    clock = HandClock(NOW_MS, session_ms=NOW_MS)
    desk = Desk(clock=clock)
    said(desk, "a", START)
    clock.t_ms, clock.session_ms = NOW_MS + by_ms + 5_000, NOW_MS + 5_000
    assert desk.service.witness(replace(WALLS, t_ms=NOW_MS + 4_300)) is None
    told = asyncio.run(desk.service.after(0, limit=9))
    assert [event["t_ms"] for event in told if event["kind"] == "hand_started"] == [NOW_MS + by_ms + 4_300]


@pytest.mark.parametrize("by_ms", [2 * YEAR_MS, -HOUR_MS], ids=["+2 years", "-1 h"])
def test_a_table_is_at_rest_when_time_has_passed_not_when_the_clock_was_set(by_ms: int) -> None:
    clock = HandClock(NOW_MS, session_ms=NOW_MS)
    desk = Desk(clock=clock)
    said(desk, "a", START)
    clock.t_ms += by_ms
    assert desk.service.idle_ms() == 0
    clock.session_ms = NOW_MS + 700_000
    assert desk.service.idle_ms() == 700_000
    said(desk, "b", WALLS)
    assert desk.service.idle_ms() == 0
    # Started again: as long at rest as the log says; one from the future says nothing.
    again = Desk(desk.store, clock=HandClock(NOW_MS + by_ms + 90_000))
    assert again.service.idle_ms() == 90_000
    assert Desk(desk.store, clock=HandClock(NOW_MS - 2 * HOUR_MS)).service.idle_ms() == 0


class NthFails(FailingStore):
    """Fails the n-th time something is to be appended, and only then."""

    def __init__(self, nth: int) -> None:
        super().__init__()
        self._left = nth

    def append(self, events: Sequence[Recorded], *, intent: IntentRecord | None = None) -> None:
        self._left -= bool(events or intent)
        if self._left == 0:
            self._left = -1
            raise StoreDiskError("could not append (I/O error): the disk failed", where="log")
        super().append(events, intent=intent)


@pytest.mark.parametrize("nth", range(1, 7))
def test_the_nth_write_failing_costs_nothing(nth: int) -> None:
    store = NthFails(nth)
    desk = Desk(store)
    levels = []
    desk.board.on_change = lambda: levels.append(health_of(desk.board, HealthPart.STORE).level)
    played(desk)
    said(desk, "n", SetName(t_ms=0, seat=0, name="新", source=PERSON))
    desk.service.save_again()
    assert HealthLevel.BAD in levels
    assert health_of(desk.board, HealthPart.STORE).level is HealthLevel.OK
    assert [event.seq for event in store.read()] == list(range(1, desk.service.state.version + 1))
    assert [store.intent(f"i-{number}") is not None for number in range(5)] == [True] * 5
    assert Desk(store).service.state == desk.service.state
