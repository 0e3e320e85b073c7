"""A USB camera's own knobs: Video4Linux controls by number. Which of them are turned is ``steady``'s decision."""

import contextlib
import fcntl
import os
import struct
from enum import IntEnum
from pathlib import Path
from typing import Protocol

_VIDIOC_G_CTRL = 0xC008561B
_VIDIOC_S_CTRL = 0xC008561C
"""_IOWR('V', 27 and 28, struct v4l2_control), linux/videodev2.h."""


class Control(IntEnum):
    """The controls that are used, with their numbers in linux/v4l2-controls.h."""

    WHITE_BALANCE_AUTO = 0x0098090C
    GAIN = 0x00980913
    POWER_LINE_FREQUENCY = 0x00980918
    WHITE_BALANCE_K = 0x0098091A
    EXPOSURE_AUTO = 0x009A0901
    EXPOSURE_100US = 0x009A0902
    EXPOSURE_MAY_SLOW_DOWN = 0x009A0903
    FOCUS = 0x009A090A
    FOCUS_AUTO = 0x009A090C


class Controls(Protocol):
    """A camera's controls; each camera lacks some."""

    def get(self, control: Control) -> int | None:
        """Return a control's value, None where the camera lacks it."""

    def set(self, control: Control, value: int) -> bool:
        """Set a control; return whether the camera took it."""


class V4l2Controls:
    """The controls of a device under /dev."""

    def __init__(self, device: Path) -> None:
        self._device = device

    def get(self, control: Control) -> int | None:
        """Return a control's value, None where the camera lacks it or is gone."""
        return self._ask(_VIDIOC_G_CTRL, control, 0)

    def set(self, control: Control, value: int) -> bool:
        """Set a control; return whether the camera took it."""
        return self._ask(_VIDIOC_S_CTRL, control, value) is not None

    def _ask(self, request: int, control: Control, value: int) -> int | None:
        with contextlib.suppress(OSError):
            handle = os.open(self._device, os.O_RDWR | os.O_NONBLOCK)
            try:
                answer = fcntl.ioctl(handle, request, struct.pack("Ii", control, value))
            finally:
                os.close(handle)
            return int(struct.unpack("Ii", answer)[1])
        return None
