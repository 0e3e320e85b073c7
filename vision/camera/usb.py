"""A USB camera (UVC) through OpenCV. Its driver may block for ever, so a thread of its own does the reading."""

import asyncio
import contextlib
import fcntl
import os
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.camera.base import CameraImage, Pixels
from vision.errors import CameraUnavailableError

_VIDIOC_S_CTRL = 0xC008561C
"""_IOWR('V', 28, struct v4l2_control), linux/videodev2.h."""
_POWER_LINE_FREQUENCY = 0x00980918
_FIFTY_HERTZ = 1
_REOPEN_PAUSE_S = 1.0
_LOOK_S = 0.02
"""How often a waiting reader looks for a new picture: a twentieth of a picture's own time matters to nobody."""


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Tell whether there is a device."""

    def set(self, prop: int, value: float, /) -> bool:
        """Ask for a property; return whether it was taken."""

    def read(self) -> tuple[bool, object]:
        """Wait for a picture; return whether there is one, and the picture."""

    def release(self) -> None:
        """Let go of the device."""


@dataclass(frozen=True, slots=True)
class UsbMode:
    """What the camera is asked for."""

    width_px: int = 1920
    height_px: int = 1080
    fps: int = 30


class UsbCamera:
    """Gives the newest picture of a USB camera; one that is lost is opened again by itself."""

    def __init__(
        self,
        device: str,
        *,
        mode: UsbMode = UsbMode(),
        silence_s: float = 3.0,
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        open_capture: Callable[[str, UsbMode], Capture] | None = None,
    ) -> None:
        self._device = device
        self._mode = mode
        self._silence_s = silence_s
        self._now_ms = now_ms
        self._open_capture = open_capture or open_usb
        self._lock = threading.Lock()
        self._newest: CameraImage | None = None
        self._problem = f"camera {device} has given no picture yet"
        self._given = 0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    async def next_image(self) -> CameraImage:
        """Wait for a picture newer than the last one given; any in between are passed over.

        Raises CameraUnavailableError when none comes within ``silence_s``; asking again waits again.
        """
        self._start()
        waited_s = 0.0
        while waited_s < self._silence_s:
            with self._lock:
                image = self._newest
            if image is not None and image.image_id > self._given:
                self._given = image.image_id
                return image
            await asyncio.sleep(_LOOK_S)
            waited_s += _LOOK_S
        with self._lock:
            raise CameraUnavailableError(self._problem)

    async def consumed(self, image: CameraImage) -> None:
        """Do nothing: a camera does not wait."""

    async def close(self) -> None:
        """Ask the reading thread to let go; one that hangs in the driver ends with the process."""
        self._stop.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, 1.0)

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=f"camera {self._device}", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                capture = self._open_capture(self._device, self._mode)
            except CameraUnavailableError as error:
                self._tell(str(error))
            else:
                self._read_on(capture)
                capture.release()
            self._stop.wait(_REOPEN_PAUSE_S)

    def _read_on(self, capture: Capture) -> None:
        while not self._stop.is_set():
            good, pixels = capture.read()
            if not good or not isinstance(pixels, np.ndarray):
                self._tell(f"camera {self._device} stopped giving pictures; check its cable")
                return
            self._keep(np.asarray(pixels, np.uint8))

    def _keep(self, pixels: Pixels) -> None:
        with self._lock:
            number = 1 if self._newest is None else self._newest.image_id + 1
            self._newest = CameraImage(number, self._now_ms(), pixels)
            self._problem = f"camera {self._device} hangs: no picture since number {number}; unplug it and plug it in"

    def _tell(self, problem: str) -> None:
        with self._lock:
            self._problem = problem


def open_usb(device: str, mode: UsbMode) -> Capture:
    """Open a camera by number, ``/dev/videoN`` or ``/dev/v4l/by-id/...`` as MJPEG with 50 Hz flicker control.

    Raises CameraUnavailableError when there is none or it cannot be opened.
    """
    path = Path(f"/dev/video{device}" if device.isdecimal() else device).resolve()
    if not path.exists():
        raise CameraUnavailableError(f"no camera at {device}; plug it in or give one of /dev/v4l/by-id/")
    if not os.access(path, os.R_OK | os.W_OK):
        raise CameraUnavailableError(f"no right to use camera {device}; add this user to the group video")
    capture = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
    if not capture.isOpened():
        capture.release()
        raise CameraUnavailableError(f"{device} cannot be opened as a camera; another program may be using it")
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, mode.width_px)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, mode.height_px)
    capture.set(cv2.CAP_PROP_FPS, mode.fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    _against_flicker(path)
    return capture


def _against_flicker(path: Path) -> None:
    """Set the camera's mains frequency to 50 Hz; cameras that do not know the control keep their own."""
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        try:
            fcntl.ioctl(handle, _VIDIOC_S_CTRL, struct.pack("Ii", _POWER_LINE_FREQUENCY, _FIFTY_HERTZ))
        finally:
            os.close(handle)
