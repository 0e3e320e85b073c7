"""Tests for damaged JPEGs: lost blocks are told, what cameras do wrong without harm is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.errors import UnreadableImageError
from vision.headers import stated_size
from vision.pictures import decode
from vision.whole_jpeg import is_damaged

RNG = np.random.default_rng(7)
PICTURE = cv2.resize(RNG.integers(0, 255, (48, 64, 3), dtype=np.uint8), (640, 480))
WHOLE = cv2.imencode(".jpg", PICTURE)[1].tobytes()
PROGRESSIVE = cv2.imencode(".jpg", PICTURE, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
MIDDLE = len(WHOLE) // 2
END = b"\xff\xd9"
MARKERLESS = bytes(31 * k % 255 for k in range(2_000))
"""Nothing in it ends the image: libjpeg finds blocks to the last and much left over."""


@pytest.mark.parametrize(
    "damaged",
    [
        pytest.param(WHOLE[:MIDDLE] + END, id="half of it, with an end put on"),
        pytest.param(WHOLE[:MIDDLE] + bytes(2_000) + WHOLE[MIDDLE + 2_000 :], id="zeros in the middle"),
        pytest.param(WHOLE[: MIDDLE - 4_000] + WHOLE[MIDDLE:], id="a block of the file lost"),
        *(
            pytest.param(WHOLE[:MIDDLE] + junk + WHOLE[MIDDLE + len(junk) :], id=f"overwritten {number}")
            for number, junk in enumerate(np.random.default_rng(seed).bytes(4_000) for seed in range(4))
        ),
        pytest.param(WHOLE[:MIDDLE] + MARKERLESS + WHOLE[MIDDLE + 2_000 :], id="overwritten without a marker"),
    ],
)
def test_lost_parts_are_told(damaged: bytes) -> None:
    assert stated_size(damaged) == (640, 480)
    assert is_damaged(damaged)
    with pytest.raises(UnreadableImageError, match="a part of it is lost; copy or take"):
        decode(damaged)


@pytest.mark.parametrize(
    "sound",
    [
        pytest.param(WHOLE, id="whole"),
        pytest.param(PROGRESSIVE, id="progressive"),
        pytest.param(cv2.imencode(".jpg", PICTURE[..., 0])[1].tobytes(), id="grey"),
        pytest.param(cv2.imencode(".jpg", PICTURE[:1, :1])[1].tobytes(), id="one pixel"),
        pytest.param(WHOLE[:-2] + b"\x00\x00" + END, id="bytes before the end, as webcams send"),
        pytest.param(WHOLE[:-2] + bytes(500) + END, id="padded before the end"),
        pytest.param(WHOLE + bytes(512), id="bytes after the end"),
    ],
)
def test_harmless_oddities_are_no_damage(sound: bytes) -> None:
    assert not is_damaged(sound)
    decode(sound)


def test_what_is_no_jpeg_is_not_judged() -> None:
    assert not is_damaged(b"")
    assert not is_damaged(cv2.imencode(".png", PICTURE)[1].tobytes())
