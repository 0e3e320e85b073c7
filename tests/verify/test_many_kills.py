"""SIGKILL at sixty random moments of a hand (make verify)."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from table_daemon.game.events import Settled
from table_daemon.game.fold import fold
from table_daemon.store.codec import dumps
from table_daemon.store.sqlite import EventStore
from tests.daemon.played import digest, stream

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 60


@pytest.mark.verify
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", [12, 21])
def test_sixty_kills_lose_no_acknowledged_event(tmp_path: Path, repository: Path, seed: int) -> None:
    database = tmp_path / "log"
    assert len(stream(seed, "wild_discard:1")) > KILLS
    done = subprocess.run(
        [sys.executable, "-m", "tests.daemon.played", str(seed), str(KILLS), "wild_discard:1", str(database)],
        capture_output=True,
        text=True,
        check=True,
        timeout=1700,
        cwd=repository,
    )
    report = json.loads(done.stdout)
    with EventStore.open(database) as store:
        log = list(store.read())
    assert len(report["found"]) == KILLS + 1
    assert all(found >= promised for found, promised in zip(report["found"], report["promised"], strict=True))
    written = {str(event.seq): dumps(event) for event in log}
    assert report["acknowledged"].items() <= written.items()
    folded = [fold(log[:version]) for version in (*report["found"], len(log))]
    assert report["states"] == [digest(state) for state in folded]
    assert sum(isinstance(event.event, Settled) for event in log) == 1
    state = fold(log)
    assert state.match is not None
    assert len(state.match.history) == 1
