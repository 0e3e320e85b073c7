"""Pictures from files, in order, as if a camera had taken them. Not a folder that others still write to."""

import asyncio
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from vision.camera.base import CameraImage
from vision.errors import CameraUnavailableError, UnreadableImageError
from vision.pictures import each_picture, load_picture


class FileCamera:
    """Gives each file's picture once, ``interval_ms`` of its own time apart."""

    def __init__(self, files: Iterable[Path], *, interval_ms: int = 1000) -> None:
        self._files = iter(files)
        self._interval_ms = interval_ms
        self._given = 0

    @classmethod
    def under(cls, path: Path, *, interval_ms: int = 1000) -> "FileCamera":
        """Return a camera for one file or for all pictures of a folder, sorted by name.

        Raises CameraUnavailableError when there is nothing to show.
        """
        if not path.exists():
            raise CameraUnavailableError(f"{path} does not exist; give a picture or a folder of pictures")
        files = each_picture(path)
        try:
            first = next(files, None)
        except UnreadableImageError as error:
            raise CameraUnavailableError(str(error)) from error
        if first is None:
            raise CameraUnavailableError(f"{path} holds no picture; put JPEG or PNG files there")
        return cls(chain([first], files), interval_ms=interval_ms)

    async def next_image(self) -> CameraImage | None:
        """Return the next file's picture, or None after the last.

        Raises UnreadableImageError for a spoiled file; asking again goes on to the next one.
        """
        path = await asyncio.to_thread(next, self._files, None)
        if path is None:
            return None
        self._given += 1
        pixels = await asyncio.to_thread(load_picture, path)
        return CameraImage(self._given, (self._given - 1) * self._interval_ms, pixels)

    async def consumed(self, image: CameraImage) -> None:
        """Do nothing: files wait."""

    async def close(self) -> None:
        """Give no further picture."""
        self._files = iter(())
