import os
import struct
import subprocess
import sys
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


JPEG = cv2.imencode(".jpg", PICTURE)[1].tobytes()
PNG = cv2.imencode(".png", PICTURE)[1].tobytes()


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "is empty"),
        (b"not a picture", "spoiled"),
        (b"GIF89a" + bytes(100), "give a JPEG"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "spoiled"),
        (JPEG[: len(JPEG) // 2], "its end is missing"),
        (JPEG[:-40] + bytes(40), "its end is missing"),
        (PNG[: len(PNG) // 2] + b"IEND", "is spoiled; copy"),
        (png_header(8, 8), "its end is missing"),
        (png_header(0, 8), "spoiled"),
        (png_header(100_000, 100_000), "10000 megapixels"),
        (png_header(10_000, 10_000), "100 megapixels, more than 64; shrink"),
        (png_header(40_000, 10), "40000 x 10 pixels"),
    ],
)
def test_a_spoiled_picture_is_refused_with_its_name_and_what_to_do(tmp_path: Path, data: bytes, word: str) -> None:
    path = tmp_path / "bad.jpg"
    path.write_bytes(data)
    with pytest.raises(UnreadableImageError, match=word) as raised:
        load_picture(path)
    assert "bad.jpg" in str(raised.value)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".bmp", ".webp", ".tiff"])
def test_a_hundred_megapixels_are_refused_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    path = written(tmp_path / f"a{suffix}", PICTURE)
    monkeypatch.setattr(thresholds, "LARGEST_PIXELS", 599)
    monkeypatch.setattr(cv2, "imdecode", None)
    with pytest.raises(UnreadableImageError, match="megapixels"):
        load_picture(path)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    with path.open("wb") as file:
        file.truncate(thresholds.LARGEST_FILE_BYTES + 1)
    with pytest.raises(UnreadableImageError, match=r"huge\.jpg has 256 MB"):
        load_picture(path)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.jpg"
    os.mkfifo(path)
    with pytest.raises(UnreadableImageError, match="a device or a pipe"):
        load_picture(path)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("size", [(1, 1), (1, 500), (500, 1)])
def test_the_smallest_pictures_are_pictures(tmp_path: Path, suffix: str, size: tuple[int, int]) -> None:
    path = written(tmp_path / f"a{suffix}", np.full((*size, 3), 90, np.uint8))
    assert load_picture(path).shape == (*size, 3)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableImageError, match="cannot be opened"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(UnreadableImageError, match="folder"):
        load_picture(tmp_path)


def test_a_folder_stands_for_its_pictures_in_order(tmp_path: Path) -> None:
    for name in ("b", "a", "a.d", "folder.png"):
        (tmp_path / name).mkdir()
    names = ["a.d/1.png", "a.jpg", "a/1.png", "a/2.PNG", "b/1.png", "c.tif"]
    for name in (*names, "notes.txt", "b/notes", "png"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "b" / "back").symlink_to(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in pictures_under(tmp_path)] == names
    assert names == sorted(names)


def test_a_file_and_a_missing_file_stand_for_themselves(tmp_path: Path) -> None:
    assert pictures_under(tmp_path / "none.jpg") == [tmp_path / "none.jpg"]


def test_a_folder_that_may_not_be_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(_path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", forbidden)
    with pytest.raises(UnreadableImageError, match="cannot be listed"):
        pictures_under(tmp_path)


LISTING = """
import sys, tracemalloc
from pathlib import Path
from vision.pictures import each_picture
tracemalloc.start()
print(sum(1 for _ in each_picture(Path(sys.argv[1]))), tracemalloc.get_traced_memory()[1])
"""


def test_ten_thousand_files_are_listed_one_by_one_in_little_memory(tmp_path: Path) -> None:
    for number in range(10_000):
        (tmp_path / f"{number:05}.jpg").touch()
    # In a process of its own: what other tests left running would be counted too.
    told = subprocess.run([sys.executable, "-c", LISTING, tmp_path], capture_output=True, text=True, check=True)
    seen, most = map(int, told.stdout.split())
    assert seen == 10_000
    assert most < 4_000_000
