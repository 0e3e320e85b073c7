"""Keeps what a running daemon meets as a recording: its pictures, its line, its people's intents.

A disk that fails ends the recording and never the game.
"""

from __future__ import annotations

import contextlib
import errno
import json
import logging
from typing import TYPE_CHECKING, Any, Self

import cv2

from table_daemon.care.room import Room
from table_daemon.recording import RecordingWriter

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping
    from pathlib import Path

    from firmware_bridge.direction import Direction
    from table_daemon.clocks import GameClock
    from table_daemon.settings import Settings
    from vision.camera.base import Camera, CameraImage

    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    Asgi = Callable[[Message, Receive, Send], Awaitable[None]]

log = logging.getLogger(__name__)

_JPEG_QUALITY = 92
_INTENTS = "/api/intents"
_OK = 200
_LONGEST_INTENT = 65_536


class LiveRecording:
    """The recording of one run, in a folder that must be new or empty."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        """Make the folder; raises ``RecordingExistsError`` when something is in it."""
        self._writer = RecordingWriter(folder)
        self._settings = settings
        self._room = Room(settings.store.leave_free_mb * 1_000_000)
        self._described = False
        self._failed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._keep(lambda: None if self._described else self._describe(None))
        with contextlib.suppress(OSError):
            self._writer.close()

    def camera(self, camera: Camera, clock: GameClock) -> Camera:
        """Return the camera, each of whose pictures is kept on its way."""
        return _RecordedCamera(camera, lambda image: self._image(image, clock.picture_ms(image.t_ms)))

    def link(self, t_ms: int, direction: Direction, data: bytes) -> None:
        """Keep what passed on the line."""
        self._keep(lambda: self._writer.link(t_ms, direction, data))

    def intent(self, body: bytes, t_ms: int) -> None:
        """Keep an accepted intent as it was posted."""
        self._keep(lambda: self._writer.intent(json.loads(body), t_ms=t_ms))

    def _image(self, image: CameraImage, t_ms: int) -> None:
        def keep() -> None:
            if not self._described:
                self._describe((image.pixels.shape[1], image.pixels.shape[0]))
            encoded, jpeg = cv2.imencode(".jpg", image.pixels, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
            if encoded:
                self._writer.image(jpeg.tobytes(), t_ms=t_ms)

        self._keep(keep)

    def _describe(self, size_px: tuple[int, int] | None) -> None:
        self._described = True
        table, match = self._settings.table, self._settings.match
        about: dict[str, object] = {
            "version": 1,
            "table_side_mm": table.felt_side_mm,
            "tile_mm": [table.tile_width_mm, table.tile_length_mm, table.tile_thickness_mm],
            "seats": [{"seat": seat, "towards_mm": list(way)} for seat, way in enumerate(table.towards_mm)],
            "settings": {
                "profile": match.profile,
                "names": list(match.names),
                "first_dealer": match.first_dealer,
                "rules": match.rules,
            },
            "tile_set": None,
        }
        if size_px is not None:
            about["camera"] = {"width": size_px[0], "height": size_px[1]}
            about["calibration"] = _where(self._settings, size_px)
        self._writer.about(about)

    def _keep(self, write: Callable[[], None]) -> None:
        if self._failed:
            return
        try:
            self._check_room()
            write()
        except OSError as error:
            self._failed = True
            log.warning("the recording in %s ends here: %s", self._writer.folder, error.strerror)

    def _check_room(self) -> None:
        if self._room.missing_bytes(self._writer.folder):
            raise OSError(errno.ENOSPC, "the disk is nearly full; [store] leave_free_mb says how much is left free")


def _where(settings: Settings, size_px: tuple[int, int]) -> dict[str, Any] | None:
    """What the settings say of the table's place in pictures of this size; ``None``: it is found when replayed."""
    corners = settings.calibration.felt_corners_px
    if corners is not None:
        return {"felt_corners_px": [list(corner) for corner in corners]}
    if settings.calibration.file is None:
        return None
    try:
        data = json.loads(settings.calibration.file.read_text(encoding="utf-8"))
        found: dict[str, Any] = data.get("calibration", data)
        width_px = int(data.get("camera", {}).get("width", size_px[0]))
        if width_px == size_px[0]:
            return found
        share = size_px[0] / width_px
        return {"felt_corners_px": [[x * share, y * share] for x, y in found["felt_corners_px"]]}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        log.warning("the recording does not say where the table lies: %s", error)
        return None


class RecordedIntents:
    """Pages, each of whose accepted intents is shown to a recording. An ASGI middleware."""

    def __init__(self, app: Asgi, *, recording: LiveRecording, clock: GameClock) -> None:
        self._app = app
        self._recording = recording
        self._clock = clock

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] != "POST" or scope["path"] != _INTENTS:
            await self._app(scope, receive, send)
            return
        body, accepted = bytearray(), False

        async def hear() -> Message:
            message = await receive()
            if len(body) <= _LONGEST_INTENT:
                body.extend(message.get("body", b""))
            return message

        async def answer(message: Message) -> None:
            nonlocal accepted
            if message["type"] == "http.response.start":
                accepted = message["status"] == _OK
            await send(message)

        t_ms = self._clock.steady_ms()
        await self._app(scope, hear, answer)
        if accepted:
            self._recording.intent(bytes(body), t_ms)


class _RecordedCamera:
    """A camera whose pictures somebody is shown first."""

    def __init__(self, camera: Camera, show: Callable[[CameraImage], None]) -> None:
        self._camera = camera
        self._show = show

    async def next_image(self) -> CameraImage | None:
        """Return the next picture, shown."""
        image = await self._camera.next_image()
        if image is not None:
            self._show(image)
        return image

    async def consumed(self, image: CameraImage) -> None:
        """Tell the camera that a picture was dealt with."""
        await self._camera.consumed(image)

    async def close(self) -> None:
        """Let go of the camera."""
        await self._camera.close()
