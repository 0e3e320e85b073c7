"""Each bit of the Pi's answer is told once, in both languages, with the cure while it lasts."""

from __future__ import annotations

import pytest

from table_daemon.care.power import HOT_CELSIUS, PowerState, Throttled, bits_in, judge_heat, judge_supply
from table_daemon.views import HealthLevel

WORDS = {
    0: ("undervoltage now", "电压不足（现在）"),
    1: ("frequency capped now", "频率受限（现在）"),
    2: ("slowed down now", "已降速（现在）"),
    3: ("too hot: it slows itself down", "过热"),
    16: ("undervoltage since the start", "电压不足（开机以来发生过）"),
    17: ("frequency capped since the start", "频率受限（开机以来发生过）"),
    18: ("slowed down since the start", "已降速（开机以来发生过）"),
    19: ("warm limit since the start", "接近温度上限（开机以来发生过）"),
}


@pytest.mark.parametrize("bit", list(WORDS))
def test_every_bit_is_told_in_one_place(bit: int) -> None:
    state = bits_in(f"throttled={1 << bit:#x}")
    assert state is not None
    found = [judge_supply(state), judge_heat(state, 50.0)]
    told = [finding for finding in found if finding.what]
    assert len(told) == 1
    english, chinese = WORDS[bit]
    assert english in told[0].what
    assert chinese in told[0].what_zh
    lasts = bit < 16
    assert told[0].at_fault is lasts
    assert bool(told[0].cure) is bool(told[0].cure_zh) is lasts


@pytest.mark.parametrize("answer", ["", "throttled=", "throttled=zz", "error: VCHI"])
def test_an_answer_that_is_none(answer: str) -> None:
    assert bits_in(answer) is None


def test_bits_that_nobody_knows_are_passed_over() -> None:
    assert bits_in("throttled=0xf0f0fff0") == PowerState(Throttled(0), Throttled(0))


@pytest.mark.parametrize(
    ("celsius", "level"),
    [(None, HealthLevel.OK), (20.0, HealthLevel.OK), (79.9, HealthLevel.OK), (HOT_CELSIUS, HealthLevel.WARN)],
)
def test_heat(celsius: float | None, level: HealthLevel) -> None:
    finding = judge_heat(PowerState(Throttled(0), Throttled(0)), celsius)
    assert finding.level is level
    assert [figure.value for figure in finding.figures] == ([] if celsius is None else [celsius])
