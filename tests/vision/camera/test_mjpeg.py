"""Pictures cut out of a stream of bytes, however it is broken up and whatever is between them."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.camera.mjpeg import MjpegSplitter
from vision.camera.wire import LARGEST_JPEG


def packed(seed: int, *options: int) -> bytes:
    noise = np.random.default_rng(seed).integers(0, 256, (24, 40, 3)).astype(np.uint8)
    return cv2.imencode(".jpg", noise, options)[1].tobytes()


PLAIN = packed(1)
THUMBNAILED = PLAIN[:2] + b"\xff\xe1" + (2 + len(PLAIN)).to_bytes(2, "big") + PLAIN + PLAIN[2:]
PICTURES = [
    PLAIN,
    packed(2, cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
    packed(3, cv2.IMWRITE_JPEG_RST_INTERVAL, 2),
    THUMBNAILED,
    PLAIN[:2] + b"\xff\xff" + PLAIN[2:],
]


def cut(stream: bytes, size: int) -> list[bytes]:
    splitter = MjpegSplitter()
    return [picture for at in range(0, len(stream), size) for picture in splitter.feed(stream[at : at + size])]


@pytest.mark.parametrize("size", [1, 7, 1000, 10**6])
def test_pictures_one_after_the_other(size: int) -> None:
    assert cut(b"".join(PICTURES), size) == PICTURES


@given(
    order=st.lists(st.sampled_from(range(len(PICTURES))), max_size=5),
    between=st.binary(max_size=20).filter(lambda noise: b"\xff" not in noise),
    size=st.integers(1, 4000),
)
def test_noise_between_pictures_is_passed_over(order: list[int], between: bytes, size: int) -> None:
    wanted = [PICTURES[number] for number in order]
    assert cut(between.join([b"", *wanted, b""]), size) == wanted


@given(at=st.integers(0, len(PLAIN) - 1), size=st.integers(500, 4000))
def test_a_picture_that_broke_off_does_not_take_those_after_it_along(at: int, size: int) -> None:
    # Broken off inside a length, up to 64 kB are taken for one segment before the mistake shows.
    after = PICTURES[2] * (2 + 2**16 // len(PICTURES[2]))
    assert cut(PLAIN[:at] + after, size)[-1] == PICTURES[2]


@given(st.lists(st.binary(max_size=50), max_size=20))
def test_no_bytes_upset_it(chunks: list[bytes]) -> None:
    splitter = MjpegSplitter()
    for chunk in chunks:
        splitter.feed(b"\xff\xd8\xff" + chunk)


@pytest.mark.parametrize("head", [b"", PLAIN[:-2]], ids=["no picture", "a picture without end"])
def test_what_never_ends_is_not_kept(head: bytes) -> None:
    splitter = MjpegSplitter()
    splitter.feed(head)
    for _ in range(LARGEST_JPEG // 2**20 + 2):
        assert splitter.feed(bytes(2**20)) == []
    assert len(splitter._held) <= 2**20
    assert splitter.feed(PLAIN + PICTURES[1])[-1] == PICTURES[1]
