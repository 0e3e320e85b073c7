"""Tiles come and go on rendered tables in poor light: how many a look at the changed part misses, and what it costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import dist

import numpy as np
import pytest
from numpy.typing import NDArray

from table_daemon.looking import Eye, Sight
from vision.classify import TileNamer
from vision.detect import TileFinder
from vision.geometry import TableCamera
from vision.motion import MotionDetector
from vision.observation import SeenTile
from vision.synthetic.light import Noise
from vision.synthetic.random_scene import random_scene
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Pose, Scene
from vision.synthetic.truth import TruthTile
from vision.table import Region, TableReader

TABLES = 16
STEPS = 10
NEAR_MM = 75.0
SEEN = 0.9
"""A tile of which so much shows lies open to the camera."""
POOR = Noise(sigma=6.0, jpeg_quality=70)


@dataclass
class Counted:
    """A reader, and how many parts it was asked for."""

    reader: TableReader
    parts: int = 0

    def read(self, image: NDArray[np.uint8], *, region: Region | None = None) -> tuple[SeenTile, ...]:
        self.parts += region is not None
        return self.reader.read(image, region=region)


@dataclass
class Sum:
    """What all looks came to."""

    looks: int = 0
    reads: int = 0
    tiles: int = 0
    missed: int = 0


def is_seen(true: TruthTile, seen: tuple[SeenTile, ...]) -> bool:
    quad = np.array(true.quad_px)
    reach = 0.45 * float(np.linalg.norm(quad[0] - quad[1]))
    return any(np.linalg.norm(np.array(tile.quad_px).mean(0) - quad.mean(0)) <= reach for tile in seen)


def look_on(scene: Scene, rng: np.random.Generator, finder: TileFinder, namer: TileNamer, total: Sum) -> None:
    """Take a tile away and put it back, again and again."""
    size, side_mm, camera = scene.tile_size, scene.table_side_mm, TableCamera.overhead()
    tile_mm = (size.width_mm, size.length_mm, size.thickness_mm)
    reader = Counted(TableReader(camera, table_side_mm=side_mm, tile_mm=tile_mm, finder=finder, namer=namer))
    eye = Eye(reader, MotionDetector(camera, table_side_mm=side_mm), Sight(side_mm=side_mm, sure=0.0))
    renderer, times = Renderer(camera), iter(range(10_000))

    def show(now: Scene) -> tuple[SeenTile, ...]:
        for t_ms in (next(times), next(times)):
            seen = eye.look(renderer.picture(now, noise=POOR, rng=rng), t_ms=t_ms, image_id=t_ms)
        return seen.tiles

    show(scene)
    loose = [tile for tile in scene.tiles if tile.pose is Pose.FACE_UP and tile.level == 0]
    for _ in range(STEPS):
        away = loose[int(rng.integers(len(loose)))]
        for now in (replace(scene, tiles=tuple(tile for tile in scene.tiles if tile is not away)), scene):
            seen = show(now)
            near = [
                tile
                for tile in renderer.truth(now)
                if tile.pose is not Pose.STANDING
                and tile.visible_fraction > SEEN
                and dist(tile.centre_mm, away.centre_mm) < NEAR_MM
            ]
            total.looks += 1
            total.tiles += len(near)
            total.missed += sum(not is_seen(tile, seen) for tile in near)
    total.reads += reader.parts


@pytest.mark.verify
@pytest.mark.timeout(3600)
def test_a_look_at_a_part_hardly_ever_misses_a_lying_tile(figure: Callable[[str], None]) -> None:
    finder, namer, total = TileFinder.load(threads=1), TileNamer.load(threads=1), Sum()
    for seed in range(TABLES):
        rng = np.random.default_rng(31_000 + seed)
        scene = replace(random_scene(rng), hands=())
        dim = replace(scene, light=replace(scene.light, brightness=float(rng.uniform(0.25, 0.45))))
        look_on(dim, rng, finder, namer, total)
    share, reads = total.missed / total.tiles, total.reads / total.looks
    figure(
        f"{total.looks} looks at a changed part in dim and grainy pictures: {total.missed} of {total.tiles} lying "
        f"tiles missed ({share:.2%}), {reads:.1f} reads a look"
    )
    assert share <= 0.005
    assert reads <= 3.0
