"""A USB camera that comes, goes and hangs, played by a stand-in for OpenCV's capture."""

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from vision.camera.base import CameraImage
from vision.camera.usb import Capture, UsbCamera, UsbMode, open_usb
from vision.errors import CameraUnavailableError


class StandIn:
    """Gives the pictures whose turn it is, then fails or hangs."""

    def __init__(self, levels: Sequence[int], *, hang: threading.Event | None = None) -> None:
        self._levels = list(levels)
        self._hang = hang
        self.released = False
        self.next = threading.Semaphore(1)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def set(self, prop: int, value: float, /) -> bool:
        return prop >= 0 and value >= 0

    def read(self) -> tuple[bool, object]:
        if not self._levels:
            if self._hang is not None:
                self._hang.wait()
            return False, None
        self.next.acquire()
        return True, np.full((4, 4, 3), self._levels.pop(0), np.uint8)

    def release(self) -> None:
        self.released = True


def test_the_newest_picture_is_given_with_its_capture_time() -> None:
    capture = StandIn([11, 22])
    times = iter([1000, 1033])

    async def look() -> list[CameraImage]:
        camera = UsbCamera("stand-in", now_ms=lambda: next(times), open_capture=lambda _device, _mode: capture)
        first = await camera.next_image()
        capture.next.release()
        second = await camera.next_image()
        await camera.consumed(second)
        await camera.close()
        return [first, second]

    first, second = asyncio.run(look())
    assert (first.image_id, first.t_ms, int(first.pixels[0, 0, 0])) == (1, 1000, 11)
    assert (second.image_id, second.t_ms, int(second.pixels[0, 0, 0])) == (2, 1033, 22)
    assert second.age_ms(1050) == 17
    assert capture.released


def test_a_hanging_driver_is_reported_and_does_not_hang_us() -> None:
    unhang = threading.Event()
    capture = StandIn([5], hang=unhang)

    async def look() -> None:
        camera = UsbCamera("stand-in", silence_s=0.1, open_capture=lambda _device, _mode: capture)
        await camera.next_image()
        with pytest.raises(CameraUnavailableError, match="hangs"):
            await camera.next_image()
        unhang.set()
        await camera.close()

    asyncio.run(asyncio.wait_for(look(), 10))


def test_a_camera_that_is_missing_says_so() -> None:
    def nothing(device: str, _mode: UsbMode) -> Capture:
        raise CameraUnavailableError(f"no camera at {device}")

    async def look() -> None:
        camera = UsbCamera("/dev/video9", silence_s=0.1, open_capture=nothing)
        with pytest.raises(CameraUnavailableError, match="no camera at /dev/video9"):
            await camera.next_image()
        await camera.close()

    asyncio.run(asyncio.wait_for(look(), 10))


def test_no_device_no_right_and_no_camera_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(CameraUnavailableError, match="plug it in"):
        open_usb(str(tmp_path / "video7"), UsbMode())
    (tmp_path / "video8").write_text("")
    with pytest.raises(CameraUnavailableError, match="cannot be opened as a camera"):
        open_usb(str(tmp_path / "video8"), UsbMode())
