"""Pictures go by age, but never by a clock that may be wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from table_daemon.care.ageing import DAY_MS, Ageing

NOW_MS = 1_796_000_000_000
KEEP_DAYS = 30
HOUR_MS = 3_600_000


@dataclass
class House:
    """A machine whose clocks are set by hand; what is let go is noted as the time before which it was kept."""

    asked: list[float] = field(default_factory=list)
    quiet: bool = True

    def __post_init__(self) -> None:
        self.ageing = Ageing(self._drop, KEEP_DAYS, lambda: self.quiet)

    def _drop(self, before_s: float) -> int:
        self.asked.append(before_s)
        return 1

    def look(self, steady_ms: int, *, wall_ms: int = NOW_MS, synchronised: bool | None = True, leap_ms: int = 0) -> int:
        return self.ageing.look(wall_ms, steady_ms, synchronised=synchronised, leap_ms=leap_ms)


@pytest.fixture
def house() -> House:
    return House()


def test_what_is_older_than_the_settings_say_goes_once_a_day(house: House) -> None:
    assert [house.look(hour * HOUR_MS) for hour in range(0, 49, 8)] == [1, 0, 0, 1, 0, 0, 1]
    assert house.asked[0] == (NOW_MS - KEEP_DAYS * DAY_MS) / 1000


def test_nothing_goes_while_people_play(house: House) -> None:
    house.quiet = False
    assert house.look(0) == 0
    house.quiet = True
    assert house.look(1) == 1


@pytest.mark.parametrize("said", [False, None])
def test_a_clock_nobody_vouches_for_counts_after_a_day(house: House, *, said: bool | None) -> None:
    assert house.look(0, synchronised=said) == 0
    assert house.look(DAY_MS - 1, synchronised=said) == 0
    assert house.look(DAY_MS, synchronised=said) == 1


def test_a_clock_that_was_set_takes_nothing_with_it(house: House) -> None:
    ahead_ms = NOW_MS + 730 * DAY_MS
    assert house.look(0, wall_ms=ahead_ms, leap_ms=730 * DAY_MS) == 0
    # What was taken for right before the leap says nothing of the time after it.
    assert house.look(HOUR_MS, wall_ms=ahead_ms, synchronised=None) == 0
    assert house.look(HOUR_MS + DAY_MS, wall_ms=NOW_MS + DAY_MS, synchronised=None) == 1


@pytest.mark.parametrize("wall_ms", [0, -1, 86_400_000])
def test_a_clock_that_was_never_set_takes_nothing(house: House, wall_ms: int) -> None:
    assert house.look(2 * DAY_MS, wall_ms=wall_ms) == 0
    assert house.asked == []
