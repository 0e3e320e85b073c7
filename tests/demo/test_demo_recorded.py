"""A demo that is recorded, replayed: the same story, from the pictures and the line alone."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PERFECT_DEMO_SEED = "42"
"""Its first hand takes few pictures."""


def lines_of(*arguments: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "table_daemon", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_recorded_demo_replays_to_the_same_story(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    options = ["--hands", "1", "--seed", PERFECT_DEMO_SEED, "--speed", "max", "--exit", "--json"]
    hand, total = lines_of("demo", *options, "--data-dir", str(tmp_path / "data"), "--record", str(kept))
    assert total["silent_errors"] == 0
    truth = json.loads((kept / "truth.jsonl").read_text(encoding="utf-8"))
    assert truth == hand["truth"]
    events = lines_of("replay", str(kept))
    won = next(event for event in events if event["kind"] == "hand_won")
    settled = next(event for event in events if event["kind"] == "settled")
    assert (won["winner"], won["score"]["fan"], settled["net"]) == (hand["winner"], hand["fan"], hand["net"])
    assert sum(event["kind"] == "review_opened" for event in events) == hand["questions"]
