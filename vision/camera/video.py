"""Pictures from a video file, in order, as if a camera had taken them."""

import asyncio
from pathlib import Path

import cv2
import numpy as np

from vision.camera.base import CameraImage, Pixels
from vision.errors import CameraUnavailableError
from vision.thresholds import LARGEST_PIXELS


class VideoCamera:
    """Gives a video's pictures at least ``interval_ms`` of its own time apart."""

    def __init__(self, path: Path, *, interval_ms: int = 0) -> None:
        """Open ``path``. Raises CameraUnavailableError when it is no video that can be read."""
        if not path.is_file():
            raise CameraUnavailableError(f"{path} is no file; give a video")
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        width = int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        height = int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        if not self._capture.isOpened() or not 0 < width * height <= LARGEST_PIXELS:
            self._capture.release()
            raise CameraUnavailableError(f"{path} cannot be read as a video; give an MP4, MKV or AVI file")
        self._interval_ms = interval_ms
        self._given = 0
        self._last_ms: int | None = None

    async def next_image(self) -> CameraImage | None:
        """Return the next picture, or None after the last."""
        found = await asyncio.to_thread(self._next)
        if found is None:
            return None
        self._given += 1
        self._last_ms, pixels = found
        return CameraImage(self._given, self._last_ms, pixels)

    async def consumed(self, image: CameraImage) -> None:
        """Do nothing: a video waits."""

    async def close(self) -> None:
        """Give no further picture."""
        self._capture.release()

    def _next(self) -> tuple[int, Pixels] | None:
        """Return the time and pixels of the next picture that is far enough from the last one."""
        while self._capture.isOpened() and self._capture.grab():
            # Some files give every picture the same time; order must not suffer from it.
            t_ms = max(int(self._capture.get(cv2.CAP_PROP_POS_MSEC)), (self._last_ms or 0) + (self._given > 0))
            if self._last_ms is not None and t_ms - self._last_ms < self._interval_ms:
                continue
            good, pixels = self._capture.retrieve()
            if good:
                return t_ms, np.asarray(pixels, np.uint8)
        return None
