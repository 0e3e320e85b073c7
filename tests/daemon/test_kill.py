"""SIGKILL at ten random moments within a hand: no acknowledged event is lost, the hand ends as it was played."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from table_daemon.game.events import Discarded, ReviewOpened, Settled
from table_daemon.game.fold import fold
from table_daemon.simulator.cues import HandOver
from table_daemon.store.codec import dumps
from table_daemon.store.sqlite import EventStore
from tests.daemon.played import digest, stream

KILLS = 10


@pytest.mark.parametrize(("seed", "mishaps"), [(12, "wild_discard:1"), (13, "occlusion:0.3,nudge:0.2")])
def test_a_hand_survives_ten_kills(tmp_path: Path, repository: Path, seed: int, mishaps: str) -> None:
    database = tmp_path / "log"
    done = subprocess.run(
        [sys.executable, "-m", "tests.daemon.played", str(seed), str(KILLS), mishaps, str(database)],
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
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

    truth = next(item.truth for item in stream(seed, mishaps) if isinstance(item, HandOver))
    match = fold(log).match
    assert match is not None
    assert match.hand is not None
    (hand,) = match.history
    assert (hand.dealer, hand.winner, hand.fan, hand.net) == (truth.dealer, truth.winner, truth.fan, truth.net)
    assert (match.scores, match.next_dealer) == (truth.scores, truth.next_dealer)
    assert sorted(hand.fouls) == sorted(truth.fouls)
    discards = [(event.event.seat, event.event.tile) for event in match.hand.log if isinstance(event.event, Discarded)]
    assert discards == list(truth.discards)
    assert sum(isinstance(event.event, Settled) for event in log) == 1
    assert not any(isinstance(event.event, ReviewOpened) for event in log)
