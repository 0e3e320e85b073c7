"""The camera, and how its pictures are read and kept."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, ClassVar, Self

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

    zh: ClassVar[str] = "牌桌上方的相机。"

    kind: CameraKind = key(
        CameraKind.NONE,
        "Where pictures come from: a USB camera, the Pi's ribbon camera, a folder of pictures, a video file, or "
        "another program's socket.",
        zh="画面从哪里来：USB 相机、树莓派的排线相机、一个目录的图片、一个视频文件，或别的程序的套接字。",
        write='"none", "uvc", "rpicam", "files", "video" or "socket"',
    )
    device: str = key(
        "",
        "USB camera (kind uvc): a stable name under /dev/v4l/by-id, since numbers change at restart. Ribbon camera "
        "(kind rpicam): its number, 0 where there is only one.",
        zh="USB 相机（uvc）：写 /dev/v4l/by-id 下的固定名字，编号重启后会变。排线相机（rpicam）：写它的"
        "编号，只有一个就写 0。",
        write='a device such as "/dev/v4l/by-id/usb-...-video-index0"',
    )
    path: Path | None = key(
        None,
        "Folder of pictures or a recording (kind files), or a video file (kind video).",
        zh="图片目录或录下的对局（files），或视频文件（video）。",
        write='a folder such as "pictures"',
    )
    url: str = key(
        "",
        "Socket that serves pictures (kind socket); the format is in camera_socket.md.",
        zh="供画面的套接字（socket）；格式见 camera_socket.md。",
        write='an address such as "unix:/run/queyan/pictures.sock" or "tcp:127.0.0.1:9000"',
        pattern=r"^$|^(unix:)?/.+$|^tcp:.+:\d{1,5}$",
    )
    width_px: Whole = key(
        1920,
        "Picture width asked of a USB or ribbon camera; its pictures of any other width are refused.",
        zh="向 USB 或排线相机要的画面宽度；宽度不同的画面不收。",
        unit="px",
        write="a number from 320 to 9000",
        ge=320,
        le=9000,
    )
    height_px: Whole = key(
        1080,
        "Picture height asked of a USB or ribbon camera; its pictures of any other height are refused.",
        zh="向 USB 或排线相机要的画面高度；高度不同的画面不收。",
        unit="px",
        write="a number from 240 to 9000",
        ge=240,
        le=9000,
    )
    hold: bool = key(
        default=True,
        text="Whether a USB camera's exposure, focus and white balance are held as they are once the first pictures "
        "have settled.",
        zh="USB 相机的曝光、焦距和白平衡稳定以后，是不是就锁住不变。",
        write="true or false",
    )
    exposure_us: Whole | None = key(
        None,
        "Exposure fixed from the start; under 50 Hz lamps a multiple of 10000.",
        zh="一开始就定死的曝光；50 Hz 的灯下取 10000 的倍数。",
        unit="µs",
        write="a number such as 10000",
        ge=100,
        le=1_000_000,
    )
    focus: Length | None = key(
        None,
        "Focus fixed from the start. USB: the driver's own figure. Ribbon camera: dioptres, 1 / distance in metres.",
        zh="一开始就定死的焦距。USB：驱动自己的数。排线相机：屈光度，即 1 除以距离（米）。",
        write="a number such as 0.76",
        ge=0,
        le=1023,
    )
    white_balance_k: Whole | None = key(
        None,
        "White balance fixed from the start (USB).",
        zh="一开始就定死的白平衡（USB）。",
        unit="K",
        write="a number such as 4600",
        ge=1500,
        le=12_000,
    )
    colour_gains: tuple[Gain, Gain] | None = key(
        None,
        "White balance fixed from the start (ribbon camera): red and blue gain.",
        zh="一开始就定死的白平衡（排线相机）：红和蓝的增益。",
        write="two gains such as [1.8, 2.0]",
    )
    gain: Gain | None = key(
        None,
        "Analogue gain fixed from the start (ribbon camera).",
        zh="一开始就定死的模拟增益（排线相机）。",
        write="a number such as 2.0",
    )

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

    zh: ClassVar[str] = "看懂画面。"

    threads: Whole = key(
        2,
        "Processor threads for the networks.",
        zh="神经网络用几个处理器线程。",
        write="a number from 1 to 64",
        ge=1,
        le=64,
    )
    tile_set: Path | None = key(
        None,
        "This table's own tiles, learnt by `queyan enroll`.",
        zh="这张桌子自己的牌，由 `queyan enroll` 学来。",
        write='a file such as "home.tiles"',
    )


class PictureSettings(Section):
    """Pictures kept beside the events, as proof of what was seen."""

    zh: ClassVar[str] = "和记录存在一起的画面，当作看见了什么的凭据。"

    keep: bool = key(
        default=True,
        text="Whether pictures of discards and hands are kept.",
        zh="出牌和每局的画面留不留。",
        write="true or false",
    )
    quota_mb: Whole = key(
        2000,
        "Space for kept pictures; the oldest go first.",
        zh="留存的画面最多占多少；满了先删最旧的。",
        unit="MB",
        write="a number from 1 to 1000000",
        ge=1,
        le=1_000_000,
    )
    keep_days: Whole = key(
        30,
        "How long pictures are kept; none is let go while the clock may be wrong.",
        zh="画面留多久；时钟可能不对的时候一张也不删。",
        unit="days",
        write="a number from 1 to 10000",
        ge=1,
        le=10_000,
    )
