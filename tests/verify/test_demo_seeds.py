"""Thirty whole hands by camera and link, against the truth. Run by ``make verify``; takes some minutes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HANDS = 6
LEAST_AGREED = 5


@pytest.mark.verify
@pytest.mark.parametrize("seed", range(1, 6))
def test_a_match_by_camera_and_link_agrees_with_the_truth(
    seed: int, tmp_path: Path, figure: Callable[[str], None]
) -> None:
    command = [sys.executable, "-m", "table_daemon", "demo", "--hands", str(HANDS), "--seed", str(seed)]
    command += ["--speed", "max", "--port", "0", "--data-dir", str(tmp_path), "--exit", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *hands, total = (json.loads(line) for line in done.stdout.splitlines())
    assert len(hands) == total["hands"] == HANDS
    assert total["silent_errors"] == 0
    assert sum(hand["agrees"] and hand["questions"] == 0 for hand in hands) >= LEAST_AGREED
    figure(f"demo, {HANDS} hands, seed {seed}: {json.dumps(total)}")
