"""Loads picture files as 8-bit BGR the way a viewer shows them. Says clearly why one cannot be read."""

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISDIR, S_ISREG

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.errors import UnreadableImageError
from vision.headers import JPEG, is_cut_short, stated_size
from vision.whole_jpeg import is_damaged

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
"""What counts as a picture when a folder is searched."""


def load_picture(path: Path) -> NDArray[np.uint8]:
    """Return the picture as BGR with its EXIF turn applied; grey, alpha and 16-bit pictures are converted.

    Raises UnreadableImageError when it is missing, empty, spoiled, no picture, or too large.
    """
    try:
        data = _content(path)
    except OSError as error:
        raise UnreadableImageError(f"{path} cannot be opened ({error.strerror}); check its name and rights") from error
    try:
        return decode(data)
    except UnreadableImageError as error:
        raise UnreadableImageError(f"{path} {error}") from error


def decode(data: bytes) -> NDArray[np.uint8]:
    """Return a picture file's content as BGR; nothing is unpacked before its size is known.

    Raises UnreadableImageError, whose text goes on after the picture's name.
    """
    if not data:
        raise UnreadableImageError("is empty; take or copy the picture again")
    size = stated_size(data)
    if size is None or min(size) < 1:
        raise UnreadableImageError("is spoiled or no picture; give a JPEG, PNG, WebP, BMP or TIFF")
    _refuse_large(*size)
    if is_cut_short(data):
        raise UnreadableImageError("is spoiled: its end is missing; copy the picture again")
    if data.startswith(JPEG) and is_damaged(data):
        raise UnreadableImageError("is spoiled: a part of it is lost; copy or take the picture again")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise UnreadableImageError("is spoiled; copy or take the picture again")
    return np.asarray(image, np.uint8)


def pictures_under(path: Path) -> list[Path]:
    """Return a file as itself and a folder as all pictures below it, sorted."""
    return list(each_picture(path))


def each_picture(path: Path) -> Iterator[Path]:
    """Yield a file itself, and of a folder all pictures below it in order, however many there are.

    Only the names of the folders that are being looked through are held in memory. Links to folders are not followed.
    Raises UnreadableImageError for a folder that may not be looked into.
    """
    if not os.path.isdir(path):  # noqa: PTH112 -- Path.is_dir raises where a folder above may not be entered
        yield path
        return
    try:
        with os.scandir(path) as entries:
            # A folder sorts as it does inside a path: with its slash.
            names = sorted(entry.name + "/" * entry.is_dir(follow_symlinks=False) for entry in entries)
    except OSError as error:
        raise UnreadableImageError(f"{path} cannot be listed ({error.strerror}); check its rights") from error
    for name in names:
        if name.endswith("/"):
            yield from each_picture(path / name)
        elif Path(name).suffix.lower() in SUFFIXES and (path / name).is_file():
            yield path / name


def _content(path: Path) -> bytes:
    about = path.stat()
    if S_ISDIR(about.st_mode):
        raise UnreadableImageError(f"{path} is a folder; give a picture file")
    if not S_ISREG(about.st_mode):
        raise UnreadableImageError(f"{path} is a device or a pipe, no file; give a picture file")
    if about.st_size > thresholds.LARGEST_FILE_BYTES:
        most = thresholds.LARGEST_FILE_BYTES // 1_000_000
        raise UnreadableImageError(f"{path} has {about.st_size // 1_000_000} MB, more than {most}; shrink it first")
    return path.read_bytes()


def _refuse_large(width: int, height: int) -> None:
    if width * height > thresholds.LARGEST_PIXELS:
        most = thresholds.LARGEST_PIXELS / 1e6
        raise UnreadableImageError(f"has {width * height / 1e6:.0f} megapixels, more than {most:.0f}; shrink it first")
    if max(width, height) > thresholds.LONGEST_SIDE_PX:
        raise UnreadableImageError(
            f"is {width} x {height} pixels, longer than {thresholds.LONGEST_SIDE_PX}; cut it into pieces first"
        )
