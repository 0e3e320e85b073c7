"""The daemon's clocks: the session's time passes and never leaps, whatever becomes of the time of day."""

from __future__ import annotations

import time

import pytest

from table_daemon.clocks import LocalClock, PictureClock, SystemClock

NOW_MS = 1_796_000_000_000
HOUR_MS = 3_600_000
TWO_YEARS_MS = 730 * 86_400_000
LEAPS = pytest.mark.parametrize("to_ms", [NOW_MS + TWO_YEARS_MS, 0, NOW_MS - HOUR_MS], ids=["+2 years", "1970", "-1 h"])


def test_game_time_is_that_of_the_newest_picture_and_never_runs_back() -> None:
    clock = PictureClock()
    assert clock.now_ms() == 0
    assert [clock.picture_ms(t_ms) for t_ms in (100, 250, 240, 260)] == [100, 250, 250, 260]
    assert clock.now_ms() == 260


@LEAPS
def test_pictures_stamped_by_a_clock_that_was_set_go_on_in_the_sessions_time(to_ms: int) -> None:
    clock = PictureClock()
    before_ms = clock.picture_ms(NOW_MS)
    leapt_ms = clock.picture_ms(to_ms)
    assert 0 <= leapt_ms - before_ms <= 5_000
    assert clock.now_ms() == to_ms
    assert clock.picture_ms(to_ms + 400) == leapt_ms + 400
    assert clock.wall_ms(leapt_ms + 100) == to_ms + 100
    # and back
    right_ms = clock.picture_ms(NOW_MS + 800)
    assert 0 <= right_ms - (leapt_ms + 400) <= 5_000
    assert clock.now_ms() == NOW_MS + 800


@LEAPS
def test_the_machines_time_passes_while_its_clock_is_set(to_ms: int, monkeypatch: pytest.MonkeyPatch) -> None:
    wall_ns, passing_ns = [NOW_MS * 1_000_000], [77_000_000]
    monkeypatch.setattr(time, "time_ns", lambda: wall_ns[0])
    monkeypatch.setattr(time, "clock_gettime_ns", lambda _which: passing_ns[0])
    clock = SystemClock()
    assert clock.now_ms() == clock.steady_ms() == NOW_MS
    wall_ns[0], passing_ns[0] = to_ms * 1_000_000, passing_ns[0] + 3_000_000_000
    assert (clock.now_ms(), clock.steady_ms()) == (to_ms, NOW_MS + 3_000)
    assert clock.picture_ms(5) == NOW_MS + 3_000
    assert clock.wall_ms(NOW_MS + 2_000) == max(0, to_ms - 1_000)


def test_the_system_clock_stamps_pictures_by_their_arrival() -> None:
    """Another machine's clock says nothing here: it may be years off."""
    clock = SystemClock()
    before_ms = time.time_ns() // 1_000_000
    assert before_ms - 2 <= clock.picture_ms(123) <= clock.now_ms() + 2


def test_the_displays_clock_knows_its_zone() -> None:
    assert LocalClock().now().utcoffset() is not None
