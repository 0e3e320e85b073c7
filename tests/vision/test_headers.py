"""Sizes read from headers, against pictures that OpenCV wrote and headers made by hand."""

import struct

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.headers import is_cut_short, stated_size

PICTURE = np.random.default_rng(1).integers(0, 256, (20, 30, 3)).astype(np.uint8)


def packed(suffix: str, *options: int) -> bytes:
    good, data = cv2.imencode(suffix, PICTURE, options)
    assert good
    return data.tobytes()


WRITTEN = {
    "jpeg": packed(".jpg"),
    "progressive jpeg": packed(".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
    "png": packed(".png"),
    "bmp": packed(".bmp"),
    "webp": packed(".webp", cv2.IMWRITE_WEBP_QUALITY, 80),
    "lossless webp": packed(".webp", cv2.IMWRITE_WEBP_QUALITY, 101),
    "tiff": packed(".tiff"),
}


@pytest.mark.parametrize("data", WRITTEN.values(), ids=WRITTEN.keys())
def test_the_size_is_that_of_the_picture(data: bytes) -> None:
    assert stated_size(data) == (30, 20)
    assert not is_cut_short(data)


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (b"MM\0*" + struct.pack(">IHHHIHHHHIHH", 8, 2, 256, 3, 1, 70, 0, 257, 3, 1, 50, 0), (70, 50)),
        (b"MM\0*" + struct.pack(">IHHHIIHHII", 8, 2, 256, 4, 1, 70_000, 257, 4, 1, 50_000), (70_000, 50_000)),
        (b"BM" + bytes(12) + struct.pack("<IHH", 12, 640, 480), (640, 480)),
        (b"BM" + bytes(12) + struct.pack("<Iii", 40, 640, -480), (640, 480)),
        (b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + b"\x0f\x27\0\x07\0\0", (10_000, 8)),
        (b"\xff\xd8\xff\xff\xff\xc0\0\x0b\x08\0\x05\0\x07\x03\0\0\0", (7, 5)),
    ],
    ids=["TIFF, short", "TIFF, long", "old BMP", "BMP from the top down", "extended WebP", "JPEG with a fill byte"],
)
def test_rarer_headers(data: bytes, size: tuple[int, int]) -> None:
    assert stated_size(data) == size


@pytest.mark.parametrize(
    "data", [b"", b"GIF89a", b"RIFF\0\0\0\0WAVE", b"RIFF\0\0\0\0WEBPVP9 ", b"\xff\xd8\xff\xda\0\0"]
)
def test_what_is_no_picture_of_ours_says_nothing(data: bytes) -> None:
    assert stated_size(data) is None


@pytest.mark.parametrize("name", ["jpeg", "progressive jpeg", "png"])
def test_a_missing_end_is_noticed(name: str) -> None:
    data = WRITTEN[name]
    assert is_cut_short(data[: len(data) * 2 // 3])
    assert is_cut_short(data[:10])


def test_the_end_of_a_small_picture_in_the_header_is_not_the_end() -> None:
    data = WRITTEN["jpeg"]
    thumbnail = b"\xff\xe1" + struct.pack(">H", 2 + len(data)) + data
    whole = data[:2] + thumbnail + data[2:]
    assert stated_size(whole) == (30, 20)
    assert not is_cut_short(whole)
    assert is_cut_short(whole[:-20])


@given(
    start=st.sampled_from([b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF", b"BM", b"II*\0", b"MM\0*"]), rest=st.binary()
)
def test_no_bytes_at_all_upset_it(start: bytes, rest: bytes) -> None:
    size = stated_size(start + rest)
    assert size is None or min(size) >= 0
    is_cut_short(start + rest)


@given(name=st.sampled_from(sorted(WRITTEN)), at=st.integers(0, 60), byte=st.integers(0, 255))
def test_no_broken_header_upsets_it(name: str, at: int, byte: int) -> None:
    data = bytearray(WRITTEN[name])
    data[at] = byte
    stated_size(bytes(data))
    is_cut_short(bytes(data))
