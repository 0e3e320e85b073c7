"""A table for the daemon's own watch whose camera may freeze or hang, and a clock that may leap, on virtual time."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.camera.base import CameraImage
from vision.observation import Observation

BEGIN_MS: Final = 1_796_000_000_000
LOOK_S: Final = 0.4


@dataclass
class WallClock:
    """The time of day, which is set by leaps."""

    loop: asyncio.AbstractEventLoop
    off_ms: int = 0

    def now_ms(self) -> int:
        return BEGIN_MS + self.steady_ms() + self.off_ms

    def picture_ms(self, _stamped_ms: int) -> int:
        return self.steady_ms()

    def wall_ms(self, steady_ms: int) -> int:
        return BEGIN_MS + steady_ms + self.off_ms

    def steady_ms(self) -> int:
        return int(self.loop.time() * 1000)


class TableCamera:
    """Shows the table as it is about twice a second, and each change; it may repeat itself or hang."""

    def __init__(self) -> None:
        self.said: dict[int, Observation] = {}
        self.frozen = self.hangs = False
        self._fresh: asyncio.Queue[Observation] = asyncio.Queue()
        self._standing: Observation | None = None
        self._taken = 0
        self._pixels = np.zeros((64, 64, 3), np.uint8)
        self._ended = asyncio.Event()

    def show(self, observation: Observation) -> None:
        """The table has changed."""
        self._fresh.put_nowait(observation)

    async def next_image(self) -> CameraImage | None:
        if self.hangs:
            while self.hangs:  # noqa: ASYNC110 -- a camera that hangs does nothing
                await asyncio.sleep(0.1)
        with contextlib.suppress(TimeoutError):
            self._standing = await asyncio.wait_for(self._fresh.get(), LOOK_S)
        if not self.frozen:
            self._taken += 1
            self._pixels = np.full((64, 64, 3), 40 + self._taken % 150, np.uint8)
        if self._standing is not None:
            self.said = {self._taken: self._standing}
        return CameraImage(self._taken, 0, self._pixels)

    async def consumed(self, image: CameraImage) -> None:
        """Nothing: it goes on by itself."""

    async def close(self) -> None:
        """Nothing to close."""


class ToldEye:
    """Says of a picture what the simulator knows it to show."""

    trouble = note = ""
    standing = None

    def __init__(self, camera: TableCamera) -> None:
        self._camera = camera

    def look(self, _image: object, *, t_ms: int, image_id: int) -> Observation:
        told = self._camera.said.get(image_id)
        if told is None:
            return Observation(t_ms, image_id, still=False)
        return replace(told, t_ms=t_ms, image_id=image_id)
