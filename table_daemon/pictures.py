"""Pictures kept beside the log: small cuts that show a discard, a meld or a hand.

Never more than the quota, and none where the disk is nearly full: there the oldest make room for everything else.
Which are too old, the caretaker says.
"""

import contextlib
import os
import re
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from table_daemon.care.room import UNLIMITED, Room
from vision.observation import SeenTile

_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")
_JPEG_QUALITY = 88
_LONGEST_PX = 1280
"""A hand of fourteen tiles stays readable; larger cuts are scaled down to this."""


class PictureKeeper:
    """Saves and finds pictures by name in one folder; the oldest go when the quota or the disk's floor is reached."""

    def __init__(self, folder: Path, *, keep: bool, quota_bytes: int, room: Room = UNLIMITED) -> None:
        self._folder = folder
        self._room = room
        self._keep = keep
        self._quota_bytes = quota_bytes
        self.problem: str | None = None
        """Why the last picture could not be kept, for the health page."""
        try:
            self._used_bytes = sum(size for _, size, _ in self._files())
        except OSError as error:
            self._used_bytes = 0
            self._fail(error)

    def save(self, name: str, image: NDArray[np.uint8], shows: Sequence[SeenTile]) -> bool:
        """Keep the part of ``image`` that shows the tiles, if pictures are kept; whether it was kept.

        What can't be written is told in ``problem`` and never raised.
        """
        if not self._keep or not shows or _NAME.fullmatch(name) is None:
            return False
        part = cut_around(image, shows)
        if part.size == 0:
            return False
        ok, jpeg = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        if not ok:
            return False
        try:
            if not self._make_room(len(jpeg)):
                self.problem = None  # the disk's own line tells of it
                return False
            self._write(self._folder / f"{name}.jpg", jpeg.tobytes())
            self._drop_oldest()
        except OSError as error:
            self._fail(error)
            return False
        self.problem = None
        return True

    async def picture(self, name: str) -> bytes | None:
        """The JPEG kept under ``name``, or ``None``."""
        if _NAME.fullmatch(name) is None:
            return None
        try:
            return (self._folder / f"{name}.jpg").read_bytes()
        except OSError:
            return None

    def drop_before(self, when_s: float) -> int:
        """Let go of the pictures kept before a time of day (seconds since 1970); how many those were."""
        gone = 0
        try:
            for kept_ns, size, path in self._files():
                if kept_ns < when_s * 1e9:
                    path.unlink(missing_ok=True)
                    self._used_bytes -= size
                    gone += 1
        except OSError as error:
            self._fail(error)
        return gone

    def _write(self, path: Path, jpeg: bytes) -> None:
        """Put a whole picture in its place or none: half a picture after a full disk or a power cut helps nobody."""
        self._folder.mkdir(parents=True, exist_ok=True)
        before = path.stat().st_size if path.exists() else 0
        unfinished = path.with_suffix(".part")
        try:
            unfinished.write_bytes(jpeg)
            unfinished.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                unfinished.unlink()
            raise
        self._used_bytes += len(jpeg) - before

    def _make_room(self, size: int) -> bool:
        """Whether a picture of this size leaves enough of the disk free, older ones let go for it if need be."""
        missing = self._room.missing_bytes(self._folder, for_bytes=size)
        if missing and self._used_bytes:
            self._shrink_to(self._used_bytes - missing)
            missing = self._room.missing_bytes(self._folder, for_bytes=size)
        return not missing

    def _drop_oldest(self) -> None:
        if self._used_bytes > self._quota_bytes:
            self._shrink_to(self._quota_bytes * 9 // 10)

    def _shrink_to(self, most_bytes: int) -> None:
        for _, size, path in sorted(self._files()):
            if self._used_bytes <= most_bytes:
                break
            path.unlink(missing_ok=True)
            self._used_bytes -= size

    def _files(self) -> list[tuple[int, int, Path]]:
        """Every kept picture: when it was written (nanoseconds), its bytes, its place."""
        if not self._folder.exists():
            return []
        with os.scandir(self._folder) as entries:
            return [(e.stat().st_mtime_ns, e.stat().st_size, Path(e)) for e in entries if e.name.endswith(".jpg")]

    def _fail(self, error: OSError) -> None:
        self.problem = f"no picture could be kept in {self._folder}: {error.strerror}; free space or check rights"


def cut_around(image: NDArray[np.uint8], shows: Sequence[SeenTile]) -> NDArray[np.uint8]:
    """The part of an image that holds all the tiles with half a tile's margin around; empty when all lie outside it."""
    corners = np.array([corner for tile in shows for corner in tile.quad_px], dtype=np.float64)
    first = np.array(shows[0].quad_px)
    margin = 0.6 * float(np.linalg.norm(first[0] - first[2]))
    height, width = image.shape[:2]
    left, top = np.floor(corners.min(axis=0) - margin).clip(0, (width, height)).astype(int)
    right, bottom = np.ceil(corners.max(axis=0) + margin).clip(0, (width, height)).astype(int)
    part = image[top:bottom, left:right]
    longest = max(part.shape[:2])
    if longest <= _LONGEST_PX:
        return part
    scale = _LONGEST_PX / longest
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
