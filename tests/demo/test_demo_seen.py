"""One whole hand from rendered pictures and the line to the score, through the command that people use."""

import json
import subprocess
import sys
from pathlib import Path


def test_a_hand_is_read_from_its_pictures_and_scored_as_it_was_played(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "table_daemon", "demo", "--hands", "1", "--seed", "3", "--speed", "max"]
    done = subprocess.run(
        [*command, "--exit", "--json", "--data-dir", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr
    assert [line["agrees"] for line in lines[:-1]] == [True], lines[0]
    summary = lines[-1]
    assert (summary["hands"], summary["agreed"], summary["asked"]) == (1, 1, 0)
    assert (summary["silent_errors"], summary["wrong_discards"]) == (0, 0)
    assert "Traceback" not in done.stderr
