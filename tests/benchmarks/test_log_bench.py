"""The log's speed beside bare SQLite and the codec alone, in the same run."""

from __future__ import annotations

import random
import sqlite3
import time
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from table_daemon.game.decide import decide, recorded
from table_daemon.game.events import Recorded
from table_daemon.game.fold import fold
from table_daemon.game.rejection import Rejection
from table_daemon.game.state import GameState
from table_daemon.store.codec import dumps, kind_of, loads
from table_daemon.store.sqlite import EventStore
from tests.benchmarks.evenings import evening

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LEAST_OF_BARE: Final = 0.3
MOST_TIMES_DECODING: Final = 3.0
EVENTS: Final = 100_000
APPENDED: Final = 2_000


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
