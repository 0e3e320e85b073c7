"""Tables seen before and after a bump, and ordinary pictures of tables nobody bumped."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.bump import BumpSense
from vision.errors import CalibrationError
from vision.geometry import TableCamera
from vision.landmarks import find_landmarks
from vision.observation import Side
from vision.synthetic.light import Noise
from vision.synthetic.pixels import Pixels
from vision.synthetic.random_look import random_camera, random_light, random_look, random_noise
from vision.synthetic.random_scene import random_scene
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Scene, SceneHand


def bumped(camera: TableCamera, *, shift_px: tuple[float, float], turn_deg: float) -> TableCamera:
    """The camera leant so that the picture's middle moves by ``shift_px``, and rolled."""
    focal = camera.matrix[0][0]
    lean = cv2.Rodrigues(np.array([-shift_px[1] / focal, shift_px[0] / focal, 0.0]))[0]
    roll = cv2.Rodrigues(np.array([0.0, 0.0, math.radians(turn_deg)]))[0]
    change = lean @ roll
    a, b, c = cv2.Rodrigues(change @ cv2.Rodrigues(np.array(camera.rvec))[0])[0].ravel().tolist()
    x, y, z = (change @ np.array(camera.tvec)).tolist()
    return replace(camera, rvec=(a, b, c), tvec=(x, y, z))


@dataclass
class BumpTable:
    """One table under one camera, with what its landmarks were taken from."""

    camera: TableCamera
    side_mm: float
    noise: Noise
    rng: np.random.Generator
    scene: Scene
    sense: BumpSense
    renderer: Renderer

    @classmethod
    def made(cls, seed: int, *, width_px: int = 2028, height_px: int = 1520) -> BumpTable:
        """A table by lot, and again where calibration refuses a picture that does not show its rim."""
        rng = np.random.default_rng(seed)
        for _ in range(10):
            with contextlib.suppress(CalibrationError):
                return cls._drawn(rng, width_px=width_px, height_px=height_px)
        raise AssertionError(f"no table of seed {seed} shows its rim")

    @classmethod
    def _drawn(cls, rng: np.random.Generator, *, width_px: int, height_px: int) -> BumpTable:
        camera = random_camera(rng, width_px=width_px, height_px=height_px)
        scene = replace(random_scene(rng, look=random_look(rng)), hands=())
        noise = random_noise(rng)
        renderer = Renderer(camera)
        reference = renderer.picture(scene, noise=noise, rng=rng)
        marks = find_landmarks(reference, camera, table_side_mm=scene.table_side_mm)
        sense = BumpSense(camera, marks, table_side_mm=scene.table_side_mm)
        return cls(camera, scene.table_side_mm, noise, rng, scene, sense, renderer)

    def another_state(self) -> Scene:
        """Other tiles on the same table, perhaps hands, under another light."""
        scene = random_scene(self.rng, look=self.scene.look)
        return replace(scene, table_side_mm=self.side_mm, tile_size=self.scene.tile_size)

    def seen_by(self, camera: TableCamera, scene: Scene) -> Pixels:
        return Renderer(camera).picture(scene, noise=self.noise, rng=self.rng)

    def bump(self) -> TableCamera:
        """Five pixels any way, or one degree either way."""
        if self.rng.random() < 0.5:
            way = float(self.rng.uniform(0, 2 * math.pi))
            return bumped(self.camera, shift_px=(5 * math.cos(way), 5 * math.sin(way)), turn_deg=0.0)
        return bumped(self.camera, shift_px=(0.0, 0.0), turn_deg=float(self.rng.choice((-1.0, 1.0))))

    def ordinary(self, count: int) -> Iterator[Pixels]:
        """Pictures in which people play, reach in, and lamps are switched and fade."""
        scene = self.scene
        level = 1.0
        for number in range(count):
            if number % 10 == 0:
                scene = self.another_state()
                level = scene.light.brightness
            if number % 10 == 5:
                scene = replace(scene, light=random_light(self.rng))
                level = scene.light.brightness
            level *= float(self.rng.uniform(0.96, 1.04))
            light = replace(scene.light, brightness=min(max(level, 0.45), 1.4))
            yield self.renderer.picture(
                replace(scene, light=light, hands=self._hands()), noise=self.noise, rng=self.rng
            )

    def _hands(self) -> tuple[SceneHand, ...]:
        sides = self.rng.permutation(4)[: int(self.rng.choice(3, p=[0.4, 0.4, 0.2]))]
        reach = 0.3 * self.side_mm
        return tuple(
            SceneHand(
                list(Side)[int(side)], (float(self.rng.uniform(-reach, reach)), float(self.rng.uniform(-reach, reach)))
            )
            for side in sides
        )
