"""Lets only pictures through that can be believed: fresh, of the right size, neither black nor white, not repeated.

Asked of every kind of camera. What a good picture looks like in detail is ``vision.quality``'s business.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from vision.camera.base import Camera, CameraImage, Pixels
from vision.errors import RefusedImageError

_STEP = 16
"""Every so many pixels each way suffice to know black and white, and to tell most pictures apart."""
_BLACK, _WHITE = 14, 242
_MOST = 0.995
"""A picture is black or white when this share of its pixels is beyond."""
_SMALLEST_PX = 64


class Refusal(StrEnum):
    """Why a picture is not looked at."""

    STALE = "stale"
    REPEATED = "repeated"
    BLACK = "black"
    WHITE = "white"
    WRONG_SIZE = "wrong_size"


@dataclass(frozen=True, slots=True)
class Expectations:
    """What a camera's pictures must be like."""

    size: tuple[int, int] | None = None
    """Width and height; None takes any."""
    oldest_ms: int | None = None
    """None where the source keeps a clock of its own."""
    live: bool = True
    """Pictures of a sensor: noise makes every one different. Others may well look like the one before, but have
    another number or time."""
    passed_over: int = 5
    """So many refused in a row are nothing to speak of."""


class CheckedCamera:
    """Another camera's pictures without those that are refused."""

    def __init__(
        self,
        camera: Camera,
        expected: Expectations,
        *,
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.camera = camera
        self.expected = expected
        self._now_ms = now_ms
        self._last: CameraImage | None = None
        self._refused = 0

    async def next_image(self) -> CameraImage | None:
        """Wait for a picture that is not refused; None when the source has ended for good.

        Raises RefusedImageError with its ``reason`` when too many in a row were, and what the camera raises.
        """
        while True:
            image = await self.camera.next_image()
            if image is None:
                return None
            reason = refusal(image, self.expected, last=self._last, now_ms=self._now_ms())
            self._last = image
            if reason is None:
                self._refused = 0
                return image
            # A source in lock-step would wait for ever.
            await self.camera.consumed(image)
            self._refused += 1
            if self._refused > self.expected.passed_over:
                raise RefusedImageError(reason, _words(reason, image.pixels, self.expected))

    async def consumed(self, image: CameraImage) -> None:
        """Tell the camera."""
        await self.camera.consumed(image)

    async def close(self) -> None:
        """Close the camera."""
        self._last = None
        await self.camera.close()


def refusal(
    image: CameraImage, expected: Expectations, *, last: CameraImage | None = None, now_ms: int
) -> Refusal | None:
    """Return why a picture is refused, None when it is not."""
    height, width = image.pixels.shape[:2]
    if min(width, height) < _SMALLEST_PX or (expected.size is not None and (width, height) != expected.size):
        return Refusal.WRONG_SIZE
    if expected.oldest_ms is not None and image.age_ms(now_ms) > expected.oldest_ms:
        return Refusal.STALE
    sample = image.pixels[::_STEP, ::_STEP]
    if np.mean(sample.max(axis=2) <= _BLACK) >= _MOST:
        return Refusal.BLACK
    if np.mean(sample.min(axis=2) >= _WHITE) >= _MOST:
        return Refusal.WHITE
    # Only now: of a covered camera one picture is like the other.
    return Refusal.REPEATED if last is not None and _is_same(image, last, live=expected.live) else None


def _is_same(image: CameraImage, last: CameraImage, *, live: bool) -> bool:
    if not live and (image.image_id, image.t_ms) != (last.image_id, last.t_ms):
        return False
    if image.pixels.shape != last.pixels.shape:
        return False
    samples_agree = np.array_equal(image.pixels[::_STEP, ::_STEP], last.pixels[::_STEP, ::_STEP])
    return samples_agree and np.array_equal(image.pixels, last.pixels)


def _words(reason: Refusal, pixels: Pixels, expected: Expectations) -> str:
    match reason:
        case Refusal.STALE:
            return "the camera's pictures arrive too old; the machine is too busy, or its clock was set"
        case Refusal.REPEATED:
            return "the camera repeats one picture and is frozen; unplug it and plug it in again"
        case Refusal.BLACK:
            return "the camera's pictures are black; take its cap off and switch the lamp on"
        case Refusal.WHITE:
            return "the camera's pictures are white; something dazzles it, or its exposure is fixed too long"
        case Refusal.WRONG_SIZE:
            height, width = pixels.shape[:2]
            wanted = f"{expected.size[0]} x {expected.size[1]}" if expected.size is not None else "a whole table's"
            return (
                f"the camera's pictures are {width} x {height}, not {wanted}; "
                "correct width_px and height_px under [camera] and calibrate again"
            )
