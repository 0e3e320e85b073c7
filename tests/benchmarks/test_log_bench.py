"""The log's speed beside bare SQLite and the codec alone, in the same run; and that a long evening costs no memory."""

from __future__ import annotations

import gc
import random
import sqlite3
import time
import tracemalloc
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from table_daemon.game.commands import (
    DrawHand,
    EndMatch,
    RecordDice,
    RecordDiscard,
    StartHand,
    StartMatch,
    TurnIndicator,
)
from table_daemon.game.decide import decide, recorded
from table_daemon.game.events import Recorded, Source, Witness
from table_daemon.game.fold import fold
from table_daemon.game.rejection import Rejection
from table_daemon.game.state import GameState
from table_daemon.rules.tiles import Tile
from table_daemon.store.codec import dumps, kind_of, loads
from table_daemon.store.sqlite import EventStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from table_daemon.game.commands import Command

LEAST_OF_BARE: Final = 0.3
MOST_TIMES_DECODING: Final = 3.0
MOST_GROWTH_BYTES: Final = 1_048_576
EVENTS: Final = 100_000
APPENDED: Final = 2_000
CAMERA: Final = Source(witness=Witness.CAMERA, confidence=0.98, picture="4711-1-2-3", place_mm=(12.5, -80.0))
PERSON: Final = Source(witness=Witness.PERSON)
NAMES: Final = ("王", "李", "张", "赵")
HANDS_A_MATCH: Final = 16


def evening(rng: random.Random) -> Iterator[Command]:
    """Matches of plain hands without end: thrown tiles until the wall is spent."""
    number = 0
    while True:
        number += 1
        yield StartMatch(t_ms=0, match=f"m{number}", names=NAMES, profile="tianjin", first_dealer=0, source=PERSON)
        for _ in range(HANDS_A_MATCH):
            yield StartHand(t_ms=1, source=CAMERA)
            yield RecordDice(t_ms=2, seat=0, dice=(3, 4), source=CAMERA)
            yield RecordDice(t_ms=2, seat=2, dice=(2, 3), source=CAMERA)
            yield TurnIndicator(t_ms=3, tile=Tile(rng.randrange(34)), source=CAMERA)
            for turn in range(74):
                tile = Tile(rng.randrange(34))
                yield RecordDiscard(t_ms=4, seat=turn % 4, tile=tile, sure=True, source=CAMERA)
            yield DrawHand(t_ms=5, source=CAMERA)
        yield EndMatch(t_ms=6, source=PERSON)


def carried_out(rng: random.Random, events: int, take: Callable[[tuple[Recorded, ...]], None]) -> GameState:
    """Play until that many events are recorded, each command's handed over as the daemon would."""
    state, count = GameState(), 0
    for command in evening(rng):
        outcome = decide(state, replace(command, t_ms=state.t_ms + 1))
        assert not isinstance(outcome, Rejection)
        new = recorded(state, replace(command, t_ms=state.t_ms + 1), outcome)
        take(new)
        state = fold(new, state)
        count += len(new)
        if count >= events:
            return state
    raise AssertionError


@pytest.fixture(scope="module")
def log() -> list[Recorded]:
    """A long log."""
    kept: list[Recorded] = []
    carried_out(random.Random(1), EVENTS, kept.extend)
    return kept


def bare_append(path: Path, log: list[Recorded]) -> float:
    """Seconds that bare SQLite takes to store the same rows, one transaction each, with the same pragmas."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE rows (seq INTEGER PRIMARY KEY, t INTEGER, kind TEXT, body TEXT, crc INTEGER)")
    rows = []
    for entry in log:
        body = dumps(entry)
        rows.append((entry.seq, entry.t_ms, kind_of(entry.event), body, zlib.crc32(body.encode())))
    began_s = time.perf_counter()
    for row in rows:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", row)
        connection.execute("COMMIT")
    took_s = time.perf_counter() - began_s
    connection.close()
    return took_s


def full_append(path: Path, log: list[Recorded]) -> float:
    """Seconds that the log takes: checked, stored, folded."""
    with EventStore.open(path) as store:
        state = GameState()
        began_s = time.perf_counter()
        for entry in log:
            store.append([entry])
            state = fold((entry,), state)
        return time.perf_counter() - began_s


@pytest.mark.bench
@pytest.mark.timeout(600)
def test_appending_beside_bare_sqlite(tmp_path: Path, log: list[Recorded]) -> None:
    some = log[:APPENDED]
    ratios = []
    for round_ in range(3):
        bare_s = bare_append(tmp_path / f"bare{round_}", some)
        full_s = full_append(tmp_path / f"full{round_}", some)
        ratios.append(bare_s / full_s)
        print(f"bare {APPENDED / bare_s:,.0f}/s, the log {APPENDED / full_s:,.0f}/s: {bare_s / full_s:.2f} x bare")  # noqa: T201 - figures
    assert max(ratios) >= LEAST_OF_BARE


@pytest.mark.bench
@pytest.mark.timeout(900)
def test_replaying_beside_reading_and_decoding(tmp_path: Path, log: list[Recorded]) -> None:
    path = tmp_path / "log"
    with EventStore.open(path) as store:
        store.append(log)
        ratios = []
        for _ in range(3):
            began_s = time.perf_counter()
            for (body,) in store._connection.execute("SELECT body FROM events ORDER BY match, seq"):
                loads(body)
            decode_s = time.perf_counter() - began_s
            began_s = time.perf_counter()
            state = fold(store.read())
            replay_s = time.perf_counter() - began_s
            ratios.append(replay_s / decode_s)
            print(f"{len(log)} events: decoded in {decode_s:.2f} s, replayed in {replay_s:.2f} s: {ratios[-1]:.2f} x")  # noqa: T201 - figures
    assert state.version == len(log)
    assert min(ratios) <= MOST_TIMES_DECODING


@pytest.mark.bench
@pytest.mark.timeout(1800)
def test_a_long_evening_costs_no_memory(tmp_path: Path) -> None:
    """Matches come and go; what a running match keeps is given back when the next one begins."""
    path = tmp_path / "log"
    with EventStore.open(path) as store:
        grown: list[int] = []

        def take(events: tuple[Recorded, ...]) -> None:
            store.append(events)
            if any(kind_of(entry.event) == "match_started" for entry in events):
                gc.collect()
                grown.append(tracemalloc.get_traced_memory()[0])

        tracemalloc.start()
        try:
            carried_out(random.Random(2), EVENTS, take)
        finally:
            tracemalloc.stop()
    growth = max(grown[len(grown) // 2 :]) - min(grown[2:])
    print(f"{len(grown)} matches: {growth / 1024:.0f} KiB more at the end than after warming up")  # noqa: T201 - figures
    assert growth < MOST_GROWTH_BYTES
