"""How long one picture takes to read. Run by ``make bench``; prints figures, judges only what would be absurd."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import numpy as np
import pytest

from vision.geometry import TableCamera
from vision.pipeline import PhotoReader
from vision.synthetic.random_scene import random_scene
from vision.synthetic.render import render

PICTURES = 5


@pytest.mark.bench
def test_reading_rendered_tables(figure: Callable[[str], None]) -> None:
    rng = np.random.default_rng(1)
    camera = TableCamera.overhead()
    pictures = [render(random_scene(rng), camera, rng=rng).image for _ in range(PICTURES)]
    threads = os.cpu_count() or 1
    reader = PhotoReader.load(threads=threads)
    reader.read(pictures[0])
    took_s, tiles = [], 0
    for picture in pictures:
        begun = time.perf_counter()
        tiles += len(reader.read(picture).tiles)
        took_s.append(time.perf_counter() - begun)
    figure(
        f"read, rendered 2028 x 1520 as a plain photograph, {threads} threads: "
        f"median {sorted(took_s)[PICTURES // 2] * 1000:.0f} ms, {tiles / PICTURES:.0f} tiles a picture"
    )
    assert max(took_s) < 60
