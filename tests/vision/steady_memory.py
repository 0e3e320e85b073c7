"""Runs a part of the product over many pictures and tells how much more memory is held at the end."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from table_daemon.looking import Eye, Sight
from vision.classify import TileNamer
from vision.detect import TileFinder
from vision.geometry import TableCamera
from vision.motion import MotionDetector
from vision.quality import judge, measure
from vision.synthetic.light import Noise
from vision.synthetic.random_scene import random_scene
from vision.synthetic.render import Renderer
from vision.table import TableReader

CAMERA = TableCamera.overhead(width_px=640, height_px=480)
MEASURED_EVERY = 100


def looking() -> Callable[[int], None]:
    """Return a work for each picture's number: four tables in turn, each shown for five pictures, then swept bare."""
    rng = np.random.default_rng(5)
    renderer = Renderer(CAMERA)
    pictures: list[NDArray[np.uint8]] = []
    for _ in range(4):
        scene = random_scene(rng)
        pictures += [renderer.picture(scene, noise=Noise(sigma=2.0), rng=rng) for _ in range(5)]
    shown = cycle(pictures)
    reader = TableReader(
        CAMERA, table_side_mm=870.0, tile_mm=(31.0, 41.5, 22.0), finder=TileFinder.load(), namer=TileNamer.load()
    )
    eye = Eye(reader, MotionDetector(CAMERA, table_side_mm=870.0), Sight(side_mm=870.0, sure=0.5))

    def work(number: int) -> None:
        picture = next(shown)
        eye.look(picture, t_ms=100 * number, image_id=number)
        if number % MEASURED_EVERY == 0:
            judge(measure(picture))

    return work


def growth_bytes(work: Callable[[int], None], *, warm: int, count: int) -> int:
    """Return how many traced bytes more are held after ``count`` more pictures, rubbish collected."""
    tracemalloc.start()
    try:
        for number in range(warm):
            work(number)
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for number in range(warm, warm + count):
            work(number)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return after - before
