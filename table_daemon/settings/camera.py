"""The camera, and how its pictures are read and kept."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, model_validator

from table_daemon.settings.keys import Length, Section, Whole, key


class CameraKind(StrEnum):
    """Where pictures come from."""

    NONE = "none"
    UVC = "uvc"
    RPICAM = "rpicam"
    FILES = "files"
    VIDEO = "video"
    SOCKET = "socket"


Gain = Annotated[Length, Field(ge=0.1, le=64)]


class CameraSettings(Section):
    """The camera above the table."""

    kind: CameraKind = key(
        CameraKind.NONE,
        "Where pictures come from: a USB camera, the Pi's ribbon camera, a folder of pictures, a video file, or "
        "another program's socket.",
        write='"none", "uvc", "rpicam", "files", "video" or "socket"',
    )
    device: str = key(
        "",
        "USB camera (kind uvc): a stable name under /dev/v4l/by-id, since numbers change at restart. Ribbon camera "
        "(kind rpicam): its number, 0 where there is only one.",
        write='a device such as "/dev/v4l/by-id/usb-...-video-index0"',
    )
    path: Path | None = key(
        None,
        "Folder of pictures or a recording (kind files), or a video file (kind video).",
        write='a folder such as "pictures"',
    )
    url: str = key(
        "",
        "Socket that serves pictures (kind socket); the format is in camera_socket.md.",
        write='an address such as "unix:/run/queyan/pictures.sock" or "tcp:127.0.0.1:9000"',
        pattern=r"^$|^(unix:)?/.+$|^tcp:.+:\d{1,5}$",
    )
    width_px: Whole = key(
        1920,
        "Picture width asked of a USB or ribbon camera; its pictures of any other width are refused.",
        unit="px",
        write="a number from 320 to 9000",
        ge=320,
        le=9000,
    )
    height_px: Whole = key(
        1080,
        "Picture height asked of a USB or ribbon camera; its pictures of any other height are refused.",
        unit="px",
        write="a number from 240 to 9000",
        ge=240,
        le=9000,
    )
    hold: bool = key(
        default=True,
        text="Whether a USB camera's exposure, focus and white balance are held as they are once the first pictures "
        "have settled.",
        write="true or false",
    )
    exposure_us: Whole | None = key(
        None,
        "Exposure fixed from the start; under 50 Hz lamps a multiple of 10000.",
        unit="µs",
        write="a number such as 10000",
        ge=100,
        le=1_000_000,
    )
    focus: Length | None = key(
        None,
        "Focus fixed from the start. USB: the driver's own figure. Ribbon camera: dioptres, 1 / distance in metres.",
        write="a number such as 0.76",
        ge=0,
        le=1023,
    )
    white_balance_k: Whole | None = key(
        None,
        "White balance fixed from the start (USB).",
        unit="K",
        write="a number such as 4600",
        ge=1500,
        le=12_000,
    )
    colour_gains: tuple[Gain, Gain] | None = key(
        None,
        "White balance fixed from the start (ribbon camera): red and blue gain.",
        write="two gains such as [1.8, 2.0]",
    )
    gain: Gain | None = key(None, "Analogue gain fixed from the start (ribbon camera).", write="a number such as 2.0")

    @model_validator(mode="after")
    def _complete(self) -> Self:
        needs = {
            CameraKind.UVC: "device",
            CameraKind.FILES: "path",
            CameraKind.VIDEO: "path",
            CameraKind.SOCKET: "url",
        }
        needed = needs.get(self.kind)
        if needed is not None and not getattr(self, needed):
            raise ValueError(f'kind = "{self.kind}" needs {needed}; write it, or kind = "none" to play without')
        if self.kind is CameraKind.RPICAM and self.device and not self.device.isdecimal():
            raise ValueError('kind = "rpicam" takes a number as device; write device = "0" or leave it out')
        return self


class VisionSettings(Section):
    """Reading the pictures."""

    threads: Whole = key(2, "Processor threads for the networks.", write="a number from 1 to 64", ge=1, le=64)
    tile_set: Path | None = key(
        None, "This table's own tiles, learnt by `queyan enroll`.", write='a file such as "home.tiles"'
    )


class PictureSettings(Section):
    """Pictures kept beside the events, as proof of what was seen."""

    keep: bool = key(default=True, text="Whether pictures of discards and hands are kept.", write="true or false")
    quota_mb: Whole = key(
        2000,
        "Space for kept pictures; the oldest go first.",
        unit="MB",
        write="a number from 1 to 1000000",
        ge=1,
        le=1_000_000,
    )
    keep_days: Whole = key(
        30,
        "How long pictures are kept; none is let go while the clock may be wrong.",
        unit="days",
        write="a number from 1 to 10000",
        ge=1,
        le=10_000,
    )
