"""Wheels of Queyan as it is, newer, and spoiled: built from copies of the checkout."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

_SOURCES = ("pyproject.toml", "README.md", "LICENSE", "firmware_bridge", "vision", "table_daemon", "web_display")


def copy_sources(repository: Path, to: Path, *, version: str, spoil: bool = False) -> Path:
    """Copy what a wheel is made from, under another version; spoiled, its daemon falls over once it has the log."""
    to.mkdir(parents=True)
    for name in _SOURCES:
        if (repository / name).is_dir():
            shutil.copytree(repository / name, to / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        else:
            shutil.copy(repository / name, to / name)
    project = to / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    project.write_text(
        re.sub(r'^version = ".*"$', f'version = "{version}"', text, count=1, flags=re.MULTILINE), encoding="utf-8"
    )
    if spoil:
        daemon = to / "table_daemon" / "daemon.py"
        text = daemon.read_text(encoding="utf-8")
        start = "    logging.basicConfig("
        spoiled = text.replace(start, f'    raise OSError("spoiled on purpose")\n{start}', 1)
        assert spoiled != text
        daemon.write_text(spoiled, encoding="utf-8")
    return to


def build_wheel(sources: Path, to: Path) -> Path:
    """Build a wheel in a folder of its own."""
    to.mkdir(parents=True)
    command = [sys.executable, "-m", "pip", "--quiet", "wheel", "--no-deps", "--wheel-dir", str(to), str(sources)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return next(to.glob("queyan-*.whl"))
