"""The daemon's running watches: pictures to observations."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from firmware_bridge.sentence import Sentence
from table_daemon.clocks import GameClock
from table_daemon.health import HealthBoard
from table_daemon.inspecting import Inspector
from table_daemon.last_looks import LastLooks
from table_daemon.looking import CAMERA_MOVED
from table_daemon.pulse import Working
from table_daemon.steadiness import Standing
from table_daemon.views import HealthLevel, HealthPart
from table_daemon.witnesses import Witnesses
from vision.camera.base import Camera, CameraImage
from vision.errors import CameraUnavailableError, UnreadableImageError, VisionError
from vision.geometry import TableCamera
from vision.observation import Observation

log = logging.getLogger(__name__)

_NONE_YET = Sentence("no picture has come yet", zh="还没有来过画面")
_SILENT = Sentence("no picture has come for a while", zh="好一会儿没有来画面了")
_AT_AN_END = Sentence("the pictures have come to an end", zh="画面放完了")


class Looker(Protocol):
    """What a watch asks to look at its pictures: an eye, or what becomes one."""

    @property
    def trouble(self) -> str:
        """What people should do about the camera's place; empty when all is well."""

    @property
    def note(self) -> str:
        """What happened to the camera's place and was mended."""

    @property
    def standing(self) -> Standing | None:
        """From where the table is looked at, where that is known."""

    def look(self, image: NDArray[np.uint8], *, t_ms: int, image_id: int) -> Observation:
        """What a picture says."""


EyeMaker: TypeAlias = Callable[[int, int], Looker]
"""Makes an eye for pictures of a width and height; may take seconds. Raises ``VisionError`` when it can't be."""


@dataclass(frozen=True, slots=True)
class WatchPatience:
    """How long the watch waits for what."""

    pause_s: float = 0.5
    """Between two tries at a camera that is absent; short enough to be back within a second of being plugged in."""
    silence_s: float = 5.0
    """A source that gives no picture for so long is told about; it may be a table in lock-step at rest, or a camera
    that hangs."""


PATIENCE = WatchPatience()


class Watch:
    """Takes pictures one by one, looks, and tells the witnesses; a source in lock-step waits until that is done."""

    def __init__(  # noqa: PLR0913 -- all that a watch is put together from
        self,
        camera: Camera,
        make_eye: EyeMaker,
        *,
        clock: GameClock,
        board: HealthBoard,
        witnesses: Witnesses,
        patience: WatchPatience = PATIENCE,
        inspector: Inspector | None = None,
        working: Working = nullcontext,
        looks: LastLooks | None = None,
    ) -> None:
        """``working`` is held while a picture is looked at, never while one is waited for.

        ``looks`` keeps the newest picture and what was made of it.
        """
        self._camera = camera
        self._make_eye = make_eye
        self._clock = clock
        self._board = board
        self._witnesses = witnesses
        self._patience = patience
        self._inspector = inspector
        self._working = working
        self._looks = looks
        self._lost = False
        self._eye: Looker | None = None
        self._size: tuple[int, int] | None = None

    def renew(self, make_eye: EyeMaker, inspector: Inspector | None) -> None:
        """Look with other eyes from the next picture on: the table was calibrated or its tiles were learnt."""
        self._make_eye, self._inspector = make_eye, inspector
        self._size = None

    async def run(self) -> None:
        """Watch until cancelled or the source has ended for good."""
        self._board.tell(HealthPart.CAMERA, HealthLevel.WARN, _NONE_YET)
        while True:
            try:
                image = await self._next_image()
            except CameraUnavailableError as error:
                self._lost = True
                self._board.tell(HealthPart.CAMERA, HealthLevel.BAD, str(error))
                await asyncio.sleep(self._patience.pause_s)
                continue
            except UnreadableImageError as error:
                self._board.tell(HealthPart.CAMERA, HealthLevel.WARN, str(error))
                continue
            if image is None:
                self._board.tell(HealthPart.CAMERA, HealthLevel.WARN, _AT_AN_END)
                return
            self._lost = False
            self._board.tell(HealthPart.CAMERA, HealthLevel.OK)
            with self._working():
                await self._take(image)
            await self._camera.consumed(image)

    async def _next_image(self) -> CameraImage | None:
        """The next picture, however long it takes; a silence is told on the board meanwhile."""
        waiting = asyncio.ensure_future(self._camera.next_image())
        try:
            done, _ = await asyncio.wait([waiting], timeout=self._patience.silence_s)
            if not done and not self._lost:
                self._board.tell(HealthPart.CAMERA, HealthLevel.WARN, _SILENT)
            # Not wait_for: it would tear a picture that is on its way out of the stream.
            return await waiting
        finally:
            waiting.cancel()

    async def _take(self, image: CameraImage) -> None:
        t_ms = self._clock.picture_ms(image.t_ms)
        eye = await self._eye_for(image)
        if eye is None:
            self._keep(image, t_ms, None, None)
            return
        # The networks take a tenth of a second or more: the pages must be served meanwhile.
        observation = await asyncio.to_thread(eye.look, image.pixels, t_ms=t_ms, image_id=image.image_id)
        self._tell_place(eye)
        standing = eye.standing
        self._keep(image, t_ms, observation, None if standing is None else standing.camera)
        self._witnesses.see(observation, image.pixels)
        # What keeps the eye from reading, a cover or a camera that was moved far, is what the figures are to tell.
        rests = observation.still or CAMERA_MOVED in observation.problems
        if self._inspector is not None and rests and not observation.hands:
            await self._inspector.see(image, hand=self._witnesses.hands_played, t_ms=t_ms, standing=standing)

    def _keep(self, image: CameraImage, t_ms: int, observation: Observation | None, place: TableCamera | None) -> None:
        if self._looks is not None:
            self._looks.keep(image.pixels, t_ms=self._clock.wall_ms(t_ms), observation=observation, place=place)

    async def _eye_for(self, image: CameraImage) -> Looker | None:
        """The eye for pictures of this size; ``None`` when there can't be one, which the board then tells."""
        size = (image.pixels.shape[1], image.pixels.shape[0])
        if size != self._size:
            self._size = size
            try:
                self._eye = await asyncio.to_thread(self._make_eye, *size)
            except VisionError as error:
                self._eye = None
                self._board.tell(HealthPart.CALIBRATION, HealthLevel.BAD, str(error))
            else:
                self._tell_place(self._eye)
        return self._eye

    def _tell_place(self, eye: Looker) -> None:
        """Put on the board whether the camera's place is known, and what happened to it."""
        if eye.trouble:
            self._board.tell(HealthPart.CALIBRATION, HealthLevel.BAD, eye.trouble)
        else:
            self._board.tell(HealthPart.CALIBRATION, HealthLevel.OK, eye.note)
