"""A USB camera that comes, goes and hangs, played by a stand-in for OpenCV's capture."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.camera.base import CameraImage
from vision.camera.reader import Patience, ThreadedCamera
from vision.camera.usb import Capture, UsbMode, open_usb, usb_camera
from vision.camera.v4l2 import Control
from vision.errors import CameraUnavailableError, UnreadableImageError

QUICK = Patience(silence_s=0.6, hang_s=0.4, first_pause_s=0.01, longest_pause_s=0.02)
CALM = Patience(silence_s=10.0, hang_s=10.0, first_pause_s=0.01)


class StandIn:
    """Gives the pictures whose turn it is, then fails or hangs; None is a spoiled picture."""

    def __init__(
        self, levels: Sequence[int | None], *, hang: threading.Event | None = None, stamp_ms: float = 0.0
    ) -> None:
        self._levels = list(levels)
        self._hang = hang
        self._stamp_ms = stamp_ms
        self.asked: dict[int, float] = {}
        self.released = threading.Event()
        self.next = threading.Semaphore(1)
        self.unpacked = 0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def set(self, prop: int, value: float, /) -> bool:
        self.asked[prop] = value
        return True

    def get(self, prop: int, /) -> float:
        return self._stamp_ms if prop == cv2.CAP_PROP_POS_MSEC else 0.0

    def grab(self) -> bool:
        if not self._levels:
            if self._hang is not None:
                self._hang.wait()
            return False
        self.next.acquire()
        return True

    def retrieve(self) -> tuple[bool, object]:
        self.unpacked += 1
        level = self._levels.pop(0)
        return (False, None) if level is None else (True, np.full((4, 4, 3), level, np.uint8))

    def release(self) -> None:
        self.released.set()


class NoControls:
    """A camera without any knobs."""

    def __init__(self) -> None:
        self.set_to: dict[Control, int] = {}

    def get(self, _control: Control) -> int | None:
        return None

    def set(self, control: Control, value: int) -> bool:
        self.set_to[control] = value
        return False


def playing(*captures: Capture | CameraUnavailableError, patience: Patience = CALM) -> ThreadedCamera:
    """A camera that is opened as often as there are captures, then no more."""
    left = list(captures)

    def open_capture(_device: str, _mode: UsbMode) -> Capture:
        found = left.pop(0) if left else CameraUnavailableError("no camera at stand-in")
        if isinstance(found, CameraUnavailableError):
            raise found
        return found

    return usb_camera("stand-in", patience=patience, open_capture=open_capture, controls=NoControls())


def told(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 20))


def level_of(image: CameraImage) -> int:
    return int(image.pixels[0, 0, 0])


def test_pictures_come_with_numbers_and_capture_times() -> None:
    capture = StandIn([11, 22])

    async def story() -> None:
        camera = playing(capture)
        first = await camera.next_image()
        capture.next.release()
        second = await camera.next_image()
        await camera.consumed(second)
        await camera.close()
        now_ms = time.time_ns() // 1_000_000
        assert [(image.image_id, level_of(image)) for image in (first, second)] == [(1, 11), (2, 22)]
        assert first.t_ms <= second.t_ms <= now_ms
        assert second.age_ms(second.t_ms + 17) == 17

    told(story)
    assert capture.released.is_set()


def test_the_drivers_own_time_stamp_tells_the_age() -> None:
    capture = StandIn([11], stamp_ms=time.monotonic() * 1000 - 4_000)

    async def story() -> None:
        camera = playing(capture)
        image = await camera.next_image()
        assert 4_000 <= image.age_ms(time.time_ns() // 1_000_000) < 30_000
        await camera.close()

    told(story)


def test_pictures_nobody_waits_for_are_not_unpacked() -> None:
    capture = StandIn([1] * 40)

    async def story() -> None:
        camera = playing(capture)
        await camera.next_image()
        for _ in range(20):
            capture.next.release()
        capture._levels = []
        await asyncio.to_thread(capture.released.wait, 10)
        assert capture.unpacked == 1
        await camera.close()

    told(story)


def test_a_spoiled_picture_is_told_and_the_next_one_given() -> None:
    capture = StandIn([None, 33])

    async def story() -> None:
        camera = playing(capture)
        with pytest.raises(UnreadableImageError, match="spoiled picture"):
            await camera.next_image()
        capture.next.release()
        assert level_of(await camera.next_image()) == 33
        await camera.close()

    told(story)


def test_a_camera_that_is_unplugged_and_plugged_in_comes_back_by_itself() -> None:
    captures = [StandIn([1]), StandIn([2])]

    async def story() -> None:
        camera = playing(captures[0], CameraUnavailableError("gone"), CameraUnavailableError("gone"), captures[1])
        levels = [level_of(await camera.next_image()) for _ in range(2)]
        await camera.close()
        assert levels == [1, 2]

    told(story)
    assert captures[0].released.is_set()


def test_a_hanging_driver_is_told_and_another_thread_tries_anew() -> None:
    unhang = threading.Event()
    hanging = StandIn([5], hang=unhang)

    async def story() -> None:
        camera = playing(hanging, StandIn([6]), patience=QUICK)
        assert level_of(await camera.next_image()) == 5
        with pytest.raises(CameraUnavailableError, match="fallen silent"):
            await camera.next_image()
        assert level_of(await camera.next_image()) == 6
        unhang.set()
        await camera.close()

    told(story)
    assert hanging.released.wait(5)


def test_a_driver_that_always_hangs_costs_few_threads() -> None:
    unhang = threading.Event()
    opened: list[StandIn] = []

    def open_capture(_device: str, _mode: UsbMode) -> Capture:
        opened.append(StandIn([], hang=unhang))
        return opened[-1]

    async def story() -> None:
        camera = usb_camera("stand-in", patience=QUICK, open_capture=open_capture, controls=NoControls())
        for _ in range(5):
            with pytest.raises(CameraUnavailableError, match=r"no picture yet|hangs"):
                await camera.next_image()
        assert len(opened) == 4
        unhang.set()
        await camera.close()

    told(story)


def test_a_camera_that_is_missing_says_so() -> None:
    async def story() -> None:
        camera = playing(CameraUnavailableError("no camera at /dev/video9"), patience=QUICK)
        with pytest.raises(CameraUnavailableError, match="no camera at"):
            await camera.next_image()
        await camera.close()

    told(story)


def test_every_opening_asks_for_fifty_hertz() -> None:
    controls = NoControls()

    async def story() -> None:
        camera = usb_camera("x", patience=CALM, open_capture=lambda _d, _m: StandIn([1]), controls=controls)
        await camera.next_image()
        await camera.close()

    told(story)
    assert controls.set_to[Control.POWER_LINE_FREQUENCY] == 1


def test_no_device_no_right_no_camera_and_a_ribbon_camera_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CameraUnavailableError, match="plug it in"):
        open_usb(str(tmp_path / "video7"), UsbMode())
    (tmp_path / "video8").write_text("")
    with pytest.raises(CameraUnavailableError, match="cannot be opened as a camera"):
        open_usb(str(tmp_path / "video8"), UsbMode())
    (tmp_path / "names" / "video8").mkdir(parents=True)
    (tmp_path / "names" / "video8" / "name").write_text("rp1-cfe-csi2_ch0\n")
    with pytest.raises(CameraUnavailableError, match='kind = "rpicam"'):
        open_usb(str(tmp_path / "video8"), UsbMode(), names=tmp_path / "names")
    monkeypatch.setattr("os.access", lambda _path, _mode: False)
    with pytest.raises(CameraUnavailableError, match="group video"):
        open_usb(str(tmp_path / "video8"), UsbMode())


def test_a_stable_name_leads_to_wherever_the_camera_is_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    capture = StandIn([])

    def opened(path: str, _api: int) -> StandIn:
        seen.append(path)
        return capture

    monkeypatch.setattr(cv2, "VideoCapture", opened)
    name = tmp_path / "usb-cam-index0"
    for number in (0, 2):
        device = tmp_path / f"video{number}"
        device.touch()
        name.unlink(missing_ok=True)
        name.symlink_to(device)
        open_usb(str(name), UsbMode(1280, 720, 15))
    assert seen == [str(tmp_path / "video0"), str(tmp_path / "video2")]
    assert capture.asked[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert capture.asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
