"""Looking, and classifying a large folder, hold no more memory at the end than at the beginning."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from table_daemon import cli_vision
from tests.vision.steady_memory import growth_bytes, looking

PICTURES = 2_000
FILES = 10_000


@pytest.mark.verify
@pytest.mark.timeout(1800)
def test_memory_stays_flat_over_two_thousand_pictures(figure: Callable[[str], None]) -> None:
    grown = growth_bytes(looking(), warm=100, count=PICTURES)
    figure(f"traced memory after {PICTURES} more pictures: {grown:+d} bytes")
    assert grown < 50_000


@pytest.mark.verify
@pytest.mark.timeout(1800)
def test_a_folder_of_ten_thousand_faces_is_classified_in_little_memory(
    tmp_path: Path, figure: Callable[[str], None]
) -> None:
    face = cv2.imencode(".jpg", np.random.default_rng(1).integers(0, 256, (60, 45, 3)).astype(np.uint8))[1].tobytes()
    for number in range(FILES):
        (tmp_path / f"{number:05}.jpg").write_bytes(face if number % 100 else b"")
    app = typer.Typer()
    cli_vision.register(app)
    tracemalloc.start()
    try:
        result = CliRunner().invoke(app, ["classify", str(tmp_path), "--json"])
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    figure(f"most traced memory while classifying {FILES} files: {most / 1e6:.0f} MB")
    assert [Path(line["image"]).name for line in lines] == [f"{number:05}.jpg" for number in range(FILES)]
    assert sum("error" in line for line in lines) == FILES // 100
    assert most < 60_000_000
