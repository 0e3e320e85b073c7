"""Whether the machine's time of day can be believed: never set, set by leaps, or not synchronised."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from table_daemon.care.finding import Finding, warn, well

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ASK_SYNCHRONISED: Final = ("timedatectl", "show", "--property=NTPSynchronized", "--value")
NEVER_BEFORE: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""A clock that shows less has never been set: this version is younger."""
_NEVER_BEFORE_MS: Final = int(NEVER_BEFORE.timestamp() * 1000)
LEAP_MS: Final = 2_000
"""Time servers nudge a clock by less; this is somebody setting it."""
LEAP_TOLD_MS: Final = 600_000
"""After so long a clock that was set and not set back is taken for right: who sets a clock usually knows the time."""
CHIPS: Final = Path("/sys/class/rtc")
_CHIP_S: Final = 60
"""A clock chip that differs by more did not give this time of day: an empty battery, or a zone of its own."""
UNSYNCHRONISED_TOLD_MS: Final = 600_000
"""A house without a network hears of it for so long after a start; then it is a note."""
_TIMEX_BYTES: Final = 256
"""``struct timex`` takes 208 on 64-bit Linux."""
_NOT_SYNCHRONISED: Final = 5
"""``TIME_ERROR`` of ``adjtimex(2)``."""
_NETWORK: Final = "connect to a network for the time, fit a clock battery, or set [clock] network_time = false"
_NETWORK_ZH: Final = "请联网校时，或装上时钟电池；不用网络校时就设 [clock] network_time = false"


def judge_clock(now: datetime, *, synchronised: bool | None, leap_ms: int = 0, is_enough: bool = False) -> Finding:
    """Return how far the time may be believed; ``leap_ms`` is by how much the clock was set of late.

    ``is_enough``: nobody waits for a network to confirm it, which then is a note.
    """
    if now < NEVER_BEFORE:
        return warn(f"the clock shows {now:%Y-%m-%d}", f"时钟显示 {now:%Y-%m-%d}", cure=_NETWORK, cure_zh=_NETWORK_ZH)
    if leap_ms:
        return warn(
            f"the clock was set by {_span(leap_ms)}",
            f"时钟被调了 {_span(leap_ms)}",
            cure="order and scores stay right; check the date (timedatectl)",
            cure_zh="顺序和分数不受影响；请核对日期（timedatectl）",
        )
    if synchronised is False and is_enough:
        return well("set, not synchronised", "已设定，未联网校准")
    if synchronised is False:
        return warn("the clock is not synchronised yet", "时钟尚未校准", cure=_NETWORK, cure_zh=_NETWORK_ZH)
    return well("synchronised", "已校准") if synchronised else well()


def ask_synchronised(run: Callable[[Sequence[str]], str | None], kernel: Callable[[], bool | None]) -> bool | None:
    """Return whether the clock is synchronised, by systemd or else by the kernel; ``None`` where nobody says so."""
    answer = run(ASK_SYNCHRONISED)
    if answer in {"yes", "no"}:
        return answer == "yes"
    return kernel()


def chip_agrees(chips: Path, now_s: float) -> bool:
    """Return whether a clock chip with a battery gives the time of day ``now_s``; ``chips`` lists them (``CHIPS``)."""
    for path in chips.glob("*/since_epoch"):
        try:
            if abs(int(path.read_text(encoding="ascii")) - now_s) <= _CHIP_S:
                return True
        except (OSError, ValueError):
            continue
    return False


def kernel_synchronised() -> bool | None:
    """Return what the kernel says of its own clock; ``None`` where it may not be asked."""
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    except (OSError, AttributeError):
        return None
    return None if state < 0 else state != _NOT_SYNCHRONISED


@dataclass(slots=True)
class LeapWatch:
    """Compares the time of day with the time that has passed. All times are in milliseconds."""

    _offset_ms: int | None = None
    """The time of day when the steady clock stood at 0, as last believed."""
    _leapt_at_ms: int = 0
    leap_ms: int = 0
    """By how much the clock was set, while that is news."""

    def look(self, wall_ms: int, steady_ms: int, *, synchronised: bool | None = None) -> int:
        """Take in both clocks; by how much the time of day was set of late, 0 when it was not or was set right."""
        if wall_ms < _NEVER_BEFORE_MS:
            return 0  # a clock that was never set is told as such, and setting it is no leap
        offset_ms = wall_ms - steady_ms
        if self._offset_ms is None:
            self._offset_ms = offset_ms
        before_ms, self.leap_ms = self.leap_ms, offset_ms - self._offset_ms
        if abs(self.leap_ms) < LEAP_MS:
            # Small steps are how a clock is kept right.
            self._offset_ms, self.leap_ms = offset_ms, 0
        elif abs(self.leap_ms - before_ms) >= LEAP_MS:
            self._leapt_at_ms = steady_ms
        elif synchronised or steady_ms - self._leapt_at_ms >= LEAP_TOLD_MS:
            self._offset_ms, self.leap_ms = offset_ms, 0
        return self.leap_ms


def _span(span_ms: int) -> str:
    """A span in the largest unit that it fills, with its sign.

    >>> _span(63_072_000_000), _span(-3_600_000), _span(5_000)
    ('+730 d', '-1 h', '+5 s')
    """
    seconds = round(abs(span_ms) / 1000)
    sign = "-" if span_ms < 0 else "+"
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{sign}{seconds // size} {unit}"
    return f"{sign}{seconds} s"
