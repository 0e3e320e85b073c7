"""The rooms of the house: who may import whom (contracts in pyproject.toml), and what importing costs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("cv2", "onnxruntime", "fastapi", "uvicorn", "serial", "gpiozero", "sqlite3", "torch")


def test_every_arrow_between_the_rooms_points_the_allowed_way(repository: Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"NO_COLOR": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _loaded_by(statement: str) -> set[str]:
    """Return which heavy modules a fresh interpreter has loaded after a statement."""
    code = f"import sys\n{statement}\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(HEAVY) & set(done.stderr.split())


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("import table_daemon.rules.score, table_daemon.game.decide", id="rules and game"),
        pytest.param("import table_daemon.settings, table_daemon.paths", id="settings"),
        pytest.param("import table_daemon.cli; table_daemon.cli.build_app()", id="building the command line"),
        pytest.param(
            "import table_daemon.cli as cli\n"
            "cli.guarded(['score', '345m123s111z77m45s', '--draw', '6s', '--indicator', '8p'])",
            id="queyan score",
        ),
    ],
)
def test_light_things_load_nothing_heavy(statement: str) -> None:
    assert _loaded_by(statement) == set()
