"""A picture for calibrating is taken once the camera has had its time and nothing changes any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from table_daemon.settled import PATIENCE_S, SETTLE_S, STILL_S, settled_picture
from vision.camera.base import CameraImage
from vision.errors import CameraUnavailableError, RefusedImageError
from vision.synthetic.pixels import Pixels

RATE_HZ = 15
SCENE = cv2.resize(np.random.default_rng(3).integers(0, 255, (30, 40, 3)).astype(np.uint8), (320, 240))


class PretendCamera:
    """Shows what ``shows`` says of the time; its clock moves with its pictures and nothing sleeps."""

    def __init__(self, shows: Callable[[float], Pixels | Exception | None]) -> None:
        self._shows = shows
        self._rng = np.random.default_rng(1)
        self.now_s = 100.0
        self.given: list[float] = []

    async def next_image(self) -> CameraImage | None:
        self.now_s += 1 / RATE_HZ
        shown = self._shows(self.now_s - 100.0)
        if isinstance(shown, Exception):
            raise shown
        if shown is None:
            return None
        self.given.append(self.now_s - 100.0)
        noisy = np.clip(shown + self._rng.normal(0, 2, shown.shape), 0, 255).astype(np.uint8)
        return CameraImage(len(self.given), round(self.now_s * 1000), noisy)

    async def consumed(self, image: CameraImage) -> None:
        assert image.image_id == len(self.given)

    async def close(self) -> None:
        """Hold nothing."""


def seen(light: float, blur_px: float = 0.0) -> Pixels:
    soft = cv2.GaussianBlur(SCENE, (0, 0), blur_px) if blur_px else SCENE
    return np.asarray(soft * light, np.uint8)


def taken(camera: PretendCamera, *, live: bool = True) -> Pixels:
    return asyncio.run(settled_picture(camera, live=live, now_s=lambda: camera.now_s))


def test_a_live_camera_gets_its_four_seconds_even_if_nothing_changes() -> None:
    camera = PretendCamera(lambda _: seen(0.8))
    taken(camera)
    assert SETTLE_S + STILL_S <= camera.given[-1] - camera.given[0] < SETTLE_S + STILL_S + 0.3


@pytest.mark.parametrize("rests_at", [4.0, 7.5])
def test_the_dark_and_soft_pictures_of_a_settling_camera_are_let_pass(rests_at: float) -> None:
    camera = PretendCamera(lambda at: seen(0.2 + 0.6 * min(1.0, at / rests_at), max(0.0, 4 - 4 * at / rests_at)))
    picture = taken(camera)
    assert camera.given[-1] >= rests_at
    assert np.abs(picture.astype(float) - seen(0.8)).mean() < 4


@pytest.mark.parametrize(("better_at", "light"), [(4.3, 0.8), (9.0, 0.8), (1000.0, 0.2)])
def test_a_dark_picture_that_stands_still_is_taken_only_when_none_better_comes(better_at: float, light: float) -> None:
    camera = PretendCamera(lambda at: seen(0.2 if at < better_at else 0.8))
    picture = asyncio.run(
        settled_picture(camera, live=True, is_bad=lambda shown: shown.mean() < 60, now_s=lambda: camera.now_s)
    )
    assert np.abs(picture.astype(float) - seen(light)).mean() < 4
    assert camera.given[-1] < min(better_at + 3, 14)


@pytest.mark.parametrize(
    ("shows", "words"),
    [
        (lambda at: seen(0.5 + 0.3 * np.sin(3 * at)), "its light"),
        (lambda at: seen(0.8, 3.0 + 2.5 * np.sin(5 * at)), "its sharpness goes on changing"),
        (lambda _: RefusedImageError("black", "the camera's picture is black; take its cap off"), "take its cap off"),
        (lambda _: None, "it gives no picture"),
    ],
)
def test_a_camera_that_never_rests_is_refused_with_what_changes(
    shows: Callable[[float], Pixels | Exception | None], words: str
) -> None:
    camera = PretendCamera(shows)
    with pytest.raises(CameraUnavailableError, match=words):
        taken(camera)
    assert camera.now_s - 100.0 < PATIENCE_S + 1


def test_a_slow_camera_is_judged_by_three_pictures() -> None:
    camera = PretendCamera(lambda _: seen(0.8))
    slow = asyncio.run(settled_picture(camera, live=True, now_s=lambda: camera.now_s + 1.9 * len(camera.given)))
    assert len(camera.given) == 4
    assert slow.shape == SCENE.shape


def test_pictures_that_wait_are_not_waited_for() -> None:
    camera = PretendCamera(lambda at: seen(0.8) if at < 0.25 else None)
    taken(camera, live=False)
    assert len(camera.given) == 3
    camera = PretendCamera(lambda _: seen(0.8))
    taken(camera, live=False)
    assert len(camera.given) == 5
