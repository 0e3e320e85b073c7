"""Loads picture files as 8-bit BGR the way a viewer shows them. Says clearly why one cannot be read."""

import struct
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import thresholds
from vision.errors import UnreadableImageError

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
"""What counts as a picture when a folder is searched."""


def load_picture(path: Path) -> NDArray[np.uint8]:
    """Return the picture as BGR with its EXIF turn applied; grey, alpha and 16-bit pictures are converted.

    Raises UnreadableImageError when it is missing, empty, spoiled, no picture, or too large.
    """
    try:
        data = path.read_bytes()
    except IsADirectoryError as error:
        raise UnreadableImageError(f"{path} is a folder; give a picture file") from error
    except OSError as error:
        raise UnreadableImageError(f"{path} cannot be opened ({error.strerror}); check its name and rights") from error
    if not data:
        raise UnreadableImageError(f"{path} is empty; take or copy the picture again")
    if (pixels := stated_pixels(data)) is not None and pixels > thresholds.LARGEST_PIXELS:
        most = thresholds.LARGEST_PIXELS / 1e6
        raise UnreadableImageError(f"{path} has {pixels / 1e6:.0f} megapixels, more than {most:.0f}; shrink it first")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise UnreadableImageError(f"{path} is spoiled or no picture; give a JPEG, PNG, WebP, BMP or TIFF")
    return np.asarray(image, np.uint8)


def stated_pixels(data: bytes) -> int | None:
    """Return how many pixels a PNG or JPEG says it has, before it is unpacked; None where it does not say."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return int(width * height)
    if data[:2] != b"\xff\xd8":
        return None
    place = 2
    while place + 9 < len(data) and data[place] == 0xFF:
        marker, length = data[place + 1], int.from_bytes(data[place + 2 : place + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", data[place + 5 : place + 9])
            return int(width * height)
        place += 2 + length
    return None


def pictures_under(path: Path) -> list[Path]:
    """Return a file as itself and a folder as all pictures below it, sorted."""
    if not path.is_dir():
        return [path]
    return sorted(found for found in path.rglob("*") if found.suffix.lower() in SUFFIXES and found.is_file())
