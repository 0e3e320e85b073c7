"""How often to look: as often as the machine can without being kept busy all the time, less often when it is hot."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from vision.camera.base import Camera, CameraImage

_READ_AGAIN_S = 10.0
"""A processor's temperature changes in tens of seconds."""


@dataclass(frozen=True, slots=True)
class Gear:
    """From which temperature on, how long from look to look at least, and which share of the time looking may take."""

    from_celsius: float
    interval_s: float
    share: float


GEARS = (
    Gear(-273.0, 0.1, 0.8),
    Gear(70.0, 0.15, 0.6),
    Gear(75.0, 0.25, 0.4),
    Gear(80.0, 0.5, 0.2),
)
"""From 80 degrees a Raspberry Pi slows itself down; looking less keeps it below. Half a second still sees each discard
lie: a player's turn takes longer."""


def rest_s(took_s: float, celsius: float | None) -> float:
    """Return how long to rest after a look that took so long; a machine that tells no temperature counts as cool.

    >>> round(rest_s(0.02, 50.0), 3), rest_s(0.4, None), rest_s(0.4, 81.0)
    (0.08, 0.1, 1.6)
    """
    heat = GEARS[0].from_celsius if celsius is None else celsius
    gear = next((gear for gear in reversed(GEARS) if heat >= gear.from_celsius), GEARS[0])
    return round(max(gear.interval_s - took_s, took_s * (1 / gear.share - 1)), 6)


class PacedCamera:
    """A camera that goes on whether or not anybody looks, looked at no more often than the machine can bear."""

    def __init__(
        self,
        camera: Camera,
        read_celsius: Callable[[], float | None],
        *,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """``read_celsius`` may take a while; it is called in another thread."""
        self.camera = camera
        self._read_celsius = read_celsius
        self._monotonic = monotonic
        self._sleep = sleep
        self._celsius: float | None = None
        self._read_at_s: float | None = None
        self._given_at_s: float | None = None

    async def next_image(self) -> CameraImage | None:
        """Wait for the camera's next picture."""
        image = await self.camera.next_image()
        self._given_at_s = self._monotonic()
        return image

    async def consumed(self, image: CameraImage) -> None:
        """Tell the camera, then rest as the time since the picture was given and the heat ask for."""
        await self.camera.consumed(image)
        now_s = self._monotonic()
        if self._read_at_s is None or now_s - self._read_at_s >= _READ_AGAIN_S:
            self._read_at_s = now_s
            self._celsius = await asyncio.to_thread(self._read_celsius)
        if self._given_at_s is not None:
            await self._sleep(rest_s(now_s - self._given_at_s, self._celsius))

    async def close(self) -> None:
        """Close the camera."""
        await self.camera.close()
