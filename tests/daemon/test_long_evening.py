"""Faults in mid-play are on the health page within two seconds and gone as soon when cured, and nothing grows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.daemon.long_evening import SOON_S
from tests.store.bad_disk import is_possible

DISK = 'mount -t tmpfs -o size=64000k none "$0" && exec "$@"'  # fmt: skip


def played(folder: Path, repository: Path, *, hours: float, hands: int, between_s: float) -> dict[str, Any]:
    """What came of so many hours; kinds of faults follow each other after so many seconds."""
    program = (
        sys.executable,
        "-m",
        "tests.daemon.long_evening",
        str(folder),
        str(hours),
        "5",
        str(hands),
        str(between_s),
    )
    done = subprocess.run(
        ("unshare", "--mount", "--map-root-user", "sh", "-c", DISK, str(folder), *program),
        stdout=subprocess.PIPE,  # what it says while it plays goes where the test's own words go
        text=True,
        cwd=repository,
        env={**os.environ, "MALLOC_ARENA_MAX": "1"},
        check=False,
    )
    assert done.returncode == 0
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def check(told: dict[str, Any]) -> None:
    for fault in told["faults"]:
        assert fault["seen_s"] <= SOON_S, fault
        assert fault["lasted"], fault
        assert fault["gone_s"] <= SOON_S, fault
    assert told["events_saved"] == told["version"], "what the full disk did not take was saved once it did"
    assert told["clean_agreed"] == told["clean_hands"]
    assert told["hands"] >= 2
    assert len({(match["files"], match["threads"]) for match in told["matches"]}) == 1


@pytest.mark.timeout(600)
@pytest.mark.skipif(not is_possible(), reason="no disk of its own can be mounted here")
def test_two_hands_with_a_fault_every_half_minute(tmp_path: Path, repository: Path) -> None:
    told = played(tmp_path, repository, hours=0.02, hands=2, between_s=30.0)
    kinds = {fault["kind"] for fault in told["faults"]}
    assert kinds >= {"frozen", "unplugged", "full", "clock ahead", "hangs", "silent"}
    check(told)


@pytest.mark.verify
@pytest.mark.timeout(7200)
@pytest.mark.skipif(not is_possible(), reason="no disk of its own can be mounted here")
def test_eight_hours(tmp_path: Path, repository: Path, figure: Callable[[str], None]) -> None:
    told = played(tmp_path, repository, hours=8.0, hands=8, between_s=600.0)
    check(told)
    blocks = [match["blocks"] for match in told["matches"]]
    memory = [match["memory"] for match in told["matches"]]
    slowest = max(fault["seen_s"] for fault in told["faults"])
    figure(
        f"eight hours at the table: {told['hands']} hands, {len(told['faults'])} faults told within {slowest} s, "
        f"{memory[len(memory) // 4] / 1e6:.0f} MB after two hours, {memory[-1] / 1e6:.0f} MB at the end"
    )
    assert len(told["faults"]) > 30
    assert blocks[-1] < 1.02 * blocks[len(blocks) // 4]
    assert memory[-1] - memory[len(memory) // 4] < 8_000_000
