"""The newest picture of the camera with what was made of it, for whoever sets the table up. Keeps one, never a film."""

import asyncio
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.camera.base import CameraImage
from vision.geometry import TableCamera
from vision.observation import Observation

BREAK_MS = 5_000
"""After so long without a picture the camera was gone and has begun anew, light and focus included."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One picture and what it was taken for."""

    number: int
    pixels: NDArray[np.uint8]
    t_ms: int
    observation: Observation | None
    """None: the table's place is not known, so nothing was read."""
    place: TableCamera | None
    """From where the picture was read."""


class LastLooks:
    """Holds the newest look; pictures are numbered anew, for a source may begin again at 1."""

    def __init__(self) -> None:
        self.newest: Look | None = None
        self._number = 0
        self._since_ms = 0
        self._came = asyncio.Event()

    @property
    def running_ms(self) -> int:
        """For how long, up to the newest picture, the camera has given pictures without a break."""
        return 0 if self.newest is None else self.newest.t_ms - self._since_ms

    def keep(
        self, pixels: NDArray[np.uint8], *, t_ms: int, observation: Observation | None, place: TableCamera | None
    ) -> None:
        """Take a look in place of the one before."""
        self._number += 1
        if self.newest is None or not 0 <= t_ms - self.newest.t_ms <= BREAK_MS:
            self._since_ms = t_ms
        self.newest = Look(self._number, pixels, t_ms, observation, place)
        came, self._came = self._came, asyncio.Event()
        came.set()

    async def after(self, number: int) -> Look:
        """Wait for a newer look than this one; of several the newest is given."""
        while self.newest is None or self.newest.number <= number:
            await self._came.wait()
        return self.newest


class PassingLooks:
    """The looks from the newest one on, as a camera that gives each of their pictures once."""

    def __init__(self, looks: LastLooks) -> None:
        self._looks = looks
        self.shown: Look | None = None
        """The look whose picture was given last."""

    async def next_image(self) -> CameraImage:
        """Wait for a look that has not been given yet."""
        self.shown = await self._looks.after(0 if self.shown is None else self.shown.number)
        return CameraImage(self.shown.number, self.shown.t_ms, self.shown.pixels)

    async def consumed(self, image: CameraImage) -> None:
        """Do nothing: looks pass by themselves."""

    async def close(self) -> None:
        """Do nothing: the camera is the watch's."""
