"""The daemon's clocks: game time follows the pictures and never runs back."""

from __future__ import annotations

import time

from table_daemon.clocks import LocalClock, PictureClock, SystemClock


def test_game_time_is_that_of_the_newest_picture_and_never_runs_back() -> None:
    clock = PictureClock()
    assert clock.now_ms() == 0
    assert [clock.picture_ms(t_ms) for t_ms in (100, 250, 240, 260)] == [100, 250, 250, 260]
    assert clock.now_ms() == 260


def test_the_system_clock_stamps_pictures_by_their_arrival() -> None:
    """Another machine's clock says nothing here: it may be years off."""
    clock = SystemClock()
    before_ms = time.time_ns() // 1_000_000
    assert before_ms <= clock.picture_ms(123) <= clock.now_ms() + 1


def test_the_displays_clock_knows_its_zone() -> None:
    assert LocalClock().now().utcoffset() is not None
