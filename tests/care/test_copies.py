"""Which copies of the log are kept, and when the next is due."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_daemon.care.copies import Copy, copies_in, copy_in, is_due, name_of, to_drop

NOW = datetime(2026, 11, 30, 12)  # noqa: DTZ001 -- copies carry local time
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2027, 6, 1))  # noqa: DTZ001 -- same


def copies(*made: datetime) -> list[Copy]:
    return [Copy(moment, Path(name_of(moment))) for moment in made]


def test_a_week_of_days_then_weeks() -> None:
    nightly = copies(*(NOW - timedelta(days=day) for day in range(100)))
    dropped = to_drop(nightly, NOW, daily=7, weekly=8)
    kept = sorted({*nightly} - {*dropped}, reverse=True)
    assert [copy.made for copy in kept[:7]] == [NOW - timedelta(days=day) for day in range(7)]
    # 30 November 2026 is a Monday: each week's last copy is that of its Sunday.
    assert [copy.made.weekday() for copy in kept[7:]] == [6] * len(kept[7:])
    assert len({copy.made.isocalendar()[:2] for copy in kept}) == 8


def test_of_one_day_the_last_is_kept() -> None:
    morning, evening = copies(NOW.replace(hour=4), NOW.replace(hour=11))
    assert to_drop([morning, evening], NOW, daily=1, weekly=0) == [morning]


def test_a_copy_from_the_future_neither_counts_nor_goes() -> None:
    ahead, now = copies(NOW + timedelta(days=700), NOW)
    assert to_drop([ahead, now], NOW, daily=1, weekly=1) == []
    assert is_due([ahead], NOW, hour=4)


@given(st.sets(MOMENTS), st.integers(1, 10), st.integers(0, 10))
def test_the_newest_stays_and_dropping_twice_drops_no_more(made: set[datetime], daily: int, weekly: int) -> None:
    now = datetime(2027, 6, 2)  # noqa: DTZ001 -- copies carry local time
    known = copies(*made)
    dropped = to_drop(known, now, daily=daily, weekly=weekly)
    left = {*known} - {*dropped}
    assert len(left) <= daily + weekly
    assert max(known, default=None) == max(left, default=None)
    assert to_drop(left, now, daily=daily, weekly=weekly) == []


@pytest.mark.parametrize(
    ("newest", "due"),
    [
        (None, True),
        (NOW.replace(hour=4, minute=1), False),
        (NOW.replace(hour=3, minute=59), True),
        (NOW - timedelta(days=1), True),
    ],
)
def test_a_copy_is_due_once_the_hour_has_struck(newest: datetime | None, *, due: bool) -> None:
    assert is_due(copies(*filter(None, [newest])), NOW, hour=4) is due


def test_before_the_hour_yesterdays_copy_serves() -> None:
    early = NOW.replace(hour=2)
    assert not is_due(copies(early - timedelta(hours=21)), early, hour=4)
    assert is_due(copies(early - timedelta(hours=23)), early, hour=4)


def test_other_files_in_the_folder_are_no_copies(tmp_path: Path) -> None:
    for name in ("queyan.sqlite3", "queyan-20261341-040000.sqlite3", "queyan-20261130-040000.sqlite3.part", "x"):
        (tmp_path / name).touch()
    assert copies_in(tmp_path) == []
    assert copies_in(tmp_path / "none") == []
    (tmp_path / name_of(NOW)).touch()
    assert [copy.made for copy in copies_in(tmp_path)] == [NOW]
    assert copy_in(tmp_path / "nothing") is None
