"""All that running needs exists as wheels for 64-bit ARM, on the Pythons of Debian 12 and 13."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

PLATFORMS = ("manylinux_2_36_aarch64", "manylinux_2_35_aarch64", "manylinux_2_34_aarch64", "manylinux_2_31_aarch64")
OLDER = ("manylinux_2_28_aarch64", "manylinux_2_27_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64")
"""Debian 12 has glibc 2.36, Debian 13 a newer one: what runs on the first runs on the second."""


@pytest.mark.verify
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("version", ["3.11", "3.13"])
def test_the_set_of_packages_resolves_to_wheels(
    repository: Path, tmp_path: Path, version: str, figure: Callable[[str], None]
) -> None:
    needs = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    report = tmp_path / "report.json"
    target = [option for name in (*PLATFORMS, *OLDER) for option in ("--platform", name)]
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--ignore-installed",
        "--quiet",
        "--only-binary=:all:",
    ]
    command += ["--target", str(tmp_path), "--python-version", version, "--implementation", "cp", *target]
    command += ["--report", str(report), *needs]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(report.read_text(encoding="utf-8"))["install"]
    names = {entry["metadata"]["name"].lower().replace("_", "-") for entry in found}
    assert {"numpy", "onnxruntime", "opencv-python-headless", "fastapi", "uvicorn", "pyserial", "gpiozero"} <= names
    wheels = [entry["download_info"]["url"].rpartition("/")[2] for entry in found]
    assert all(name.endswith(".whl") for name in wheels)
    built = [name for name in wheels if not name.endswith("-any.whl")]
    assert all("aarch64" in name for name in built), built
    figure(f"Python {version} on aarch64: {len(wheels)} wheels, {len(built)} of them for the processor")
