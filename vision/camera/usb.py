"""A USB camera (UVC) through OpenCV, opened by its stable name."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.camera.base import Pixels
from vision.camera.reader import PATIENCE, Patience, ThreadedCamera
from vision.camera.steady import LEFT_TO_ITSELF, FixedLook, SteadyLook
from vision.camera.v4l2 import Controls, V4l2Controls
from vision.errors import CameraUnavailableError, UnreadableImageError

_OLDEST_STAMP_MS = 60_000.0
"""A driver's time stamp further back than this is on another clock than ours."""
_READ_TIMEOUT_MS = 3_000
_RIBBON_DRIVERS = ("unicam", "rp1-cfe", "bcm2835-isp", "pispbe")
"""Names under which a Raspberry Pi shows the parts of a ribbon camera as video devices."""
_NAMES = Path("/sys/class/video4linux")


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Tell whether there is a device."""

    def set(self, prop: int, value: float, /) -> bool:
        """Ask for a property; return whether it was taken."""

    def get(self, prop: int, /) -> float:
        """Return a property, 0 where there is none."""

    def grab(self) -> bool:
        """Wait for a picture; return whether there is one."""

    def retrieve(self) -> tuple[bool, object]:
        """Unpack the picture waited for; return whether that went well, and the picture."""

    def release(self) -> None:
        """Let go of the device."""


@dataclass(frozen=True, slots=True)
class UsbMode:
    """What the camera is asked for."""

    width_px: int = 1920
    height_px: int = 1080
    fps: int = 30


class UsbFeed:
    """An opened USB camera."""

    def __init__(self, device: str, capture: Capture, controls: Controls, steady: SteadyLook) -> None:
        self._device = device
        self._capture = capture
        self._controls = controls
        self._steady = steady
        steady.opened(controls)

    def wait(self) -> int:
        """Block until the next picture is there; return its age by the driver's own time stamp."""
        if not self._capture.grab():
            raise CameraUnavailableError(f"camera {self._device} stopped giving pictures; check its cable")
        self._steady.picture_taken(self._controls)
        stamp_ms = self._capture.get(cv2.CAP_PROP_POS_MSEC)
        age_ms = time.monotonic() * 1000 - stamp_ms
        return int(age_ms) if stamp_ms > 0 and 0 <= age_ms < _OLDEST_STAMP_MS else 0

    def take(self) -> Pixels:
        """Return the picture waited for. Raises UnreadableImageError when it is spoiled."""
        good, pixels = self._capture.retrieve()
        if not good or not isinstance(pixels, np.ndarray):
            raise UnreadableImageError(f"camera {self._device} gave a spoiled picture; a shorter cable may help")
        return np.asarray(pixels, np.uint8)

    def interrupt(self) -> None:
        """Do nothing: OpenCV offers no way."""

    def close(self) -> None:
        """Let go of the device."""
        self._capture.release()


def usb_camera(
    device: str,
    *,
    mode: UsbMode = UsbMode(),
    look: FixedLook = LEFT_TO_ITSELF,
    patience: Patience = PATIENCE,
    open_capture: Callable[[str, UsbMode], Capture] | None = None,
    controls: Controls | None = None,
) -> ThreadedCamera:
    """Return the camera of a number, ``/dev/videoN`` or, since numbers change, ``/dev/v4l/by-id/...``."""
    steady = SteadyLook(look)
    opener = open_capture or open_usb

    def open_feed() -> UsbFeed:
        return UsbFeed(device, opener(device, mode), controls or V4l2Controls(_node(device)), steady)

    return ThreadedCamera(device, open_feed, patience=patience)


def open_usb(device: str, mode: UsbMode, *, names: Path = _NAMES) -> Capture:
    """Open a camera for MJPEG pictures, which alone reach full size at full rate over USB 2.

    Raises CameraUnavailableError when there is none or it cannot be opened.
    """
    path = _node(device)
    if not path.exists():
        raise CameraUnavailableError(f"no camera at {device}; plug it in or give one of /dev/v4l/by-id/")
    if not os.access(path, os.R_OK | os.W_OK):
        raise CameraUnavailableError(f"no right to use camera {device}; add this user to the group video")
    if _is_ribbon_camera(path, names):
        raise CameraUnavailableError(f'{device} belongs to a ribbon camera; write kind = "rpicam" under [camera]')
    capture = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
    if not capture.isOpened():
        capture.release()
        raise CameraUnavailableError(f"{device} cannot be opened as a camera; another program may be using it")
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, mode.width_px)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, mode.height_px)
    capture.set(cv2.CAP_PROP_FPS, mode.fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    capture.set(cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_TIMEOUT_MS)
    return capture


def _node(device: str) -> Path:
    """Return the device file behind a number or a stable name, looked up anew at each opening."""
    return Path(f"/dev/video{device}" if device.isdecimal() else device).resolve()


def _is_ribbon_camera(path: Path, names: Path) -> bool:
    try:
        name = (names / path.name / "name").read_text(encoding="utf-8")
    except OSError:
        return False
    return name.strip().startswith(_RIBBON_DRIVERS)
