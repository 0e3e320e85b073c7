"""What a picture's figures mean: which are beyond their limit, and what to do then, in Chinese and in English."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from vision.quality.figures import Figures
from vision.quality.sharpness import BLURRED_MM

MOST_MOVED_PX = 110.0
"""A camera that was moved farther is not read from until the table is calibrated afresh."""


DARK_BELOW = 0.22
"""Least exposure, 0 black to 1 white."""


class Concern(StrEnum):
    """What may be wrong with a picture."""

    BLURRED = "blurred"
    DARK = "dark"
    BRIGHT = "bright"
    BURNT_OUT = "burnt_out"
    COLOUR_CAST = "colour_cast"
    GLARE = "glare"
    BLOCKED = "blocked"
    OLD = "old"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure beside its limit."""

    concern: Concern
    value: float | None
    """None: this picture does not let it be measured."""
    limit: float
    unit: str
    bad: bool
    advice: str
    advice_zh: str


@dataclass(frozen=True, slots=True)
class _Check:
    concern: Concern
    value_of: Callable[[Figures], float | None]
    limit: float
    unit: str
    advice: str
    advice_zh: str
    at_least: bool = False
    """Whether the value must reach the limit; otherwise it must not exceed it."""

    def finding(self, figures: Figures) -> Finding:
        value = self.value_of(figures)
        bad = value is not None and (value < self.limit if self.at_least else value > self.limit)
        return Finding(self.concern, value, self.limit, self.unit, bad, self.advice, self.advice_zh)


CHECKS: tuple[_Check, ...] = (
    _Check(
        Concern.BLURRED,
        lambda figures: figures.blur_mm,
        BLURRED_MM,
        "mm",
        "the picture is blurred; clean the lens, then set the focus on the felt and fix it",
        "画面模糊：擦干净镜头，对桌面重新对焦并锁定焦距",
    ),
    _Check(
        Concern.DARK,
        lambda figures: figures.exposure,
        DARK_BELOW,
        "0..1",
        "the table is too dark; switch on more light or lengthen the exposure in steps of 10 ms",
        "桌面太暗：把灯开亮些，或以 10 毫秒为一档加长曝光",
        at_least=True,
    ),
    _Check(
        Concern.BRIGHT,
        lambda figures: figures.exposure,
        0.88,
        "0..1",
        "the table is too bright; shorten the exposure in steps of 10 ms or dim the lamp",
        "桌面太亮：以 10 毫秒为一档缩短曝光，或把灯调暗",
    ),
    _Check(
        Concern.BURNT_OUT,
        lambda figures: figures.burnt_share,
        0.08,
        "0..1",
        "much of the table is burnt out to white; shorten the exposure or move the lamp aside",
        "桌面大片过曝发白：缩短曝光，或把灯移开些",
    ),
    _Check(
        Concern.COLOUR_CAST,
        lambda figures: figures.cast,
        18.0,
        "Lab",
        "white tiles look coloured; fix the white balance under the lamp that burns while you play",
        "白色牌面偏色：在打牌时所用的灯光下重设并锁定白平衡",
    ),
    _Check(
        Concern.GLARE,
        lambda figures: figures.glare_spots,
        0,
        "spots",
        "a lamp mirrors on the table; move it further to the side or put a diffuser before it",
        "桌面有灯的反光：把灯往旁边移，或加柔光罩",
    ),
    _Check(
        Concern.BLOCKED,
        lambda figures: figures.blocked_share,
        0.25,
        "0..1",
        "something hides part of the table; take it out of the camera's view",
        "有东西挡住了桌面：把它从镜头前拿开",
    ),
    _Check(
        Concern.OLD,
        lambda figures: figures.age_ms,
        1_000,
        "ms",
        "pictures arrive late; close other programs on this machine or cool it",
        "画面延迟：关掉本机上的其他程序，或给机器降温",
    ),
    _Check(
        Concern.MOVED,
        lambda figures: figures.moved_px,
        MOST_MOVED_PX,
        "px",
        "the camera was moved too far since the table was calibrated; put it back, or calibrate again",
        "相机离校准时的位置太远：把它放回去，或重新校准",
    ),
)
"""Every figure with its limit."""


def judge(figures: Figures) -> tuple[Finding, ...]:
    """Return every figure beside its limit, in a fixed order."""
    return tuple(check.finding(figures) for check in CHECKS)
