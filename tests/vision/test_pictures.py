import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision import thresholds
from vision.errors import UnreadableImageError
from vision.pictures import load_picture, pictures_under

PICTURE = np.tile(np.arange(30, dtype=np.uint8)[None, :, None] * 8, (20, 1, 3))


def written(path: Path, image: NDArray[Any]) -> Path:
    assert cv2.imwrite(str(path), image)
    return path


@pytest.mark.parametrize(
    "image",
    [PICTURE, PICTURE[:, :, 0], np.dstack([PICTURE, PICTURE[:, :, :1]]), PICTURE.astype(np.uint16) * 257],
    ids=["colour", "grey", "alpha", "16 bit"],
)
def test_any_kind_of_picture_comes_as_8_bit_bgr(tmp_path: Path, image: NDArray[Any]) -> None:
    loaded = load_picture(written(tmp_path / "a.png", image))
    assert loaded.shape == (20, 30, 3)
    assert loaded.dtype == np.uint8
    assert np.abs(loaded.astype(int) - PICTURE).max() <= 1


def test_the_turn_a_camera_noted_is_applied(tmp_path: Path) -> None:
    jpeg = cv2.imencode(".jpg", PICTURE)[1].tobytes()
    # EXIF with one entry: orientation (0x0112) 6, to be shown a quarter turn clockwise.
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0)
    tiff = b"MM\x00*" + struct.pack(">IH", 8, 1) + entry + b"\0\0\0\0"
    segment = b"Exif\0\0" + tiff
    path = tmp_path / "turned.jpg"
    path.write_bytes(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + jpeg[2:])
    loaded = load_picture(path)
    assert loaded.shape == (30, 20, 3)
    assert loaded[0].mean() < loaded[-1].mean()


def png_header(width: int, height: int) -> bytes:
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "is empty"),
        (b"not a picture", "spoiled"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "spoiled"),
        (png_header(100_000, 100_000), "megapixels"),
        (png_header(8, 8), "spoiled"),
    ],
    ids=["empty", "text", "cut JPEG", "huge", "PNG without pixels"],
)
def test_a_spoiled_picture_is_refused_with_its_name_and_what_to_do(tmp_path: Path, data: bytes, word: str) -> None:
    path = tmp_path / "bad.jpg"
    path.write_bytes(data)
    with pytest.raises(UnreadableImageError, match=word) as raised:
        load_picture(path)
    assert "bad.jpg" in str(raised.value)


def test_a_large_jpeg_is_refused_before_it_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LARGEST_PIXELS", 500)
    with pytest.raises(UnreadableImageError, match="megapixels"):
        load_picture(written(tmp_path / "a.jpg", PICTURE))


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableImageError, match="cannot be opened"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(UnreadableImageError, match="folder"):
        load_picture(tmp_path)


def test_a_folder_stands_for_its_pictures_in_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("b/2.PNG", "a.jpg", "notes.txt", "b/1.png"):
        (tmp_path / name).write_bytes(b"")
    assert [path.relative_to(tmp_path).as_posix() for path in pictures_under(tmp_path)] == [
        "a.jpg",
        "b/1.png",
        "b/2.PNG",
    ]
