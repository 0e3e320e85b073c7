"""The daemon's running watches: pictures to observations, the link's state to the health board."""

import asyncio
import logging
from collections.abc import Callable
from typing import TypeAlias

from firmware_bridge.link import Link
from table_daemon.clocks import GameClock
from table_daemon.health import HealthBoard
from table_daemon.looking import Eye
from table_daemon.views import HealthLevel, HealthPart
from table_daemon.witnesses import Witnesses
from vision.camera.base import Camera, CameraImage
from vision.errors import CameraUnavailableError

log = logging.getLogger(__name__)

EyeMaker: TypeAlias = Callable[[int, int], Eye | None]
"""Makes an eye for pictures of a width and height; ``None`` when the table's place in them is not known."""

_LINK_CHECK_S = 0.5
_CAMERA_PAUSE_S = 0.5
"""Between two tries at a camera that is absent; short enough to be back within a second of being plugged in."""


class Watch:
    """Takes pictures one by one, looks, and tells the witnesses; a source in lock-step waits until that is done."""

    def __init__(
        self,
        camera: Camera,
        make_eye: EyeMaker,
        *,
        clock: GameClock,
        board: HealthBoard,
        witnesses: Witnesses,
    ) -> None:
        self._camera = camera
        self._make_eye = make_eye
        self._clock = clock
        self._board = board
        self._witnesses = witnesses
        self._eye: Eye | None = None
        self._size: tuple[int, int] | None = None

    async def run(self) -> None:
        """Watch until cancelled or the source has ended for good."""
        while True:
            try:
                image = await self._camera.next_image()
            except CameraUnavailableError as error:
                self._board.tell(HealthPart.CAMERA, HealthLevel.BAD, str(error))
                await asyncio.sleep(_CAMERA_PAUSE_S)
                continue
            if image is None:
                self._board.tell(HealthPart.CAMERA, HealthLevel.WARN, "the pictures have come to an end")
                return
            self._board.tell(HealthPart.CAMERA, HealthLevel.OK)
            await self._take(image)
            await self._camera.consumed(image)

    async def _take(self, image: CameraImage) -> None:
        t_ms = self._clock.picture_ms(image.t_ms)
        eye = self._eye_for(image)
        if eye is None:
            return
        # The networks take a tenth of a second or more: the pages must be served meanwhile.
        observation = await asyncio.to_thread(eye.look, image.pixels, t_ms=t_ms, image_id=image.image_id)
        self._witnesses.see(observation, image.pixels)

    def _eye_for(self, image: CameraImage) -> Eye | None:
        size = (image.pixels.shape[1], image.pixels.shape[0])
        if size != self._size:
            self._size = size
            self._eye = self._make_eye(*size)
        return self._eye


async def watch_link(link: Link, board: HealthBoard) -> None:
    """Put the link's state on the board until cancelled."""
    while True:
        health = link.health()
        if health.up:
            board.tell(HealthPart.LINK, HealthLevel.OK)
        else:
            board.tell(HealthPart.LINK, HealthLevel.WARN, health.problem or "the tap board does not answer yet")
        await asyncio.sleep(_LINK_CHECK_S)
