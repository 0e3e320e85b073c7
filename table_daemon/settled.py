"""One picture of a camera, once its light and focus hold still: what a calibration is to be worked out of."""

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.base import Camera
from vision.errors import CameraUnavailableError, UnreadableImageError

IsBad = Callable[[NDArray[np.uint8]], bool]
"""Whether a picture is too bad for what it is taken for."""
SETTLE_S = 4.0
"""So long a camera looks for its exposure, focus and white balance: hardware_docs/camera_mount.md."""
STILL_S = 1.0
"""After that light and sharpness must not have changed for so long."""
HOPE_S = 12.0
"""A picture too dark or blurred for tags is not taken before: some cameras stand still for a while, then go on."""
PATIENCE_S = 20.0
_FEWEST = 3
_LIGHT = 0.03
"""Lamps on 50 Hz make a picture's brightness differ by a hundredth or two ..."""
_SHARPNESS = 0.15
"""... and noise its sharpness by a few hundredths; focus that hunts makes it half or double."""
_OF_FILES = 5
"""Of pictures that wait, so many are let pass: a video's first ones are often grey."""


@dataclass(frozen=True, slots=True)
class _Sample:
    at_s: float
    light: float
    sharpness: float


async def settled_picture(
    camera: Camera,
    *,
    live: bool,
    is_bad: IsBad = lambda _: False,
    now_s: Callable[[], float] = time.monotonic,
    running_s: float = 0.0,
) -> NDArray[np.uint8]:
    """Return a picture of a camera that has come to rest; of one that is not ``live``, the fifth or the last.

    One that ``is_bad`` is returned only when no better one has come. ``running_s`` is for how long the camera has given
    pictures already: its time to settle counts from then.
    Raises CameraUnavailableError that says what is missing or goes on changing.
    """
    rest = _Rest(is_bad, running_s=running_s)
    newest: NDArray[np.uint8] | None = None
    problem, problem_zh = "it gives no picture", "没有画面"
    begun_s, given = now_s(), 0
    try:
        async with asyncio.timeout(PATIENCE_S):
            while now_s() - begun_s < PATIENCE_S:
                try:
                    image = await camera.next_image()
                except UnreadableImageError as error:
                    problem, problem_zh = str(error), error.zh or str(error)
                    continue
                if image is None:
                    break
                newest, given = image.pixels, given + 1
                await camera.consumed(image)
                if not live and given == _OF_FILES:
                    return newest
                # Whoever waits beside a running daemon must not hold its pages up.
                if live and await asyncio.to_thread(rest.is_still, newest, now_s()):
                    return newest
    except TimeoutError:
        problem, problem_zh = f"it gives no picture within {PATIENCE_S:.0f} s", f"{PATIENCE_S:.0f} 秒没有画面"
    if newest is None:
        raise CameraUnavailableError(f"the camera can't show the table: {problem}", zh=f"拍不到牌桌：{problem_zh}")
    if live:
        raise rest.trouble
    return newest


class _Rest:
    """Watches how light and sharpness change from picture to picture."""

    def __init__(self, is_bad: IsBad, *, running_s: float) -> None:
        self._is_bad = is_bad
        self._running_s = running_s
        self._samples: deque[_Sample] = deque()
        self._first_s: float | None = None
        self._judged_s = -math.inf

    def is_still(self, pixels: NDArray[np.uint8], at_s: float) -> bool:
        """Take a picture in; whether the camera has had its time, nothing changes any more and tags would show."""
        self._first_s = at_s - self._running_s if self._first_s is None else self._first_s
        self._samples.append(_sample(pixels, at_s))
        while len(self._samples) > _FEWEST and self._samples[1].at_s <= at_s - STILL_S:
            self._samples.popleft()
        still_s = at_s - self._samples[0].at_s
        if at_s - self._first_s < SETTLE_S + STILL_S or still_s < STILL_S or len(self._samples) < _FEWEST:
            return False
        if self._changing() or at_s - self._judged_s < STILL_S:
            return False
        self._judged_s = at_s
        return at_s - self._first_s >= HOPE_S or not self._is_bad(pixels)

    @property
    def trouble(self) -> CameraUnavailableError:
        """What to do where the pictures never came to rest."""
        changing = self._changing()
        what = f"{' and '.join(name for name, _ in changing)} {'go' if len(changing) > 1 else 'goes'} on changing"
        what_zh = f"{'和'.join(name for _, name in changing)}还在变"
        if not changing:
            what = "the pictures come too slowly: nobody can tell whether the camera has come to rest"
            what_zh = "画面来得太慢，看不出相机稳定了没有"
        return CameraUnavailableError(
            f"the camera does not come to rest: after {PATIENCE_S:.0f} s {what}; keep hands out of the picture, and "
            "write exposure_us and focus under [camera] where the camera does not find them by itself",
            zh=f"相机稳定不下来：过了 {PATIENCE_S:.0f} 秒，{what_zh}。手别伸进画面；相机自己调不好的，"
            "在 [camera] 写上 exposure_us 和 focus",
        )

    def _changing(self) -> list[tuple[str, str]]:
        """Return what changes, in English and Chinese."""
        light = _range([sample.light for sample in self._samples])
        sharpness = _range([sample.sharpness for sample in self._samples])
        return [("its light", "亮度")] * (light > _LIGHT) + [("its sharpness", "清晰度")] * (sharpness > _SHARPNESS)


def _range(values: list[float]) -> float:
    """Return how far values lie apart, as a share of their mean."""
    return (max(values) - min(values)) / max(float(np.mean(values)), 1e-6) if values else 0.0


def _sample(pixels: NDArray[np.uint8], at_s: float) -> _Sample:
    height, width = pixels.shape[:2]
    middle = pixels[height // 8 : height - height // 8, width // 8 : width - width // 8]
    grey = cv2.cvtColor(middle, cv2.COLOR_BGR2GRAY)
    slopes = cv2.Laplacian(cv2.GaussianBlur(grey, (0, 0), 1.0), cv2.CV_32F)
    return _Sample(at_s, float(grey.mean()), float(slopes.std()))
