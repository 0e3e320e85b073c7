"""The simulated table's camera: scenes to JPEG pictures, with the light's and the sensor's imperfections.

Not responsible for when a picture is taken nor for sending it.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from table_daemon.simulator.errors import TableOptionError
from vision.geometry import TableCamera
from vision.synthetic.light import Noise
from vision.synthetic.render import Renderer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.synthetic.scene import Scene

JPEG_QUALITY = 90
NOISE_PROFILES: Final[Mapping[str, Noise]] = MappingProxyType(
    {
        "none": Noise(sigma=0.0),
        "normal": Noise(),
        "grainy": Noise(sigma=7.0),
        "soft": Noise(sigma=3.0, blur_px=1.0),
    }
)
"""How good the simulated camera is."""


def noise_named(name: str) -> Noise:
    """Return the noise profile of that name; raises ``TableOptionError`` naming those there are."""
    try:
        return NOISE_PROFILES[name]
    except KeyError as error:
        known = ", ".join(NOISE_PROFILES)
        raise TableOptionError(f"noise profile {name!r} is not known; choose among {known}") from error


class CameraView:
    """One overhead camera. The noise of picture n of a seed is always the same."""

    def __init__(self, *, seed: int, noise: Noise, camera: TableCamera | None = None) -> None:
        self.camera = camera or TableCamera.overhead()
        self._renderer = Renderer(self.camera)
        self._noise = noise
        self._seed = seed
        self._taken = 0

    def jpeg(self, scene: Scene) -> bytes:
        """Take a picture of the scene."""
        self._taken += 1
        rng = np.random.default_rng((self._seed, self._taken))
        pixels = self._renderer.picture(scene, noise=self._noise, rng=rng)
        encoded, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        if not encoded:
            raise RuntimeError("OpenCV could not write a JPEG of a rendered picture")
        return data.tobytes()
