"""A fresh checkout becomes a working program with every Python that is promised. Run by ``make verify``."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PROMISED = ("3.11", "3.12", "3.13")


def _python(version: str) -> str | None:
    """Return an interpreter of this version: on the path, or among pyenv's."""
    found = shutil.which(f"python{version}")
    if found is not None and _answers(found):
        return found
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    return next((str(path) for path in sorted(root.glob(f"{version}.*/bin/python3"))), None)


def _answers(python: str) -> bool:
    return subprocess.run([python, "-c", "pass"], capture_output=True, check=False).returncode == 0


@pytest.mark.verify
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("version", PROMISED)
def test_setup_and_a_score_in_a_fresh_checkout(version: str, repository: Path, tmp_path: Path) -> None:
    python = _python(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    checkout = tmp_path / "queyan"
    subprocess.run(["git", "clone", "--quiet", str(repository), str(checkout)], check=True)
    environ = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "VIRTUAL_ENV"}}
    done = subprocess.run(
        ["make", "setup", f"PYTHON={python}"], cwd=checkout, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stdout + done.stderr
    queyan = checkout / ".venv" / "bin" / "queyan"
    command = [str(queyan), "score", "345m123s111z77m45s", "--draw", "6s", "--indicator", "8p"]
    scored = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "素" in scored.stdout
    doctor = subprocess.run([str(queyan), "doctor"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert doctor.stderr == ""
    shutil.rmtree(checkout)
