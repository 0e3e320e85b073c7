"""The simulated table's camera: scenes to JPEG pictures, with the light's and the sensor's imperfections.

Not responsible for when a picture is taken nor for sending it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from table_daemon.simulator.bump import bumped
from table_daemon.simulator.smearing import disguised, smear
from vision.geometry import TableCamera
from vision.synthetic.light import Noise, with_noise
from vision.synthetic.render import Renderer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.simulator.cues import Spoilt
    from vision.synthetic.scene import Scene

JPEG_QUALITY = 90


class CameraView:
    """One overhead camera. The noise of picture n of a seed is always the same."""

    def __init__(self, *, seed: int, noise: Noise, camera: TableCamera | None = None) -> None:
        self.camera = camera or TableCamera.overhead()
        """Where it was hung; a knock does not change this."""
        self._hangs = self.camera
        self._renderer = Renderer(self.camera)
        self._noise = noise
        self._seed = seed
        self._taken = 0

    def bump(self, *, shift_px: tuple[float, float], turn_deg: float) -> None:
        """Knock against it: from now on it looks from another place."""
        self._hangs = bumped(self._hangs, shift_px=shift_px, turn_deg=turn_deg)
        self._renderer = Renderer(self._hangs)

    def jpeg(self, scene: Scene, spoilt: Sequence[Spoilt] = ()) -> bytes:
        """Take a picture of the scene, some of whose faces are spoilt."""
        self._taken += 1
        rng = np.random.default_rng((self._seed, self._taken))
        shown = disguised(scene, spoilt)
        pixels = self._renderer.picture(shown, noise=Noise(sigma=0.0), rng=rng)
        smear(pixels, shown, spoilt, self._hangs)
        pixels = with_noise(pixels, self._noise, rng)
        encoded, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        if not encoded:
            raise RuntimeError("OpenCV could not write a JPEG of a rendered picture")
        return data.tobytes()
