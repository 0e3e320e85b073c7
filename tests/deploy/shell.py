"""Runs our shell scripts in a machine of folders: programs and system files are what the test lays out."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
INSTALL = REPOSITORY / "install.sh"
KIOSK = REPOSITORY / "table_daemon" / "deploy" / "files" / "queyan-kiosk"


def put_program(folder: Path, name: str, script: str) -> None:
    """Lay out a program; it wins over the system's own of that name."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def run_script(
    script: Path, *arguments: str, programs: Path, environ: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a script to its end."""
    return subprocess.run(
        ["sh", str(script), *arguments],
        env={"PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(programs), **(environ or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
