"""A Raspberry Pi's supply and heat: the bits of ``vcgencmd get_throttled``, one by one, and its temperature."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag
from typing import Final

from table_daemon.care.finding import Finding, warn, well
from table_daemon.views import HealthFigure

GET_BITS: Final = ("vcgencmd", "get_throttled")
GET_CELSIUS: Final = ("vcgencmd", "measure_temp")
HOT_CELSIUS: Final = 80.0
"""From here a Raspberry Pi slows itself down."""
_SINCE: Final = 16
"""A bit so much higher says that the same has happened since the machine started."""


class Throttled(IntFlag):
    """Bits of the answer that speak of now (Raspberry Pi documentation, graphics utilities)."""

    UNDERVOLTAGE = 1 << 0
    CAPPED = 1 << 1
    SLOWED = 1 << 2
    WARM_LIMIT = 1 << 3


_WORDS: Final = {
    Throttled.UNDERVOLTAGE: ("undervoltage", "电压不足"),
    Throttled.CAPPED: ("frequency capped", "频率受限"),
    Throttled.SLOWED: ("slowed down", "已降速"),
    Throttled.WARM_LIMIT: ("warm limit", "接近温度上限"),
}
_OF_SUPPLY: Final = Throttled.UNDERVOLTAGE | Throttled.CAPPED | Throttled.SLOWED
_OF_HEAT: Final = Throttled.WARM_LIMIT


@dataclass(frozen=True, slots=True)
class PowerState:
    """What the machine says of itself now, and of the time since it started."""

    now: Throttled
    since: Throttled


def bits_in(answer: str) -> PowerState | None:
    """Return what an answer says; ``None`` for one that is not understood.

    >>> bits_in("throttled=0x50000").since.name, bits_in("throttled=0x1").now.name, bits_in("garbage")
    ('UNDERVOLTAGE|SLOWED', 'UNDERVOLTAGE', None)
    """
    try:
        bits = int(answer.partition("=")[2], 16)
    except ValueError:
        return None
    known = int(Throttled.UNDERVOLTAGE | Throttled.CAPPED | Throttled.SLOWED | Throttled.WARM_LIMIT)
    return PowerState(Throttled(bits & known), Throttled(bits >> _SINCE & known))


def judge_supply(state: PowerState) -> Finding:
    """Return how the supply is; what has passed is a note."""
    if now := state.now & _OF_SUPPLY:
        return warn(
            _words(now, "now", 0),
            _words(now, "（现在）", 1),
            cure="use the Pi's own supply and a short thick cable",
            cure_zh="换用原装电源和短而粗的电源线",
        )
    if since := state.since & _OF_SUPPLY:
        return well(_words(since, "since the start", 0), _words(since, "（开机以来发生过）", 1))
    return well()


def judge_heat(state: PowerState, celsius: float | None) -> Finding:
    """Return how warm the machine is."""
    cure, cure_zh = "fit a cooler, or give it air", "加装散热器或改善通风"
    hot = celsius is not None and celsius >= HOT_CELSIUS
    figure = HealthFigure(
        name="celsius", value=celsius, limit=HOT_CELSIUS, unit="°C", bad=hot, advice=cure, advice_zh=cure_zh
    )
    figures = () if celsius is None else (figure,)
    if hot or state.now & _OF_HEAT:
        what = "too hot" if celsius is None else f"{celsius:.0f} °C, too hot"
        what_zh = "过热" if celsius is None else f"{celsius:.0f} °C，过热"
        return warn(
            f"{what}: it slows itself down", f"{what_zh}，机器会自动降速", cure=cure, cure_zh=cure_zh, figures=figures
        )
    if since := state.since & _OF_HEAT:
        return well(_words(since, "since the start", 0), _words(since, "（开机以来发生过）", 1), figures=figures)
    return well(figures=figures)


def _words(bits: Throttled, when: str, language: int) -> str:
    """The bits in words, each with when."""
    joint, space = ("、", "") if language else (", ", " ")
    return joint.join(f"{_WORDS[bit][language]}{space}{when}" for bit in bits)
